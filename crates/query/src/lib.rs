//! Queries about a net as text: an option for each form of property, files of properties, and the queries in a net's
//! file.
//!
//! ```text
//! --always, always=… ──▶ Form ─────┐
//! file of properties ──▶ file ─────┼─▶ Properties: statements, and what of them is not answered, and why
//! query of the file ───▶ stored ───┘
//! ```
//!
//! [`contest`] supports the terms of the Model Checking Contest, in which some of the files are written.
//!
//! Callers differ only in how options are written and errors are shown. The command line and the Python package both
//! use this crate.

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

/// The requested properties, in order.
#[derive(Debug, Default)]
pub struct Properties {
    /// The properties to answer.
    pub statements: Vec<ColouredStatement>,
    /// The unsupported properties, with their positions among all.
    pub left_out: Vec<(usize, LeftOut)>,
}

impl Properties {
    /// Creates a list of properties that are all to be answered.
    #[must_use]
    pub fn of(statements: Vec<ColouredStatement>) -> Self {
        Self { statements, left_out: Vec::new() }
    }

    fn leave_out(&mut self, property: LeftOut) {
        self.left_out.push((self.statements.len() + self.left_out.len(), property));
    }

    /// Returns whether an infinite run may violate one of the properties.
    #[must_use]
    pub fn may_ask_for_lassos(&self) -> bool {
        self.statements.iter().any(|statement| match statement {
            Statement::Runs(property) => property.logic == Logic::Ltl,
            Statement::Livelock(_) => true,
            Statement::Markings(_) => false,
        })
    }

    /// Returns whether one of the properties is about livelocks, whose answers have no certificates.
    #[must_use]
    pub fn ask_for_livelocks(&self) -> bool {
        self.statements.iter().any(|statement| matches!(statement, Statement::Livelock(_)))
    }

    /// Returns whether one of the properties is about runs and not about single markings.
    #[must_use]
    pub fn are_about_runs(&self) -> bool {
        self.statements.iter().any(|statement| !matches!(statement, Statement::Markings(_)))
    }

    /// Appends other properties.
    pub fn append(&mut self, other: Self) {
        let before = self.statements.len() + self.left_out.len();
        self.statements.extend(other.statements);
        self.left_out.extend(other.left_out.into_iter().map(|(position, one)| (before + position, one)));
    }
}

/// The reason why a query cannot be posed.
#[derive(Debug)]
pub struct Mistake {
    /// A one-line description of the error.
    pub message: String,
    /// The text and its diagnostics or, without diagnostics, the file that the error is about.
    pub about: Result<(Source, Diagnostics), String>,
}

impl Mistake {
    /// Creates an error about a text.
    fn in_text(source: Source, found: Diagnostics) -> Self {
        Self::diagnosed(format!("invalid property in `{}`", source.name()), source, found)
    }

    fn diagnosed(message: String, source: Source, found: Diagnostics) -> Self {
        Self { message, about: Ok((source, found)) }
    }

    /// Creates an error about a file as a whole.
    fn of_file(message: String, file: &str) -> Self {
        Self { message, about: Err(file.to_owned()) }
    }
}
