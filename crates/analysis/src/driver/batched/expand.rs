//! The part of expanding states that all stores share.

use std::sync::atomic::{AtomicBool, Ordering};

use sanderling_store::StateId;
use sanderling_system::{EventId, Extremes, Fired, MAX_WORDS, word_count};

use crate::control::Control;
use crate::driver::search::Interruption;
use crate::limits::Clock;
use crate::observe::{Observation, Watch};
use crate::reduce::Reducer;

/// States in memory.
pub(super) trait States {
    fn len(&self) -> usize;
    fn id(&self, at: usize) -> StateId;
    fn state<const W: usize>(&self, at: usize) -> &[u64];
}

/// Whether a round has to end early. States may have too many events to wait for all of them.
pub(super) struct Cut<'a> {
    control: &'a Control<'a>,
    clock: Clock,
    is_due: AtomicBool,
}

impl<'a> Cut<'a> {
    pub(super) fn new(control: &'a Control<'a>, clock: Clock) -> Self {
        Self { control, clock, is_due: AtomicBool::new(false) }
    }

    /// Checks the clock and whether the user cancels.
    #[inline(never)]
    fn look(&self) -> bool {
        if self.control.is_cancelled() || self.clock.is_over() {
            self.is_due.store(true, Ordering::Relaxed);
        }
        self.is_due()
    }

    /// Whether a check found that the round has to end.
    pub(super) fn is_due(&self) -> bool {
        self.is_due.load(Ordering::Relaxed)
    }
}

/// The working memory and the settings of an expansion.
pub(super) struct Expansion<'a, 's, S: Extremes> {
    pub(super) system: &'s S,
    observation: &'s Observation<'a, S>,
    reducer: Reducer<'s, S>,
    pub(super) watch: Watch<S>,
    cut: &'s Cut<'a>,
    scratch: S::Scratch,
    events: Vec<EventId>,
    successor: Vec<u64>,
}

impl<'a, 's, S: Extremes> Expansion<'a, 's, S> {
    pub(super) fn new(
        system: &'s S,
        observation: &'s Observation<'a, S>,
        reducer: Reducer<'s, S>,
        watch: Watch<S>,
        cut: &'s Cut<'a>,
    ) -> Self {
        let (scratch, events, successor) = (system.scratch(), Vec::new(), vec![0; system.words()]);
        Self { system, observation, reducer, watch, cut, scratch, events, successor }
    }

    /// Fires the events of states, and passes on each successor with its event and its predecessor. Stops in
    /// the cases of [`expand_all`](Self::expand_all).
    #[inline(always)]
    pub(super) fn fire_all<const W: usize>(
        &mut self,
        states: &impl States,
        mut take: impl FnMut(StateId, EventId, &[u64]),
    ) -> Option<Interruption> {
        let words = word_count::<W>(self.system.words());
        let mut on_stack = [0; MAX_WORDS];
        let mut successor = std::mem::take(&mut self.successor);
        // PERF: with a known number of words, the length is a constant.
        let memory = if W > 0 { &mut on_stack[..W] } else { &mut successor[..words] };
        let interruption = self.expand_all::<W>(states, |system, (id, state), scratch, event| {
            let fired = system.fire::<W>(state, scratch, event, memory);
            if fired == Fired::Successor {
                take(id, event, memory);
            }
            fired
        });
        self.successor = successor;
        interruption
    }

    /// Fires the events of states of many words. For each successor, passes on the predecessor and [the
    /// changes](sanderling_system::System::fire_changes). Stops in the cases of
    /// [`expand_all`](Self::expand_all).
    #[inline(always)]
    pub(super) fn fire_all_changes(
        &mut self,
        states: &impl States,
        changes: &mut Vec<(u32, u64)>,
        mut take: impl FnMut(StateId, &[(u32, u64)]),
    ) -> Option<Interruption> {
        let mut successor = std::mem::take(&mut self.successor);
        let interruption = self.expand_all::<0>(states, |system, (id, state), scratch, event| {
            let fired = system.fire_changes(state, scratch, event, &mut successor, changes);
            if fired == Fired::Successor {
                take(id, changes);
            }
            fired
        });
        self.successor = successor;
        interruption
    }

    /// Expands states, using `fire` to fire each event. Stops at the first event without a successor, at a
    /// state that differs from the reference, and before the first event if the round is cut.
    #[inline(always)]
    fn expand_all<const W: usize>(
        &mut self,
        states: &impl States,
        mut fire: impl FnMut(&S, (StateId, &[u64]), &S::Scratch, EventId) -> Fired,
    ) -> Option<Interruption> {
        if self.cut.look() || !self.compare_due::<W>(states) {
            return None;
        }
        let Self { system, observation, reducer, watch, scratch, events, .. } = self;
        for at in 0..states.len() {
            let (id, state) = (states.id(at), states.state::<W>(at));
            events.clear();
            system.unpack::<W>(state, scratch);
            system.enabled::<W>(state, scratch, events);
            watch.observe_compared::<W>((system, observation), (id, state), scratch, events);
            reducer.select((system, state, scratch), None, events);
            for &event in &*events {
                match fire(system, (id, state), scratch, event) {
                    Fired::Successor => {}
                    fired => return Some(Interruption { state: id, events: vec![event], fired }),
                }
            }
        }
        None
    }

    /// Compares the states that are due with a reference, and returns whether they agree. Computes the
    /// enabled, selected and fired events again, with the code for the same number of words as in the loop
    /// that fires.
    ///
    /// PERF: in that loop, even a test that is hardly ever true costs one percent.
    #[inline(never)]
    fn compare_due<const W: usize>(&mut self, states: &impl States) -> bool {
        let Self { system, observation, reducer, watch, scratch, events, .. } = self;
        let mut next = 0;
        while let Some(passed) = watch.checks.pass(states.len() - next) {
            let state = states.state::<W>(next + passed);
            next += passed + 1;
            events.clear();
            system.unpack::<W>(state, scratch);
            system.enabled::<W>(state, scratch, events);
            watch.compare::<W>((system, observation), (state, scratch), events);
            reducer.select((system, state, scratch), None, events);
            if watch.is_wrong(events) {
                return false;
            }
        }
        true
    }
}
