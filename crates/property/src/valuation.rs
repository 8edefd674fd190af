//! What a formula asks about a marking.

use sanderling_net::{PlaceId, TransitionId};

use crate::{Part, TransitionSet};

/// A marking, as far as a formula can see it.
///
/// Laws, for a valuation that stands for a marking of a net:
///
/// 1. The answers do not change between two calls.
/// 2. `is_deadlock` holds exactly where `is_enabled` holds of no transition of the net.
///
/// Evaluation relies on the first law only. It asks no more than it needs: a formula that does not
/// mention `deadlock` or `fireable` asks for tokens alone, see
/// [`Formula::asks_for_enabling`](crate::Formula::asks_for_enabling).
pub trait Valuation {
    /// How many tokens the place holds; in a coloured net, of all colours together.
    fn tokens(&self, place: PlaceId) -> u64;

    /// Whether the transition is enabled; in a coloured net, in at least one of its bindings.
    fn is_enabled(&self, transition: TransitionId) -> bool;

    /// Whether no transition is enabled.
    fn is_deadlock(&self) -> bool;

    /// A number that a place of a program's net holds; `None` where there is none, or the marking holds no values.
    fn number(&self, _part: Part) -> Option<i64> {
        None
    }

    /// Whether one of these transitions is enabled. Who knows all that are may answer in less time than by asking for each.
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
