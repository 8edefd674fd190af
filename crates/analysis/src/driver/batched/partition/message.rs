//! What the processes of a search tell each other.
//!
//! A message is a head, as text, and behind it, in a step, the [states](super::parcels) that belong to the receiver.

use serde::{Deserialize, Serialize};

use super::paths::Target;
use super::saving::Readiness;
use crate::checkpoint::content::SavedTally;
use crate::limits::StopReason;
use crate::peers::Share;
pub(super) use crate::peers::{read, tell, unreadable, write};
use crate::self_check::Discrepancy;

/// Before the first step: what has to be the same everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beginning {
    pub(super) version: String,
    /// What the caller knows of it.
    pub(super) asked: String,
    /// In which kind of store states are remembered.
    pub(super) store: String,
    pub(super) initial: Vec<u64>,
    pub(super) events: usize,
    pub(super) goals: usize,
    pub(super) max_states: Option<u64>,
    pub(super) stop: Option<StopReason>,
}

/// Where a process stands, with the block that it has expanded in this step and that does not count yet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Standing {
    /// How many states it remembers, and has counted of those that it has expanded.
    pub(super) states: u64,
    pub(super) expanded: u64,
    pub(super) firings: u64,
    pub(super) dead: u64,
    /// How many states of the level it has, where the level begins with this step.
    pub(super) level: u64,
    /// Whether it has its part of the level.
    pub(super) has_level: bool,
    /// How many of them are open behind this block.
    pub(super) left: u64,
    pub(super) bytes: u64,
    /// Whether all states that were to be put in have been.
    pub(super) is_whole: bool,
    /// Whether paths are to be looked for before its time is over.
    pub(super) is_late: bool,
    /// Why the search cannot go on.
    pub(super) stop: Option<StopReason>,
    pub(super) interruption: Option<Broken>,
    /// Goals, each with the number of the first state of the block that meets it.
    pub(super) hits: Vec<(usize, u64)>,
    /// Whether its share of a checkpoint can be written behind this step.
    pub(super) saving: Readiness,
}

/// An event without a successor, and the number of the state in which it is none.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Broken {
    pub(super) state: u64,
    pub(super) event: usize,
    pub(super) is_undefined: bool,
}

/// What open states say that will not be expanded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct LastLook {
    pub(super) stop: Option<StopReason>,
    pub(super) hits: Vec<(usize, Target)>,
}

/// What a process has to say at the end.
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
