//! The edge-lean reduction: of two orders of independent events, one is left out.
//!
//! Source: Bošnački, Elkind, Genest and Peled, *On Commutativity Based Edge Lean Search*, ICALP 2007. In
//! a state discovered by `a`, an independent event `b` that comes behind it in the order of events is
//! left out, unless `a` may have enabled it. Any order will do: that of numbers, or the reverse. It needs no memory but the arrival, and saves edges, never states: the proof
//! stands at [`EdgeLean`]. We say it for visits instead of states, so that it holds in any search order,
//! and also where states are forgotten and discovered again.
//!
//! INVARIANT: the arrival is the event of the discovery itself, from the state that was expanded then. A
//! state may be left without events and be no deadlock: deadlocks are looked for before this
//! reduction.

use sanderling_system::EventId;

use super::independence::Independence;

/// Leaves out what the search comes by in the other order.
///
/// No state is lost. A *visit* is a discovery of a state, by an event from an earlier visit; the first
/// visit has no arrival. Claim: if `b` is enabled in the state `s` of a visit `v`, then `s·b` is
/// visited; or `b` is undefined in `s`, and then it is fired somewhere where it is. The proof is by
/// induction on `b`, in the order of events, and then on the number of visits between the first one and
/// `v`.
///
/// * If `b` is fired at `v`, the claim holds.
/// * Otherwise `v` was discovered by some `a` before `b` in that order, from an earlier visit `u` of some `p`.
///   As `a` does not enable `b`, and the two are independent, `b` is enabled in `p`, and defined there
///   if it is in `s`. `u` is nearer to the first visit than `v`; so by the claim for `b` and `u` there
///   is a visit `w` of `p·b`, or `b` is fired where it is undefined. As the two are independent, `a` is
///   enabled at `w`, and `p·b·a = p·a·b = s·b`. This is visited by the claim for `a`, an earlier event,
///   and `w`.
///
/// All of this needs is that every visit is expanded in the end, and that a successor which is not
/// discovered has been visited before. Where it is also said which event is fired first, as by other
/// reductions, the proof has to be made anew.
#[derive(Debug, Clone, Copy)]
pub struct EdgeLean<'i> {
    independence: &'i Independence,
    is_reversed: bool,
}

impl<'i> EdgeLean<'i> {
    /// The reduction by the order of numbers, or by its reverse.
    #[must_use]
    pub fn new(independence: &'i Independence, is_reversed: bool) -> Self {
        Self { independence, is_reversed }
    }

    /// Whether an event need not be fired in a state discovered by `arrival`.
    #[must_use]
    #[inline]
    pub fn skips(&self, arrival: EventId, event: EventId) -> bool {
        (event > arrival) != self.is_reversed && self.independence.may_swap(arrival, event)
    }

    /// Takes the events away that need not be fired in a state discovered by `arrival`. Where it was not
    /// discovered by an event, all of them stay.
    #[inline]
    pub fn select(&self, arrival: Option<EventId>, events: &mut Vec<EventId>) {
        if let Some(arrival) = arrival {
            events.retain(|&event| !self.skips(arrival, event));
        }
    }
}

#[cfg(test)]
mod tests;
