//! The two ways of driving a search, and the way into both.
//!
//! The *sequential* driver is the general state exploring algorithm line by line, one event at a
//! time, with every axis. The *batched* driver expands a block of breadth-first states at a time, on
//! one or more threads; it is several times as fast. Both give the same numbers.

mod batched;
mod frontier;
mod sequential;

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use crate::control::{Control, Progress};
use crate::limits::{Clock, Limits, StopReason};
use crate::observe::{Observation, Tally, Watch};
use crate::open::Order;
use crate::outcome::Outcome;
use crate::relaxation::{Ended, Relaxations, Resumed};
use crate::retention::Retention;
use crate::witness::Pumping;

/// Which driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Driver {
    /// The batched one where the order is breadth-first, otherwise the sequential one.
    #[default]
    Auto,
    /// One event at a time.
    Sequential,
    /// A block of states at a time; breadth-first only.
    Batched,
}

/// How to search. The default is: breadth-first, on one thread, without limits.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The order of the open states.
    pub order: Order,
    /// Which closed states are kept.
    pub retention: Retention,
    /// Which driver.
    pub driver: Driver,
    /// The number of threads of the batched driver, at least one.
    pub threads: usize,
    /// How far to go.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            order: Order::default(),
            retention: Retention::default(),
            driver: Driver::default(),
            threads: 1,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// Why these choices do not go together, if they do not.
    #[must_use]
    pub fn refusal(&self) -> Option<&'static str> {
        let is_refused = self.driver == Driver::Batched && self.order != Order::BreadthFirst;
        is_refused.then_some("the batched driver takes a level at a time, so its order is breadth-first")
    }

    /// The driver that is used: never [`Driver::Auto`].
    #[must_use]
    pub fn chosen_driver(&self) -> Driver {
        match self.driver {
            Driver::Auto if self.order == Order::BreadthFirst => Driver::Batched,
            Driver::Auto => Driver::Sequential,
            chosen => chosen,
        }
    }
}

/// Explores the states of a system. The counts, the verdicts and the ways to states depend on the
/// system and the order alone, not on the number of threads.
///
/// # Panics
/// Where the choices do not go together: see [`Options::refusal`].
pub fn explore<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    observation: &Observation<'_, S>,
    control: &Control<'_>,
) -> Outcome<S> {
    assert_eq!(options.refusal(), None, "choices that do not go together are refused beforehand");
    let Retention::KeepAll = options.retention;
    let search = Search::new(system, observation, control, options.limits);
    match options.chosen_driver() {
        Driver::Sequential => sequential::explore(search, options.order),
        _ => batched::explore(search, options.threads),
    }
}

/// An event without a successor: in which state, which one, and what became of firing it.
#[derive(Debug, Clone, Copy)]
struct Interruption {
    state: StateId,
    event: EventId,
    fired: Fired,
}

/// The state of a search, as far as both drivers have it.
struct Search<'a, S: Extremes> {
    system: S,
    store: PackedStore,
    root: StateId,
    observation: &'a Observation<'a, S>,
    control: &'a Control<'a>,
    clock: Clock,
    tally: Tally,
    relaxations: Relaxations,
    levels: Vec<u64>,
    stop: Option<StopReason>,
    pumping: Option<Pumping>,
    undefined: Option<(StateId, EventId)>,
    peak_bytes: usize,
}

impl<'a, S: Extremes + Adaptive> Search<'a, S> {
    fn new(system: S, observation: &'a Observation<'a, S>, control: &'a Control<'a>, limits: Limits) -> Self {
        let mut initial = vec![0; system.words()];
        system.initial(&mut initial);
        let mut store = PackedStore::new(system.words());
        let root = store.insert_root(&initial);
        let tally = Tally::new(&system, observation);
        Self {
            system,
            store,
            root,
            observation,
            control,
            clock: Clock::start(limits),
            tally,
            relaxations: Relaxations::default(),
            levels: Vec::new(),
            stop: None,
            pumping: None,
            undefined: None,
            peak_bytes: 0,
        }
    }

    /// Reports progress and sees whether it is time to stop. `open` states are open, and what is
    /// between states takes `bytes` besides the store.
    fn pause(&mut self, open: u64, bytes: usize) -> bool {
        let states = self.store.len() as u64;
        let bytes = self.store.bytes() + bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
        let (tally, level) = (&self.tally, self.levels.len().saturating_sub(1) as u64);
        let elapsed = self.clock.elapsed();
        self.control.report(|| Progress { states, open, firings: tally.firings, level, bytes, elapsed });
        self.stop = if open == 0 {
            // There is nothing left to explore: a limit that is reached now takes nothing away.
            None
        } else if self.observation.stop_when_decided && self.tally.is_decided() {
            Some(StopReason::Decided)
        } else if self.control.is_cancelled() {
            Some(StopReason::Cancelled)
        } else {
            self.clock.exceeded(states, bytes)
        };
        self.stop.is_some()
    }

    /// How many more states there may be.
    fn states_to_limit(&self) -> u64 {
        self.clock.states_left(self.store.len() as u64)
    }

    /// How much more memory the store and what is between states may take.
    fn bytes_to_limit(&self) -> usize {
        self.clock.bytes_left(self.store.bytes())
    }

    /// What comes after an event that has no successor. Where it broke an assumption, see
    /// [`Relaxations::resume`]: for a moment there are two stores; where there is no memory for them,
    /// the search ends, and so it does at an undefined event.
    fn resume(
        &mut self,
        Interruption { state, event, fired }: Interruption,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Result<Resumed<S>, Ended> {
        if fired == Fired::Undefined {
            return Err(Ended::Undefined(state, event));
        }
        let new_ids = self.store.len() * size_of::<StateId>();
        let may_translate = !self.clock.forbids(2 * self.store.bytes() + new_ids);
        self.relaxations.resume((&self.system, &self.store), (state, event), (groups, group), may_translate)
    }

    /// Goes on with the relaxed system and its store.
    fn adopt(&mut self, resumed: Resumed<S>) {
        self.root = resumed.new_id(self.root);
        for hit in self.tally.hits.iter_mut().flatten() {
            *hit = resumed.new_id(*hit);
        }
        let new_ids = self.store.len() * size_of::<StateId>();
        self.peak_bytes = self.peak_bytes.max(self.store.bytes() + resumed.store.bytes() + new_ids);
        self.system = resumed.system;
        self.store = resumed.store;
    }

    /// Looks at open states that will not be expanded, since the search is about to end: they may
    /// decide a question all the same.
    fn observe(&mut self, open: Vec<StateId>) {
        let (system, observation) = (&self.system, self.observation);
        let mut watch = Watch::new(system, observation);
        let (mut scratch, mut events) = (system.scratch(), Vec::new());
        for id in open {
            let state = self.store.state(id);
            events.clear();
            system.unpack::<0>(state, &mut scratch);
            system.enabled::<0>(state, &scratch, &mut events);
            watch.observe::<0>((system, observation), (id, state), &scratch, &events);
        }
        self.tally.add(&self.system, &watch);
    }

    fn end(&mut self, ended: Ended) {
        match ended {
            Ended::Stop(reason) => self.stop = Some(reason),
            Ended::Unbounded(pumping) => {
                self.stop = Some(StopReason::Unbounded);
                self.pumping = Some(pumping);
            }
            Ended::Undefined(state, event) => {
                self.stop = Some(StopReason::Undefined);
                self.undefined = Some((state, event));
            }
        }
    }

    fn outcome(self) -> Outcome<S> {
        Outcome {
            states: self.store.len() as u64,
            expanded: self.tally.expanded,
            firings: self.tally.firings,
            dead: self.tally.dead,
            never_fired: self.observation.fired_events.then(|| self.tally.never_fired()),
            maxima: self.observation.extremes.then_some(self.tally.maxima),
            hits: self.tally.hits,
            peak_bytes: self.peak_bytes.max(self.store.bytes()),
            system: self.system,
            store: self.store,
            root: self.root,
            stop: self.stop,
            levels: self.levels,
            pumping: self.pumping,
            undefined: self.undefined,
            relaxations: self.relaxations.count,
            elapsed: self.clock.elapsed(),
        }
    }
}
