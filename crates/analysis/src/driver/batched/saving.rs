//! Checkpoints of a search level by level.
//!
//! After each round the search writes new parts of the store to the logs, in amounts small enough to cause
//! no noticeable delay. When the logs are complete and a checkpoint is due, it records the position of the
//! search. One file for each kind of store defines what is written: [`by_id`], [`tree`], [`disk`].

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

/// Levels that a search can resume from.
pub(super) trait Resumable<S: Extremes + Adaptive>: Levels<S> + Sized {
    /// The part of the store that is in the logs.
    type Logged: Default;

    /// The approximate number of bytes of the store that are not in the logs.
    fn unlogged(search: &Search<'_, S, Self::Store>, logged: &Self::Logged) -> usize;

    /// The minimum number of bytes to log before a checkpoint is due.
    fn worth_logging(_: &Search<'_, S, Self::Store>) -> usize {
        BYTES_AT_LEAST
    }

    /// Writes the new parts of the store, up to the number of bytes that the log accepts.
    fn log(
        search: &mut Search<'_, S, Self::Store>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason>;

    /// The position of the search.
    fn standing(&self, search: &Search<'_, S, Self::Store>) -> Standing;

    /// Fills the store, and returns the position of the search. The system has already been restored.
    fn restore(
        search: &mut Search<'_, S, Self::Store>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem>;
}

/// The checkpoints of a search, and what they contain.
pub(super) struct Saving<'a, L> {
    checkpoints: Option<&'a Checkpoints>,
    logged: L,
}

impl<'a, L: Default> Saving<'a, L> {
    /// Starts at the initial state or resumes from a checkpoint. If resuming fails, the search is over.
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

    /// Saves after a round.
    pub(super) fn after_round<S: Extremes + Adaptive, R: Resumable<S, Logged = L>>(
        &mut self,
        search: &mut Search<'_, S, R::Store>,
        levels: &R,
    ) -> Result<(), StopReason> {
        let logged = &mut self.logged;
        Checkpoints::possible(self.checkpoints)
            .map_or(Ok(()), |checkpoints| checkpoints.after(&mut OfLevels { search, levels, logged }))
    }

    /// Saves when the search is over, if it can resume from there.
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
