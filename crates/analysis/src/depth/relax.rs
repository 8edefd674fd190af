//! Going on where an event has no successor: in a system that assumes less, or not at all.
//!
//! A search to a depth does not ask whether there are infinitely many states, as [`relaxation`](crate::relaxation)
//! does for others: it comes to an end. All states, those on the path too, are packed anew; events keep their
//! ids, so that the frontier tree and the events that are left stay as they are.

use sanderling_store::StateId;
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use super::bounded::Bounded;
use crate::limits::StopReason;
use crate::relaxation::{Ended, Resumed};
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
            Ok(resumed) => self.adopt(resumed),
            Err(Ended::Stop(reason)) => self.stop = Some(reason),
            Err(Ended::Unbounded(_) | Ended::Undefined(_)) => unreachable!("nobody asked for that"),
        }
    }

    /// Goes on with the relaxed system and its store.
    fn adopt(&mut self, resumed: Resumed<S>) {
        let new_ids = self.store.len() * 2 * size_of::<StateId>();
        self.peak_bytes = self.peak_bytes.max(self.bytes() + resumed.store.bytes() + new_ids);
        let moves = self.store.ids().map(|id| (id, resumed.new_id(id)));
        self.thresholds = self.thresholds.moved(moves);
        self.root = resumed.new_id(self.root);
        let frames = self.frames.iter_mut().map(|frame| &mut frame.id);
        let starts = self.starts.iter_mut().map(|(id, _)| id);
        for id in frames.chain(starts).chain(&mut self.found) {
            *id = resumed.new_id(*id);
        }
        self.path.translate(&self.system, &resumed.system);
        self.system = resumed.system;
        self.store = resumed.store;
    }
}
