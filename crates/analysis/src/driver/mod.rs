//! The two ways of driving a search, and the way into both.
//!
//! The *sequential* driver is the general state exploring algorithm line by line, one event at a
//! time, with every axis. The *batched* driver expands a block of breadth-first states at a time, on
//! one or more threads; it is several times as fast. Both give the same numbers.

mod backwards;
mod batched;
mod delayed;
mod expansion;
mod forgetting;
mod frontier;
mod guide;
mod handover;
mod layered;
mod options;
mod restart;
mod sequential;
mod stages;
mod store_refusal;
mod workers;

pub(crate) use workers::pool;

use sanderling_store::StateId;
use sanderling_system::{Adaptive, EventId, Extremes, Fired, with_few_words};

pub use self::options::{Driver, Options};
use crate::control::{Control, Progress};
use crate::guidance::Guidance;
use crate::hashed_visited::HashedVisited;
use crate::limits::{Clock, StopReason};
use crate::observe::{Observation, Tally, Watch};
use crate::outcome::Outcome;
use crate::phases::Stopwatch;
use crate::reduce::{EdgeLean, Events, Independence, SleepSets};
use crate::relaxation::{Ended, Relaxations, Resumed};
use crate::retention::Kept;
use crate::retention::cache::Cache;
use crate::retention::sweep::Sweep;
use crate::store_choice::StoreChoice;
use crate::stored::{ONLY_LAYERED, Stored};
use crate::witness::{SelfCovering, Witness, events_along};

/// Explores the states of a system. The counts, the verdicts and the ways to states depend on the
/// system and the order alone, not on the number of threads.
///
/// With [`StoreChoice::Auto`], a search in batches whose memory is used up starts again with the tree store, and where
/// that is not enough and states may be forgotten, once more as a cache.
///
/// # Panics
/// Where the choices do not go together: see [`Options::refusal`]; where the guidance lacks what they need.
pub fn explore<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    observation: &Observation<'_, S>,
    guidance: &Guidance<'_, S>,
    control: &Control<'_>,
) -> Outcome<S> {
    assert_eq!(options.refusal(), None, "choices that do not go together are refused beforehand");
    let stages = options.stages();
    let (first, others) = stages.split_first().expect("there is one stage at least");
    let search = Search::new(system, observation, guidance, control, first);
    let clock = search.clock;
    let mut outcome = drive(search);
    for stage in others {
        if outcome.stop != Some(StopReason::Memory) {
            break;
        }
        outcome = drive(Search::again(outcome, (observation, guidance), control, (stage, clock)));
    }
    outcome
}

/// Explores as the options of a search say.
fn drive<S: Extremes + Adaptive + Send>(search: Search<'_, S>) -> Outcome<S> {
    let options = search.options;
    match (options.chosen_driver(), options.store) {
        (Driver::Sequential, _) => sequential::explore(search),
        (_, StoreChoice::Packed) => batched::explore(search, options.threads),
        (_, StoreChoice::Tree) => layered::explore(search, options.threads),
        (_, StoreChoice::ComBack(_)) => delayed::explore(search),
        (_, StoreChoice::Auto | StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_)) => {
            unreachable!("stages have one store each, and inexact stores no batches")
        }
    }
}

/// An event without a successor: from which stored state, behind which other events, and what became of
/// firing it.
#[derive(Debug, Clone)]
struct Interruption {
    state: StateId,
    /// The events from there on, of which the last is the one.
    events: Vec<EventId>,
    fired: Fired,
}

/// The state of a search, as far as both drivers have it.
struct Search<'a, S: Extremes> {
    system: S,
    store: Stored,
    /// In which the store may unpack states.
    scratch: S::Scratch,
    root: StateId,
    observation: &'a Observation<'a, S>,
    guidance: &'a Guidance<'a, S>,
    control: &'a Control<'a>,
    options: &'a Options,
    clock: Clock,
    stopwatch: Stopwatch,
    tally: Tally,
    relaxations: Relaxations,
    levels: Vec<u64>,
    /// What is known of states that may be forgotten, once that is needed.
    cache: Option<Cache>,
    sweep: Option<Sweep>,
    sleep: Option<SleepSets<'a>>,
    is_batched: bool,
    /// Memory is used up, and there is no cache yet.
    must_forget: bool,
    stop: Option<StopReason>,
    self_covering: Option<SelfCovering>,
    undefined: Option<Witness>,
    peak_bytes: usize,
}

impl<'a, S: Extremes + Adaptive> Search<'a, S> {
    fn new(
        system: S,
        observation: &'a Observation<'a, S>,
        guidance: &'a Guidance<'a, S>,
        control: &'a Control<'a>,
        options: &'a Options,
    ) -> Self {
        let mut initial = vec![0; system.words()];
        system.initial(&mut initial);
        let mut store = Stored::new(options, &system);
        let root = store.insert_root(&initial);
        let tally = Tally::new(&system, observation);
        Self {
            scratch: system.scratch(),
            system,
            store,
            root,
            observation,
            guidance,
            control,
            options,
            clock: Clock::start(options.limits),
            stopwatch: Stopwatch::new(),
            tally,
            relaxations: Relaxations::default(),
            levels: Vec::new(),
            cache: None,
            sweep: None,
            sleep: None,
            is_batched: options.chosen_driver() == Driver::Batched,
            must_forget: false,
            stop: None,
            self_covering: None,
            undefined: None,
            peak_bytes: 0,
        }
    }

    /// Reports progress and sees whether it is time to stop. `open` states are open, and what is
    /// between states takes `bytes` besides the store; `reserve` are to stay free.
    fn pause(&mut self, open: u64, bytes: usize, reserve: usize) -> bool {
        let states = self.visits();
        let bytes = self.bytes() + bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
        let (tally, level) = (&self.tally, self.levels.len().saturating_sub(1) as u64);
        let elapsed = self.clock.elapsed();
        let stored = self.store.len() as u64;
        self.control.report(|| Progress {
            states,
            stored,
            open,
            firings: tally.firings,
            level,
            bytes,
            elapsed,
        });
        if !self.is_batched {
            self.grow_or_forget(bytes + reserve);
        }
        let reserve = if self.is_batched { reserve } else { 0 };
        self.stop = if open == 0 {
            // There is nothing left to explore: a limit that is reached now takes nothing away.
            None
        } else if self.observation.stop_when_decided && self.tally.is_decided() {
            Some(StopReason::Decided)
        } else if self.control.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.cache.as_ref().is_some_and(Cache::revisits_too_often) {
            Some(StopReason::Revisits)
        } else if self.sweep.as_ref().is_some_and(|sweep| sweep.log.has_failed())
            || self.store.as_hashed_visited().is_some_and(HashedVisited::has_lost_paths)
        {
            Some(StopReason::TraceLost)
        } else {
            self.clock.exceeded(states, bytes + reserve)
        };
        self.stop.is_some()
    }

    /// Why the search has to end even in the middle of something, if it has to.
    fn cut(&self) -> Option<StopReason> {
        if self.control.is_cancelled() { Some(StopReason::Cancelled) } else { self.clock.exceeded(0, 0) }
    }

    /// How many states have been discovered, each as often as it was.
    fn visits(&self) -> u64 {
        self.cache.as_ref().map_or_else(|| self.store.len() as u64, |cache| cache.kept().visits)
    }

    /// The memory of the stored states and what is known of them.
    fn bytes(&self) -> usize {
        let cache = self.cache.as_ref().map_or(0, Cache::bytes);
        let sleep = self.sleep.as_ref().map_or(0, SleepSets::bytes);
        let sweep = self.sweep.as_ref().map_or(0, Sweep::bytes);
        let independence = self.guidance.independence.as_ref().map_or(0, Independence::bytes);
        let stubborn = self.guidance.stubborn.as_ref().map_or(0, |sets| sets.bytes());
        self.store.bytes() + cache + sleep + sweep + independence + stubborn
    }

    /// How many more states there may be.
    fn states_to_limit(&self) -> u64 {
        self.clock.states_left(self.visits())
    }

    /// How much more memory the store and what is between states may take.
    fn bytes_to_limit(&self) -> usize {
        self.clock.bytes_left(self.bytes())
    }

    /// The events that lead to a stored state, which is open where states may be forgotten; `None` where
    /// they cannot be told any more, and then the search ends.
    fn path_to(&mut self, id: StateId) -> Option<Vec<EventId>> {
        let Some(sweep) = &mut self.sweep else {
            let is_lean = self.options.events == Events::EdgeLean;
            let lean = self.guidance.independence.as_ref().filter(|_| is_lean);
            let lean = lean.map(|independence| EdgeLean::new(independence, self.options.last_event_first));
            let way = match &mut self.store {
                Stored::Packed(store) => Ok(events_along(&self.system, store, &store.path_to(id), lean)),
                Stored::Tree(_) => unreachable!("{ONLY_LAYERED}"),
                Stored::ComBack(store) => Ok(store.events_to(id)),
                Stored::HashedVisited(store) => store.path_to(id),
            };
            return self.unless_lost(way);
        };
        let way = sweep.log.path_to(id);
        self.unless_lost(way)
    }

    /// A way, if it could be told; otherwise the search ends.
    fn unless_lost(&mut self, way: std::io::Result<Vec<EventId>>) -> Option<Vec<EventId>> {
        if way.is_err() {
            self.stop = Some(StopReason::TraceLost);
        }
        way.ok()
    }

    /// Hears what came of comparing states, also of those whose expansion does not count. Answers whether all were as
    /// they should be; otherwise the search ends.
    fn join_checks<'w>(&mut self, watches: impl IntoIterator<Item = &'w mut Watch<S>>) -> bool
    where
        S: 'w,
    {
        watches.into_iter().for_each(|watch| self.tally.checks.join(&mut watch.checks));
        let is_sound = self.tally.checks.discrepancy().is_none();
        if !is_sound {
            self.stop = Some(StopReason::Discrepancy);
        }
        is_sound
    }

    /// Adds what some states have said. Those that meet goals are still stored.
    fn add(&mut self, watch: &mut Watch<S>) {
        self.join_checks([&mut *watch]);
        self.tally.add(&self.system, watch);
        for (goal, id) in watch.take_hits() {
            let way = if self.tally.is_sought(goal) { self.path_to(id) } else { None };
            self.tally.meet(goal, way);
        }
    }

    /// What comes after an event that has no successor. Where it broke an assumption, see
    /// [`Relaxations::resume`]: for a moment there are two stores; where there is no memory for them,
    /// the search ends, and so it does at an undefined event.
    fn resume(
        &mut self,
        interruption: Interruption,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Result<Resumed<S>, Ended> {
        let way = self.path_through(interruption)?;
        if !self.may_translate()
            && self.options.retention.caches()
            && let Some(cache) = &mut self.cache
        {
            with_few_words!(self.store.words(), W => cache.forget_all::<W>(&mut self.store));
        }
        if let Some(cache) = &self.cache {
            cache.cut_off_candidates(&mut self.store);
        }
        let may_translate = self.may_translate();
        self.relaxations.resume((&self.system, &mut self.store), &way, (groups, group), may_translate)
    }

    /// Whether there is memory for the states a second time, and for their new ids.
    fn may_translate(&self) -> bool {
        let states = self.store.len() * (size_of::<StateId>() + self.store.bytes_per_state());
        !self.clock.forbids(self.bytes() + states)
    }

    /// Goes on with the relaxed system and its store.
    fn adopt(&mut self, resumed: Resumed<S>) {
        // It may have been forgotten; then nobody asks for it.
        let positions = self.store.positions_in(self.root.shard());
        if self.root.position() < positions && self.store.is_taken(self.root) {
            self.root = resumed.new_id(self.root);
        }
        let new_ids = self.store.len() * size_of::<StateId>();
        self.peak_bytes = self.peak_bytes.max(self.store.bytes() + resumed.store.bytes() + new_ids);
        let store = &self.store;
        let moves = || store.ids().map(|id| (id, resumed.new_id(id)));
        if let Some(cache) = &mut self.cache {
            cache.moved(moves);
        }
        if let Some(sleep) = &mut self.sleep {
            sleep.moved(moves());
        }
        if let Some(sweep) = &mut self.sweep {
            sweep.log.moved(moves());
            sweep.moved(|id| store.is_taken(id).then(|| resumed.new_id(id)));
        }
        self.system = resumed.system;
        self.scratch = self.system.scratch();
        self.store = resumed.store;
    }

    /// A stored state, which is open.
    fn state(&mut self, id: StateId) -> Vec<u64> {
        let mut state = vec![0; self.system.words()];
        self.store.load::<S, 0>((&self.system, &mut self.scratch), id, &mut state);
        state
    }

    /// Looks at open states that will not be expanded, since the search is about to end: they may
    /// decide a question all the same.
    fn observe(&mut self, open: Vec<StateId>) {
        let mut watch = Watch::new(&self.system, self.observation, &self.tally);
        let (mut scratch, mut events) = (self.system.scratch(), Vec::new());
        for id in open {
            let state = self.state(id);
            let (system, observation) = (&self.system, self.observation);
            events.clear();
            system.unpack::<0>(&state, &mut scratch);
            system.enabled::<0>(&state, &scratch, &mut events);
            watch.observe::<0>((system, observation), (id, &state), &scratch, &events);
        }
        self.add(&mut watch);
    }

    fn end(&mut self, ended: Ended) {
        match ended {
            Ended::Stop(reason) => self.stop = Some(reason),
            Ended::Unbounded(self_covering) => {
                self.stop = Some(StopReason::Unbounded);
                self.self_covering = Some(self_covering);
            }
            Ended::Undefined(events) => {
                self.stop = Some(StopReason::Undefined);
                self.undefined = Some(Witness { events });
            }
        }
    }

    fn outcome(mut self) -> Outcome<S> {
        let compared = self.tally.checks.states();
        self.control.count_compared(compared);
        let discrepancy = self.tally.checks.discrepancy().cloned();
        if discrepancy.is_some() {
            self.stop = Some(StopReason::Discrepancy);
        }
        let visits = self.visits();
        let bytes = self.bytes();
        let kept = self.cache.as_ref().map(Cache::kept);
        let swept = self.sweep.as_mut().map(|sweep| sweep.swept(&self.store));
        let kept = kept.map(|kept| Kept { swept, ..kept });
        let is_each_new = kept.is_none_or(|kept| kept.discovers_once(self.options.retention));
        let omissions = self.store.omissions();
        Outcome {
            omissions,
            states: (is_each_new && omissions.is_none()).then_some(visits),
            visits,
            kept: kept.map(|kept| if is_each_new { Kept { estimate: None, ..kept } } else { kept }),
            expanded: self.tally.expanded,
            firings: self.tally.firings,
            dead: self.tally.dead,
            measured: self.tally.measured.clone(),
            never_fired: self.observation.fired_events.then(|| self.tally.never_fired()),
            unwitnessed: self.tally.unwitnessed(),
            maxima: self.observation.extremes.then_some(self.tally.maxima),
            hits: self.tally.hits,
            peak_bytes: self.peak_bytes.max(bytes),
            system: self.system,
            store: self.store,
            root: self.root,
            stop: self.stop,
            // Where states are forgotten, levels are no longer told apart.
            levels: if kept.is_some() { Vec::new() } else { self.levels },
            self_covering: self.self_covering,
            undefined: self.undefined,
            discrepancy,
            compared,
            relaxations: self.relaxations.count,
            phases: self.stopwatch.phases(self.clock.elapsed()),
            elapsed: self.clock.elapsed(),
        }
    }
}
