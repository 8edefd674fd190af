//! Errors in the options of a search, found before it starts.

use std::fmt;

use sanderling_net::Diagnostics;

/// An error in the options. Its text names options as in the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Misuse {
    /// There is no option with this name.
    Unknown {
        /// The unknown name.
        name: String,
        /// The most similar name of an option, if there is one.
        nearest: Option<&'static str>,
    },
    /// The text is not a value of the option.
    Value {
        /// The option.
        name: &'static str,
        /// The invalid value.
        text: String,
        /// The expected syntax.
        expected: String,
    },
    /// The first option requires the second.
    Needs(&'static str, &'static str),
    /// The two options set the same thing differently, so that only one of them may be given.
    Excludes(&'static str, &'static str),
    /// A text that names places is invalid.
    Text {
        /// The option.
        name: &'static str,
        /// The text.
        text: String,
        /// The error in its use.
        found: Diagnostics,
    },
}

impl std::error::Error for Misuse {}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest: None } => write!(f, "unknown option `{name}`"),
            Self::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "unknown option `{name}`: did you mean `{nearest}`?")
            }
            Self::Value { name, text, expected } => {
                write!(f, "invalid value '{text}' for `{name}`: {expected}")
            }
            Self::Needs(name, needed) => write!(f, "`{name}` requires `{needed}`"),
            Self::Excludes(name, other) => {
                write!(f, "`{name}` and `{other}` cannot be used together")
            }
            Self::Text { name, found, .. } => {
                write!(f, "invalid text for `{name}`")?;
                found.iter().next().map_or(Ok(()), |first| write!(f, ": {}", first.message))
            }
        }
    }
}
