//! What the processes of a search tell each other.
//!
//! A message is a head, as text, and behind it the successors that belong to the receiver, shard by shard in the form in which the store takes
//! them: a length in bytes, and as many bytes of records.

use std::ops::Range;

use sanderling_store::hash::SHARDS;
use sanderling_store::{Records, StateId};
use sanderling_system::Fired;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::checkpoint::content::{Id, SavedTally};
use crate::driver::search::Interruption;
use crate::limits::StopReason;
use crate::outbox::Outbox;
use crate::peers::{Lost, Share};
use crate::self_check::Discrepancy;

/// Before the first step: what has to be the same everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beginning {
    pub(super) version: String,
    /// What the caller knows of it.
    pub(super) asked: String,
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
    /// How many of them are open behind this block.
    pub(super) left: u64,
    pub(super) bytes: u64,
    /// Why the search cannot go on.
    pub(super) stop: Option<StopReason>,
    pub(super) interruption: Option<Broken>,
    /// Goals, each with the first state of the block that meets it.
    pub(super) hits: Vec<(usize, Id)>,
}

/// An event without a successor.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Broken {
    pub(super) state: Id,
    pub(super) event: usize,
    pub(super) is_undefined: bool,
}

impl Broken {
    pub(super) fn of(interruption: &Interruption) -> Self {
        let event = interruption.events.last().map_or(0, |event| event.index());
        let is_undefined = interruption.fired == Fired::Undefined;
        Self { state: (interruption.state.shard(), interruption.state.position()), event, is_undefined }
    }
}

/// Part of a path, backwards: states of one process, and the one before them, which is another's.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Piece {
    pub(super) states: Vec<Vec<u64>>,
    pub(super) before: Option<Id>,
}

/// What a process has to say at the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Closing {
    pub(super) tally: SavedTally,
    pub(super) compared: u64,
    pub(super) discrepancy: Option<Discrepancy>,
    pub(super) share: Share,
}

/// The shards that a process owns, of so many processes.
pub(super) fn owned(process: usize, processes: usize) -> Range<usize> {
    let first = |process: usize| (process * SHARDS).div_ceil(processes);
    first(process)..first(process + 1)
}

/// The process that owns a shard, of so many.
pub(super) fn owner(shard: usize, processes: usize) -> usize {
    shard * processes / SHARDS
}

/// An id that another process has told; `None` where there is none such.
pub(super) fn state_id((shard, position): Id) -> Option<StateId> {
    (shard < SHARDS && position < 1 << 24).then(|| StateId::new(shard, position))
}

/// A head alone.
pub(super) fn write(head: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_vec(head).expect("numbers and texts can be written");
    let mut message = Vec::with_capacity(size_of::<u64>() + text.len());
    write_length(&mut message, text.len());
    message.extend(text);
    message
}

/// Adds the records for some shards.
pub(super) fn add_records(message: &mut Vec<u8>, shards: Range<usize>, outboxes: &[Outbox]) {
    let bytes =
        |shard: usize| outboxes.iter().map(|outbox| outbox.records(shard).used_bytes()).sum::<usize>();
    message.reserve(shards.clone().map(|shard| size_of::<u64>() + bytes(shard)).sum());
    for shard in shards {
        write_length(message, bytes(shard));
        outboxes.iter().for_each(|outbox| outbox.records(shard).write_to(message));
    }
}

fn write_length(message: &mut Vec<u8>, length: usize) {
    message.extend((length as u64).to_le_bytes());
}

/// The head of a message, and what is behind it.
pub(super) fn read<H: DeserializeOwned>(process: usize, message: &[u8]) -> Result<(H, &[u8]), Lost> {
    let (text, rest) = cut(message).ok_or_else(|| unreadable(process, "it is cut off"))?;
    let head = serde_json::from_slice(text).map_err(|error| unreadable(process, &error.to_string()))?;
    Ok((head, rest))
}

/// The records for so many shards, of states of so many words, into `records`.
pub(super) fn read_records(
    process: usize,
    mut message: &[u8],
    words: usize,
    records: &mut [Records],
) -> Result<(), Lost> {
    for records in records {
        let (bytes, rest) = cut(message).ok_or_else(|| unreadable(process, "states are missing"))?;
        if !records.read_from(bytes, words) {
            return Err(unreadable(process, "states are of another length"));
        }
        message = rest;
    }
    Ok(())
}

/// So many bytes as the first number says, and the others.
fn cut(message: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = message.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

pub(super) fn unreadable(process: usize, why: &str) -> Lost {
    Lost { process, why: format!("its message cannot be read: {why}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shard_has_one_owner() {
        for processes in [1, 2, 3, 5, 7, 100, SHARDS] {
            let all: Vec<usize> = (0..processes).flat_map(|process| owned(process, processes)).collect();
            assert_eq!(all, (0..SHARDS).collect::<Vec<_>>());
            for process in 0..processes {
                assert!(owned(process, processes).all(|shard| owner(shard, processes) == process));
            }
        }
    }

    #[test]
    fn a_message_is_read_as_it_was_written_and_a_piece_of_it_is_refused() {
        let mut outboxes = [Outbox::default(), Outbox::default()];
        for word in 0..100_u64 {
            outboxes[word as usize % 2].push(StateId::new(7, word as usize), &[word, 3]);
        }
        let head = Piece { states: vec![vec![1, 2]], before: Some((3, 4)) };
        let mut message = write(&head);
        add_records(&mut message, 100..256, &outboxes);
        let records = || vec![Records::new(); 156];
        let (read, rest): (Piece, _) = super::read(1, &message).expect("it is whole");
        assert_eq!((read.states, read.before), (head.states, head.before));
        let mut found = records();
        read_records(1, rest, 2, &mut found).expect("it is whole");
        let sent =
            |shard: usize| outboxes.iter().map(|outbox| outbox.records(shard).used_bytes()).sum::<usize>();
        assert!(found.iter().enumerate().all(|(at, records)| records.used_bytes() == sent(100 + at)));
        assert!(found.iter().any(|records| !records.is_empty()));
        assert!(read_records(1, rest, 4, &mut records()).is_err());
        assert!(read_records(1, &rest[..rest.len() - 1], 2, &mut records()).is_err());
        assert!(super::read::<Piece>(1, &message[..20]).is_err());
        assert!(super::read::<Closing>(1, &message).is_err());
    }
}
