//! The description of a store: its name and what it can do.
//!
//! The command line accepts the names, and reports show them. INVARIANT: parsing the name of a choice
//! returns that choice.

use std::fmt;
use std::str::FromStr;

use sanderling_store::pairs::PairOptions;

use super::StoreChoice;

/// A description of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The name, for options and reports.
    pub name: &'static str,
    /// The number after the name, if the store has one.
    pub number: Option<Number>,
    /// What a state takes memory for in a store with ids, for estimates.
    pub basis: Option<&'static str>,
    /// What the store can do.
    pub abilities: Abilities,
}

/// The number of a store, which may follow its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The word that stands for the number.
    pub word: &'static str,
    /// The number if none is given.
    pub default: u32,
    /// The least and the greatest number.
    pub range: (u32, u32),
    /// What the number counts.
    pub meaning: &'static str,
}

/// What a store can do. This decides which other choices go with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abilities {
    /// Whether the store never mistakes a new state for a known one.
    pub is_exact: bool,
    /// Whether states can be forgotten one by one. So they have ids, and closed states can be read.
    pub forgets: bool,
    /// Whether states are reconstructed along their paths, so that no state on these may be forgotten.
    pub keeps_paths: bool,
    /// Whether the batched driver can expand its states by level.
    pub goes_by_level: bool,
    /// Whether several processes can each have a part of it.
    pub has_parts: bool,
    /// Whether a search can be resumed from a checkpoint.
    pub has_checkpoints: bool,
}

impl Abilities {
    /// An exact store with ids, for the sequential driver.
    pub(super) const LEAST: Self = Self {
        is_exact: true,
        forgets: true,
        keeps_paths: false,
        goes_by_level: false,
        has_parts: false,
        has_checkpoints: false,
    };
    /// A store that goes with all choices.
    pub(super) const ALL: Self =
        Self { goes_by_level: true, has_parts: true, has_checkpoints: true, ..Self::LEAST };
    /// A set of visited states, for the sequential driver.
    pub(super) const INEXACT: Self =
        Self { is_exact: false, forgets: false, has_checkpoints: true, ..Self::LEAST };
}

/// The parameter of a store.
pub(super) trait Parameter {
    /// Returns the parameter with this number.
    fn of(number: u32) -> Self;

    /// Returns the number of the parameter, if it has one.
    fn number(self) -> Option<u32>;
}

impl Parameter for u32 {
    fn of(number: u32) -> Self {
        number
    }

    fn number(self) -> Option<u32> {
        Some(self)
    }
}

/// The settings are not part of the name.
impl Parameter for PairOptions {
    fn of(_: u32) -> Self {
        Self::default()
    }

    fn number(self) -> Option<u32> {
        None
    }
}

impl Kind {
    /// Returns the syntax of the store.
    #[must_use]
    pub fn syntax(&self) -> String {
        self.number.map_or(self.name.to_owned(), |number| format!("{}[:{}]", self.name, number.word))
    }
}

impl StoreChoice {
    /// Returns what the store can do.
    #[must_use]
    pub const fn abilities(self) -> Abilities {
        self.kind().abilities
    }
}

impl fmt::Display for StoreChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().name)?;
        self.number().map_or(Ok(()), |number| write!(f, ":{number}"))
    }
}

impl FromStr for StoreChoice {
    type Err = String;

    /// A sign before a number is refused, so that no store has two spellings.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, digits) = text.split_once(':').map_or((text, None), |(name, digits)| (name, Some(digits)));
        let is_named =
            |choice: &Self| choice.kind().name == name && (digits.is_none() || choice.number().is_some());
        let Some(choice) = Self::all().find(is_named) else {
            let names: Vec<String> =
                Self::all().map(|choice| format!("`{}`", choice.kind().syntax())).collect();
            return Err(format!("`{text}` is no store: expected one of {}", names.join(", ")));
        };
        let (Some(digits), Some(Number { word, range: (least, most), meaning, .. })) =
            (digits, choice.kind().number)
        else {
            return Ok(choice);
        };
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| is_plain && (least..=most).contains(number));
        number.map(|number| choice.with(number)).ok_or_else(|| {
            format!("`{text}` is no store: expected `{name}:{word}` with {least} to {most} {meaning}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_its_store() {
        for (choice, name) in [
            (StoreChoice::Auto, "auto"),
            (StoreChoice::Packed, "packed"),
            (StoreChoice::Tree, "tree"),
            (StoreChoice::Disk, "disk"),
            (StoreChoice::ComBack(PairOptions::default()), "comback"),
            (StoreChoice::HashCompaction(32), "hash-compaction:32"),
            (StoreChoice::HashCompaction(64), "hash-compaction:64"),
            (StoreChoice::Bitstate(1), "bitstate:1"),
            (StoreChoice::Bitstate(32), "bitstate:32"),
        ] {
            assert_eq!((choice.to_string().as_str(), name.parse()), (name, Ok(choice)));
        }
        assert_eq!("hash-compaction".parse(), Ok(StoreChoice::HashCompaction(64)));
        assert_eq!("bitstate".parse(), Ok(StoreChoice::Bitstate(3)));
    }

    #[test]
    fn what_is_no_store_is_refused_with_what_is_expected() {
        let refused = |text: &str| text.parse::<StoreChoice>().expect_err(text);
        for text in ["", "full", "packed:3", "Packed", "auto:1"] {
            for choice in StoreChoice::all() {
                assert!(refused(text).contains(&format!("`{}`", choice.kind().syntax())), "{text}");
            }
            assert!(refused(text).ends_with("`hash-compaction[:BITS]`, `bitstate[:HASHES]`"), "{text}");
        }
        for text in ["hash-compaction:31", "hash-compaction:65", "hash-compaction:", "hash-compaction:+40"] {
            assert!(refused(text).ends_with("32 to 64 bits of a signature"), "{text}");
        }
        for text in ["bitstate:0", "bitstate:33", "bitstate:x", "bitstate:3:3"] {
            assert!(refused(text).ends_with("1 to 32 hash functions"), "{text}");
        }
    }
}
