//! Options for computing stubborn sets.

use std::fmt;
use std::str::FromStr;

/// The method for making a set small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum StubbornMethod {
    /// Insertion: each event of the set adds the events that it needs, until the set is closed.
    #[default]
    Insertion,
    /// Deletion: starting from all events, removes one after the other while the set stays stubborn. It
    /// gives the smallest sets, and takes five to fifty times as long.
    Deletion,
    /// Strongly connected components of the relation of insertion, if the key event is free.
    Components,
}

/// The enabled event that a set starts from, if any would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum KeyEvent {
    /// The first enabled event.
    First,
    /// The event whose stubborn set has the fewest enabled events.
    #[default]
    Fewest,
}

/// Options for computing stubborn sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StubbornOptions {
    /// The method for making a set small.
    pub method: StubbornMethod,
    /// The key event.
    pub key: KeyEvent,
}

impl StubbornMethod {
    /// All methods.
    pub const ALL: [Self; 3] = [Self::Insertion, Self::Deletion, Self::Components];

    /// The name of the method.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Insertion => "insertion",
            Self::Deletion => "deletion",
            Self::Components => "components",
        }
    }
}

impl KeyEvent {
    /// All choices of the key event.
    pub const ALL: [Self; 2] = [Self::First, Self::Fewest];

    /// The name of the choice.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Fewest => "fewest",
        }
    }
}

impl fmt::Display for StubbornMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for KeyEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for StubbornMethod {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|method| method.as_str() == text);
        known.ok_or_else(|| {
            format!("`{text}` is no way to find stubborn sets: expected insertion, deletion or components")
        })
    }
}

impl FromStr for KeyEvent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|key| key.as_str() == text);
        known.ok_or_else(|| format!("`{text}` names no key event: expected first or fewest"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        assert!(StubbornMethod::ALL.iter().all(|method| method.as_str().parse() == Ok(*method)));
        assert!(KeyEvent::ALL.iter().all(|key| key.to_string().parse() == Ok(*key)));
        assert!("all".parse::<StubbornMethod>().is_err() && "last".parse::<KeyEvent>().is_err());
    }
}
