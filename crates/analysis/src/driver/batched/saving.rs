//! Checkpoints of a search level by level.
//!
//! After each round the store's new part is handed to the logs, at most so much of it that nobody waits long; where all of it is there, and it is
//! time, a checkpoint says where the search stands. What a store has to say for that is a file for each: [`by_id`], [`tree`], [`disk`].

mod by_id;
mod disk;
mod tree;

use sanderling_checkpoint::Problem;
use sanderling_system::{Adaptive, Extremes};

use super::Levels;
use crate::checkpoint::content::Standing;
use crate::checkpoint::log::{BYTES_AT_LEAST, Log, id_at};
use crate::checkpoint::round::Round;
use crate::checkpoint::{Checkpoints, Resumed, Saver};
use crate::driver::search::Search;
use crate::limits::StopReason;

/// Levels that a search can come back to.
pub(super) trait Resumable<S: Extremes + Adaptive>: Levels<S> + Sized {
    /// How much of the store is in the logs.
    type Logged: Default;

    /// How many bytes of the store are not, about.
    fn unlogged(search: &Search<'_, S, Self::Store>, logged: &Self::Logged) -> usize;

    /// How many bytes are worth to be handed over before a checkpoint is due.
    fn worth_logging(_: &Search<'_, S, Self::Store>) -> usize {
        BYTES_AT_LEAST
    }

    /// Hands over what is new, as many bytes as may be.
    fn log(
        search: &mut Search<'_, S, Self::Store>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason>;

    /// Where the search stands.
    fn standing(&self, search: &Search<'_, S, Self::Store>) -> Standing;

    /// Fills the store, and answers where the search stands. Its system is that of the checkpoint.
    fn restore(
        search: &mut Search<'_, S, Self::Store>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem>;
}

/// The checkpoints of a search, and what is in them.
pub(super) struct Saving<'a, L> {
    checkpoints: Option<&'a Checkpoints>,
    logged: L,
}

impl<'a, L: Default> Saving<'a, L> {
    /// At the initial state, or from where the search goes on; where it cannot, it is over.
    pub(super) fn begin<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        search: &mut Search<'a, S, R::Store>,
        start: impl FnOnce() -> R,
    ) -> (R, Self) {
        let checkpoints = Checkpoints::possible(search.checkpoints);
        let at_start = Self { checkpoints, logged: L::default() };
        let Some(resumed) = checkpoints.and_then(|checkpoints| checkpoints.lock().take_resumed()) else {
            return (start(), at_start);
        };
        match Self::restored::<S, R>(search, &resumed) {
            Ok((levels, logged)) => {
                let open = levels.open(&search.store);
                if resumed.content.search.is_over {
                    search.stop = (open > 0).then_some(StopReason::Decided);
                } else {
                    let bytes = search.bytes();
                    search.stop_if_due(open, bytes);
                }
                (levels, Self { checkpoints, logged })
            }
            Err(problem) => {
                checkpoints.into_iter().for_each(|checkpoints| checkpoints.lock().fail(problem.clone()));
                search.stop = Some(StopReason::DiskFailed);
                (start(), Self { checkpoints: None, logged: L::default() })
            }
        }
    }

    fn restored<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        search: &mut Search<'a, S, R::Store>,
        resumed: &Resumed,
    ) -> Result<(R, L), Problem> {
        if !search.restore_system(&resumed.content.search) {
            return Err(resumed.contradiction("its states are not those of this net"));
        }
        let restored = R::restore(search, resumed)?;
        if !search.restore(&resumed.content.search) {
            return Err(resumed.contradiction("what it counts is not what this search counts"));
        }
        Ok(restored)
    }

    /// After a round.
    pub(super) fn after_round<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        &mut self,
        search: &mut Search<'_, S, R::Store>,
        levels: &R,
    ) -> Result<(), StopReason> {
        let logged = &mut self.logged;
        Checkpoints::possible(self.checkpoints)
            .map_or(Ok(()), |checkpoints| checkpoints.after(&mut OfLevels { search, levels, logged }))
    }

    /// When the search is over, if it can go on from there.
    pub(super) fn end<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        self,
        search: &mut Search<'_, S, R::Store>,
        levels: &R,
    ) {
        let (stop, mut logged) = (search.stop, self.logged);
        if let Some(checkpoints) = Checkpoints::possible(self.checkpoints) {
            checkpoints.end(&mut OfLevels { search, levels, logged: &mut logged }, stop);
        }
    }
}

/// A round of a search level by level.
struct OfLevels<'r, 's, S: Extremes + Adaptive, R: Resumable<S>> {
    search: &'r mut Search<'s, S, R::Store>,
    levels: &'r R,
    logged: &'r mut R::Logged,
}

impl<S: Extremes + Adaptive, R: Resumable<S>> Round for OfLevels<'_, '_, S, R> {
    fn unlogged(&mut self) -> usize {
        R::unlogged(self.search, self.logged)
    }

    fn worth_logging(&self) -> usize {
        R::worth_logging(self.search)
    }

    fn log(&mut self, log: Log<'_>) -> Result<(), StopReason> {
        R::log(self.search, self.logged, log)
    }

    fn commit(&mut self, checkpoints: &mut Saver) {
        self.search.raise_gathered();
        let is_over =
            self.levels.open(&self.search.store) == 0 || self.search.stop == Some(StopReason::Decided);
        checkpoints.commit(self.search.saved(is_over), self.levels.standing(self.search));
    }
}
