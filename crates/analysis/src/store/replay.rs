//! Reconstructing states by firing events again, for stores without whole states.

use sanderling_store::pairs;
use sanderling_system::{EventId, Fired, System};

/// The system, and a scratch into which a store may unpack states.
pub(crate) type Replay<'a, S> = (&'a S, &'a mut <S as System>::Scratch);

/// A system that fires events again.
pub(crate) struct Replayer<'a, S: System> {
    pub(crate) system: &'a S,
    pub(crate) scratch: &'a mut S::Scratch,
}

impl<'a, S: System> Replayer<'a, S> {
    #[inline(always)]
    pub(crate) fn new((system, scratch): Replay<'a, S>) -> Self {
        Self { system, scratch }
    }
}

impl<S: System> pairs::Replay for Replayer<'_, S> {
    #[inline(always)]
    fn unpack<const W: usize>(&mut self, state: &[u64]) {
        self.system.unpack::<W>(state, self.scratch);
    }

    #[inline(always)]
    fn fire<const W: usize>(&mut self, state: &[u64], event: EventId, successor: &mut [u64]) {
        let fired = self.system.fire::<W>(state, self.scratch, event, successor);
        debug_assert_eq!(fired, Fired::Successor, "law 3 of System: it is as it was when it was fired first");
    }
}
