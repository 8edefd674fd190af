//! Restarting after an assumption broke, if the states cannot be packed again.
//!
//! A store without closed states cannot be translated into another layout. The search therefore restarts
//! from the initial state, with a system that does not make the broken assumption. Assumptions break early
//! and rarely: each time, a count has exceeded a power of two.

use sanderling_system::{Adaptive, EventId, Extremes};

use crate::driver::search::Search;
use crate::relaxation::Ended;
use crate::store::{OneByOne, Store};

impl<S: Extremes + Adaptive> Search<'_, S, OneByOne> {
    /// Restarts with a system that does not make the broken assumption. Findings are kept, and counts start
    /// again.
    pub(super) fn restart(&mut self, path: &[EventId]) -> Result<(), Ended> {
        let states = self.store.len();
        self.system = self.relaxations.relax(&self.system, states, path)?;
        self.scratch = self.system.scratch();
        let mut initial = vec![0; self.system.words()];
        self.system.initial(&mut initial);
        if let OneByOne::Visited(store) = &mut self.store {
            store.restart(self.system.words());
        }
        self.root = self.store.insert_root(&initial);
        self.tally.restart();
        Ok(())
    }
}
