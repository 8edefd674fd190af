//! The options of a search: one table of their names, values, defaults, help texts and effects.
//!
//! ```text
//! words of a command line ─┐                  ┌─▶ Request
//! object of JSON ──────────┴─▶ Choices ─table─┤
//!                              Request ─table─┴─▶ the options in a report, a WrittenRequest
//! ```
//!
//! A [`SearchOption`] defines an option once: its name, the syntax of its value, its effect and its
//! documentation. The command line's arguments and help, completions, manual pages, the rows of
//! `docs/cli.md`, and the options of the server and of reports are generated from it.
//!
//! To add an option, add its entry to a [`Group`] and the code that reads the field it sets. Combinations
//! that are not allowed are in the table of [`Refusal`]s.

mod checkpoints;
mod choices;
mod depth;
mod engine;
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
pub use self::engine::ENGINE;
pub use self::limits::LIMITS;
pub use self::misuse::Misuse;
pub use self::refusal::{Refusal, Remedy};
pub use self::reporting::{MODEL_ERRORS, SELF_CHECK, STATISTICS};
pub use self::retention::RETENTION;
pub use self::search::SEARCH;
pub use self::written::{NotRead, WrittenRequest};
use crate::request::Request;

/// All options, in the order in which they are shown.
pub const GROUPS: [&Group; 9] =
    [&LIMITS, &SEARCH, &ENGINE, &CHECKPOINTS, &DEPTH, &RETENTION, &MODEL_ERRORS, &SELF_CHECK, &STATISTICS];

/// Options that belong together.
#[derive(Debug)]
pub struct Group {
    /// The heading above them.
    pub heading: &'static str,
    /// The options.
    pub options: &'static [SearchOption],
}

/// An option of a search.
#[derive(Debug)]
pub struct SearchOption {
    /// The name of the option, used everywhere.
    pub name: &'static str,
    /// The syntax of its value.
    pub value: Value,
    /// The default value, if it is always the same.
    pub default: Option<&'static str>,
    /// The option that this one requires.
    pub needs: Option<&'static str>,
    /// The option that sets the same thing differently, so that only one of the two may be given.
    pub excludes: Option<&'static str>,
    /// Its effect, for the help of the command line. Other options appear in braces, with or without a value:
    /// `{order best}`. `{}` stands for the [names](Self::names).
    help: &'static str,
    /// Its effect, for the manual: longer, in Markdown, with options in braces as in the help.
    manual: &'static str,
    /// Returns the names that the value may contain, from a table. The argument quotes a name.
    names: fn(fn(&str) -> String) -> String,
    /// The function that applies the value to a request.
    set: Set,
    /// Returns the value in a request, as JSON that [parses](Choices::from_json) to the same value; `None` if
    /// another option covers it.
    get: fn(&Request) -> Option<Json>,
    /// Whether most users need it. If so, the short help page shows it.
    pub is_common: bool,
    /// Its key among the options of a report, if it has one.
    key: Option<&'static str>,
    /// Whether a report about this request shows it.
    is_reported: fn(&Request) -> bool,
}

/// The syntax of an option's value.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    /// No value: the option is either given or not.
    Flag,
    /// One of several names, each with its meaning. The first field describes the kind of name, for the help.
    OneOf(&'static str, fn() -> Vec<(&'static str, &'static str)>),
    /// A text whose kind is described by a word such as `SIZE`.
    Text(&'static str),
    /// A text of this kind that may start with a minus sign.
    Signed(&'static str),
    /// The path of a directory.
    Directory,
}

/// How the value of an option is applied to a request.
#[derive(Debug, Clone, Copy)]
enum Set {
    /// Applies a value that does not depend on the net.
    Alone(fn(&mut Request, &str) -> Result<(), String>),
    /// Applies a value that names places, and can only be parsed with the net.
    OfNet(fn(&mut Request, &str, &Net) -> Result<(), Diagnostics>),
}

/// An option with default fields, for entries to complete.
const BLANK: SearchOption = SearchOption {
    name: "",
    value: Value::Flag,
    default: None,
    needs: None,
    excludes: None,
    help: "",
    manual: "",
    names: |_| String::new(),
    set: Set::Alone(|_, _| Ok(())),
    get: |_| None,
    is_common: false,
    key: None,
    is_reported: |_| true,
};

impl SearchOption {
    /// Returns the option with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        all().find(|option| option.name == name)
    }

    /// Returns its effect, for the help of the command line.
    #[must_use]
    pub fn help(&self) -> String {
        self.help.replace("{}", &(self.names)(str::to_owned))
    }

    /// Returns its effect, for the manual.
    #[must_use]
    pub fn manual(&self) -> String {
        self.manual.replace("{}", &(self.names)(|name| format!("`{name}`")))
    }

    /// Returns whether the option has no value.
    #[must_use]
    pub fn is_flag(&self) -> bool {
        matches!(self.value, Value::Flag)
    }

    /// Checks the text of a value. Values that name places can only be checked with the net and are accepted
    /// here.
    ///
    /// # Errors
    /// The expected syntax.
    pub fn check(&self, text: &str) -> Result<(), String> {
        match self.set {
            Set::Alone(set) => set(&mut Request::new(crate::Question::Explore), text),
            Set::OfNet(_) => Ok(()),
        }
    }
}

/// Returns all options, in the order in which they take effect.
fn all() -> impl Iterator<Item = &'static SearchOption> {
    GROUPS.iter().flat_map(|group| group.options)
}

/// Returns the options of a request as a report shows them.
pub(crate) fn reported(request: &Request) -> impl Iterator<Item = (String, Json)> {
    let reported = all().filter(|option| (option.is_reported)(request));
    reported.filter_map(|option| Some((option.key?.to_owned(), (option.get)(request)?)))
}

/// Stores a parsed value in a field.
fn put<T, E: ToString>(place: &mut T, read: Result<T, E>) -> Result<(), String> {
    *place = read.map_err(|error| error.to_string())?;
    Ok(())
}
