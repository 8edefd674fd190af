//! Failures, and the diagnostics that come with failures and answers.
//!
//! A [`Diagnostic`] is a message of a format or a parser about a text, as plain data with its position, independent of
//! the crate that produced it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{SCHEMA, VERSION};

/// The result of a command without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Failure {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The kind of failure.
    pub error: ErrorKind,
    /// The problem, in one line.
    pub message: String,
    /// The file concerned, if there is one.
    pub file: Option<String>,
    /// The problems in the file, in its order.
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The command line is invalid.
    Usage,
    /// A file could not be read or written, or is invalid.
    Input,
    /// The program has a bug.
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

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The file can be used.
    Warning,
    /// The file cannot be used.
    Error,
}

/// A message about a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The problem.
    pub message: String,
    /// The position.
    #[serde(flatten)]
    pub location: Option<Location>,
    /// The id of the element concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// The expected input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// A suggested action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Location {
    /// The line of the first character, from 1.
    pub line: u32,
    /// The column of the first character in characters, from 1.
    pub column: u32,
    /// The extent of the part, if the text is available.
    #[serde(flatten)]
    pub extent: Option<Extent>,
}

/// The extent of a part of a text. Its end is after the last character, or equal to the start for a mere position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Extent {
    /// The line of the end, from 1.
    pub end_line: u32,
    /// The column of the end in characters, from 1.
    pub end_column: u32,
    /// The number of bytes before the part, in UTF-8 without a byte order mark.
    pub start: usize,
    /// The number of bytes before the end.
    pub end: usize,
}

impl Failure {
    /// Creates a failure without a file.
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
    /// Returns the message with the first error, if there is one, in one line.
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
    /// Creates a warning without a position.
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
