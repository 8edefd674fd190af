//! What is asked of a net in words: by an option for each form of property, in files of properties, and in the queries that a net's file keeps.
//!
//! ```text
//! --always, always=… ──▶ Form ─────┐
//! file of properties ──▶ file ─────┼─▶ Properties: statements, and what of them is not answered, and why
//! query of the file ───▶ stored ───┘
//! ```
//!
//! [`contest`] has the words of the Model Checking Contest, which some of the files are written in.
//!
//! Callers differ in how options are written and in how mistakes are told, and in nothing else: both the command line and the Python package
//! take all of this from here.

pub mod contest;
mod file;
mod form;
mod left_out;
mod stored;

use sanderling_net::{Diagnostics, Source};
use sanderling_property::{ColouredStatement, Logic, Statement};

pub use self::file::in_file;
pub use self::form::Form;
pub use self::left_out::LeftOut;
pub use self::stored::Stored;

/// What is asked, in its order.
#[derive(Debug, Default)]
pub struct Properties {
    /// What is to be answered.
    pub statements: Vec<ColouredStatement>,
    /// What is not, with its position among all.
    pub left_out: Vec<(usize, LeftOut)>,
}

impl Properties {
    /// Some that are all to be answered.
    #[must_use]
    pub fn of(statements: Vec<ColouredStatement>) -> Self {
        Self { statements, left_out: Vec::new() }
    }

    fn leave_out(&mut self, property: LeftOut) {
        self.left_out.push((self.statements.len() + self.left_out.len(), property));
    }

    /// Whether one of them may be violated by a run without an end.
    #[must_use]
    pub fn may_ask_for_lassos(&self) -> bool {
        self.statements.iter().any(|statement| match statement {
            Statement::Runs(property) => property.logic == Logic::Ltl,
            Statement::Livelock(_) => true,
            Statement::Markings(_) => false,
        })
    }

    /// Whether livelocks are asked for, whose answers have no certificates.
    #[must_use]
    pub fn ask_for_livelocks(&self) -> bool {
        self.statements.iter().any(|statement| matches!(statement, Statement::Livelock(_)))
    }

    /// Whether something is asked about runs, and not about single markings.
    #[must_use]
    pub fn are_about_runs(&self) -> bool {
        self.statements.iter().any(|statement| !matches!(statement, Statement::Markings(_)))
    }

    /// Puts others behind them.
    pub fn append(&mut self, other: Self) {
        let before = self.statements.len() + self.left_out.len();
        self.statements.extend(other.statements);
        self.left_out.extend(other.left_out.into_iter().map(|(position, one)| (before + position, one)));
    }
}

/// Why what is asked cannot be.
#[derive(Debug)]
pub struct Mistake {
    /// What is wrong, in a line.
    pub message: String,
    /// The text, and what is wrong with it; where nothing is, the file that it is about.
    pub about: Result<(Source, Diagnostics), String>,
}

impl Mistake {
    /// Something is wrong with a text.
    fn in_text(source: Source, found: Diagnostics) -> Self {
        Self::diagnosed(format!("the property in `{}` was not understood", source.name()), source, found)
    }

    fn diagnosed(message: String, source: Source, found: Diagnostics) -> Self {
        Self { message, about: Ok((source, found)) }
    }

    /// Something is wrong with a file as a whole.
    fn of_file(message: String, file: &str) -> Self {
        Self { message, about: Err(file.to_owned()) }
    }
}
