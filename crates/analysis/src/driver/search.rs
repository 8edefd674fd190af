//! The state of a search, as far as both drivers have it.

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
use crate::reduce::{EdgeLean, Independence, Selection, SleepSets};
use crate::relaxation::{Ended, Relaxations, Resumed};
use crate::retention::Kept;
use crate::retention::cache::Cache;
use crate::retention::sweep::Sweep;
use crate::store::{Store, StoreWithIds};
use crate::witness::Witness;

/// An event without a successor: from which stored state, behind which other events, and what became of
/// firing it.
#[derive(Debug, Clone)]
pub(super) struct Interruption {
    pub(super) state: StateId,
    /// The events from there on, of which the last is the one.
    pub(super) events: Vec<EventId>,
    pub(super) fired: Fired,
}

/// What a search is given, and what an earlier one has found.
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

    /// With checkpoints, if there are any.
    pub(super) fn with(self, checkpoints: Option<&'a Checkpoints>) -> Self {
        Self { checkpoints, ..self }
    }

    /// The search once more in another way, within the same time.
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

/// The state of a search over a store of this kind, as far as both drivers have it.
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
    /// What was gathered of states and is not in the tally yet.
    ///
    /// PERF: to add it there takes as long as the system is large, and a level may be a single state.
    gathered: Option<S::Extremes>,
    pub(super) relaxations: Relaxations,
    pub(super) levels: Vec<u64>,
    /// What is known of states that may be forgotten, once that is needed.
    pub(super) cache: Option<Cache>,
    pub(super) sweep: Option<Sweep>,
    pub(super) sleep: Option<SleepSets<'a>>,
    /// Memory is used up, and there is no cache yet.
    pub(super) must_forget: bool,
    pub(super) stop: Option<StopReason>,
    pub(super) undefined: Option<Witness>,
    pub(super) peak_bytes: usize,
    /// What was between states when that was last told.
    bytes_between: usize,
    /// Where checkpoints of the search are written, if there are any.
    pub(super) checkpoints: Option<&'a Checkpoints>,
}

impl<'a, S: Extremes, T: Store> Search<'a, S, T> {
    /// At the initial state.
    pub(super) fn begin(beginning: Beginning<'a, S>) -> Self {
        let Beginning { system, observation, guidance, control, options, clock, .. } = beginning;
        let Beginning { peak_bytes, phases, hits, checkpoints, .. } = beginning;
        let mut initial = vec![0; system.words()];
        system.initial(&mut initial);
        let mut store = T::empty(options, &system);
        let root = store.insert_root(&initial);
        let goes_on = observation.stop_when_decided || observation.past_unbounded;
        let relaxations = Relaxations::new(guidance.self_covering.clone(), goes_on);
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

    /// Adds to the tally what was gathered: the system is about to change, or the search is over.
    pub(super) fn raise_gathered(&mut self) {
        if let Some(extremes) = self.gathered.take() {
            self.system.raise(&extremes, &mut self.tally.maxima);
        }
    }

    /// Reports progress: `open` states are open, and what is between states takes `bytes` besides the store. Answers how
    /// many bytes are taken by everything.
    pub(super) fn report(&mut self, open: u64, bytes: usize) -> usize {
        self.bytes_between = bytes;
        let bytes = self.bytes() + bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
        let (states, stored, tally) = (self.visits(), self.store.len() as u64, &self.tally);
        let level = self.levels.len().saturating_sub(1) as u64;
        let (firings, elapsed) = (tally.firings, self.clock.elapsed());
        // Of what nobody has looked up yet, it is not known how much is new.
        let open = open.min(states);
        let shares = Vec::new();
        self.control.report(|| Progress { states, stored, open, firings, level, bytes, elapsed, shares });
        bytes
    }

    /// Sees whether it is time to stop, with these numbers of open states and of bytes that are taken.
    pub(super) fn stop_if_due(&mut self, open: u64, bytes: usize) {
        self.stop = if open == 0 {
            // There is nothing left to explore: a limit that is reached now takes nothing away.
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

    /// The limit that has been reached, if one has.
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

    /// Why the search has to end even in the middle of something, if it has to.
    pub(super) fn cut(&self) -> Option<StopReason> {
        due(self.control, &self.clock)
    }

    /// Whether it is time for a checkpoint.
    pub(super) fn is_checkpoint_due(&self) -> bool {
        Checkpoints::possible(self.checkpoints).is_some_and(|checkpoints| checkpoints.lock().is_due())
    }

    /// How many states have been discovered, each as often as it was.
    pub(super) fn visits(&self) -> u64 {
        self.cache.as_ref().map_or_else(|| self.store.len() as u64, |cache| cache.kept().visits)
    }

    /// Whether to forget states helps where memory is used up: of infinitely many, that would not come to an end.
    pub(super) fn may_forget(&self) -> bool {
        self.relaxations.self_covering.is_none()
    }

    /// The memory of the stored states and what is known of them.
    pub(super) fn bytes(&self) -> usize {
        let cache = self.cache.as_ref().map_or(0, Cache::bytes);
        let sleep = self.sleep.as_ref().map_or(0, SleepSets::bytes);
        let sweep = self.sweep.as_ref().map_or(0, Sweep::bytes);
        let independence = self.guidance.independence.as_ref().map_or(0, Independence::bytes);
        let stubborn = self.guidance.stubborn.as_ref().map_or(0, |sets| sets.bytes());
        self.store.bytes() + cache + sleep + sweep + independence + stubborn
    }

    /// How many more states there may be.
    pub(super) fn states_to_limit(&self) -> u64 {
        self.clock.states_left(self.visits())
    }

    /// How much more memory the store and what is between states may take.
    pub(super) fn bytes_to_limit(&self) -> usize {
        self.clock.bytes_left(self.bytes() + self.bytes_between)
    }

    /// Hears what came of comparing states, also of those whose expansion does not count. Answers whether all were as
    /// they should be; otherwise the search ends.
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
            // Where states are forgotten, levels are no longer told apart.
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

/// Why a search has to end even in the middle of something, if it has to.
pub(super) fn due(control: &Control<'_>, clock: &Clock) -> Option<StopReason> {
    if control.is_cancelled() { Some(StopReason::Cancelled) } else { clock.exceeded(0, 0) }
}

impl<S: Extremes + Adaptive, T: StoreWithIds> Search<'_, S, T> {
    /// The events that lead to a stored state, which must be open if states may be forgotten. `None`, and a reason to stop, if the path is lost or
    /// the user cancels.
    pub(super) fn path_to(&mut self, id: StateId) -> Option<Vec<EventId>> {
        let path = match &mut self.sweep {
            Some(sweep) => sweep.log.path_to(id),
            None => {
                let is_lean = self.options.events.selection == Selection::EdgeLean;
                let lean = self.guidance.independence.as_ref().filter(|_| is_lean);
                let lean =
                    lean.map(|independence| EdgeLean::new(independence, self.options.last_event_first));
                // A checkpoint needs the path, as a resumed search does not expand the state again.
                let is_over = || self.checkpoints.is_none() && self.control.is_cancelled();
                self.store.path_to(&self.system, id, lean, &is_over)
            }
        };
        if path.is_err() {
            self.stop =
                Some(if self.control.is_cancelled() { StopReason::Cancelled } else { StopReason::TraceLost });
        }
        path.ok()
    }

    /// The path to an event without a successor, of which it is the last.
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

    /// Adds what some states have said. Those that meet goals are still stored.
    pub(super) fn add(&mut self, watch: &mut Watch<S>) {
        self.join_checks([&mut *watch]);
        self.tally.add(&self.system, watch);
        for (goal, id) in watch.take_hits() {
            let path = if self.tally.is_sought(goal) { self.path_to(id) } else { None };
            self.tally.meet(goal, path);
        }
    }

    /// What comes after the last event of `path` broke an assumption: see [`Relaxations::resume`]. For a moment there are
    /// two stores; where there is no memory for them, the search ends.
    pub(super) fn resume(
        &mut self,
        path: &[EventId],
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Result<Resumed<S, T>, Ended> {
        let may_translate = self.may_translate();
        self.relaxations.resume((&self.system, &mut self.store), path, (groups, group), may_translate)
    }

    /// Whether there is memory for the states a second time, and for their new ids.
    pub(super) fn may_translate(&self) -> bool {
        let states = self.store.len() * (size_of::<StateId>() + self.store.bytes_per_state());
        !self.clock.forbids(self.bytes() + states)
    }

    /// Goes on with the relaxed system and its store.
    pub(super) fn adopt(&mut self, resumed: Resumed<S, T>) {
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
    pub(super) fn state(&mut self, id: StateId) -> Vec<u64> {
        let mut state = vec![0; self.system.words()];
        self.store.load::<S, 0>((&self.system, &mut self.scratch), id, &mut state);
        state
    }

    /// Looks at open states that will not be expanded, since the search is about to end: they may
    /// decide a question all the same.
    pub(super) fn observe(&mut self, open: Vec<StateId>) {
        let mut watch = self.look_at(open);
        self.add(&mut watch);
    }

    /// Looks at open states, whose answers are not added yet.
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
