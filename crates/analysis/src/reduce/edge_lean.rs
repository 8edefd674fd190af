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

use sanderling_system::EventId;

use super::independence::Independence;

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

    /// Removes the events that are skipped in a state discovered by `arrival`. If the state was not
    /// discovered by an event, all of them remain.
    #[inline]
    pub fn select(&self, arrival: Option<EventId>, events: &mut Vec<EventId>) {
        if let Some(arrival) = arrival {
            events.retain(|&event| !self.skips(arrival, event));
        }
    }
}

#[cfg(test)]
mod tests;
