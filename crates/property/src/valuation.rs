//! The interface through which a formula accesses a marking.

use sanderling_net::{PlaceId, TransitionId};

use crate::{Part, TransitionSet};

/// A marking, as far as formulas depend on it.
///
/// Laws, for a valuation that represents a marking of a net:
///
/// 1. Repeated calls return the same results.
/// 2. `is_deadlock` is true exactly if `is_enabled` is false for all transitions of the net.
///
/// Evaluation relies on the first law only. It requests no more than it needs: a formula that does not mention
/// `deadlock` or `fireable` only requests tokens, see
/// [`Formula::asks_for_enabling`](crate::Formula::asks_for_enabling).
pub trait Valuation {
    /// Returns the number of tokens in the place; in a coloured net, of all colours together.
    fn tokens(&self, place: PlaceId) -> u64;

    /// Returns whether the transition is enabled; in a coloured net, in at least one of its bindings.
    fn is_enabled(&self, transition: TransitionId) -> bool;

    /// Returns whether no transition is enabled.
    fn is_deadlock(&self) -> bool;

    /// Returns a number in a place of a program's net; `None` if there is none, or if the marking has no values.
    fn number(&self, _part: Part) -> Option<i64> {
        None
    }

    /// Returns whether one of these transitions is enabled. An implementation that stores all enabled transitions may
    /// be faster than separate checks.
    fn is_any_enabled(&self, transitions: &TransitionSet) -> bool {
        transitions.iter().any(|transition| self.is_enabled(transition))
    }
}

impl<V: Valuation> Valuation for &V {
    fn tokens(&self, place: PlaceId) -> u64 {
        (**self).tokens(place)
    }

    fn is_enabled(&self, transition: TransitionId) -> bool {
        (**self).is_enabled(transition)
    }

    fn is_deadlock(&self) -> bool {
        (**self).is_deadlock()
    }

    fn number(&self, part: Part) -> Option<i64> {
        (**self).number(part)
    }

    fn is_any_enabled(&self, transitions: &TransitionSet) -> bool {
        (**self).is_any_enabled(transitions)
    }
}
