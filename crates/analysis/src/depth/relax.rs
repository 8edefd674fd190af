//! Going on where an event has no successor: in a system that assumes less, or not at all.
//!
//! A search to a depth does not ask whether there are infinitely many states, as
//! [`relaxation`](crate::relaxation) does for others: it comes to an end. All states, those on the path too,
//! are packed anew; events keep their ids, so that the frontier tree and the events that are left stay as
//! they are.

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use super::bounded::Bounded;
use crate::limits::StopReason;
use crate::store::NewIds;
use crate::witness::Witness;

impl<S: Extremes + Adaptive> Bounded<'_, S> {
    /// Goes on after this became of firing an event at the end of the path.
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

    /// Goes on with the relaxed system and its store.
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
