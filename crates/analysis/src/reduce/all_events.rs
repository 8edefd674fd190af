//! No reduction: every enabled event is fired.

use sanderling_system::{EventId, System};

use super::Reduction;

/// Fires everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllEvents;

impl<S: System> Reduction<S> for AllEvents {
    #[inline(always)]
    fn select(&mut self, _: &S, _: &[u64], _: &S::Scratch, _: &mut Vec<EventId>) {}
}
