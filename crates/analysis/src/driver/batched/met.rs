//! Goals that are met by states to which the path is not known yet: it is found backwards, which takes as long for one of them as for many.
//!
//! States that meet goals have positions. Their paths are looked for in one pass when the search ends,
//! and before that whenever there are twice as many states as there were the last time. As everything else they are
//! part of the search: it may be cancelled, and its time may be over.

use sanderling_system::{EventId, Extremes};

use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::store::Store;

/// The goals whose paths are looked for, with states known by positions of this kind.
#[derive(Debug)]
pub(super) struct Met<P> {
    /// Each with the position of the state that meets it.
    goals: Vec<(usize, P)>,
    /// How many states there were when paths were looked for last.
    looked_at: usize,
}

impl<P> Default for Met<P> {
    fn default() -> Self {
        Self { goals: Vec::new(), looked_at: 0 }
    }
}

impl<P: Clone> Met<P> {
    /// What a checkpoint keeps: the goals, and how many states there were when paths were looked for last.
    pub(super) fn saved(&self) -> (&[(usize, P)], usize) {
        (&self.goals, self.looked_at)
    }

    /// What was kept.
    pub(super) fn of(goals: Vec<(usize, P)>, looked_at: usize) -> Self {
        Self { goals, looked_at }
    }

    /// Notes that a state meets a goal that none has met.
    pub(super) fn note<S: Extremes, T: Store>(
        &mut self,
        search: &mut Search<'_, S, T>,
        goal: usize,
        position: P,
    ) {
        if search.tally.is_sought(goal) {
            search.tally.spot(goal);
            self.goals.push((goal, position));
        }
    }

    /// Whether paths are to be looked for before the search ends.
    pub(super) fn is_due<S: Extremes, T: Store>(&self, search: &Search<'_, S, T>) -> bool {
        search.store.len() >= 2 * self.looked_at || search.clock.is_half_over()
    }

    /// Looks for the paths: `paths_to` finds those to some positions.
    pub(super) fn find<S: Extremes, T: Store>(
        &mut self,
        search: &mut Search<'_, S, T>,
        paths_to: impl FnOnce(&mut Search<'_, S, T>, &[P]) -> Result<Vec<Vec<EventId>>, StopReason>,
    ) -> Result<(), StopReason> {
        if self.goals.is_empty() {
            return Ok(());
        }
        let positions: Vec<P> = self.goals.iter().map(|(_, position)| position.clone()).collect();
        let paths = paths_to(search, &positions)?;
        for ((goal, _), path) in self.goals.drain(..).zip(paths) {
            search.tally.meet(goal, Some(path));
        }
        self.looked_at = search.store.len();
        Ok(())
    }

    /// The memory that the positions take besides, each so much.
    pub(super) fn bytes(&self, of: impl Fn(&P) -> usize) -> usize {
        self.goals.iter().map(|(_, position)| of(position)).sum()
    }
}
