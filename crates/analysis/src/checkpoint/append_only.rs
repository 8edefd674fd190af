//! Stores whose states keep their positions, so that their logs only grow until the states are packed again.

use sanderling_checkpoint::Problem;

use super::Resumed;
use super::log::{BYTES_AT_LEAST, Log};
use crate::limits::StopReason;
use crate::store::StoreWithIds;

/// A store without removed states.
pub(crate) trait AppendOnly: StoreWithIds {
    /// The part of it that is in the logs.
    type Logged: Default;

    /// Returns the approximate number of bytes that are not in the logs.
    fn unlogged(&self, logged: &Self::Logged) -> usize;

    /// The minimum number of bytes to log before a checkpoint is due.
    fn worth_logging(&self) -> usize {
        BYTES_AT_LEAST
    }

    /// Writes the new parts, up to the number of bytes that the log accepts.
    fn log(&self, logged: &mut Self::Logged, log: &mut Log<'_>) -> Result<(), StopReason>;

    /// Fills this empty store from the logs.
    fn restore(&mut self, resumed: &Resumed) -> Result<Self::Logged, Problem>;
}

/// The logged amount, and the store it belongs to, given by the number of relaxations before it.
#[derive(Default)]
pub(crate) struct Logged<L> {
    pub(crate) relaxations: Option<u32>,
    pub(crate) of_store: L,
}

impl<L: Default> Logged<L> {
    /// Returns the approximate number of bytes that are not logged.
    pub(crate) fn unlogged<T: AppendOnly<Logged = L>>(&self, store: &T, relaxations: u32) -> usize {
        if self.relaxations == Some(relaxations) {
            store.unlogged(&self.of_store)
        } else {
            store.unlogged(&L::default())
        }
    }

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
