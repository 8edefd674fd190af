//! A model with an injected fault, for tests.
//!
//! A single type serves all kinds of models, so that the drivers are compiled for it only once.

use std::any::Any;

use sanderling_model::explicit::Tables;
use sanderling_model::{
    ClaimStatus, ColouredModel, Contradiction, FieldModel, NetModel, RadixModel, ValueModel,
};
use sanderling_net::semantics::Marking;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{
    Adaptive, Dependencies, Dependency, EventId, Extremes, Fired, Maxima, Relaxed, Room, SlotId, System,
};

/// The fault of a model, in the states that [`Faulty`] selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// No fault.
    None,
    /// The first enabled event is missing.
    DropsAnEvent,
    /// The first enabled event occurs twice.
    RepeatsAnEvent,
    /// Every firing leads back to the same state.
    StaysWhereItIs,
    /// The state is always read as the initial one.
    IsMisread,
    /// The marking in results is a different one.
    IsToldWrongly,
    /// Every firing is undefined.
    IsUndefined,
}

/// All faults except `None`.
pub(super) const FAULTS: [Fault; 6] = [
    Fault::DropsAnEvent,
    Fault::RepeatsAnEvent,
    Fault::StaysWhereItIs,
    Fault::IsMisread,
    Fault::IsToldWrongly,
    Fault::IsUndefined,
];

/// A model of any kind.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "few of them exist at a time")]
pub(super) enum Model {
    Fields(FieldModel),
    Radix(RadixModel),
    Values(ValueModel),
    Coloured(ColouredModel<'static>),
}

/// The scratch memory of a model, with its type erased.
pub(super) type OfModel = Box<dyn Any + Send>;

/// Evaluates an expression with a model of any kind.
macro_rules! of {
    ($model:expr, $it:ident => $then:expr) => {
        match &$model {
            Model::Fields($it) => $then,
            Model::Radix($it) => $then,
            Model::Values($it) => $then,
            Model::Coloured($it) => $then,
        }
    };
}

/// Returns the scratch memory of a model of this type.
fn own<T: 'static>(kept: &OfModel) -> &T {
    kept.downcast_ref().expect("the model made it")
}

/// Returns the scratch memory of a model of this type for modification.
fn own_mut<T: 'static>(kept: &mut OfModel) -> &mut T {
    kept.downcast_mut().expect("the model made it")
}

/// A model with a fault in some of its states.
#[derive(Debug, Clone)]
pub(super) struct Faulty {
    pub(super) model: Model,
    pub(super) fault: Fault,
    /// Whether the fault is in a state other than the initial one.
    pub(super) is_affected: fn(&[u64]) -> bool,
}

impl Faulty {
    fn initial_state(&self) -> Vec<u64> {
        let mut initial = vec![0; of!(self.model, model => model.words())];
        of!(self.model, model => model.initial(&mut initial));
        initial
    }

    fn shows(&self, fault: Fault, state: &[u64]) -> bool {
        self.fault == fault && (self.is_affected)(state) && state != self.initial_state()
    }

    /// Returns the state as the model reads it.
    fn read(&self, state: &[u64]) -> Vec<u64> {
        if self.shows(Fault::IsMisread, state) { self.initial_state() } else { state.to_vec() }
    }
}

impl System for Faulty {
    type Scratch = OfModel;

    fn words(&self) -> usize {
        of!(self.model, model => model.words())
    }

    fn events(&self) -> usize {
        of!(self.model, model => model.events())
    }

    #[expect(clippy::unit_arg, reason = "a model may keep nothing")]
    fn scratch(&self) -> OfModel {
        of!(self.model, model => Box::new(model.scratch()))
    }

    fn initial(&self, state: &mut [u64]) {
        of!(self.model, model => model.initial(state));
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut OfModel) {
        of!(self.model, model => model.unpack::<W>(&self.read(state), own_mut(scratch)));
    }

    fn enabled<const W: usize>(&self, state: &[u64], scratch: &OfModel, events: &mut Vec<EventId>) {
        let before = events.len();
        of!(self.model, model => model.enabled::<W>(&self.read(state), own(scratch), events));
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
        scratch: &OfModel,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        if self.shows(Fault::IsUndefined, state) {
            return Fired::Undefined;
        }
        let fired =
            of!(self.model, model => model.fire::<W>(&self.read(state), own(scratch), event, successor));
        if fired == Fired::Successor && self.shows(Fault::StaysWhereItIs, state) {
            successor.copy_from_slice(state);
        }
        fired
    }
}

impl Extremes for Faulty {
    type Extremes = OfModel;

    #[expect(clippy::unit_arg, reason = "a model may keep nothing")]
    fn no_extremes(&self) -> OfModel {
        of!(self.model, model => Box::new(model.no_extremes()))
    }

    fn absorb<const W: usize>(&self, state: &[u64], scratch: &OfModel, extremes: &mut OfModel) {
        of!(self.model, model => model.absorb::<W>(state, own(scratch), own_mut(extremes)));
    }

    fn join(&self, extremes: &mut OfModel, others: &OfModel) {
        of!(self.model, model => model.join(own_mut(extremes), own(others)));
    }

    fn raise(&self, extremes: &OfModel, maxima: &mut Maxima) {
        of!(self.model, model => model.raise(own(extremes), maxima));
    }
}

impl Adaptive for Faulty {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        macro_rules! relaxed {
            ($($kind:ident),*) => {
                match &self.model {
                    $(Model::$kind(model) => match model.relax(state, event, room) {
                        Relaxed::System(model) => Relaxed::System(Self { model: Model::$kind(model), ..*self }),
                        Relaxed::Unrepresentable => Relaxed::Unrepresentable,
                    },)*
                }
            };
        }
        relaxed!(Fields, Radix, Values, Coloured)
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        match (&self.model, &earlier.model) {
            (Model::Fields(model), Model::Fields(earlier)) => model.translate(earlier, state, translated),
            (Model::Radix(model), Model::Radix(earlier)) => model.translate(earlier, state, translated),
            (Model::Values(model), Model::Values(earlier)) => model.translate(earlier, state, translated),
            (Model::Coloured(model), Model::Coloured(earlier)) => model.translate(earlier, state, translated),
            _ => unreachable!("a model relaxes to one of its kind"),
        }
    }

    fn pumps(&self, ancestor: &[u64], path: &[EventId], descendant: &[u64]) -> bool {
        of!(self.model, model => model.pumps(ancestor, path, descendant))
    }
}

impl Dependencies for Faulty {
    fn slots(&self) -> usize {
        of!(self.model, model => Dependencies::slots(model))
    }

    fn is_end(&self, state: &[u64]) -> bool {
        of!(self.model, model => model.is_end(state))
    }

    fn value(&self, state: &[u64], scratch: &OfModel, slot: SlotId) -> i128 {
        of!(self.model, model => model.value(state, own(scratch), slot))
    }

    fn dependencies(&self) -> Vec<Dependency> {
        of!(self.model, model => model.dependencies())
    }
}

impl NetModel for Faulty {
    fn encoding(&self) -> &'static str {
        of!(self.model, model => model.encoding())
    }

    fn bits_per_state(&self) -> u64 {
        of!(self.model, model => model.bits_per_state())
    }

    fn tokens(&self, state: &[u64], scratch: &OfModel, place: PlaceId) -> u64 {
        of!(self.model, model => model.tokens(state, own(scratch), place))
    }

    fn is_enabled(&self, state: &[u64], scratch: &OfModel, transition: TransitionId) -> bool {
        of!(self.model, model => model.is_enabled(&self.read(state), own(scratch), transition))
    }

    fn marking(&self, state: &[u64], scratch: &OfModel) -> Option<Marking> {
        if self.shows(Fault::IsToldWrongly, state) {
            let (initial, mut scratch) = (self.initial_state(), self.scratch());
            of!(self.model, model => model.unpack::<0>(&initial, own_mut(&mut scratch)));
            return of!(self.model, model => model.marking(&initial, own(&scratch)));
        }
        of!(self.model, model => model.marking(&self.read(state), own(scratch)))
    }

    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        of!(self.model, model => model.packed(marking))
    }

    fn contradiction(&self, marking: &Marking) -> Option<Contradiction> {
        of!(self.model, model => model.contradiction(marking))
    }

    fn asserts(&self, state: &[u64], scratch: &OfModel, assertion: usize) -> bool {
        of!(self.model, model => model.asserts(state, own(scratch), assertion))
    }

    fn claim_status(&self) -> &ClaimStatus {
        of!(self.model, model => model.claim_status())
    }

    fn tables(&self) -> Option<&Tables> {
        of!(self.model, model => model.tables())
    }

    fn is_stopped(&self) -> bool {
        of!(self.model, model => model.is_stopped())
    }
}

mod drivers {
    use sanderling_engine::needed::*;
    use sanderling_engine::{Explorable, implement, with_drivers};

    use super::Faulty;

    with_drivers!(implement { impl Explorable for Faulty });
}
