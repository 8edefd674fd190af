//! Stores whose states keep their positions, so that their logs only grow until the states are packed again.

use sanderling_checkpoint::Problem;
use sanderling_store::hash::SHARDS;

use super::Resumed;
use super::log::{BYTES_AT_LEAST, Log};
use super::snapshot::{Sink, Source};
use crate::limits::StopReason;
use crate::store::StoreWithIds;

/// A store with ids in checkpoints. Its states are in logs while none is removed, and otherwise in a
/// snapshot. By default, a store has no checkpoints, and its [abilities](crate::store::Abilities) say so.
pub(crate) trait AppendOnly: StoreWithIds {
    /// Returns the approximate number of bytes that are not in the logs.
    fn unlogged(&self, _: &LoggedStates) -> usize {
        0
    }

    /// The minimum number of bytes to log before a checkpoint is due.
    fn worth_logging(&self) -> usize {
        BYTES_AT_LEAST
    }

    /// Writes the new parts, up to the number of bytes that the log accepts.
    fn log(&self, _: &mut LoggedStates, _: &mut Log<'_>) -> Result<(), StopReason> {
        Ok(())
    }

    /// Fills this empty store from the logs.
    fn restore(&mut self, resumed: &Resumed) -> Result<LoggedStates, Problem> {
        Err(resumed.contradiction("this store has no checkpoints"))
    }

    /// Writes everything that is not in logs to a snapshot: if `is_logged` is false, also the states.
    fn save(&self, _is_logged: bool, _: &mut Sink<'_>) {}

    /// Restores everything that [`save`](Self::save) has written, or returns `None` if it is invalid.
    fn load_saved(&mut self, _is_logged: bool, _: &mut Source) -> Option<()> {
        Some(())
    }
}

/// The part of a store that is in logs.
pub(crate) struct LoggedStates {
    /// The number of states in the log of each shard.
    pub(crate) by_shard: Vec<usize>,
    /// The number of whole states in a log beside those.
    pub(crate) whole: usize,
}

impl Default for LoggedStates {
    fn default() -> Self {
        Self { by_shard: vec![0; SHARDS], whole: 0 }
    }
}

/// The logged amount, and the store it belongs to, given by the number of relaxations before it.
#[derive(Default)]
pub(crate) struct Logged<L> {
    pub(crate) relaxations: Option<u32>,
    pub(crate) of_store: L,
}

impl Logged<LoggedStates> {
    /// Returns the approximate number of bytes that are not logged.
    pub(crate) fn unlogged(&self, store: &impl AppendOnly, relaxations: u32) -> usize {
        if self.relaxations == Some(relaxations) {
            store.unlogged(&self.of_store)
        } else {
            store.unlogged(&LoggedStates::default())
        }
    }
}

impl<L: Default> Logged<L> {
    /// Starts the logs again if the store is another one, and returns whether it is.
    pub(crate) fn renew(&mut self, relaxations: u32, log: &mut Log<'_>) -> bool {
        let is_another = self.relaxations != Some(relaxations);
        if is_another {
            log.renew();
            *self = Self { relaxations: Some(relaxations), of_store: L::default() };
        }
        is_another
    }
}
