//! Goals met by states whose paths are not known yet. Paths are found backwards, which takes as long for one
//! path as for many.
//!
//! The states that meet goals have positions. Their paths are found in one pass when the search ends, and
//! earlier each time the number of states has doubled or half of the time has passed. Finding paths is part
//! of the search: it can be cancelled and is subject to the time limit.

use sanderling_system::{EventId, Extremes};

use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::store::Store;

/// The goals whose paths are still missing. `P` is the type of a state's position.
#[derive(Debug)]
pub(super) struct Met<P> {
    /// Each goal with the position of the state that meets it.
    goals: Vec<(usize, P)>,
    /// The number of states when paths were last found.
    looked_at: usize,
}

impl<P> Default for Met<P> {
    fn default() -> Self {
        Self { goals: Vec::new(), looked_at: 0 }
    }
}

impl<P: Clone> Met<P> {
    /// Returns what a checkpoint stores: the goals, and the number of states when paths were last found.
    pub(super) fn saved(&self) -> (&[(usize, P)], usize) {
        (&self.goals, self.looked_at)
    }

    /// Restores what a checkpoint stored.
    pub(super) fn of(goals: Vec<(usize, P)>, looked_at: usize) -> Self {
        Self { goals, looked_at }
    }

    /// Records that a state meets a goal that no state has met before.
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

    /// Whether to find paths before the search ends.
    pub(super) fn is_due<S: Extremes, T: Store>(&self, search: &Search<'_, S, T>) -> bool {
        search.store.len() >= 2 * self.looked_at || search.clock.is_half_over()
    }

    /// Finds the paths, using `paths_to` to compute those to a list of positions.
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

    /// Returns the memory behind the positions, in bytes. `of` computes it for one position.
    pub(super) fn bytes(&self, of: impl Fn(&P) -> usize) -> usize {
        self.goals.iter().map(|(_, position)| of(position)).sum()
    }
}
