//! How stubborn sets are found.

use std::fmt;
use std::str::FromStr;

/// How a set is made small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum StubbornMethod {
    /// What is in the set draws in what it needs, until nothing more is needed.
    #[default]
    Insertion,
    /// From all events one after the other is taken out, where what is left is stubborn: the smallest sets, for five to fifty times the time.
    Deletion,
    /// Where the start is free: the strongly connected components of the relation by which insertion draws in events.
    Components,
}

/// Which enabled event a set starts from, where any would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum KeyEvent {
    /// The first enabled event.
    First,
    /// The event whose stubborn set has the fewest enabled events.
    #[default]
    Fewest,
}

/// How stubborn sets are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StubbornOptions {
    /// How a set is made small.
    pub method: StubbornMethod,
    /// Which event it starts from.
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
