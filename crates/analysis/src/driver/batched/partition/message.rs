//! The messages between the processes of a search.
//!
//! A message is a head, as text. In a step, the [states](super::parcels) that belong to the receiver follow.

use serde::{Deserialize, Serialize};

use super::paths::Target;
use super::saving::Readiness;
use crate::checkpoint::content::SavedTally;
use crate::limits::StopReason;
use crate::peers::Share;
pub(super) use crate::peers::{exchange_heads, read, unreadable, write};
use crate::self_check::Discrepancy;

/// Sent before the first step: everything that must be equal in all processes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beginning {
    pub(super) version: String,
    /// The caller's description of the query.
    pub(super) asked: String,
    /// The kind of store.
    pub(super) store: String,
    pub(super) initial: Vec<u64>,
    pub(super) events: usize,
    pub(super) goals: usize,
    pub(super) max_states: Option<u64>,
    pub(super) stop: Option<StopReason>,
}

/// The standing of a process in a step. Its block has been expanded, but does not count yet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Standing {
    /// Stored states, followed by the counts of its expansions.
    pub(super) states: u64,
    pub(super) expanded: u64,
    pub(super) firings: u64,
    pub(super) dead: u64,
    /// The number of its states in the level, if the level begins with this step.
    pub(super) level: u64,
    /// Whether it has completed its part of the level.
    pub(super) has_level: bool,
    /// The number of its open states in the level, without this block.
    pub(super) left: u64,
    pub(super) bytes: u64,
    /// Whether the process had no trouble so far.
    pub(super) is_whole: bool,
    /// Whether paths should be found now because half of the time has passed.
    pub(super) is_late: bool,
    /// Why the search cannot continue.
    pub(super) stop: Option<StopReason>,
    pub(super) interruption: Option<Broken>,
    /// Goals, each with the number of the first state of the block that meets it.
    pub(super) hits: Vec<(usize, u64)>,
    /// Whether its share of a checkpoint can be written after this step.
    pub(super) saving: Readiness,
}

/// An event without a successor, and the number of its state.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Broken {
    pub(super) state: u64,
    pub(super) event: usize,
    pub(super) is_undefined: bool,
}

/// The observations made in open states that will not be expanded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct LastLook {
    pub(super) stop: Option<StopReason>,
    pub(super) hits: Vec<(usize, Target)>,
}

/// The results of a process at the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Closing {
    pub(super) tally: SavedTally,
    pub(super) compared: u64,
    pub(super) discrepancy: Option<Discrepancy>,
    pub(super) share: Share,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_as_it_was_written_and_a_piece_of_it_is_refused() {
        let head = LastLook { stop: Some(StopReason::Time), hits: Vec::new() };
        let mut message = write(&head);
        message.extend([1, 2, 3]);
        let (read, rest): (LastLook, _) = super::read(1, &message).expect("it is whole");
        assert_eq!((read.stop, rest), (head.stop, &[1, 2, 3][..]));
        for length in 0..message.len() - 3 {
            let lost = super::read::<LastLook>(1, &message[..length]).expect_err("it is cut off");
            assert_eq!(lost.process, 1);
        }
        assert!(super::read::<Broken>(1, &message).is_err());
    }
}
