//! What is wrong with the options of a search, before anything is searched.

use std::fmt;

use sanderling_net::Diagnostics;

/// Why options are not understood. As text, they are named as in the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Misuse {
    /// There is none of this name.
    Unknown {
        /// What was taken for one.
        name: String,
        /// What was meant, perhaps.
        nearest: Option<&'static str>,
    },
    /// The text is no value of the option.
    Value {
        /// The option.
        name: &'static str,
        /// What was taken for a value.
        text: String,
        /// What was expected instead.
        expected: String,
    },
    /// The first option means nothing without the second.
    Needs(&'static str, &'static str),
    /// The two options say the same in different ways, so that only one of them is chosen.
    Excludes(&'static str, &'static str),
    /// A text about places is not understood.
    Text {
        /// The option.
        name: &'static str,
        /// The text.
        text: String,
        /// What is wrong with it.
        found: Diagnostics,
    },
}

impl std::error::Error for Misuse {}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest: None } => write!(f, "`{name}` is no option of an analysis"),
            Self::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "`{name}` is no option of an analysis: is `{nearest}` meant?")
            }
            Self::Value { name, text, expected } => {
                write!(f, "invalid value '{text}' for `{name}`: {expected}")
            }
            Self::Needs(name, needed) => write!(f, "`{name}` means nothing without `{needed}`"),
            Self::Excludes(name, other) => {
                write!(f, "`{name}` and `{other}` cannot be chosen together")
            }
            Self::Text { name, found, .. } => {
                write!(f, "the text of `{name}` was not understood")?;
                found.iter().next().map_or(Ok(()), |first| write!(f, ": {}", first.message))
            }
        }
    }
}
