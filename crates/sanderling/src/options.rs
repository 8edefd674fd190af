//! The options of a search: one table of names, values, defaults, help and meaning.
//!
//! ```text
//! words of a command line ─┐                  ┌─▶ Request
//! object of JSON ──────────┴─▶ Choices ─table─┤
//!                              Request ─table─┴─▶ the options in a report, a WrittenRequest
//! ```
//!
//! A [`SearchOption`] says once what it is called, how its value is written, what it does and how it is documented; the command
//! line's arguments and help, completions, manual pages, the rows of `docs/cli.md`, the options of the server and of reports
//! come from there. To add an option is to add its entry to a [`Group`], and what reads the field that it sets. What does not
//! go together is in the table of [`Refusal`]s.

mod checkpoints;
mod choices;
mod depth;
mod limits;
mod misuse;
mod names;
mod refusal;
mod reporting;
mod retention;
mod rules;
mod search;
pub mod text;
mod written;

use sanderling_net::{Diagnostics, Net};
use serde_json::Value as Json;

pub use self::checkpoints::CHECKPOINTS;
pub use self::choices::Choices;
pub use self::depth::DEPTH;
pub use self::limits::LIMITS;
pub use self::misuse::Misuse;
pub use self::refusal::{Refusal, Remedy};
pub use self::reporting::{MODEL_ERRORS, SELF_CHECK, STATISTICS};
pub use self::retention::RETENTION;
pub use self::search::SEARCH;
pub use self::written::{NotRead, WrittenRequest};
use crate::request::Request;

/// All options, in the order in which they are shown.
pub const GROUPS: [&Group; 8] =
    [&LIMITS, &SEARCH, &CHECKPOINTS, &DEPTH, &RETENTION, &MODEL_ERRORS, &SELF_CHECK, &STATISTICS];

/// Options that belong together.
#[derive(Debug)]
pub struct Group {
    /// What stands above them.
    pub heading: &'static str,
    /// The options.
    pub options: &'static [SearchOption],
}

/// An option of a search.
#[derive(Debug)]
pub struct SearchOption {
    /// The name of the option, everywhere.
    pub name: &'static str,
    /// How its value is written.
    pub value: Value,
    /// The value that it has unless another one is chosen, where that is always the same one.
    pub default: Option<&'static str>,
    /// The option without which it means nothing.
    pub needs: Option<&'static str>,
    /// The option that says the same in another way, so that only one of them is chosen.
    pub excludes: Option<&'static str>,
    /// What it does, for the help of the command line. Other options are named in braces, with a value or without: `{order best}`.
    pub help: &'static str,
    /// What it does, for the manual: more of it, in Markdown, with options in braces as in the help.
    pub manual: &'static str,
    /// What it means.
    set: Set,
    /// What is chosen in a request, as JSON that [reads back](Choices::from_json) as that; none where another option says it.
    get: fn(&Request) -> Option<Json>,
    /// Whether it is one of those that most people need, and so on the short page of help.
    pub is_common: bool,
    /// Its key among the options of a report, where it has one.
    key: Option<&'static str>,
    /// Whether a report about this request shows it.
    is_reported: fn(&Request) -> bool,
}

/// How the value of an option is written.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    /// No value: the option is there or not.
    Flag,
    /// One of some names, each with what it means; before them, what kind of name it is, for the help.
    OneOf(&'static str, fn() -> Vec<(&'static str, &'static str)>),
    /// A text of this kind, such as `SIZE`.
    Text(&'static str),
    /// A text of this kind that may begin with a minus.
    Signed(&'static str),
    /// The path of a directory.
    Directory,
}

/// What the text of an option does to a request.
#[derive(Debug, Clone, Copy)]
enum Set {
    /// Sets something that the text says by itself.
    Alone(fn(&mut Request, &str) -> Result<(), String>),
    /// Sets something that speaks of places, and so is understood only with the net.
    OfNet(fn(&mut Request, &str, &Net) -> Result<(), Diagnostics>),
}

/// An option of which nothing is said yet.
const BLANK: SearchOption = SearchOption {
    name: "",
    value: Value::Flag,
    default: None,
    needs: None,
    excludes: None,
    help: "",
    manual: "",
    set: Set::Alone(|_, _| Ok(())),
    get: |_| None,
    is_common: false,
    key: None,
    is_reported: |_| true,
};

impl SearchOption {
    /// The option of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        all().find(|option| option.name == name)
    }

    /// Whether the option has no value.
    #[must_use]
    pub fn is_flag(&self) -> bool {
        matches!(self.value, Value::Flag)
    }

    /// Why a text is no value of it. What speaks of places can be understood only with the net.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn check(&self, text: &str) -> Result<(), String> {
        match self.set {
            Set::Alone(set) => set(&mut Request::new(crate::Question::Explore), text),
            Set::OfNet(_) => Ok(()),
        }
    }
}

/// All options, in the order in which they take effect.
fn all() -> impl Iterator<Item = &'static SearchOption> {
    GROUPS.iter().flat_map(|group| group.options)
}

/// The options of a request as a report shows them.
pub(crate) fn reported(request: &Request) -> impl Iterator<Item = (String, Json)> {
    let reported = all().filter(|option| (option.is_reported)(request));
    reported.filter_map(|option| Some((option.key?.to_owned(), (option.get)(request)?)))
}

/// Puts what was read in its place.
fn put<T, E: ToString>(place: &mut T, read: Result<T, E>) -> Result<(), String> {
    *place = read.map_err(|error| error.to_string())?;
    Ok(())
}
