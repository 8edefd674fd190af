//! What is said where there is no answer, and the remarks that come with one.
//!
//! The type [`Diagnostic`] is what a format or a parser says about a text, as plain data with its
//! place in it, independent of the crate that found it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{SCHEMA, VERSION};

/// Instead of an answer: what went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The kind of failure.
    pub error: ErrorKind,
    /// What went wrong, in one line.
    pub message: String,
    /// The file concerned, where there is one.
    pub file: Option<String>,
    /// The single things that are wrong with it, in its order.
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The command line was not understood.
    Usage,
    /// A file could not be read or written, or is not what it should be.
    Input,
    /// The program is wrong.
    Internal,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Usage => "usage",
            Self::Input => "input",
            Self::Internal => "internal",
        })
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The file can be used.
    Warning,
    /// The file cannot be used.
    Error,
}

/// One thing to say about a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What was found.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub location: Option<Location>,
    /// The id of the element concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// What was expected instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The line of its first character, from 1.
    pub line: u32,
    /// The column of its first character in characters, from 1.
    pub column: u32,
    /// How far it reaches, where the text is at hand.
    #[serde(flatten)]
    pub extent: Option<Extent>,
}

/// How far a part of a text reaches. The end is behind its last character, and where it begins for a mere place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The line of its end, from 1.
    pub end_line: u32,
    /// The column of its end in characters, from 1.
    pub end_column: u32,
    /// The number of bytes before it, in UTF-8 without a byte order mark.
    pub start: usize,
    /// The number of bytes before its end.
    pub end: usize,
}

impl Failure {
    /// A failure without a file.
    #[must_use]
    pub fn new(error: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION.into(),
            error,
            message: message.into(),
            file: None,
            diagnostics: Vec::new(),
        }
    }
}

impl Failure {
    /// What went wrong, with the first error where there is one, for where there is no room for more.
    #[must_use]
    pub(crate) fn in_one_line(&self) -> String {
        let error = self.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        match error {
            Some(error) => format!("{}: {error}", self.message),
            None => self.message.clone(),
        }
    }
}

impl Diagnostic {
    /// A warning without a place.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            message: message.into(),
            location: None,
            element: None,
            expected: None,
            help: None,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Location { line, column, .. }) = self.location {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_keys_of_the_diagnostic() {
        let mut diagnostic = Diagnostic::warning("weight 0");
        assert_eq!(
            serde_json::to_string(&diagnostic).unwrap(),
            r#"{"severity":"warning","message":"weight 0"}"#
        );
        let place = Location { line: 3, column: 7, extent: None };
        let extent = Some(Extent { end_line: 4, end_column: 2, start: 20, end: 29 });
        for (location, keys) in [
            (place, r#""line":3,"column":7"#),
            (
                Location { extent, ..place },
                r#""line":3,"column":7,"end_line":4,"end_column":2,"start":20,"end":29"#,
            ),
        ] {
            diagnostic.location = Some(location);
            let json = serde_json::to_string(&diagnostic).unwrap();
            assert_eq!(json, format!(r#"{{"severity":"warning","message":"weight 0",{keys}}}"#));
            assert_eq!(serde_json::from_str::<Diagnostic>(&json).unwrap(), diagnostic);
        }
    }
}
