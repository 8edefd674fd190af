//! The state of a search that both drivers share.

use sanderling_store::StateId;
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use super::Options;
use crate::checkpoint::Checkpoints;
use crate::control::{Control, Progress};
use crate::guidance::Guidance;
use crate::limits::{Clock, StopReason};
use crate::observe::{Observation, Tally, Watch};
use crate::outcome::Outcome;
use crate::phases::{Phases, Stopwatch};
use crate::reduce::{Chains, Independence, Reducer, SleepSets};
use crate::relaxation::{Ended, Relaxations, Resumed};
use crate::retention::Kept;
use crate::retention::cache::Cache;
use crate::retention::sweep::Sweep;
use crate::store::{Store, StoreWithIds};
use crate::witness::Witness;

/// An event without a successor: the stored state, the events fired after it, and the failure.
#[derive(Debug, Clone)]
pub(super) struct Interruption {
    pub(super) state: StateId,
    /// The events from the stored state on. The last one has no successor.
    pub(super) events: Vec<EventId>,
    pub(super) fired: Fired,
}

/// The input of a search, and the findings of an earlier one.
pub(super) struct Beginning<'a, S: Extremes> {
    system: S,
    observation: &'a Observation<'a, S>,
    guidance: &'a Guidance<'a, S>,
    control: &'a Control<'a>,
    pub(super) options: &'a Options,
    pub(super) clock: Clock,
    peak_bytes: usize,
    phases: Option<Phases>,
    hits: Option<Vec<Option<Witness>>>,
    checkpoints: Option<&'a Checkpoints>,
}

impl<'a, S: Extremes> Beginning<'a, S> {
    pub(super) fn new(
        system: S,
        observation: &'a Observation<'a, S>,
        guidance: &'a Guidance<'a, S>,
        control: &'a Control<'a>,
        (options, clock): (&'a Options, Clock),
    ) -> Self {
        Self {
            system,
            observation,
            guidance,
            control,
            options,
            clock,
            peak_bytes: 0,
            phases: None,
            hits: None,
            checkpoints: None,
        }
    }

    /// Adds checkpoints, if there are any.
    pub(super) fn with(self, checkpoints: Option<&'a Checkpoints>) -> Self {
        Self { checkpoints, ..self }
    }

    /// Repeats a search with other options, within the same time limit.
    pub(super) fn again(
        before: Outcome<S>,
        (observation, guidance): (&'a Observation<'a, S>, &'a Guidance<'a, S>),
        control: &'a Control<'a>,
        (options, clock): (&'a Options, Clock),
    ) -> Self {
        let Outcome { system, store, hits, peak_bytes, phases, elapsed_before, .. } = before;
        drop(store);
        let (phases, hits) = (Some(phases), Some(hits));
        let clock = clock.beside(control).with_time_before(elapsed_before);
        let again = Self::new(system, observation, guidance, control, (options, clock));
        Self { peak_bytes, phases, hits, ..again }
    }
}

/// The state of a search over a store of type `T` that both drivers share.
pub(super) struct Search<'a, S: Extremes, T> {
    pub(super) system: S,
    pub(super) store: T,
    /// Memory in which the store may unpack states.
    pub(super) scratch: S::Scratch,
    pub(super) root: StateId,
    pub(super) observation: &'a Observation<'a, S>,
    pub(super) guidance: &'a Guidance<'a, S>,
    pub(super) control: &'a Control<'a>,
    pub(super) options: &'a Options,
    pub(super) clock: Clock,
    pub(super) stopwatch: Stopwatch,
    pub(super) tally: Tally,
    /// Extremes that are gathered from states and not in the tally yet.
    ///
    /// PERF: adding them takes time linear in the size of the system, and a level may be a single state.
    gathered: Option<S::Extremes>,
    pub(super) relaxations: Relaxations,
    pub(super) levels: Vec<u64>,
    /// Bookkeeping for states that may be forgotten, once it is needed.
    pub(super) cache: Option<Cache>,
    pub(super) sweep: Option<Sweep>,
    pub(super) sleep: Option<SleepSets<'a>>,
    /// Whether memory has run out and there is no cache yet.
    pub(super) must_forget: bool,
    pub(super) stop: Option<StopReason>,
    pub(super) undefined: Option<Witness>,
    pub(super) peak_bytes: usize,
    /// Memory outside the store at the last report, in bytes.
    bytes_between: usize,
    /// The checkpoints of the search, if there are any.
    pub(super) checkpoints: Option<&'a Checkpoints>,
}

impl<'a, S: Extremes, T: Store> Search<'a, S, T> {
    /// Starts a search at the initial state.
    pub(super) fn begin(beginning: Beginning<'a, S>) -> Self {
        let Beginning { system, observation, guidance, control, options, clock, .. } = beginning;
        let Beginning { peak_bytes, phases, hits, checkpoints, .. } = beginning;
        let mut initial = vec![0; system.words()];
        system.initial(&mut initial);
        let mut store = T::empty(options, &system);
        let root = store.insert_root(&initial);
        let continues_if_unbounded = observation.stop_when_decided || observation.past_unbounded;
        let relaxations = Relaxations::new(guidance.self_covering.clone(), continues_if_unbounded);
        let (mut tally, mut stopwatch) = (Tally::new(&system, observation), Stopwatch::new());
        hits.into_iter().for_each(|hits| tally.take_over(hits));
        phases.into_iter().for_each(|phases| stopwatch.take_over(phases));
        Self {
            scratch: system.scratch(),
            system,
            store,
            root,
            observation,
            guidance,
            control,
            options,
            clock,
            stopwatch,
            tally,
            gathered: None,
            stop: relaxations.ends().then_some(StopReason::Unbounded),
            relaxations,
            levels: Vec::new(),
            cache: None,
            sweep: None,
            sleep: None,
            must_forget: false,
            undefined: None,
            peak_bytes,
            bytes_between: 0,
            checkpoints,
        }
    }

    /// Continues the search over its states in a store of another kind.
    pub(super) fn with_store<U>(self, store: impl FnOnce(T) -> U) -> Search<'a, S, U> {
        Search {
            system: self.system,
            store: store(self.store),
            scratch: self.scratch,
            root: self.root,
            observation: self.observation,
            guidance: self.guidance,
            control: self.control,
            options: self.options,
            clock: self.clock,
            stopwatch: self.stopwatch,
            tally: self.tally,
            gathered: self.gathered,
            relaxations: self.relaxations,
            levels: self.levels,
            cache: self.cache,
            sweep: self.sweep,
            sleep: self.sleep,
            must_forget: self.must_forget,
            stop: self.stop,
            undefined: self.undefined,
            peak_bytes: self.peak_bytes,
            bytes_between: self.bytes_between,
            checkpoints: self.checkpoints,
        }
    }

    /// Gathers the extremes of states whose expansion counts.
    pub(super) fn gather(&mut self, watch: &mut Watch<S>) {
        match (&mut self.gathered, watch.take_extremes()) {
            (Some(gathered), Some(extremes)) => self.system.join(gathered, &extremes),
            (gathered, extremes) => *gathered = extremes,
        }
    }

    /// Adds the gathered extremes to the tally. Called before the system changes and when the search is
    /// over.
    pub(super) fn raise_gathered(&mut self) {
        if let Some(extremes) = self.gathered.take() {
            self.system.raise(&extremes, &mut self.tally.maxima);
        }
    }

    /// Reports progress with `open` open states and `bytes` of memory outside the store. Returns the total
    /// memory in bytes.
    pub(super) fn report(&mut self, open: u64, bytes: usize) -> usize {
        self.bytes_between = bytes;
        let bytes = self.bytes() + bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
        let (states, stored, tally) = (self.visits(), self.store.len() as u64, &self.tally);
        let level = self.levels.len().saturating_sub(1) as u64;
        let (firings, elapsed) = (tally.firings, self.clock.elapsed());
        // Candidates that have not been looked up may be known states.
        let open = open.min(states);
        let shares = Vec::new();
        self.control.report(|| Progress {
            states,
            stored,
            open,
            firings,
            level,
            bytes,
            elapsed,
            shares,
            diagram: None,
        });
        bytes
    }

    /// Stops the search if a limit is reached, with this number of open states and this total memory.
    pub(super) fn stop_if_due(&mut self, open: u64, bytes: usize) {
        self.stop = if open == 0 {
            // No state is left to explore, so a limit reached now has no effect.
            None
        } else if self.observation.stop_when_decided && self.tally.is_decided()
            || self.tally.has_enough(self.observation)
        {
            Some(StopReason::Decided)
        } else if self.control.is_cancelled() {
            Some(StopReason::Cancelled)
        } else {
            self.limit_reached(bytes)
        };
    }

    /// Returns the limit that has been reached, if any.
    pub(super) fn limit_reached(&self, bytes: usize) -> Option<StopReason> {
        if self.cache.as_ref().is_some_and(Cache::revisits_too_often) {
            Some(StopReason::Revisits)
        } else if self.sweep.as_ref().is_some_and(|sweep| sweep.log.has_failed())
            || self.store.has_lost_paths()
        {
            Some(StopReason::TraceLost)
        } else {
            self.clock.exceeded(self.visits(), bytes)
        }
    }

    /// Returns the reason to end the search at once, if any.
    pub(super) fn cut(&self) -> Option<StopReason> {
        due(self.control, &self.clock)
    }

    /// Whether it is time for a checkpoint.
    pub(super) fn is_checkpoint_due(&self) -> bool {
        Checkpoints::possible(self.checkpoints).is_some_and(|checkpoints| checkpoints.lock().is_due())
    }

    /// The number of discoveries. A rediscovered state counts again.
    pub(super) fn visits(&self) -> u64 {
        self.cache.as_ref().map_or_else(|| self.store.len() as u64, |cache| cache.kept().visits)
    }

    /// Whether forgetting states helps when memory runs out. With infinitely many states, the search would
    /// not terminate.
    pub(super) fn may_forget(&self) -> bool {
        self.relaxations.self_covering.is_none()
    }

    /// The memory of the stored states and of their bookkeeping, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let cache = self.cache.as_ref().map_or(0, Cache::bytes);
        let sleep = self.sleep.as_ref().map_or(0, SleepSets::bytes);
        let sweep = self.sweep.as_ref().map_or(0, Sweep::bytes);
        let independence = self.guidance.independence.as_ref().map_or(0, Independence::bytes);
        let stubborn = self.guidance.stubborn.as_ref().map_or(0, |sets| sets.bytes());
        self.store.bytes() + cache + sleep + sweep + independence + stubborn
    }

    /// The number of states left until the limit.
    pub(super) fn states_to_limit(&self) -> u64 {
        self.clock.states_left(self.visits())
    }

    /// The number of bytes left for the store and for the memory outside it.
    pub(super) fn bytes_to_limit(&self) -> usize {
        self.clock.bytes_left(self.bytes() + self.bytes_between)
    }

    /// Merges the results of the self-check, including those of states whose expansion does not count.
    /// Returns whether all states agreed with the reference. If not, the search ends.
    pub(super) fn join_checks<'w>(&mut self, watches: impl IntoIterator<Item = &'w mut Watch<S>>) -> bool
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

    pub(super) fn end(&mut self, ended: Ended) {
        match ended {
            Ended::Stop(reason) => self.stop = Some(reason),
            Ended::Undefined(events) => {
                self.stop = Some(StopReason::Undefined);
                self.undefined = Some(Witness { events });
            }
        }
    }

    pub(super) fn outcome(mut self) -> Outcome<S> {
        let compared = self.tally.checks.states();
        self.control.count_compared(compared);
        let discrepancy = self.tally.checks.discrepancy().cloned();
        if discrepancy.is_some() {
            self.stop = Some(StopReason::Discrepancy);
        }
        let visits = self.visits();
        let bytes = self.bytes();
        let kept = self.cache.as_ref().map(Cache::kept);
        let swept = self.sweep.as_ref().map(Sweep::swept);
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
            store: self.store.into_stored(),
            root: self.root,
            stop: self.stop,
            // Levels are not tracked if states are forgotten.
            levels: if kept.is_some() { Vec::new() } else { self.levels },
            self_covering: self.relaxations.self_covering,
            undefined: self.undefined,
            discrepancy,
            compared,
            relaxations: self.relaxations.count,
            phases: self.stopwatch.phases(self.clock.elapsed()),
            elapsed: self.clock.elapsed(),
            elapsed_before: self.clock.elapsed_before(),
        }
    }
}

/// Returns the reason to end a search at once, if any.
pub(super) fn due(control: &Control<'_>, clock: &Clock) -> Option<StopReason> {
    if control.is_cancelled() { Some(StopReason::Cancelled) } else { clock.exceeded(0, 0) }
}

impl<S: Extremes + Adaptive, T: StoreWithIds> Search<'_, S, T> {
    /// Returns the events that lead to a stored state. The state must be open if states may be forgotten.
    /// Returns `None` and sets a reason to stop if the path is lost or the user cancels.
    pub(super) fn path_to(&mut self, id: StateId) -> Option<Vec<EventId>> {
        let path = match &mut self.sweep {
            Some(sweep) => sweep.log.path_to(id),
            None => {
                let reduces_chains = self.options.chains != Chains::Kept;
                let reducer = reduces_chains.then(|| Reducer::new(self.guidance, self.options));
                let skips =
                    |arrival, event| reducer.as_ref().is_some_and(|reducer| reducer.skips(arrival, event));
                // A checkpoint needs the path, since a resumed search does not expand the state again.
                let is_over = || self.checkpoints.is_none() && self.control.is_cancelled();
                self.store.path_to(&self.system, id, &skips, &is_over)
            }
        };
        if path.is_err() {
            self.stop =
                Some(if self.control.is_cancelled() { StopReason::Cancelled } else { StopReason::TraceLost });
        }
        path.ok()
    }

    /// Returns the path to an event without a successor, including this event.
    pub(super) fn path_through(
        &mut self,
        Interruption { state, events, fired }: Interruption,
    ) -> Result<Vec<EventId>, Ended> {
        let Some(mut path) = self.path_to(state) else {
            return Err(Ended::Stop(self.stop.unwrap_or(StopReason::TraceLost)));
        };
        path.extend(events);
        if fired == Fired::Undefined { Err(Ended::Undefined(path)) } else { Ok(path) }
    }

    /// Adds the observations made in some states. The states that meet goals are still stored.
    pub(super) fn add(&mut self, watch: &mut Watch<S>) {
        self.join_checks([&mut *watch]);
        self.tally.add(&self.system, watch);
        for (goal, id) in watch.take_hits() {
            let path = if self.tally.is_sought(goal) { self.path_to(id) } else { None };
            self.tally.meet(goal, path);
        }
    }

    /// Continues after the last event of `path` broke an assumption (see [`Relaxations::resume`]). Two
    /// stores exist for a moment. If there is no memory for both, the search ends.
    pub(super) fn resume(
        &mut self,
        path: &[EventId],
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Result<Resumed<S, T>, Ended> {
        let may_translate = self.may_translate();
        let of_system = (&self.system, &mut self.store, self.options);
        self.relaxations.resume(of_system, path, (groups, group), may_translate)
    }

    /// Whether there is memory for a second copy of the states and for their new ids.
    pub(super) fn may_translate(&self) -> bool {
        let states = self.store.len() * (size_of::<StateId>() + self.store.bytes_per_state());
        !self.clock.forbids(self.bytes() + states)
    }

    /// Continues with the relaxed system and its store.
    pub(super) fn adopt(&mut self, resumed: Resumed<S, T>) {
        // The initial state may have been forgotten. Then it is not needed again.
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

    /// Returns a stored state, which must be open.
    pub(super) fn state(&mut self, id: StateId) -> Vec<u64> {
        let mut state = vec![0; self.system.words()];
        self.store.load::<S, 0>((&self.system, &mut self.scratch), id, &mut state);
        state
    }

    /// Observes open states that will not be expanded because the search is about to end. They may still
    /// decide a property.
    pub(super) fn observe(&mut self, open: Vec<StateId>) {
        let mut watch = self.look_at(open);
        self.add(&mut watch);
    }

    /// Observes open states without adding the results.
    pub(super) fn look_at(&mut self, open: Vec<StateId>) -> Watch<S> {
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
        watch
    }
}
