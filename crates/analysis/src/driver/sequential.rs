//! One event at a time: the general state exploring algorithm, and with it state caching.
//!
//! Source: Evangelista and Kristensen, *Search-Order Independent State Caching*, Transactions on
//! Petri Nets and Other Models of Concurrency IV, 2010, figures 1 and 3. An open state may be partly
//! expanded; which one comes next is the open set's affair. What may be forgotten is decided by the
//! [cache](crate::retention::cache) and the [sweep-line](crate::retention::sweep). INVARIANT: every
//! state that is stored is open or closed, and every successor of a closed state has been visited, or
//! will be by another way, as the reduction promises.

use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, System, with_words};

use super::{Interruption, Options, Search};
use crate::guidance::Guidance;
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::open::{OpenSet, OpenState, Order};
use crate::outcome::Outcome;
use crate::reduce::{Chains, EdgeLean, Events, Independence, SetId, SleepSets};
use crate::retention::cache::Cache;
use crate::retention::sweep::{Side, Sweep};

/// How many events are fired between two looks at the clock.
///
/// In debug builds the invariants are asserted as often.
const EVENTS_BETWEEN_PAUSES: u32 = if cfg!(debug_assertions) { 100 } else { 1 << 14 };

/// Explores from the initial state.
pub(super) fn explore<S: Extremes + Adaptive>(mut search: Search<'_, S>) -> Outcome<S> {
    let options = search.options;
    if options.events == Events::Sleep {
        let independence = search.guidance.independence.as_ref();
        let mut sleep = SleepSets::new(independence.expect("sleep sets need to know what is independent"));
        sleep.discovered(search.root, SetId::EMPTY);
        search.sleep = Some(sleep);
    }
    // Where there is only memory to limit the states, what has to be known of them is worked out when it
    // is used up.
    let passes_chains = matches!(options.chains, Chains::Unstored { .. });
    let is_limited = options.retention.caches() && options.caching.most_states.is_some();
    if is_limited || options.retention.sweeps() || passes_chains {
        let mut cache = Cache::new(&options.caching);
        cache.discovered(search.root, search.store.state(search.root), 0, 0);
        search.cache = Some(cache);
    }
    let mut guide = Guide::new(&search.system, search.guidance, options);
    guide.look_at::<0>(&search.system, search.store.state(search.root));
    let mut open = OpenSet::new(options.order);
    if options.retention.sweeps() {
        let mut sweep = Sweep::at(guide.progress.clone());
        sweep.log.add(search.root, None, &[]);
        search.sweep = Some(sweep);
        open = OpenSet::with_classes(options.order);
    }
    open.push_in(&guide.progress, OpenState::new(search.root, 0, None), guide.priority);
    go_on(search, open)
}

/// Explores from these open states on.
pub(super) fn go_on<S: Extremes + Adaptive>(mut search: Search<'_, S>, mut open: OpenSet) -> Outcome<S> {
    while search.stop.is_none() {
        if open.is_empty() && !start_next_sweep(&mut search, &mut open) {
            break;
        }
        // The number of words changes when the system is relaxed; until then it is a constant.
        let interruption =
            with_words!(search.system.words(), W => explore_some::<S, W>(&mut search, &mut open));
        if let Some(interruption) = interruption
            && search.stop.is_none()
        {
            relax(&mut search, &mut open, interruption);
        }
        if search.must_forget && search.stop.is_none() {
            let open = open.iter_mut().filter(|state| !state.is_done).map(|state| state.id);
            search.begin_to_forget(open);
        }
        #[cfg(debug_assertions)]
        check(&search, &mut open);
    }
    if search.stop.is_none() {
        search.pause(0, open.bytes(), 0);
    }
    search.outcome()
}

/// Asserts the invariants of the termination-detection tree where that does not take long.
#[cfg(debug_assertions)]
fn check<S: Extremes + Adaptive>(search: &Search<'_, S>, open: &mut OpenSet) {
    if let Some(cache) = search.cache.as_ref().filter(|_| search.store.len() < 10_000) {
        let open = open.iter_mut().filter(|state| !state.is_done);
        cache.tree.check(&search.store, open.map(|state| state.id));
    }
}

/// Opens the states from which the next sweep starts; answers whether there are any.
fn start_next_sweep<S: Extremes + Adaptive>(search: &mut Search<'_, S>, open: &mut OpenSet) -> bool {
    let (Some(sweep), Some(cache)) = (&mut search.sweep, &mut search.cache) else { return false };
    let roots = with_words!(search.store.words(), W => sweep.next_sweep::<W>(cache, &mut search.store));
    let mut guide = Guide::new(&search.system, search.guidance, search.options);
    for &root in &roots {
        guide.look_at::<0>(&search.system, search.store.state(root.id));
        open.push_in(&guide.progress, root, guide.priority);
    }
    if let Some(progress) = open.progress() {
        with_words!(search.store.words(), W => sweep.advance::<W>(cache, &mut search.store, progress));
    }
    !roots.is_empty()
}

/// Explores until nothing is open, the search is stopped, or an event has no successor; then answers
/// which event, in which state.
fn explore_some<S: Extremes + Adaptive, const W: usize>(
    search: &mut Search<'_, S>,
    open: &mut OpenSet,
) -> Option<Interruption> {
    let mut expansion = Expansion::<S>::new(search);
    let mut interruption = None;
    let mut until_pause = EVENTS_BETWEEN_PAUSES;
    while let Some(current) = open.current() {
        if current.is_done {
            open.close();
            expansion.move_line::<W>(search, open);
            continue;
        }
        if expansion.loaded != Some((current.id, current.due)) {
            expansion.load::<W>(search, current);
        }
        let Some(&event) = expansion.events.get(current.fired as usize) else {
            let closed = current.id;
            open.close();
            expansion.close(search, closed);
            expansion.move_line::<W>(search, open);
            continue;
        };
        current.fired += 1;
        let from = *current;
        let fired =
            search.system.fire::<W>(&expansion.state, &expansion.scratch, event, &mut expansion.successor);
        if fired != Fired::Successor {
            interruption = Some(Interruption { state: from.id, events: vec![event], fired });
            break;
        }
        // A chain that is passed may still be interrupted, and then the state is gone back to.
        let is_last = from.fired as usize == expansion.events.len() && !expansion.passes_chains;
        if is_last {
            open.finish();
        }
        let followed = expansion.follow::<W>(search, open, &from, event);
        if is_last {
            expansion.close(search, from.id);
            expansion.move_line::<W>(search, open);
        }
        match followed {
            Followed::Nothing => {}
            Followed::New(id) => {
                if !search.cache.as_mut().is_none_or(|cache| cache.make_room::<W>(&mut search.store, id)) {
                    search.stop = Some(StopReason::TreeTooLarge);
                    break;
                }
            }
            Followed::StoreFull => {
                search.stop = Some(StopReason::StoreFull);
                break;
            }
            Followed::Interrupted(by) => {
                interruption = Some(by);
                break;
            }
        }
        until_pause -= 1;
        if until_pause == 0 {
            break;
        }
    }
    search.add(&mut expansion.watch);
    if search.stop.is_none() {
        // The open states may become twice as many.
        search.pause(open.len() as u64, open.bytes(), open.bytes());
    }
    interruption
}

/// What became of an event that has been fired.
enum Followed {
    /// Nothing new.
    Nothing,
    /// A state was stored.
    New(StateId),
    /// There is no id for it.
    StoreFull,
    Interrupted(Interruption),
}

/// How a state was reached: by which event, at which depth, and with which events sleeping.
#[derive(Clone, Copy)]
struct Step {
    arrival: EventId,
    depth: u32,
    sleep: SetId,
}

/// The state whose events are fired, and what is needed to fire them.
struct Expansion<'a, S: Extremes> {
    watch: Watch<S>,
    guide: Guide<'a, S>,
    reducer: Reducer<'a>,
    passes_chains: bool,
    /// Which state that is, and which of its events are due; `None` once it has been closed.
    loaded: Option<(StateId, SetId)>,
    state: Vec<u64>,
    scratch: S::Scratch,
    /// The events that are fired there.
    events: Vec<EventId>,
    successor: Vec<u64>,
    /// Where chains are passed, the events from the state to the successor.
    passed: Vec<EventId>,
}

impl<'a, S: Extremes + Adaptive> Expansion<'a, S> {
    fn new(search: &Search<'a, S>) -> Self {
        let system = &search.system;
        Self {
            watch: Watch::new(system, search.observation, &search.tally),
            guide: Guide::new(system, search.guidance, search.options),
            reducer: Reducer::new(search.guidance.independence.as_ref(), search.options.events),
            passes_chains: matches!(search.options.chains, Chains::Unstored { .. }),
            loaded: None,
            state: vec![0; system.words()],
            scratch: system.scratch(),
            events: Vec::new(),
            successor: vec![0; system.words()],
            passed: Vec::new(),
        }
    }

    /// Goes to an open state: for the first time, or back to it.
    #[inline(always)]
    fn load<const W: usize>(&mut self, search: &mut Search<'_, S>, current: &mut OpenState) {
        let Search { system, store, observation, cache, .. } = search;
        let (id, system, observation) = (current.id, &*system, *observation);
        self.loaded = Some((id, current.due));
        self.state.copy_from_slice(store.shards()[id.shard()].state::<W>(id.position()));
        system.unpack::<W>(&self.state, &mut self.scratch);
        self.events.clear();
        system.enabled::<W>(&self.state, &self.scratch, &mut self.events);
        if !current.is_observed {
            current.is_observed = true;
            if let Some(cache) = cache {
                cache.expanded(id, self.events.len());
            }
            let observed = (id, self.state.as_slice());
            let meets_goal =
                self.watch.observe::<W>((system, observation), observed, &self.scratch, &self.events);
            if meets_goal && cache.is_some() {
                // Now the way is known; later the state may be forgotten.
                search.add(&mut self.watch);
                self.watch = Watch::new(&search.system, search.observation, &search.tally);
            }
        }
        match &search.sleep {
            Some(sleep) => sleep.select(current.sleep, current.due, &mut self.events),
            None => self.reducer.select(current, &mut self.events),
        }
        if search.options.last_event_first {
            self.events.reverse();
        }
    }

    /// Lets go of a state whose events have all been fired.
    #[inline(always)]
    fn close(&mut self, search: &mut Search<'_, S>, closed: StateId) {
        // Its id may soon be another's.
        self.loaded = None;
        let Some(cache) = &mut search.cache else { return };
        cache.tree.release(&search.store, closed);
        if let Some(sweep) = &mut search.sweep {
            sweep.closed(closed);
        }
    }

    /// Moves the sweep-line where the class that it is on has no open states left.
    #[inline(always)]
    fn move_line<const W: usize>(&mut self, search: &mut Search<'_, S>, open: &OpenSet) {
        let Search { sweep: Some(sweep), cache: Some(cache), store, .. } = search else { return };
        if let Some(progress) = open.progress().filter(|&progress| progress != sweep.class()) {
            sweep.advance::<W>(cache, store, progress);
        }
    }

    /// Goes where `event` of `from` leads: to the state itself, or to the one that the chain which begins
    /// there is stored by.
    #[inline(always)]
    fn follow<const W: usize>(
        &mut self,
        search: &mut Search<'_, S>,
        open: &mut OpenSet,
        from: &OpenState,
        event: EventId,
    ) -> Followed {
        let mut step = Step { arrival: event, depth: from.depth.saturating_add(1), sleep: SetId::EMPTY };
        if let Some(sleep) = &mut search.sleep {
            step.sleep = sleep.behind(from.sleep, &self.events[..from.fired as usize - 1], event);
        }
        if let Chains::Unstored { every } = search.options.chains {
            match self.pass_chain::<W>(search, from, &mut step, every) {
                Ok(true) => {}
                Ok(false) => return Followed::Nothing,
                Err(interruption) => return Followed::Interrupted(interruption),
            }
        }
        self.look_up::<W>(search, open, from, step)
    }

    /// Looks the successor up, and opens it where it is new.
    #[inline(always)]
    fn look_up<const W: usize>(
        &mut self,
        search: &mut Search<'_, S>,
        open: &mut OpenSet,
        from: &OpenState,
        step: Step,
    ) -> Followed {
        match search.store.insert::<W>(&self.successor, from.id) {
            Insertion::New(id) => {
                let state =
                    OpenState { sleep: step.sleep, ..OpenState::new(id, step.depth, Some(step.arrival)) };
                self.guide.look_at::<W>(&search.system, &self.successor);
                if let Some(sleep) = &mut search.sleep {
                    sleep.discovered(id, step.sleep);
                }
                if search.cache.is_some() {
                    self.remember(search, open, from, state);
                } else {
                    open.push_with(state, self.guide.priority);
                }
                Followed::New(id)
            }
            Insertion::Known(id) => {
                if let Some(cache) = &mut search.cache {
                    cache.met(id, search.guidance.event_type(step.arrival));
                }
                if search.sleep.is_some() {
                    self.meet::<W>(search, open, from, step, id);
                }
                Followed::Nothing
            }
            Insertion::Full => Followed::StoreFull,
        }
    }

    /// Opens a known state once more, where events are due that slept before.
    fn meet<const W: usize>(
        &mut self,
        search: &mut Search<'_, S>,
        open: &mut OpenSet,
        from: &OpenState,
        step: Step,
        id: StateId,
    ) {
        let Search { store, cache, sweep, sleep, .. } = search;
        let met = sleep.as_mut().and_then(|sets| sets.met(id, step.sleep));
        let Some((sleep, due)) = met else { return };
        let known = OpenState::new(id, step.depth, Some(step.arrival));
        let state = OpenState { sleep, due, is_observed: true, ..known };
        self.guide.look_at::<W>(&search.system, &self.successor);
        let mut side = Side::On;
        if let Some(cache) = cache {
            cache.reopen(store, id, from.id);
            if let Some(sweep) = sweep {
                side = sweep.side(&self.guide.progress);
                sweep.place(cache, store, state, side);
            }
        }
        if side != Side::Behind {
            open.push_in(&self.guide.progress, state, self.guide.priority);
        }
    }

    /// Passes through states with a single event each, without storing them, until one is not such a
    /// state, or is known, or comes `every` steps behind `from`. Answers whether there is a state to
    /// look up: `step` leads there. Source: Behrmann, Larsen and Pelánek, *To Store or Not To Store*,
    /// CAV 2003.
    fn pass_chain<const W: usize>(
        &mut self,
        search: &mut Search<'_, S>,
        from: &OpenState,
        step: &mut Step,
        every: u32,
    ) -> Result<bool, Interruption> {
        let mut passed = vec![step.arrival];
        let mut next = vec![0; self.successor.len()];
        while passed.len() < every as usize {
            let Search { system, store, observation, cache, .. } = search;
            self.guide.events.clear();
            system.unpack::<W>(&self.successor, &mut self.guide.scratch);
            system.enabled::<W>(&self.successor, &self.guide.scratch, &mut self.guide.events);
            let &[event] = self.guide.events.as_slice() else { break };
            if store.find::<W>(&self.successor).is_some() {
                break;
            }
            cache.as_mut().expect("chains are passed with a cache").passed(store, &self.successor);
            let observed = (from.id, self.successor.as_slice());
            let seen = (&*system, *observation);
            if self.watch.observe::<W>(seen, observed, &self.guide.scratch, &[event]) {
                for (goal, _) in self.watch.take_hits() {
                    let way = search.way_to(from.id).map(|mut way| {
                        way.extend(&passed);
                        way
                    });
                    search.tally.meet(goal, way);
                }
            }
            let is_left_out = match &mut search.sleep {
                Some(sleep) => sleep.sleeps(step.sleep, event),
                None => self.reducer.skips(step.arrival, event),
            };
            if is_left_out {
                return Ok(false);
            }
            passed.push(event);
            let fired = search.system.fire::<W>(&self.successor, &self.guide.scratch, event, &mut next);
            if fired != Fired::Successor {
                return Err(Interruption { state: from.id, events: passed, fired });
            }
            if let Some(sleep) = &mut search.sleep {
                step.sleep = sleep.behind(step.sleep, &[], event);
            }
            *step = Step { arrival: event, depth: step.depth.saturating_add(1), ..*step };
            std::mem::swap(&mut self.successor, &mut next);
        }
        self.passed = passed;
        Ok(true)
    }

    /// Opens a state that has just been discovered where states may be forgotten.
    #[inline(always)]
    fn remember(
        &mut self,
        search: &mut Search<'_, S>,
        open: &mut OpenSet,
        from: &OpenState,
        mut state: OpenState,
    ) {
        let Search { store, cache: Some(cache), sweep, guidance, .. } = search else { return };
        let arrival = state.arrival.expect("it has just been discovered by an event");
        cache.discovered(state.id, &self.successor, state.depth, guidance.event_type(arrival));
        cache.tree.reference(from.id);
        let mut side = Side::On;
        if let Some(sweep) = sweep {
            let passed = if self.passed.is_empty() { &[arrival] } else { self.passed.as_slice() };
            sweep.log.add(state.id, Some(from.id), passed);
            side = sweep.side(&self.guide.progress);
            sweep.place(cache, store, state, side);
        }
        if side == Side::On && self.guide.counts_events {
            // Sleeping events are counted: ways through chains could not be told otherwise.
            self.reducer.select(&state, &mut self.guide.events);
            take_chain_off_tree(cache, store, from, &mut state, self.guide.events.len());
        }
        if side != Side::Behind {
            open.push_in(&self.guide.progress, state, self.guide.priority);
        }
    }
}

/// Takes a chain of states with one event each off the tree when its end has been discovered: section
/// 4.1 of the paper. Events that a reduction leaves out do not count. A state of a chain knows its `ancestor`, the state that the chain began at.
fn take_chain_off_tree(
    cache: &mut Cache,
    store: &mut PackedStore,
    from: &OpenState,
    state: &mut OpenState,
    events: usize,
) {
    if events == 1 {
        state.ancestor = Some(from.ancestor.unwrap_or(from.id));
    } else if let Some(ancestor) = from.ancestor {
        store.set_pred(state.id, ancestor);
        cache.tree.reference(ancestor);
        cache.tree.release(store, from.id);
    }
}

/// What decides where a new state goes in the open set, and whether it is in a chain.
struct Guide<'a, S: System> {
    guidance: &'a Guidance<'a, S>,
    scratch: S::Scratch,
    /// The events that are enabled there, if they are counted.
    events: Vec<EventId>,
    has_heuristic: bool,
    has_progress: bool,
    counts_events: bool,
    /// The progress of the state that was looked at last.
    progress: Vec<i64>,
    /// Its priority.
    priority: i64,
}

impl<'a, S: System> Guide<'a, S> {
    /// # Panics
    /// Where the guidance lacks what the options need.
    fn new(system: &S, guidance: &'a Guidance<'a, S>, options: &Options) -> Self {
        let has_heuristic = options.order == Order::BestFirst;
        let has_progress = options.retention.sweeps();
        assert!(!has_heuristic || guidance.heuristic.is_some(), "best-first search needs a heuristic");
        assert!(!has_progress || guidance.progress.is_some(), "a sweep-line needs a progress measure");
        Self {
            guidance,
            scratch: system.scratch(),
            events: Vec::new(),
            has_heuristic,
            has_progress,
            counts_events: options.chains == Chains::OffTree,
            progress: Vec::new(),
            priority: 0,
        }
    }

    #[inline(always)]
    fn look_at<const W: usize>(&mut self, system: &S, state: &[u64]) {
        if self.has_heuristic || self.has_progress || self.counts_events {
            self.look_closely::<W>(system, state);
        }
    }

    fn look_closely<const W: usize>(&mut self, system: &S, state: &[u64]) {
        system.unpack::<W>(state, &mut self.scratch);
        if let Some(heuristic) = self.guidance.heuristic.as_ref().filter(|_| self.has_heuristic) {
            self.priority = heuristic(system, state, &self.scratch);
        }
        if let Some(measure) = self.guidance.progress.as_ref().filter(|_| self.has_progress) {
            self.progress.clear();
            measure(system, state, &self.scratch, &mut self.progress);
        }
        if self.counts_events {
            self.events.clear();
            system.enabled::<W>(state, &self.scratch, &mut self.events);
        }
    }
}

/// Which of the enabled events of a state are fired.
enum Reducer<'a> {
    All,
    EdgeLean(EdgeLean<'a>),
}

impl<'a> Reducer<'a> {
    /// # Panics
    /// Where a reduction is to go by independence, and none is given.
    fn new(independence: Option<&'a Independence>, events: Events) -> Self {
        let independence = || independence.expect("a reduction needs to know which events are independent");
        match events {
            // What sleeps depends on the search.
            Events::All | Events::Sleep => Self::All,
            Events::EdgeLean => Self::EdgeLean(EdgeLean(independence())),
        }
    }

    #[inline(always)]
    fn select(&self, state: &OpenState, events: &mut Vec<EventId>) {
        match self {
            Self::All => {}
            Self::EdgeLean(lean) => lean.select(state.arrival, events),
        }
    }

    /// Whether an event is left out in a state discovered by `arrival`.
    fn skips(&self, arrival: EventId, event: EventId) -> bool {
        matches!(self, Self::EdgeLean(lean) if lean.0.may_skip(arrival, event))
    }
}

/// Goes on with a system that does not assume what broke, if that is what happened.
fn relax<S: Extremes + Adaptive>(search: &mut Search<'_, S>, open: &mut OpenSet, interruption: Interruption) {
    match search.resume(interruption, 1, |_| 0) {
        Err(ended) => {
            let unseen = open.iter_mut().filter(|state| !state.is_observed).map(|state| state.id);
            search.observe(unseen.collect());
            search.end(ended);
        }
        Ok(resumed) => {
            let waiting = search.sweep.as_mut().map(Sweep::waiting).into_iter().flatten();
            let is_open = |state: &&mut OpenState| !state.is_done;
            for state in open.iter_mut().filter(is_open).chain(waiting) {
                state.id = resumed.new_id(state.id);
                state.ancestor = state.ancestor.map(|ancestor| resumed.new_id(ancestor));
                // The order of its events may have changed: it starts again.
                state.fired = 0;
            }
            search.adopt(resumed);
        }
    }
}
