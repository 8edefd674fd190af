//! Verdicts, and the reasons for missing ones.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The answer to a question.
///
/// For `always F`, and for freedom from deadlock, `holds` means that every reachable state satisfies it. `violated`
/// means that some state does not, with a trace to it. For `reach F`, `holds` means that a state which satisfies `F` is
/// reachable, with a trace to it. `violated` means that no such state is reachable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Yes.
    Holds,
    /// No.
    Violated,
    /// There is no answer; a reason explains it.
    Unknown,
    /// The statistics are complete, for a query without a yes or no.
    Computed,
}

impl Verdict {
    /// Returns the word in JSON and in text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
            Self::Computed => "computed",
        }
    }

    /// Combines the verdicts of several answers: `violated` if any is, else `unknown` if any is, else `holds` if any is,
    /// else `computed`.
    #[must_use]
    pub fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().fold(Self::Computed, |so_far, next| match (so_far, next) {
            (Self::Violated, _) | (_, Self::Violated) => Self::Violated,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Holds, _) | (_, Self::Holds) => Self::Holds,
            (Self::Computed, Self::Computed) => Self::Computed,
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The reason for an `unknown` verdict, or for an incomplete exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The search reached its memory limit.
    MemoryLimit,
    /// The search reached its time limit.
    TimeLimit,
    /// The search reached its limit on states.
    StateLimit,
    /// The store has no more numbers for states.
    StoreFull,
    /// The states that must not be forgotten exceed the memory.
    TreeTooLarge,
    /// Forgotten states were rediscovered too often.
    RevisitLimit,
    /// The temporary file with the paths to states could not be written or read.
    #[serde(alias = "ways_lost")]
    TraceLost,
    /// A temporary file with states could not be created, written or read.
    DiskFailed,
    /// The disk has no room left for states.
    DiskFull,
    /// The search reached its limit on disk space.
    DiskLimit,
    /// Every state found was explored, but the store may have mistaken states for others.
    NotExhaustive,
    /// States exist beyond the requested depth.
    DepthLimit,
    /// One of the processes of the search was lost.
    PeerLost,
    /// The user stopped the search.
    Cancelled,
    /// The net has infinitely many states: some places grow without bound.
    Unbounded,
    /// A place would hold more than 2^64 − 1 tokens.
    TokenOverflow,
    /// A place has more tokens than a decision diagram supports.
    TokenLimit,
    /// No symmetries of the net that preserve the question were found.
    NoSymmetry,
    /// Markings have too many symmetric forms to count the markings that they represent.
    SymmetryLimit,
    /// The model is undefined in a reachable marking: a division by zero, for example.
    ModelError,
    /// The net is coloured, and its unfolding exceeds the limit.
    UnfoldingTooLarge,
    /// The net uses a feature that the analysis does not support.
    Unsupported,
    /// The property is invalid or not supported.
    NotUnderstood,
}

impl Reason {
    /// Whether the search can continue, with a higher limit if it reached one.
    #[must_use]
    pub fn can_be_raised(self) -> bool {
        matches!(self, Self::MemoryLimit | Self::TimeLimit | Self::StateLimit | Self::Cancelled)
    }

    /// Every reason, in the order of the documentation.
    pub const ALL: [Self; 23] = [
        Self::MemoryLimit,
        Self::TimeLimit,
        Self::StateLimit,
        Self::StoreFull,
        Self::TreeTooLarge,
        Self::RevisitLimit,
        Self::TraceLost,
        Self::DiskFailed,
        Self::DiskFull,
        Self::DiskLimit,
        Self::NotExhaustive,
        Self::DepthLimit,
        Self::PeerLost,
        Self::Cancelled,
        Self::Unbounded,
        Self::TokenOverflow,
        Self::TokenLimit,
        Self::NoSymmetry,
        Self::SymmetryLimit,
        Self::ModelError,
        Self::UnfoldingTooLarge,
        Self::Unsupported,
        Self::NotUnderstood,
    ];

    /// Returns the word in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MemoryLimit => "memory_limit",
            Self::TimeLimit => "time_limit",
            Self::StateLimit => "state_limit",
            Self::StoreFull => "store_full",
            Self::TreeTooLarge => "tree_too_large",
            Self::RevisitLimit => "revisit_limit",
            Self::TraceLost => "trace_lost",
            Self::DiskFailed => "disk_failed",
            Self::DiskFull => "disk_full",
            Self::DiskLimit => "disk_limit",
            Self::NotExhaustive => "not_exhaustive",
            Self::DepthLimit => "depth_limit",
            Self::PeerLost => "peer_lost",
            Self::Cancelled => "cancelled",
            Self::Unbounded => "unbounded",
            Self::TokenOverflow => "token_overflow",
            Self::TokenLimit => "token_limit",
            Self::NoSymmetry => "no_symmetry",
            Self::SymmetryLimit => "symmetry_limit",
            Self::ModelError => "model_error",
            Self::UnfoldingTooLarge => "unfolding_too_large",
            Self::Unsupported => "unsupported",
            Self::NotUnderstood => "not_understood",
        }
    }

    /// Returns the reason in words, to follow "unknown:".
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::MemoryLimit => "the memory limit was reached",
            Self::TimeLimit => "the time limit was reached",
            Self::StateLimit => "the limit on states was reached",
            Self::StoreFull => "the store has reached its maximum number of states",
            Self::TreeTooLarge => "the states that the search must keep do not fit into memory",
            Self::RevisitLimit => "states were discovered again too often",
            Self::TraceLost => "the temporary file with the paths to states failed",
            Self::DiskFailed => "a temporary file with states failed",
            Self::DiskFull => "there is no room left on the disk for states",
            Self::DiskLimit => "the limit on disk space was reached",
            Self::NotExhaustive => "the search is not exhaustive, the store may have missed states",
            Self::DepthLimit => "there are states beyond the depth",
            Self::PeerLost => "a process of the search was lost",
            Self::Cancelled => "the search was stopped",
            Self::Unbounded => "the net is unbounded, it has infinitely many states",
            Self::TokenOverflow => "a place would hold more than 2^64 - 1 tokens",
            Self::TokenLimit => "a place has too many tokens for a decision diagram, perhaps without bound",
            Self::NoSymmetry => "no symmetries of the net were found that preserve the question",
            Self::SymmetryLimit => "markings have too many symmetric forms to count them",
            Self::ModelError => "the search ended at a model error",
            Self::UnfoldingTooLarge => "unfolding too large",
            Self::Unsupported => "the net uses something that is not supported",
            Self::NotUnderstood => "the property is invalid or not supported",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_violation_outweighs_everything() {
        use Verdict::{Computed, Holds, Unknown, Violated};
        assert_eq!(Verdict::all([Holds, Unknown, Violated, Holds]), Violated);
        assert_eq!(Verdict::all([Holds, Unknown, Computed]), Unknown);
        assert_eq!(Verdict::all([Computed, Holds]), Holds);
        assert_eq!(Verdict::all([]), Computed);
    }

    #[test]
    fn words_are_the_same_in_json_and_in_text() {
        for reason in Reason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
        }
        for verdict in [Verdict::Holds, Verdict::Violated, Verdict::Unknown, Verdict::Computed] {
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.as_str());
        }
    }
}
