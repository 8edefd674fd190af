//! A packed marking, as the valuation of a property.

use sanderling_model::NetModel;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_property::{Formula, Part, TransitionSet, Valuation};
use sanderling_system::EventId;

use crate::request::Question;

/// A state of a model, with its enabled events.
pub(crate) struct PackedMarking<'a, M: NetModel> {
    pub(crate) model: &'a M,
    pub(crate) state: &'a [u64],
    pub(crate) scratch: &'a M::Scratch,
    pub(crate) events: &'a [EventId],
}

impl<M: NetModel> Valuation for PackedMarking<'_, M> {
    #[inline]
    fn tokens(&self, place: PlaceId) -> u64 {
        self.model.tokens(self.state, self.scratch, place)
    }

    #[inline]
    fn is_enabled(&self, transition: TransitionId) -> bool {
        self.model.is_enabled(self.state, self.scratch, transition)
    }

    #[inline]
    fn is_deadlock(&self) -> bool {
        self.events.is_empty()
    }

    #[inline]
    fn number(&self, part: Part) -> Option<i64> {
        self.model.held(self.state, self.scratch, part.place, part.offset)
    }

    #[inline]
    fn is_any_enabled(&self, transitions: &TransitionSet) -> bool {
        if self.model.tables().is_some() {
            return transitions.iter().any(|transition| self.is_enabled(transition));
        }
        self.events.iter().any(|event| transitions.contains(TransitionId::new(event.index())))
    }
}

/// The error state, as the valuation of a property: each place holds its token, with an unknown value, and no
/// transition is enabled. Conditions on values are not evaluated in it, see [`is_met_without_values`].
pub(crate) struct ErrorState;

impl Valuation for ErrorState {
    fn tokens(&self, _: PlaceId) -> u64 {
        1
    }

    fn is_enabled(&self, _: TransitionId) -> bool {
        false
    }

    fn is_deadlock(&self) -> bool {
        true
    }
}

/// Returns whether a goal of a request is met in the error state, which has no values.
///
/// A condition on values neither violates nor satisfies a property there; assertions do not apply either. But
/// it does not except the error state from being a deadlock.
pub(crate) fn is_met_without_values(goal: &Formula, question: &Question) -> bool {
    goal.holds_without_values(&ErrorState).unwrap_or_else(|| question.is_deadlock())
}
