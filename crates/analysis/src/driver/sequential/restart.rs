//! Starting again where an assumption broke and the states cannot be packed anew.
//!
//! A store that keeps no closed states cannot be translated into another layout. So the search starts again
//! from the initial state, with a system that does not assume what broke. Assumptions break early and seldom: each
//! time, a count has outgrown a power of two.

use sanderling_system::{Adaptive, EventId, Extremes};

use crate::driver::search::Search;
use crate::relaxation::Ended;
use crate::store::{OneByOne, Store};

impl<S: Extremes + Adaptive> Search<'_, S, OneByOne> {
    /// Starts again with a system that does not assume what broke: a store without closed states cannot
    /// be packed anew. What has been found stays found; what has been counted is counted again.
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
