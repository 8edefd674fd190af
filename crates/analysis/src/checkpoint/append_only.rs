//! Stores whose states stay where they are, so that logs of them are only added to, until they are packed anew.

use sanderling_checkpoint::Problem;

use super::Resumed;
use super::log::{BYTES_AT_LEAST, Log};
use crate::limits::StopReason;
use crate::store::StoreWithIds;

/// A store that nothing has been removed from.
pub(crate) trait AppendOnly: StoreWithIds {
    /// How much of it is in the logs.
    type Logged: Default;

    /// How many bytes of it are not, about.
    fn unlogged(&self, logged: &Self::Logged) -> usize;

    /// How many bytes are worth to be handed over before it is due.
    fn worth_logging(&self) -> usize {
        BYTES_AT_LEAST
    }

    /// Hands over what is new, as many bytes as may be.
    fn log(&self, logged: &mut Self::Logged, log: &mut Log<'_>) -> Result<(), StopReason>;

    /// Fills this store, in which nothing is, with what is in the logs.
    fn restore(&mut self, resumed: &Resumed) -> Result<Self::Logged, Problem>;
}

/// How much is logged of which of the stores that a search has had: of the one after so many relaxations.
#[derive(Default)]
pub(crate) struct Logged<L> {
    pub(crate) relaxations: Option<u32>,
    pub(crate) of_store: L,
}

impl<L: Default> Logged<L> {
    /// How many bytes are not logged, about.
    pub(crate) fn unlogged<T: AppendOnly<Logged = L>>(&self, store: &T, relaxations: u32) -> usize {
        if self.relaxations == Some(relaxations) {
            store.unlogged(&self.of_store)
        } else {
            store.unlogged(&L::default())
        }
    }

    /// The logs begin anew where the store is another one; answers whether it is.
    pub(crate) fn renew(&mut self, relaxations: u32, log: &mut Log<'_>) -> bool {
        let is_another = self.relaxations != Some(relaxations);
        if is_another {
            log.renew();
            *self = Self { relaxations: Some(relaxations), of_store: L::default() };
        }
        is_another
    }
}
