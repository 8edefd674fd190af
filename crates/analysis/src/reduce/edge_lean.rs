//! The edge-lean reduction: of two orders of independent events, one is skipped.
//!
//! Source: Bošnački, Elkind, Genest and Peled, *On Commutativity Based Edge Lean Search*, ICALP 2007. Let a
//! state be discovered by `a`. An independent event `b` that follows `a` in the order of events is skipped,
//! unless `a` may have enabled it. Any total order is correct; we use that of the numbers or its reverse.
//! The reduction needs no memory except for the arrival, and it saves edges, never states: the proof is at
//! [`EdgeLean`]. We state it for visits instead of states, so that it holds in any search order, and also if
//! states are forgotten and discovered again.
//!
//! INVARIANT: the arrival is the event of the discovery itself, fired in the state that was expanded then. A
//! state may lose all its events without being a deadlock, so deadlocks are checked before this reduction.

use sanderling_system::{EventId, System};

use super::independence::Independence;
use super::{Kind, SelectsEvents};
use crate::driver::Options;
use crate::guidance::Guidance;

pub(super) const KIND: Kind = Kind {
    name: "edge-lean",
    help: "fires what is independent in one of two orders",
    needs_independence: true,
    needs_arrival: true,
    keeps_shortest_paths: false,
    leaves_states_out: false,
    against_sleep: Some("skips orders that `sleep` requires"),
};

/// A selection that skips events whose successors the search reaches in the other order.
///
/// No state is lost. A *visit* is a discovery of a state, by an event from an earlier visit; the first visit
/// has no arrival. Claim: if `b` is enabled in the state `s` of a visit `v`, then `s·b` is visited; or `b`
/// is undefined in `s`, and then it is fired in some state in which it is undefined. The proof is by
/// induction on `b`, in the order of events, and then on the number of visits between the first one and `v`.
///
/// * If `b` is fired at `v`, the claim holds.
/// * Otherwise `v` was discovered by some `a` before `b` in that order, from an earlier visit `u` of some
///   `p`. As `a` does not enable `b`, and the two are independent, `b` is enabled in `p`, and defined there
///   if it is in `s`. `u` is nearer to the first visit than `v`. So by the claim for `b` and `u` there is a
///   visit `w` of `p·b`, or `b` is fired in a state in which it is undefined. As the two are independent,
///   `a` is enabled at `w`, and `p·b·a = p·a·b = s·b`. This state is visited by the claim for `a`, an
///   earlier event, and `w`.
///
/// The proof requires only that every visit is expanded in the end, and that a successor which is not
/// discovered has been visited before. Another reduction that also fixes the event to fire first needs a new
/// proof.
#[derive(Debug, Clone, Copy)]
pub struct EdgeLean<'i> {
    independence: &'i Independence,
    is_reversed: bool,
}

impl<'i> EdgeLean<'i> {
    /// Creates the reduction by the order of numbers, or by its reverse.
    #[must_use]
    pub fn new(independence: &'i Independence, is_reversed: bool) -> Self {
        Self { independence, is_reversed }
    }

    /// Whether an event is skipped in a state discovered by `arrival`.
    #[must_use]
    #[inline]
    pub fn skips(&self, arrival: EventId, event: EventId) -> bool {
        (event > arrival) != self.is_reversed && self.independence.may_swap(arrival, event)
    }
}

impl<'a, S: System> SelectsEvents<'a, S> for EdgeLean<'a> {
    fn new(guidance: &'a Guidance<'a, S>, options: &Options) -> Self {
        let independence = guidance.independence.as_ref();
        let independence = independence.expect("edge-lean search needs to know what is independent");
        Self::new(independence, options.last_event_first)
    }

    #[inline(always)]
    fn skips(&self, arrival: EventId, event: EventId) -> bool {
        Self::skips(self, arrival, event)
    }

    /// The reduction compares event numbers. Any other order would also be correct, but this one gives the
    /// fewest tree nodes and visits.
    #[inline(always)]
    fn put_in_order(&self, events: &mut [EventId]) {
        events.sort_unstable();
    }
}

#[cfg(test)]
mod tests;
