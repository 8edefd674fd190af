//! What every compiled net can do, besides being a system.

use sanderling_net::semantics::Marking;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{Adaptive, Dependencies, Extremes};

use crate::contradiction::Contradiction;
use crate::explicit::Tables;
use crate::knowledge::{ClaimStatus, Knowledge};
use crate::layout::Layout;

/// A compiled net: a system whose states are markings, and whose event `e` is the transition with
/// the number of `e`, unless it has [`tables`](Self::tables).
pub trait NetModel: Extremes + Adaptive + Dependencies + Send {
    /// The name of the encoding, as users say it.
    fn encoding(&self) -> &'static str;

    /// The number of bits that tell one state from all others.
    fn bits_per_state(&self) -> u64;

    /// The tokens of a place in a state. `scratch` is prepared for it.
    fn tokens(&self, state: &[u64], scratch: &Self::Scratch, place: PlaceId) -> u64;

    /// The number at a position in what a place of a program's net holds: of an array the element, of a list its length and
    /// then the numbers of its elements. `None` where there is none, as in the error state. `scratch` is prepared for the state.
    fn held(&self, _state: &[u64], _scratch: &Self::Scratch, _place: PlaceId, _offset: u32) -> Option<i64> {
        None
    }

    /// Whether a transition is enabled in a state, or undefined: whether it is among the enabled
    /// events. `scratch` is prepared for it.
    fn is_enabled(&self, state: &[u64], scratch: &Self::Scratch, transition: TransitionId) -> bool;

    /// The marking that a state is; `None` for the error state, which is none. `scratch` is prepared
    /// for the state.
    fn marking(&self, state: &[u64], scratch: &Self::Scratch) -> Option<Marking>;

    /// The state that a marking is, packed place by place and not by firing; `None` where it does not fit.
    fn packed(&self, marking: &Marking) -> Option<Vec<u64>>;

    /// What is known of the reachable markings, or assumed so far, that a marking contradicts.
    fn contradiction(&self, marking: &Marking) -> Option<Contradiction>;

    /// Whether the net's assertion at this position holds in a state. `scratch` is prepared for it.
    fn asserts(&self, state: &[u64], scratch: &Self::Scratch, assertion: usize) -> bool;

    /// What is known of a claim that the net's nested units are safe.
    fn claim_status(&self) -> &ClaimStatus {
        &ClaimStatus::NoClaim
    }

    /// Where events are not transitions: the tables that tell the firing that each event is.
    fn tables(&self) -> Option<&Tables> {
        None
    }

    /// Whether there is no time left to work out the firings of a marking, which may have a million bindings.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A compiled place/transition net, whose states are token counts.
pub trait CountModel: NetModel {
    /// Compiles what is known of a net.
    fn compile(knowledge: Knowledge) -> Self;

    /// The words of a state, found without compiling anything else.
    fn words_of(knowledge: &Knowledge) -> usize;

    /// What is known of the net, and assumed.
    fn knowledge(&self) -> &Knowledge;

    /// The layout of bit fields in which the tokens of a state are at hand.
    fn layout(&self) -> &Layout;

    /// The words of some states in that layout. `states` has a vector for each word of a state, with that word of each of them, and
    /// `fields` one for each word of the layout. What was there before is lost, in both.
    fn unpack_all(&self, states: &mut Vec<Vec<u64>>, fields: &mut Vec<Vec<u64>>);
}
