//! Options of a pair store: the number of states that it keeps whole, and how they are chosen.

use std::fmt;
use std::str::FromStr;

/// Options for the reconstruction of states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairOptions {
    /// The size of the cache.
    pub cache: CacheSize,
    /// The strategy by which states are replaced in the cache.
    pub strategy: CacheStrategy,
    /// The levels whose states are permanently stored whole, in addition to the roots.
    pub whole: WholeLevels,
}

/// The size of the cache of reconstructed states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CacheSize {
    /// An eighth of the memory of the pairs, but at least a megabyte.
    #[default]
    Share,
    /// A cache of this number of bytes.
    Bytes(usize),
    /// A cache of this number of states.
    States(usize),
}

/// The strategy that decides which state of the cache is replaced. All but [`Fixed`](Self::Fixed) choose among eight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CacheStrategy {
    /// Each state has one seat, and replaces the state there.
    #[default]
    Fixed,
    /// Replaces the state that was inserted first.
    Fifo,
    /// Replaces the state that was used longest ago.
    Lru,
    /// Replaces a random state.
    Random,
    /// Replaces the state that takes the fewest events to reconstruct.
    Distance,
}

/// The interval between levels whose states are stored whole, as long as they take no more than a twelfth of the
/// memory. 0 means no such level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeLevels(pub u32);

impl Default for WholeLevels {
    fn default() -> Self {
        Self(16)
    }
}

/// The names of the strategies.
const STRATEGIES: [(&str, CacheStrategy); 5] = [
    ("fixed", CacheStrategy::Fixed),
    ("fifo", CacheStrategy::Fifo),
    ("lru", CacheStrategy::Lru),
    ("random", CacheStrategy::Random),
    ("distance", CacheStrategy::Distance),
];

impl fmt::Display for CacheStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = STRATEGIES.iter().find(|(_, strategy)| strategy == self);
        f.write_str(named.expect("each has a name").0)
    }
}

impl FromStr for CacheStrategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = STRATEGIES.iter().find(|(name, _)| *name == text);
        let names = STRATEGIES.map(|(name, _)| name).join(", ");
        named.map(|&(_, strategy)| strategy).ok_or_else(|| format!("`{text}` is none of: {names}"))
    }
}

impl fmt::Display for CacheSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Share => f.write_str("auto"),
            Self::Bytes(bytes) => write!(f, "{bytes} B"),
            Self::States(states) => write!(f, "{states}"),
        }
    }
}

impl CacheSize {
    /// Returns the capacity of the cache, given the bytes of a state in it and of all pairs.
    pub(super) fn states(self, bytes_of_state: usize, bytes_of_pairs: usize) -> usize {
        match self {
            Self::Share => ((bytes_of_pairs / 8).max(1 << 20) / bytes_of_state).next_multiple_of(1024),
            Self::Bytes(bytes) => bytes / bytes_of_state,
            Self::States(states) => states,
        }
    }

    /// Whether the cache grows with the store.
    pub(super) fn grows(self) -> bool {
        self == Self::Share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_read_back_as_they_are_written() {
        for (name, strategy) in STRATEGIES {
            assert_eq!(name.parse(), Ok(strategy));
            assert_eq!(strategy.to_string(), name);
        }
        assert!("mru".parse::<CacheStrategy>().unwrap_err().contains("fifo"));
    }
}
