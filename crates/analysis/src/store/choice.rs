//! The choice of the store: an axis of the search.
//!
//! The command line accepts these names, and reports show them. INVARIANT: parsing the name of a choice
//! returns that choice.

use std::fmt;
use std::str::FromStr;

use sanderling_store::pairs::PairOptions;

/// The store of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StoreChoice {
    /// Whole states, word by word.
    #[default]
    Packed,
    /// Whole states, and the tree when memory runs out (see [`explore`](crate::explore)).
    Auto,
    /// Pairs of numbers of state halves, over a tree, in a few bytes each.
    Tree,
    /// Whole states, in sorted runs on disk.
    Disk,
    /// Pairs of predecessor and event, from which states are reconstructed.
    ComBack(PairOptions),
    /// Signatures with this number of bits. Inexact.
    HashCompaction(u32),
    /// An array of bits with this number of bits for each state, one for each hash function. Inexact.
    Bitstate(u32),
}

/// Minimum number of bits of a signature. Shorter ones would omit states of every state space of relevant
/// size.
const MIN_SIGNATURE_BITS: u32 = 32;
/// Default number of bits of a signature. Hardly any state is omitted.
const SIGNATURE_BITS: u32 = 64;
/// Default number of hash functions, Holzmann's choice for bitstate hashing.
const HASHES: u32 = 3;

/// What a store can do. This decides which other choices go with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abilities {
    /// Whether the store never mistakes a new state for a known one.
    pub is_exact: bool,
    /// Whether states can be forgotten one by one.
    pub forgets: bool,
    /// Whether the batched driver can expand its states by level.
    pub goes_by_level: bool,
    /// Whether several processes can each have a part of it.
    pub has_parts: bool,
}

impl StoreChoice {
    /// The syntax of each store, in the order of the documentation.
    pub const NAMES: [&str; 7] =
        ["auto", "packed", "tree", "disk", "comback", "hash-compaction[:BITS]", "bitstate[:HASHES]"];

    /// Returns what the store can do.
    #[must_use]
    pub const fn abilities(self) -> Abilities {
        let all = Abilities { is_exact: true, forgets: true, goes_by_level: true, has_parts: true };
        match self {
            Self::Packed | Self::Auto => all,
            Self::Tree | Self::Disk => Abilities { forgets: false, ..all },
            Self::ComBack(_) => Abilities { has_parts: false, ..all },
            Self::HashCompaction(_) | Self::Bitstate(_) => {
                Abilities { is_exact: false, forgets: false, goes_by_level: false, has_parts: false }
            }
        }
    }
}

impl fmt::Display for StoreChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Packed => f.write_str("packed"),
            Self::Tree => f.write_str("tree"),
            Self::Disk => f.write_str("disk"),
            Self::ComBack(_) => f.write_str("comback"),
            Self::HashCompaction(bits) => write!(f, "hash-compaction:{bits}"),
            Self::Bitstate(hashes) => write!(f, "bitstate:{hashes}"),
        }
    }
}

impl FromStr for StoreChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let no_number = number.is_none();
        match name {
            "auto" if no_number => Ok(Self::Auto),
            "packed" if no_number => Ok(Self::Packed),
            "tree" if no_number => Ok(Self::Tree),
            "disk" if no_number => Ok(Self::Disk),
            "comback" if no_number => Ok(Self::ComBack(PairOptions::default())),
            "hash-compaction" => {
                let range = MIN_SIGNATURE_BITS..=sanderling_store::HashCompaction::MAX_BITS;
                let expected = "`hash-compaction:BITS` with a signature of 32 to 64 bits";
                parameter(text, number, SIGNATURE_BITS, range, expected).map(Self::HashCompaction)
            }
            "bitstate" => {
                let range = 1..=sanderling_store::Bitstate::MAX_HASHES;
                let expected = "`bitstate:HASHES` with 1 to 32 hash functions";
                parameter(text, number, HASHES, range, expected).map(Self::Bitstate)
            }
            _ => {
                let names: Vec<String> = Self::NAMES.iter().map(|name| format!("`{name}`")).collect();
                Err(format!("`{text}` is no store: expected one of {}", names.join(", ")))
            }
        }
    }
}

/// Parses the number after a name, if there is one. A sign is refused, so that no store has two spellings.
fn parameter(
    text: &str,
    number: Option<&str>,
    default: u32,
    range: std::ops::RangeInclusive<u32>,
    expected: &str,
) -> Result<u32, String> {
    let Some(digits) = number else { return Ok(default) };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|number| is_plain && range.contains(number));
    number.ok_or_else(|| format!("`{text}` is no store: expected {expected}"))
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
            let names =
                "`auto`, `packed`, `tree`, `disk`, `comback`, `hash-compaction[:BITS]`, `bitstate[:HASHES]`";
            assert!(refused(text).contains(names), "{text}");
        }
        for text in ["hash-compaction:31", "hash-compaction:65", "hash-compaction:", "hash-compaction:+40"] {
            assert!(refused(text).ends_with("a signature of 32 to 64 bits"), "{text}");
        }
        for text in ["bitstate:0", "bitstate:33", "bitstate:x", "bitstate:3:3"] {
            assert!(refused(text).ends_with("1 to 32 hash functions"), "{text}");
        }
    }
}
