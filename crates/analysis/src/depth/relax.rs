//! Continuing after an event without a successor, in a system with fewer assumptions, or ending the search.
//!
//! A depth-bounded search always terminates. So unlike [`relaxation`](crate::relaxation) it does not check
//! for infinitely many states. All states, including those on the path, are packed again. Events keep their
//! ids, so the frontier tree and the remaining events do not change.

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use super::bounded::Bounded;
use crate::limits::StopReason;
use crate::store::NewIds;
use crate::witness::Witness;

impl<S: Extremes + Adaptive> Bounded<'_, S> {
    /// Continues after an event at the end of the path had this result.
    pub(super) fn go_on_without(&mut self, (event, fired): (EventId, Fired)) {
        if fired == Fired::Undefined {
            self.stop = Some(StopReason::Undefined);
            self.undefined = Some(Witness { events: self.path.events().chain([event]).collect() });
            return;
        }
        self.events.push(event);
        let broken = (self.path.state::<0>(), event);
        let states = self.store.len() * (2 * size_of::<StateId>() + self.store.bytes_per_state());
        let may_translate = !self.clock.forbids(self.bytes() + states);
        match self.relaxations.adapt((&self.system, &self.store), broken, may_translate) {
            Ok((system, store, new_ids)) => self.adopt(system, store, &new_ids),
            Err(reason) => self.stop = Some(reason),
        }
    }

    /// Continues with the relaxed system and its store.
    fn adopt(&mut self, system: S, store: PackedStore, new_ids: &NewIds) {
        let new_id = |id: StateId| new_ids[id.shard()][id.position()];
        let bytes_of_ids = self.store.len() * 2 * size_of::<StateId>();
        self.peak_bytes = self.peak_bytes.max(self.bytes() + store.bytes() + bytes_of_ids);
        self.thresholds = self.thresholds.moved(self.store.ids().map(|id| (id, new_id(id))));
        self.root = new_id(self.root);
        let frames = self.frames.iter_mut().map(|frame| &mut frame.id);
        let starts = self.starts.iter_mut().map(|(id, _)| id);
        for id in frames.chain(starts).chain(&mut self.found) {
            *id = new_id(*id);
        }
        self.path.translate(&self.system, &system);
        (self.system, self.store) = (system, store);
    }
}
