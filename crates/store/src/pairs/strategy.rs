//! What a pair store may be told: how many states it keeps whole, and which of them.

use std::fmt;
use std::str::FromStr;

/// How the states of a pair store are found again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairOptions {
    /// How many states the cache holds.
    pub cache: CacheSize,
    /// Which state leaves it first.
    pub strategy: CacheStrategy,
    /// Which states are kept whole for good, besides the first one.
    pub whole: WholeLevels,
}

/// How many reconstructed states are kept at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CacheSize {
    /// An eighth of the memory of the pairs, and at least a megabyte.
    #[default]
    Share,
    /// A cache of this number of bytes.
    Bytes(usize),
    /// A cache of this number of states.
    States(usize),
}

/// Which state of the cache makes room for another. All but [`Fixed`](Self::Fixed) choose among eight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CacheStrategy {
    /// Each state has one seat, and replaces what is there.
    #[default]
    Fixed,
    /// The state that was put in first is replaced.
    Fifo,
    /// The state that was asked for longest ago is replaced.
    Lru,
    /// Any state is replaced.
    Random,
    /// The state that is found again with the fewest events is replaced.
    Distance,
}

/// The states that are kept whole: those of every so many-th level, as long as they take no more than a
/// twelfth of the memory.
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
    /// How many states that is, given the bytes of one in the cache, and of all pairs.
    pub(super) fn states(self, bytes_of_state: usize, bytes_of_pairs: usize) -> usize {
        match self {
            Self::Share => ((bytes_of_pairs / 8).max(1 << 20) / bytes_of_state).next_multiple_of(1024),
            Self::Bytes(bytes) => bytes / bytes_of_state,
            Self::States(states) => states,
        }
    }

    /// Whether it grows with the store.
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
