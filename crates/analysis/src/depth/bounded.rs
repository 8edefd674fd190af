//! The rounds of a bounded search: figure 2 of the paper, with the steps before and after it.
//!
//! The initial state is the frontier at depth 0. Each round takes the frontier of the previous one, and
//! [`explore`](super::explore) explores it. The paper stops when the frontier is empty. Here, the states at
//! the last bound are expanded once more without storing successors, since all of these may be known.

use sanderling_cutoff::DEPTH_STATES_BETWEEN_LOOKS;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, with_words_of};

use super::explore::{Frame, Hand};
use super::frontier_tree::{FrontierTree, NodeId};
use super::path::Path;
use super::thresholds::{Mark, Thresholds};
use super::{DepthBound, DepthStatistics};
use crate::control::{Control, Progress};
use crate::limits::{Clock, Limits, StopReason};
use crate::observe::{Observation, Tally};
use crate::outcome::Outcome;
use crate::phases::Phases;
use crate::relaxation::Relaxations;
use crate::store::Stored;
use crate::witness::Witness;

/// A running depth-bounded search.
pub(super) struct Bounded<'a, S: Extremes> {
    pub(super) system: S,
    pub(super) store: PackedStore,
    pub(super) root: StateId,
    pub(super) bound: DepthBound,
    pub(super) observation: &'a Observation<'a, S>,
    control: &'a Control<'a>,
    pub(super) clock: Clock,
    pub(super) tally: Tally,
    pub(super) relaxations: Relaxations,
    pub(super) thresholds: Thresholds,
    pub(super) tree: FrontierTree,
    pub(super) path: Path,
    pub(super) frames: Vec<Frame>,
    /// The remaining events of all frames.
    pub(super) events: Vec<EventId>,
    /// The states that the round starts from, with their leaves. The next one is last.
    pub(super) starts: Vec<(StateId, NodeId)>,
    /// The states added to the frontier in this round, in that order. Some may have a smaller depth by now.
    pub(super) found: Vec<StateId>,
    /// The bound of the round.
    pub(super) depth: u32,
    /// The number of states on the frontier at the bound.
    pub(super) frontier: u64,
    /// The numbers of explored states and of their events.
    pub(super) explored: u64,
    pub(super) firings: u64,
    pub(super) statistics: DepthStatistics,
    pub(super) stop: Option<StopReason>,
    pub(super) undefined: Option<Witness>,
    pub(super) peak_bytes: usize,
}

impl<'a, S: Extremes + Adaptive> Bounded<'a, S> {
    pub(super) fn new(
        system: S,
        bound: DepthBound,
        limits: Limits,
        observation: &'a Observation<'a, S>,
        control: &'a Control<'a>,
    ) -> Self {
        let mut initial = vec![0; system.words()];
        system.initial(&mut initial);
        let mut store = PackedStore::new(system.words());
        let root = store.insert_root(&initial);
        Self {
            tally: Tally::new(&system, observation),
            system,
            store,
            root,
            bound,
            observation,
            control,
            clock: Clock::start(limits, control),
            relaxations: Relaxations::default(),
            thresholds: Thresholds::new(),
            tree: FrontierTree::new(),
            path: Path::new(initial),
            frames: Vec::new(),
            events: Vec::new(),
            starts: Vec::new(),
            found: Vec::new(),
            depth: 0,
            frontier: 0,
            explored: 0,
            firings: 0,
            statistics: DepthStatistics::default(),
            stop: None,
            undefined: None,
            peak_bytes: 0,
        }
    }

    /// Starts with the initial state, which is the only state at depth 0 and the first frontier.
    pub(super) fn begin(&mut self) {
        let mut hand = Hand::new(self);
        let (system, state) = (&self.system, self.path.state::<0>());
        let mut events = Vec::new();
        system.unpack::<0>(state, &mut hand.here);
        system.enabled::<0>(state, &hand.here, &mut events);
        if hand.watch.observe::<0>((system, self.observation), (self.root, state), &hand.here, &events) {
            self.meet(&mut hand, None);
        }
        let _joined_below = hand.watch.is_wrong(&events);
        self.add(&mut hand);
        self.tree.hold(NodeId::ROOT);
        self.join_frontier(self.root, NodeId::ROOT);
        self.pause();
    }

    /// Adds the observations made in some states.
    pub(super) fn add(&mut self, hand: &mut Hand<S>) {
        self.tally.checks.join(&mut hand.watch.checks);
        if self.tally.checks.discrepancy().is_some() {
            self.stop = Some(StopReason::Discrepancy);
        }
        self.tally.add(&self.system, &hand.watch);
    }

    /// Begins a round with a greater bound. Returns `false` if the depth is reached or the frontier is
    /// empty.
    pub(super) fn next_round(&mut self) -> bool {
        if self.stop.is_some() {
            return false;
        }
        self.statistics.explored_depth = self.depth;
        if self.depth == self.bound.depth || self.frontier == 0 {
            return false;
        }
        // The next state is taken from the end.
        let mut starts = Vec::with_capacity(self.frontier as usize);
        for &id in self.found.iter().rev() {
            if let Mark::Frontier(leaf) = self.thresholds.get(id) {
                starts.push((id, leaf));
                self.thresholds.set(id, Mark::Explored(self.depth));
            }
        }
        (self.starts, self.found, self.frontier) = (starts, Vec::new(), 0);
        self.depth = self.depth.saturating_add(self.bound.increment).min(self.bound.depth);
        self.statistics.rounds += 1;
        true
    }

    /// Explores from the frontier to the bound.
    pub(super) fn explore_round(&mut self) {
        while self.stop.is_none() && !(self.frames.is_empty() && self.starts.is_empty()) {
            // The number of words changes when the system is relaxed. Until then it is a constant.
            if let Some(without) =
                with_words_of!(S, with_few_words, self.system.words(), W => self.explore_some::<W>())
            {
                self.go_on_without(without);
            }
            self.pause();
        }
    }

    /// Reports progress and stops the search if a limit is reached.
    fn pause(&mut self) {
        let frontier_bytes = self.frontier_bytes();
        let bytes = self.bytes();
        self.peak_bytes = self.peak_bytes.max(bytes);
        self.statistics.peak_frontier_bytes = self.statistics.peak_frontier_bytes.max(frontier_bytes);
        let states = self.store.len() as u64;
        let open = self.frames.len() + self.starts.len();
        self.control.report(|| Progress {
            states,
            stored: states,
            open: open as u64 + self.frontier,
            firings: self.firings,
            level: 0,
            bytes,
            elapsed: self.clock.elapsed(),
            shares: Vec::new(),
            diagram: None,
        });
        if self.stop.is_some() || open == 0 && self.depth == self.bound.depth {
            // No state is left to explore, so a limit reached now has no effect.
            return;
        }
        self.stop = if self.observation.stop_when_decided && self.tally.is_decided() {
            Some(StopReason::Decided)
        } else if self.control.is_cancelled() {
            Some(StopReason::Cancelled)
        } else {
            self.clock.exceeded(states, bytes)
        };
    }

    fn frontier_bytes(&self) -> usize {
        let (starts, found) = (self.starts.capacity(), self.found.capacity());
        self.tree.bytes() + starts * size_of::<(StateId, NodeId)>() + found * size_of::<StateId>()
    }

    /// Returns the memory of the states and of their bookkeeping, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let frames = self.frames.capacity() * size_of::<Frame>();
        let events = self.events.capacity() * size_of::<EventId>();
        self.store.bytes()
            + self.thresholds.bytes()
            + self.path.bytes()
            + self.frontier_bytes()
            + frames
            + events
    }

    /// Checks whether there are states beyond the frontier.
    fn look_beyond<const W: usize>(&mut self) {
        let mut hand = Hand::new(self);
        let mut firings = 0;
        for (count, id) in self.store.ids().enumerate() {
            if (count + 1).is_multiple_of(DEPTH_STATES_BETWEEN_LOOKS.size()) {
                let is_cancelled = self.control.is_cancelled();
                let reason = is_cancelled.then_some(StopReason::Cancelled);
                self.stop = reason.or_else(|| self.clock.exceeded(0, 0));
                if self.stop.is_some() {
                    return;
                }
            }
            if !matches!(self.thresholds.get(id), Mark::Frontier(_)) {
                continue;
            }
            let state = self.store.shards()[id.shard()].state::<W>(id.position());
            self.events.clear();
            self.system.unpack::<W>(state, &mut hand.here);
            self.system.enabled::<W>(state, &hand.here, &mut self.events);
            firings += self.events.len() as u64;
            for &event in &self.events {
                let fired = self.system.fire::<W>(state, &hand.here, event, &mut hand.successor);
                if fired != Fired::Successor || self.store.find::<W>(&hand.successor).is_none() {
                    self.stop = Some(StopReason::Depth);
                    return;
                }
            }
        }
        self.firings += firings;
        self.explored += self.frontier;
    }

    /// Returns the results.
    pub(super) fn end(mut self) -> (Outcome<S>, DepthStatistics) {
        if self.stop.is_none() && self.frontier > 0 {
            with_words_of!(S, with_few_words, self.system.words(), W => self.look_beyond::<W>());
        }
        if self.stop.is_none() {
            // There are no other states.
            self.statistics.explored_depth = self.bound.depth;
        }
        let states = self.store.len() as u64;
        let compared = self.tally.checks.states();
        self.control.count_compared(compared);
        let outcome = Outcome {
            omissions: None,
            states: Some(states),
            visits: states,
            kept: None,
            expanded: self.explored,
            firings: self.firings,
            dead: self.tally.dead,
            measured: self.tally.measured.clone(),
            never_fired: self.observation.fired_events.then(|| self.tally.never_fired()),
            unwitnessed: self.tally.unwitnessed(),
            maxima: self.observation.extremes.then_some(self.tally.maxima),
            hits: self.tally.hits,
            peak_bytes: self.peak_bytes,
            system: self.system,
            store: Stored::Packed(self.store),
            root: self.root,
            stop: self.stop,
            levels: Vec::new(),
            self_covering: None,
            undefined: self.undefined,
            discrepancy: self.tally.checks.discrepancy().cloned(),
            compared,
            relaxations: self.relaxations.count,
            elapsed: self.clock.elapsed(),
            elapsed_before: std::time::Duration::ZERO,
            phases: Phases::default(),
        };
        (outcome, self.statistics)
    }
}
