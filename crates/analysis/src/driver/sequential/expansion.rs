//! The expansion of a state, one event at a time, and the handling of each successor.
//!
//! A successor is looked up in the store. A new one is opened: it is added to the termination-detection
//! tree, and placed before or behind the sweep-line. A known one may be opened again because of sleep sets.
//! Chains of states with a single event may be passed before the first lookup.

use sanderling_cutoff::EVENTS_PASSED_BY;
use sanderling_store::{Insertion, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use crate::driver::guide::Guide;
use crate::driver::search::{Interruption, Search};
use crate::observe::Watch;
use crate::open::{OpenSet, OpenState};
use crate::phases::{Timer, Work};
use crate::reduce::{Chains, Reducer, SetId};
use crate::retention::cache::Cache;
use crate::retention::sweep::Side;
use crate::store::{ById, Discovery, OneByOne, StoreWithIds};

/// The result of following an event.
pub(super) enum Followed {
    /// No new state was found.
    Nothing,
    /// A new state was stored.
    New(StateId),
    /// The store has no id left for the state.
    StoreFull,
    Interrupted(Interruption),
}

/// The arrival at a state: the event, the depth, and the sleeping events.
#[derive(Clone, Copy)]
struct Step {
    arrival: EventId,
    depth: u32,
    sleep: SetId,
}

/// The state whose events are fired, with working memory.
pub(super) struct Expansion<'a, S: Extremes> {
    pub(super) watch: Watch<S>,
    guide: Guide<'a, S>,
    reducer: Reducer<'a, S>,
    pub(super) passes_chains: bool,
    /// The current state and its due events. `None` once it has been closed.
    pub(super) loaded: Option<(StateId, SetId)>,
    pub(super) state: Vec<u64>,
    pub(super) scratch: S::Scratch,
    /// The events to fire in the state.
    pub(super) events: Vec<EventId>,
    pub(super) successor: Vec<u64>,
    /// If chains are passed, the events from the state to the successor.
    pub(super) passed: Vec<EventId>,
    /// If chains are passed, the state after the successor.
    next: Vec<u64>,
}

impl<'a, S: Extremes + Adaptive> Expansion<'a, S> {
    pub(super) fn new(search: &Search<'a, S, OneByOne>) -> Self {
        let system = &search.system;
        Self {
            watch: Watch::new(system, search.observation, &search.tally),
            guide: Guide::new(system, search.guidance, search.options),
            reducer: Reducer::new(search.guidance, search.options),
            passes_chains: matches!(search.options.chains, Chains::Unstored { .. }),
            loaded: None,
            state: vec![0; system.words()],
            scratch: system.scratch(),
            events: Vec::new(),
            successor: vec![0; system.words()],
            passed: Vec::new(),
            next: vec![0; system.words()],
        }
    }

    /// Loads an open state, for the first time or again.
    #[inline(always)]
    pub(super) fn load<const W: usize>(
        &mut self,
        search: &mut Search<'_, S, OneByOne>,
        current: &mut OpenState,
    ) {
        let Search { system, store, observation, cache, scratch, .. } = search;
        let (id, system, observation) = (current.id, &*system, *observation);
        self.loaded = Some((id, current.due));
        store.load::<S, W>((system, scratch), id, &mut self.state);
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
            if meets_goal && (cache.is_some() || !store.keeps_closed_states()) {
                // The path is known now, and the state may be forgotten later.
                search.add(&mut self.watch);
                self.watch = Watch::new(&search.system, search.observation, &search.tally);
            }
        }
        let sleep = search.sleep.as_ref();
        debug_assert!(
            self.watch.checks.discrepancy().is_some()
                || sleep.is_none_or(|sleep| sleep.are_among(current.sleep, &self.events))
        );
        // Due events are fired even if they are not in the stubborn set.
        if current.due == SetId::ALL {
            let state = (&search.system, self.state.as_slice(), &self.scratch);
            self.reducer.select(state, current.arrival, &mut self.events);
        }
        if let Some(sleep) = sleep {
            sleep.select(current.sleep, current.due, &mut self.events);
        }
        if self.watch.is_wrong(&self.events) {
            search.join_checks([&mut self.watch]);
        }
        self.reducer.put_in_order(&mut self.events);
        if search.options.last_event_first {
            self.events.reverse();
        }
    }

    /// Releases a state whose events have all been fired.
    #[inline(always)]
    pub(super) fn close(&mut self, search: &mut Search<'_, S, OneByOne>, closed: StateId) {
        // Another state may soon get its id.
        self.loaded = None;
        search.store.closed(closed);
        let Some(cache) = &mut search.cache else { return };
        cache.tree.release(search.store.by_id(), closed);
        if let Some(sweep) = &mut search.sweep {
            sweep.closed(search.store.by_id(), closed);
        }
    }

    /// Moves the sweep-line if its class has no open states left.
    #[inline(always)]
    pub(super) fn move_line<const W: usize>(&mut self, search: &mut Search<'_, S, OneByOne>, open: &OpenSet) {
        let Search { sweep: Some(sweep), cache: Some(cache), store, .. } = search else { return };
        if let Some(progress) = open.progress().filter(|&progress| progress != sweep.class()) {
            sweep.advance::<W>(cache, store.by_id_mut(), progress);
        }
    }

    /// Follows `event` from `from` to the successor, or to the stored state of the chain that begins there.
    #[inline(always)]
    pub(super) fn follow<const W: usize>(
        &mut self,
        (search, open): (&mut Search<'_, S, OneByOne>, &mut OpenSet),
        from: &OpenState,
        event: EventId,
        timer: &mut impl Timer,
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
        timer.record(Work::Fire);
        self.look_up::<W>((search, open), from, step, timer)
    }

    /// Looks up the successor, and opens it if it is new.
    #[inline(always)]
    fn look_up<const W: usize>(
        &mut self,
        (search, open): (&mut Search<'_, S, OneByOne>, &mut OpenSet),
        from: &OpenState,
        step: Step,
        timer: &mut impl Timer,
    ) -> Followed {
        timer.hash_once_more(|| search.store.hash_alone(&self.successor));
        let discovery =
            Discovery { state: &self.successor, pred: from.id, event: step.arrival, depth: step.depth };
        let Search { system, store, scratch, .. } = search;
        let insertion = store.insert::<S, W>((system, scratch), discovery);
        timer.record(Work::LookUp);
        match insertion {
            Insertion::New(id) => {
                let state =
                    OpenState { sleep: step.sleep, ..OpenState::new(id, step.depth, Some(step.arrival)) };
                self.guide.look_at::<W>(&search.system, &self.successor);
                if let Some(sleep) = &mut search.sleep {
                    sleep.discovered(id, step.sleep);
                }
                if search.cache.is_some() {
                    timer.record(Work::Rest);
                    self.remember(search, open, from, state);
                    timer.record(Work::Retain);
                } else {
                    open.push_with(state, self.guide.priority);
                }
                Followed::New(id)
            }
            Insertion::Known(id) => {
                if let Some(cache) = &mut search.cache {
                    cache.met(id, search.guidance.event_type(step.arrival));
                    timer.record(Work::Retain);
                }
                if search.sleep.is_some() {
                    self.meet::<W>(search, open, from, step, id);
                }
                Followed::Nothing
            }
            Insertion::Full => Followed::StoreFull,
        }
    }

    /// Opens a known state again if events are due that slept before.
    fn meet<const W: usize>(
        &mut self,
        search: &mut Search<'_, S, OneByOne>,
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
            let store = store.by_id_mut();
            cache.reopen(store, id, from.id);
            if let Some(sweep) = sweep {
                side = sweep.side(&self.guide.progress);
                sweep.put(cache, store, state, side);
            }
        }
        if side != Side::Behind {
            open.push_in(&self.guide.progress, state, self.guide.priority);
        }
    }

    /// Passes through states with a single event each without storing them. Stops at a state with another
    /// number of events, at a known state, or after `every` steps from `from`. Returns whether to look up
    /// the state that `step` leads to. Source: Behrmann, Larsen and Pelánek, *To Store or Not To Store*, CAV
    /// 2003.
    fn pass_chain<const W: usize>(
        &mut self,
        search: &mut Search<'_, S, OneByOne>,
        from: &OpenState,
        step: &mut Step,
        every: u32,
    ) -> Result<bool, Interruption> {
        let mut passed = std::mem::take(&mut self.passed);
        passed.clear();
        passed.push(step.arrival);
        while passed.len() < (every as usize).min(EVENTS_PASSED_BY.size()) {
            let Search { system, store, observation, cache, scratch, .. } = search;
            self.guide.events.clear();
            system.unpack::<W>(&self.successor, &mut self.guide.scratch);
            system.enabled::<W>(&self.successor, &self.guide.scratch, &mut self.guide.events);
            let &[event] = self.guide.events.as_slice() else { break };
            let store = store.by_id_mut();
            if store.contains::<S, W>((system, scratch), &self.successor) {
                break;
            }
            cache.as_mut().expect("chains are passed with a cache").passed(store, &self.successor);
            let observed = (from.id, self.successor.as_slice());
            let seen = (&*system, *observation);
            if self.watch.observe::<W>(seen, observed, &self.guide.scratch, &[event]) {
                for (goal, _) in self.watch.take_hits() {
                    let path = search.path_to(from.id).map(|mut path| {
                        path.extend(&passed);
                        path
                    });
                    search.tally.meet(goal, path);
                }
            }
            if self.watch.is_wrong(&[event]) {
                search.join_checks([&mut self.watch]);
                self.passed = passed;
                return Ok(false);
            }
            let is_left_out = match &mut search.sleep {
                Some(sleep) => sleep.sleeps(step.sleep, event),
                None => self.reducer.skips(step.arrival, event),
            };
            if is_left_out {
                self.passed = passed;
                return Ok(false);
            }
            passed.push(event);
            let fired = search.system.fire::<W>(&self.successor, &self.guide.scratch, event, &mut self.next);
            if fired != Fired::Successor {
                return Err(Interruption { state: from.id, events: passed, fired });
            }
            if let Some(sleep) = &mut search.sleep {
                step.sleep = sleep.behind(step.sleep, &[], event);
            }
            *step = Step { arrival: event, depth: step.depth.saturating_add(1), ..*step };
            std::mem::swap(&mut self.successor, &mut self.next);
        }
        self.passed = passed;
        Ok(true)
    }

    /// Opens a newly discovered state in a search that may forget states.
    #[inline(always)]
    fn remember(
        &mut self,
        search: &mut Search<'_, S, OneByOne>,
        open: &mut OpenSet,
        from: &OpenState,
        mut state: OpenState,
    ) {
        let Search { system, store, cache: Some(cache), sweep, guidance, .. } = search else { return };
        let store = store.by_id_mut();
        let arrival = state.arrival.expect("it has just been discovered by an event");
        let discovered = (state.id, self.successor.as_slice());
        cache.discovered(store, discovered, state.depth, guidance.event_type(arrival));
        cache.tree.reference(from.id);
        let mut side = Side::On;
        if let Some(sweep) = sweep {
            let passed = if self.passed.is_empty() { &[arrival] } else { self.passed.as_slice() };
            sweep.log.add(state.id, Some(from.id), passed);
            side = sweep.side(&self.guide.progress);
            sweep.put(cache, store, state, side);
        }
        if side == Side::On && self.guide.counts_events {
            // Sleeping events are counted too, since paths through chains could not be rendered otherwise.
            let seen = (&*system, self.successor.as_slice(), &self.guide.scratch);
            self.reducer.select(seen, state.arrival, &mut self.guide.events);
            take_chain_off_tree(cache, store, from, &mut state, self.guide.events.len());
        }
        if side != Side::Behind {
            open.push_in(&self.guide.progress, state, self.guide.priority);
        }
    }
}

/// Takes a chain of states with one event each off the tree after the discovery of its end (section 4.1 of
/// the paper). Events that a reduction skips do not count. A state of a chain records as its `ancestor` the
/// state that the chain began at.
fn take_chain_off_tree(
    cache: &mut Cache,
    store: &mut ById,
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
