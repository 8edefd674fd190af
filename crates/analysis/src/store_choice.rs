//! Which store remembers the states: an axis of the search.

use std::fmt;
use std::str::FromStr;

use sanderling_store::pairs::PairOptions;

/// How states are remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StoreChoice {
    /// Whole, word by word.
    #[default]
    Packed,
    /// As pairs of predecessor and event, from which they are reconstructed.
    ComBack(PairOptions),
    /// As pairs of numbers of their halves, over a tree: in a few bytes each.
    Tree,
}

impl fmt::Display for StoreChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packed => f.write_str("packed"),
            Self::ComBack(_) => f.write_str("comback"),
            Self::Tree => f.write_str("tree"),
        }
    }
}

impl FromStr for StoreChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "packed" => Ok(Self::Packed),
            "comback" => Ok(Self::ComBack(PairOptions::default())),
            "tree" => Ok(Self::Tree),
            _ => Err(format!("`{text}` is no store: expected `packed`, `comback` or `tree`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_read_back_as_they_are_written() {
        for name in ["packed", "comback", "tree"] {
            assert_eq!(name.parse::<StoreChoice>().unwrap().to_string(), name);
        }
        assert!("pairs".parse::<StoreChoice>().is_err());
    }
}
