//! Which store remembers the states: an axis of the search.

use std::fmt;
use std::str::FromStr;

/// How states are remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StoreChoice {
    /// Whole, word by word.
    #[default]
    Packed,
}

impl fmt::Display for StoreChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packed => f.write_str("packed"),
        }
    }
}

impl FromStr for StoreChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "packed" => Ok(Self::Packed),
            _ => Err(format!("`{text}` is no store: expected `packed`")),
        }
    }
}
