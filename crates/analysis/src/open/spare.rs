//! When an open set that has become small gives memory back.
//!
//! Halving what is three quarters empty costs as much as the closings that emptied it, so closing
//! a state remains cheap in the long run. Below a few thousand states it is not worth the call.

use sanderling_cutoff::OPEN_STATES_KEPT;

/// What a vector of this length should be shrunk to where it has room for `capacity`, if it should.
pub(super) fn shrunk_capacity(len: usize, capacity: usize) -> Option<usize> {
    (!OPEN_STATES_KEPT.admits(capacity) && len < capacity / 4).then_some(capacity / 2)
}
