//! Functions that every compiled net offers in addition to those of a system.

use sanderling_net::semantics::Marking;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{Adaptive, Dependencies, Extremes};

use crate::contradiction::Contradiction;
use crate::explicit::Tables;
use crate::knowledge::{ClaimStatus, Knowledge};
use crate::layout::Layout;

/// A compiled net: a system whose states are markings. Event `e` is the transition with the number of `e`, unless the
/// model has [`tables`](Self::tables).
pub trait NetModel: Extremes + Adaptive + Dependencies + Send {
    /// Returns the name of the encoding for users.
    fn encoding(&self) -> &'static str;

    /// Returns the number of bits needed to distinguish all states.
    fn bits_per_state(&self) -> u64;

    /// Returns the tokens of a place in a state. `scratch` must be prepared for it.
    fn tokens(&self, state: &[u64], scratch: &Self::Scratch, place: PlaceId) -> u64;

    /// Returns the number at a position of the contents of a place of a program's net. For an array this is an element;
    /// for a list it is the length, followed by its elements.
    ///
    /// Returns `None` if there is no such number, as in the error state. `scratch` must be prepared for the state.
    fn held(&self, _state: &[u64], _scratch: &Self::Scratch, _place: PlaceId, _offset: u32) -> Option<i64> {
        None
    }

    /// Whether a transition is among the enabled events of a state, that is, enabled or undefined. `scratch` must be
    /// prepared for it.
    fn is_enabled(&self, state: &[u64], scratch: &Self::Scratch, transition: TransitionId) -> bool;

    /// Returns the marking of a state, or `None` for the error state, which has none. `scratch` must be prepared for
    /// the state.
    fn marking(&self, state: &[u64], scratch: &Self::Scratch) -> Option<Marking>;

    /// Returns the state of a marking, packed place by place and not by firing, or `None` if it does not fit.
    fn packed(&self, marking: &Marking) -> Option<Vec<u64>>;

    /// Returns the marking whose state represents a marking: itself, unless states represent several markings.
    fn represented_by(&self, marking: &Marking) -> Marking {
        marking.clone()
    }

    /// Returns a known or assumed property of the reachable markings that a marking contradicts.
    fn contradiction(&self, marking: &Marking) -> Option<Contradiction>;

    /// Whether the net's assertion at this position holds in a state. `scratch` must be prepared for it.
    fn asserts(&self, state: &[u64], scratch: &Self::Scratch, assertion: usize) -> bool;

    /// Returns the status of the claim that the net's nested units are safe.
    fn claim_status(&self) -> &ClaimStatus {
        &ClaimStatus::NoClaim
    }

    /// Returns the tables with the firing of each event, if events are not transitions.
    fn tables(&self) -> Option<&Tables> {
        None
    }

    /// Whether time to compute the firings of a marking has run out. A marking may have a million bindings.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A compiled place/transition net, whose states are token counts.
pub trait CountModel: NetModel {
    /// Compiles a net from the knowledge about it.
    fn compile(knowledge: Knowledge) -> Self;

    /// Returns the number of words of a state, without compiling anything else.
    fn words_of(knowledge: &Knowledge) -> usize;

    /// Returns the knowledge and assumptions about the net.
    fn knowledge(&self) -> &Knowledge;

    /// Returns the layout of bit fields into which states are unpacked.
    fn layout(&self) -> &Layout;

    /// Unpacks some states into that layout. `states` contains a vector for each word of a state, with that word of
    /// each state. `fields` receives one for each word of the layout. The previous contents of both are lost.
    fn unpack_all(&self, states: &mut Vec<Vec<u64>>, fields: &mut Vec<Vec<u64>>);
}
