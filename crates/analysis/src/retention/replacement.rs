//! Replacement strategies: the order in which closed states are forgotten.
//!
//! A strategy is a list of criteria in order of priority. Each criterion gives a state a number. Among the
//! drawn candidates, the one of lowest [`Rank`](super::Rank) is forgotten, and equal ranks are decided by
//! the draw. Only a few candidates are compared each time, since comparing many costs more than the better
//! choice saves (Godefroid, Holzmann and Pirottin, *State-Space Caching Revisited*, CAV 1992, section 5).
//!
//! Sources of the criteria: visits and random choice, Holzmann, *Tracing Protocols*, AT&T Technical Journal
//! 64, 1985, who finds random best; event type, Godefroid et al.; degrees and distance, Evangelista and
//! Kristensen, *Search-Order Independent State Caching*, ToPNoC IV, 2010, for whom distance matters most in
//! breadth-first search; strata, Geldenhuys, *State Caching Reconsidered*, SPIN 2004. Here, any of them can
//! be reversed and combined with others.

use std::fmt;
use std::str::FromStr;

/// Maximum number of criteria of a strategy, without `random`.
pub const MAX_CRITERIA: usize = 4;

/// A criterion for comparing states. Each one states which states are forgotten first. A reversed criterion
/// forgets them last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Discovered longest ago first.
    Oldest,
    /// Hit longest ago first. The discovery counts as a hit.
    LeastRecentlyHit,
    /// Reached least often first. The discovery counts, and every hit since. Hits before the state was last
    /// forgotten do not count.
    InDegree,
    /// Fewest enabled events first.
    OutDegree,
    /// Nearest to the initial state first, along the path of its discovery. That path is the shortest one
    /// only in breadth-first search.
    Distance,
    /// The depths modulo `period` are the strata. States of the first `kept` strata are kept longest, and
    /// all others are forgotten first. A repeated path goes one level deeper with each event, so it soon
    /// meets a stored state. This bounds the repeated work.
    Stratified {
        /// The number of depths after which the strata repeat: at least 2.
        period: u32,
        /// The number of kept strata: at least 1 and fewer than `period`.
        kept: u32,
    },
    /// Visited most often first, as in Holzmann. A visit is an arrival at the stored state, with or without
    /// an expansion. This is [`Criterion::InDegree`] reversed. It expects that frequently reached states
    /// have already been reached from everywhere, while `InDegree` expects that they will be reached again.
    Frequency,
    /// The highest event type first. The type of a state is the lowest type of the events that have led to
    /// it. The driver assigns types, and events of lower types lead to states that are more likely to be
    /// reached again.
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
    /// The criterion that compares states.
    pub criterion: Criterion,
    /// Whether the criterion's first states are forgotten last.
    pub is_reversed: bool,
}

/// A replacement strategy. By default, states are forgotten at random. This needs no attributes, and was the
/// best strategy of Holzmann's. Evangelista and Kristensen had the most success with a variation of strata.
///
/// As text, criteria are separated by commas in order of priority, and `-` before a criterion reverses it:
/// `stratified:8,-distance`. Remaining ties are decided at random. So `random` is a strategy without
/// criteria, and has no effect after others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Replacement {
    rankings: [Option<Ranking>; MAX_CRITERIA],
}

impl Replacement {
    /// Returns the criteria, in order of priority.
    pub fn rankings(&self) -> impl Iterator<Item = Ranking> + '_ {
        self.rankings.iter().flatten().copied()
    }

    /// Whether there are no criteria, so that all candidates are equal.
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

/// The reason why a text is not a replacement strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplacementError {
    /// There is no criterion of this name.
    Unknown(String),
    /// The numbers of strata are invalid.
    Strata(String),
    /// A repeated criterion has no effect.
    Repeated(String),
    /// A criterion follows `random`, or `random` is reversed.
    Random(String),
    /// There are more than [`MAX_CRITERIA`] criteria.
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

/// Parses the one or two numbers of strata.
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
