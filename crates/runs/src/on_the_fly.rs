//! States that are expanded on demand, one after the other. Depth-first searches share this code.

use std::cell::Cell;

use sanderling_cutoff::RELAXATIONS_ONE_BY_ONE;
use sanderling_machine::clock::Instant;
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Fired, with_words_of};

use sanderling_analysis::StopReason;
use sanderling_analysis::building_blocks::Clock;
use sanderling_analysis::building_blocks::{Checks, compare};
use sanderling_analysis::building_blocks::{relaxed, standing_for_others};
use sanderling_analysis::{Control, Progress};
use sanderling_analysis::{Discrepancy, SelfCheck};

/// Number of visits and firings between two checks of the limits. Counting visits alone would not suffice: a
/// state may have thousands of events, each of which copies thousands of words.
const WORK_AT_A_TIME: u64 = 1 << 13;

/// The reason why a search stops.
pub(crate) enum Halt {
    /// An event broke an assumption in a state.
    Broken(Vec<u64>, EventId),
    Stop(StopReason),
}

/// The states that have been seen, and the current one.
pub(crate) struct OnTheFly<'a, S: Adaptive> {
    pub(crate) system: S,
    pub(crate) store: PackedStore,
    pub(crate) root: StateId,
    /// The current state, unpacked, and its events.
    pub(crate) state: Vec<u64>,
    pub(crate) scratch: S::Scratch,
    pub(crate) events: Vec<EventId>,
    successor: Vec<u64>,
    pub(crate) visits: u64,
    pub(crate) firings: u64,
    /// The number of visits and firings at the next check.
    next_look: Cell<u64>,
    self_check: Option<&'a SelfCheck<'a, S>>,
    checks: Checks,
    clock: Clock,
    control: &'a Control<'a>,
}

impl<'a, S: Adaptive> OnTheFly<'a, S> {
    /// Starts with the initial state alone.
    pub(crate) fn new(
        system: S,
        self_check: Option<&'a SelfCheck<'a, S>>,
        clock: Clock,
        control: &'a Control<'a>,
    ) -> Self {
        let words = system.words();
        let mut store = PackedStore::new(words);
        let mut state = vec![0; words];
        system.initial(&mut state);
        let root = store.insert_root(&state);
        Self {
            scratch: system.scratch(),
            system,
            store,
            root,
            state,
            events: Vec::new(),
            successor: vec![0; words],
            visits: 0,
            firings: 0,
            next_look: Cell::new(0),
            self_check,
            checks: Checks::new(self_check.map(|check| check.sampling)),
            clock,
            control,
        }
    }

    /// Whether a [check of the limits](Self::look_at_limits) is due.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.visits + self.firings >= self.next_look.get() || self.clock.states_left(self.visits) == 0
    }

    /// Makes a state the current one, and computes its events.
    ///
    /// # Errors
    /// If the system differs from the reference, or cannot compute the events of this state. Then the state
    /// has no valid result.
    #[inline]
    pub(crate) fn unpack(&mut self, id: StateId) -> Result<(), Halt> {
        with_words_of!(S, with_few_words, self.system.words(), W => self.unpack_words::<W>(id))
    }

    fn unpack_words<const W: usize>(&mut self, id: StateId) -> Result<(), Halt> {
        self.state.copy_from_slice(self.store.state(id));
        self.system.unpack::<W>(&self.state, &mut self.scratch);
        self.events.clear();
        self.system.enabled::<W>(&self.state, &self.scratch, &mut self.events);
        if let Some(event) = standing_for_others(&self.system, &self.events) {
            return Err(Halt::Broken(self.state.clone(), event));
        }
        self.check::<W>()
    }

    /// Prepares the scratch for a state, without computing its events. It is not the current state then.
    pub(crate) fn look(&mut self, id: StateId) {
        with_words_of!(S, with_few_words, self.system.words(), W => {
            self.state.copy_from_slice(self.store.state(id));
            self.system.unpack::<W>(&self.state, &mut self.scratch);
        });
    }

    /// Appends the successors of the current state, which has this id, one for each event.
    ///
    /// # Errors
    /// If an event cannot be fired, or the store is full.
    #[inline]
    pub(crate) fn fire_all(&mut self, id: StateId, successors: &mut Vec<StateId>) -> Result<(), Halt> {
        with_words_of!(S, with_few_words, self.system.words(), W => self.fire_all_words::<W>(id, successors))
    }

    fn fire_all_words<const W: usize>(
        &mut self,
        id: StateId,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Halt> {
        for position in 0..self.events.len() {
            let event = self.events[position];
            self.firings += 1;
            match self.system.fire::<W>(&self.state, &self.scratch, event, &mut self.successor) {
                Fired::Successor => {}
                Fired::AssumptionBroken => return Err(Halt::Broken(self.state.clone(), event)),
                Fired::Undefined => return Err(Halt::Stop(StopReason::Undefined)),
            }
            match self.store.insert::<W>(&self.successor, id) {
                Insertion::New(state) | Insertion::Known(state) => successors.push(state),
                Insertion::Full => return Err(Halt::Stop(StopReason::StoreFull)),
            }
        }
        Ok(())
    }

    /// Returns the system without the assumption that an event broke in a state, for a search that restarts.
    /// `relaxations` counts the assumptions broken so far.
    ///
    /// # Errors
    /// The reason, if there is no such system.
    pub(crate) fn relaxed(
        &self,
        relaxations: &mut u32,
        (state, event): (&[u64], EventId),
    ) -> Result<S, StopReason> {
        *relaxations += 1;
        relaxed(&self.system, state, event, !RELAXATIONS_ONE_BY_ONE.admits(*relaxations))
    }

    /// Returns the difference from the reference, if any, and reports the number of comparisons.
    pub(crate) fn compared(&self) -> Option<Discrepancy> {
        self.control.count_compared(self.checks.states());
        self.checks.discrepancy().cloned()
    }

    /// Compares the current state with the reference, if it is due.
    fn check<const W: usize>(&mut self) -> Result<(), Halt> {
        let Some(check) = self.self_check else { return Ok(()) };
        if !self.checks.count() || !self.checks.may_compare() {
            return Ok(());
        }
        let (began, seen) = (Instant::now(), (self.state.as_slice(), &self.scratch));
        let result = compare::<S, W>((&self.system, check), seen, &self.events, &self.checks);
        self.checks.note(began, result);
        match self.checks.discrepancy() {
            Some(_) => Err(Halt::Stop(StopReason::Discrepancy)),
            None => Ok(()),
        }
    }

    /// Reports progress with `open` open states and `others` bytes of memory besides the store.
    ///
    /// # Errors
    /// If a limit is reached, or the user cancels.
    pub(crate) fn look_at_limits(&self, open: usize, others: usize) -> Result<(), Halt> {
        self.next_look.set(self.visits + self.firings + WORK_AT_A_TIME);
        let bytes = self.store.bytes() + others;
        self.control.report(|| Progress {
            states: self.visits,
            stored: self.store.len() as u64,
            open: open as u64,
            firings: self.firings,
            level: 0,
            bytes,
            elapsed: self.clock.elapsed(),
            shares: Vec::new(),
            diagram: None,
        });
        if self.control.is_cancelled() {
            return Err(Halt::Stop(StopReason::Cancelled));
        }
        self.clock.exceeded(self.visits, bytes).map_or(Ok(()), |reason| Err(Halt::Stop(reason)))
    }
}
