//! The verdict, and why there is none.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What was found out.
///
/// For `always F`, and for freedom from deadlock, [`Holds`](Self::Holds) says that every reachable
/// state satisfies it, and [`Violated`](Self::Violated) that some state does not, with a trace to
/// it. For `reach F`, [`Holds`](Self::Holds) says that a state which satisfies `F` can be reached,
/// with a trace to it, and [`Violated`](Self::Violated) that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Yes.
    Holds,
    /// No.
    Violated,
    /// There is no answer; a [`Reason`] says why.
    Unknown,
    /// The statistics are complete, of a query that has no yes or no.
    Computed,
}

impl Verdict {
    /// The word in JSON and in text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
            Self::Computed => "computed",
        }
    }

    /// The verdict over several answers together: violated if one is, else unknown if one is, else
    /// it holds if something was asked.
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

/// Why a verdict is [`Unknown`](Verdict::Unknown), or why not everything was explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The memory that the search may take was used up.
    MemoryLimit,
    /// The time that the search may take was used up.
    TimeLimit,
    /// As many states as were allowed had been discovered.
    StateLimit,
    /// The store has no more numbers for states.
    StoreFull,
    /// The states that may not be forgotten are more than memory holds.
    TreeTooLarge,
    /// States that had been forgotten were discovered again too often.
    RevisitLimit,
    /// The temporary file with the paths to states could not be written or read.
    #[serde(alias = "ways_lost")]
    TraceLost,
    /// A temporary file with states could not be made, written or read.
    DiskFailed,
    /// There is no room left on the disk for states.
    DiskFull,
    /// The disk space that the search may take was used up.
    DiskLimit,
    /// Every state that was met was explored, but the store may have taken states for others.
    NotExhaustive,
    /// There are states beyond the depth that was asked for.
    DepthLimit,
    /// One of the processes that searched together was lost.
    PeerLost,
    /// Somebody stopped the search.
    Cancelled,
    /// The net has infinitely many states: some places grow without bound.
    Unbounded,
    /// A place would hold more than 2^64 − 1 tokens.
    TokenOverflow,
    /// The model has no meaning in a marking that was reached: a division by zero, say.
    ModelError,
    /// The net is coloured, and the place/transition net that it stands for is larger than allowed.
    UnfoldingTooLarge,
    /// The net uses something that the analysis does not know.
    Unsupported,
    /// The property is wrong, or is none of those that are answered.
    NotUnderstood,
}

impl Reason {
    /// Whether more time, memory or states, or more patience, would help.
    #[must_use]
    pub fn can_be_raised(self) -> bool {
        matches!(self, Self::MemoryLimit | Self::TimeLimit | Self::StateLimit | Self::Cancelled)
    }

    /// Every reason, in the order of the documentation.
    pub const ALL: [Self; 20] = [
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
        Self::ModelError,
        Self::UnfoldingTooLarge,
        Self::Unsupported,
        Self::NotUnderstood,
    ];

    /// The word in JSON.
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
            Self::ModelError => "model_error",
            Self::UnfoldingTooLarge => "unfolding_too_large",
            Self::Unsupported => "unsupported",
            Self::NotUnderstood => "not_understood",
        }
    }

    /// The reason in words, to stand behind "unknown:".
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::MemoryLimit => "the memory limit was reached",
            Self::TimeLimit => "the time limit was reached",
            Self::StateLimit => "the limit on states was reached",
            Self::StoreFull => "the store has no more numbers for states",
            Self::TreeTooLarge => "the states that the search must keep do not fit into memory",
            Self::RevisitLimit => "states were discovered again too often",
            Self::TraceLost => "the temporary file with the paths to states failed",
            Self::DiskFailed => "a temporary file with states failed",
            Self::DiskFull => "there is no room left on the disk for states",
            Self::DiskLimit => "the limit on disk space was reached",
            Self::NotExhaustive => "the search is not exhaustive, the store may have left states out",
            Self::DepthLimit => "there are states beyond the depth",
            Self::PeerLost => "a process of the search was lost",
            Self::Cancelled => "the search was stopped",
            Self::Unbounded => "the net is unbounded, it has infinitely many states",
            Self::TokenOverflow => "a place would hold more than 2^64 - 1 tokens",
            Self::ModelError => "the search ended at a model error",
            Self::UnfoldingTooLarge => "unfolding too large",
            Self::Unsupported => "the net uses something that is not supported",
            Self::NotUnderstood => "the property is not understood, or is none that is answered",
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
