//! A model with a fault that was put there.

use sanderling_model::explicit::Tables;
use sanderling_model::{ClaimStatus, Contradiction, NetModel};
use sanderling_net::semantics::Marking;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{
    Adaptive, Dependencies, Dependency, EventId, Extremes, Fired, Maxima, Relaxed, SlotId, System,
};

/// What is wrong with a model, in the states that [`Faulty`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// No fault.
    None,
    /// The first of the events that are enabled is missing.
    DropsAnEvent,
    /// The first of them is there twice.
    RepeatsAnEvent,
    /// Firing leads back to the state.
    StaysWhereItIs,
    /// The state is read as the initial one, whoever asks.
    IsMisread,
    /// The marking that results are told of is another one.
    IsToldWrongly,
    /// What is fired is undefined.
    IsUndefined,
}

/// Every fault but none.
pub(super) const FAULTS: [Fault; 6] = [
    Fault::DropsAnEvent,
    Fault::RepeatsAnEvent,
    Fault::StaysWhereItIs,
    Fault::IsMisread,
    Fault::IsToldWrongly,
    Fault::IsUndefined,
];

/// A model with a fault in some of its states.
#[derive(Debug, Clone)]
pub(super) struct Faulty<M> {
    pub(super) model: M,
    pub(super) fault: Fault,
    /// Whether the fault is in a state other than the initial one.
    pub(super) is_affected: fn(&[u64]) -> bool,
}

impl<M: NetModel> Faulty<M> {
    fn initial_state(&self) -> Vec<u64> {
        let mut initial = vec![0; self.model.words()];
        self.model.initial(&mut initial);
        initial
    }

    fn shows(&self, fault: Fault, state: &[u64]) -> bool {
        self.fault == fault && (self.is_affected)(state) && state != self.initial_state()
    }

    /// As the state is read.
    fn read(&self, state: &[u64]) -> Vec<u64> {
        if self.shows(Fault::IsMisread, state) { self.initial_state() } else { state.to_vec() }
    }
}

impl<M: NetModel> System for Faulty<M> {
    type Scratch = M::Scratch;

    fn words(&self) -> usize {
        self.model.words()
    }

    fn events(&self) -> usize {
        self.model.events()
    }

    fn scratch(&self) -> M::Scratch {
        self.model.scratch()
    }

    fn initial(&self, state: &mut [u64]) {
        self.model.initial(state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut M::Scratch) {
        self.model.unpack::<W>(&self.read(state), scratch);
    }

    fn enabled<const W: usize>(&self, state: &[u64], scratch: &M::Scratch, events: &mut Vec<EventId>) {
        let before = events.len();
        self.model.enabled::<W>(&self.read(state), scratch, events);
        if events.len() > before && self.shows(Fault::DropsAnEvent, state) {
            events.remove(before);
        }
        if events.len() > before && self.shows(Fault::RepeatsAnEvent, state) {
            events.push(events[before]);
        }
    }

    fn fire<const W: usize>(
        &self,
        state: &[u64],
        scratch: &M::Scratch,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        if self.shows(Fault::IsUndefined, state) {
            return Fired::Undefined;
        }
        let fired = self.model.fire::<W>(&self.read(state), scratch, event, successor);
        if fired == Fired::Successor && self.shows(Fault::StaysWhereItIs, state) {
            successor.copy_from_slice(state);
        }
        fired
    }
}

impl<M: NetModel> Extremes for Faulty<M> {
    type Extremes = M::Extremes;

    fn no_extremes(&self) -> M::Extremes {
        self.model.no_extremes()
    }

    fn absorb<const W: usize>(&self, state: &[u64], scratch: &M::Scratch, extremes: &mut M::Extremes) {
        self.model.absorb::<W>(state, scratch, extremes);
    }

    fn join(&self, extremes: &mut M::Extremes, others: &M::Extremes) {
        self.model.join(extremes, others);
    }

    fn raise(&self, extremes: &M::Extremes, maxima: &mut Maxima) {
        self.model.raise(extremes, maxima);
    }
}

impl<M: NetModel> Adaptive for Faulty<M> {
    fn relax(&self, state: &[u64], event: EventId, others_too: bool) -> Relaxed<Self> {
        match self.model.relax(state, event, others_too) {
            Relaxed::System(model) => Relaxed::System(Self { model, ..*self }),
            Relaxed::Unrepresentable => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        self.model.translate(&earlier.model, state, translated);
    }

    fn pumps(&self, ancestor: &[u64], path: &[EventId], descendant: &[u64]) -> bool {
        self.model.pumps(ancestor, path, descendant)
    }
}

impl<M: NetModel> Dependencies for Faulty<M> {
    fn slots(&self) -> usize {
        self.model.slots()
    }

    fn is_end(&self, state: &[u64]) -> bool {
        self.model.is_end(state)
    }

    fn value(&self, state: &[u64], scratch: &M::Scratch, slot: SlotId) -> i128 {
        self.model.value(state, scratch, slot)
    }

    fn dependencies(&self) -> Vec<Dependency> {
        self.model.dependencies()
    }
}

impl<M: NetModel> NetModel for Faulty<M> {
    fn encoding(&self) -> &'static str {
        self.model.encoding()
    }

    fn bits_per_state(&self) -> u64 {
        self.model.bits_per_state()
    }

    fn tokens(&self, state: &[u64], scratch: &M::Scratch, place: PlaceId) -> u64 {
        self.model.tokens(state, scratch, place)
    }

    fn is_enabled(&self, state: &[u64], scratch: &M::Scratch, transition: TransitionId) -> bool {
        self.model.is_enabled(&self.read(state), scratch, transition)
    }

    fn marking(&self, state: &[u64], scratch: &M::Scratch) -> Option<Marking> {
        if self.shows(Fault::IsToldWrongly, state) {
            let (initial, mut scratch) = (self.initial_state(), self.scratch());
            self.model.unpack::<0>(&initial, &mut scratch);
            return self.model.marking(&initial, &scratch);
        }
        self.model.marking(&self.read(state), scratch)
    }

    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        self.model.packed(marking)
    }

    fn contradiction(&self, marking: &Marking) -> Option<Contradiction> {
        self.model.contradiction(marking)
    }

    fn asserts(&self, state: &[u64], scratch: &M::Scratch, assertion: usize) -> bool {
        self.model.asserts(state, scratch, assertion)
    }

    fn claim_status(&self) -> &ClaimStatus {
        self.model.claim_status()
    }

    fn tables(&self) -> Option<&Tables> {
        self.model.tables()
    }

    fn is_stopped(&self) -> bool {
        self.model.is_stopped()
    }
}

mod drivers {
    use sanderling_engine::needed::*;
    use sanderling_engine::{Explorable, implement, with_drivers};

    use super::{Faulty, NetModel};

    with_drivers!(implement { impl<M: NetModel> Explorable for Faulty<M> });
}
