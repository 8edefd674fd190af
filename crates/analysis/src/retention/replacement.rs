//! Which closed state is forgotten first where there is a choice: the replacement strategy.
//!
//! A strategy is a list of criteria in order of priority. Each gives a state a number, and of the
//! candidates that were drawn the one with the least [`Rank`](super::Rank) is forgotten; where the
//! ranks are equal, the draw decides. Only a few candidates are looked at each time, since looking at
//! many costs more than the better choice saves (Godefroid, Holzmann and Pirottin, *State-Space
//! Caching Revisited*, CAV 1992, section 5).
//!
//! By visits and at random: Holzmann, *Tracing Protocols*, AT&T Technical Journal 64, 1985, who finds
//! random best; by event type: Godefroid et al.; by degrees and distance: Evangelista and Kristensen,
//! *Search-Order Independent State Caching*, ToPNoC IV, 2010, for whom distance matters most in
//! breadth-first search; strata: Geldenhuys, *State Caching Reconsidered*, SPIN 2004. Any of them
//! may be reversed and combined with others here.

use std::fmt;
use std::str::FromStr;

/// How many criteria a strategy has at most, `random` not counted.
pub const MAX_CRITERIA: usize = 4;

/// By what states are compared. What is said first is forgotten first; a reversed criterion forgets
/// it last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Discovered longest ago first.
    Oldest,
    /// Hit longest ago first, where being discovered counts as a hit.
    LeastRecentlyHit,
    /// Reached least often first. The discovery counts, and every hit since; what happened before the
    /// state was last forgotten is forgotten as well.
    InDegree,
    /// Fewest enabled events first.
    OutDegree,
    /// Nearest to the initial state first, along the path on which it was discovered: that is the
    /// shortest path in breadth-first search only.
    Distance,
    /// The depths modulo `period` are the strata; the states of the first `kept` of them are kept
    /// longest, and all others forgotten first. So a path that is searched again, going one level deeper
    /// with each event, soon meets a state that is stored: this bounds the work that is done again.
    Stratified {
        /// After how many depths the strata repeat: at least 2.
        period: u32,
        /// How many of them are kept: at least 1 and fewer than `period`.
        kept: u32,
    },
    /// Visited most often first, as Holzmann has it. A visit is an arrival at the state while it is
    /// stored, whether or not that leads to an expansion; so this is [`Criterion::InDegree`] reversed,
    /// from the opposite expectation: there that states reached often will be reached again, here that
    /// they have been reached from everywhere already.
    Frequency,
    /// The highest type of event first. A state's type is the lowest of the events that have led to
    /// it. Types are numbers that the driver gives, such that the lower ones lead to states that are
    /// more likely to be reached again.
    EventType,
}

/// The criteria without parameters, by name.
const NAMES: [(&str, Criterion); 7] = [
    ("oldest", Criterion::Oldest),
    ("lru", Criterion::LeastRecentlyHit),
    ("in-degree", Criterion::InDegree),
    ("out-degree", Criterion::OutDegree),
    ("distance", Criterion::Distance),
    ("frequency", Criterion::Frequency),
    ("event-type", Criterion::EventType),
];
const RANDOM: &str = "random";
const STRATIFIED: &str = "stratified";

/// A criterion with its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranking {
    /// By what states are compared.
    pub criterion: Criterion,
    /// Whether the order says what is forgotten last, instead of first.
    pub is_reversed: bool,
}

/// A replacement strategy. The default is to forget at random: that needs to remember nothing, and was
/// the best of Holzmann's. Evangelista and Kristensen had most success with a variation of strata.
///
/// As text, criteria are separated by commas, the first one having priority, and `-` before a
/// criterion reverses it: `stratified:8,-distance`. What they leave open is decided at random, so
/// `random` is a strategy without criteria, and where it is written behind others it says nothing new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Replacement {
    rankings: [Option<Ranking>; MAX_CRITERIA],
}

impl Replacement {
    /// The criteria, in order of priority.
    pub fn rankings(&self) -> impl Iterator<Item = Ranking> + '_ {
        self.rankings.iter().flatten().copied()
    }

    /// Whether there are no criteria, so that one candidate is as good as any other.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.rankings[0].is_none()
    }

    fn push(&mut self, ranking: Ranking) -> Result<(), ReplacementError> {
        if self.rankings().any(|earlier| earlier.criterion == ranking.criterion) {
            return Err(ReplacementError::Repeated(ranking.criterion.to_string()));
        }
        let free = self.rankings.iter_mut().find(|ranking| ranking.is_none());
        *free.ok_or(ReplacementError::TooMany)? = Some(ranking);
        Ok(())
    }
}

/// Why a text is no replacement strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplacementError {
    /// There is no criterion of that name.
    Unknown(String),
    /// The numbers of strata do not fit.
    Strata(String),
    /// A criterion that is there already cannot decide anything.
    Repeated(String),
    /// A criterion behind `random`, or `random` reversed.
    Random(String),
    /// There are more than [`MAX_CRITERIA`].
    TooMany,
}

impl std::error::Error for ReplacementError {}

impl fmt::Display for ReplacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                write!(f, "unknown criterion '{name}', expected {RANDOM}")?;
                NAMES.iter().try_for_each(|(name, _)| write!(f, ", {name}"))?;
                write!(
                    f,
                    ", {STRATIFIED}:N or {STRATIFIED}:N:K; '-' before a name reverses it, ',' separates"
                )
            }
            Self::Strata(name) => write!(
                f,
                "'{name}' has no such strata, expected {STRATIFIED}:N with N of at least 2, or \
                 {STRATIFIED}:N:K with K of at least 1 and less than N"
            ),
            Self::Repeated(name) => {
                write!(f, "criterion '{name}' repeated, expected each at most once, in either direction")
            }
            Self::Random(name) => {
                write!(
                    f,
                    "'{name}' out of order, expected {RANDOM} alone or as the last criterion, not reversed"
                )
            }
            Self::TooMany => write!(f, "too many criteria, expected at most {MAX_CRITERIA}"),
        }
    }
}

impl FromStr for Replacement {
    type Err = ReplacementError;

    fn from_str(text: &str) -> Result<Self, ReplacementError> {
        let mut replacement = Self::default();
        let mut names = text.split(',').map(str::trim).peekable();
        while let Some(name) = names.next() {
            if name == RANDOM && names.peek().is_none() {
                break;
            }
            replacement.push(name.parse()?)?;
        }
        Ok(replacement)
    }
}

impl FromStr for Ranking {
    type Err = ReplacementError;

    fn from_str(text: &str) -> Result<Self, ReplacementError> {
        let (name, is_reversed) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        if name == RANDOM {
            return Err(ReplacementError::Random(text.to_owned()));
        }
        Ok(Self { criterion: name.parse()?, is_reversed })
    }
}

impl FromStr for Criterion {
    type Err = ReplacementError;

    fn from_str(name: &str) -> Result<Self, ReplacementError> {
        if let Some(&(_, criterion)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(criterion);
        }
        let mut parts = name.split(':');
        if parts.next() != Some(STRATIFIED) {
            return Err(ReplacementError::Unknown(name.to_owned()));
        }
        strata(parts).ok_or_else(|| ReplacementError::Strata(name.to_owned()))
    }
}

/// Strata by their one or two numbers.
fn strata<'a>(mut numbers: impl Iterator<Item = &'a str>) -> Option<Criterion> {
    let period = numbers.next()?.parse().ok()?;
    let kept = numbers.next().map_or(Some(1), |kept| kept.parse().ok())?;
    let is_sound = numbers.next().is_none() && 1 <= kept && kept < period;
    is_sound.then_some(Criterion::Stratified { period, kept })
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stratified { period, kept: 1 } => write!(f, "{STRATIFIED}:{period}"),
            Self::Stratified { period, kept } => write!(f, "{STRATIFIED}:{period}:{kept}"),
            plain => {
                let name = NAMES.iter().find(|(_, criterion)| criterion == plain).map(|(name, _)| *name);
                f.write_str(name.unwrap_or_default())
            }
        }
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_reversed { "-" } else { "" }, self.criterion)
    }
}

impl fmt::Display for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_random() {
            return f.write_str(RANDOM);
        }
        let mut separator = "";
        for ranking in self.rankings() {
            write!(f, "{separator}{ranking}")?;
            separator = ",";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
