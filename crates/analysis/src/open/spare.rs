//! Shrinking an open set that has become small.
//!
//! Halving a vector that is three quarters empty costs as much as the closings that emptied it. So closing a
//! state has constant amortized cost. With a few thousand states or fewer, shrinking is not worth the call.

use sanderling_cutoff::OPEN_STATES_KEPT;

/// Returns the new capacity of a vector of this length and `capacity`, or `None` if it should not shrink.
pub(super) fn shrunk_capacity(len: usize, capacity: usize) -> Option<usize> {
    (!OPEN_STATES_KEPT.admits(capacity) && len < capacity / 4).then_some(capacity / 2)
}
