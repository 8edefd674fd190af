//! Starting again where an assumption broke and the states cannot be packed anew.
//!
//! A store that keeps no closed states cannot be translated into another layout. So the search starts again
//! from the initial state, with a system that does not assume what broke. Assumptions break early and seldom: each
//! time, a count has outgrown a power of two.

use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use super::{Interruption, Search};
use crate::limits::StopReason;
use crate::relaxation::Ended;

impl<S: Extremes + Adaptive> Search<'_, S> {
    /// The way to an event that broke an assumption, of which it is the last.
    pub(super) fn path_through(
        &mut self,
        Interruption { state, events, fired }: Interruption,
    ) -> Result<Vec<EventId>, Ended> {
        let mut way = self.path_to(state).ok_or(Ended::Stop(StopReason::TraceLost))?;
        way.extend(events);
        if fired == Fired::Undefined { Err(Ended::Undefined(way)) } else { Ok(way) }
    }

    /// Starts again with a system that does not assume what broke: a store without closed states cannot
    /// be packed anew. What has been found stays found; what has been counted is counted again.
    pub(super) fn restart(&mut self, interruption: Interruption) -> Result<(), Ended> {
        let way = self.path_through(interruption)?;
        let states = self.store.len();
        self.system = self.relaxations.relax(&self.system, states, &way)?;
        self.scratch = self.system.scratch();
        let mut initial = vec![0; self.system.words()];
        self.system.initial(&mut initial);
        self.store.restart(self.system.words());
        self.root = self.store.insert_root(&initial);
        self.tally.restart();
        Ok(())
    }
}
