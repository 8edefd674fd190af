//! A round of a bounded search: figure 6 of the paper, with an explicit stack.
//!
//! The variables of the paper's procedure are in a [`Frame`], one for each state on the path below the
//! frontier state that the search started from. With thresholds switched off this is figure 5. A state is
//! observed when it is met for the first time, so once, even if it is explored repeatedly. INVARIANT: the
//! frames are the last steps of the path. The events that a frame still has to fire are on the stack of
//! events, after those of the frames before it.

use sanderling_cutoff::DEPTH_EVENTS_BETWEEN_PAUSES;
use sanderling_store::{Insertion, StateId};
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use super::bounded::Bounded;
use super::frontier_tree::NodeId;
use super::thresholds::Mark;
use crate::limits::StopReason;
use crate::observe::Watch;

/// A state that is being explored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) id: StateId,
    /// The start of its events.
    first: usize,
    /// The greatest threshold of its successors so far, minus one.
    threshold: u32,
}

/// The working memory for firing events.
pub(super) struct Hand<S: Extremes> {
    pub(super) watch: Watch<S>,
    /// The scratch of the state at the end of the path, if it is unpacked, and of the next one.
    pub(super) here: S::Scratch,
    is_here: bool,
    there: S::Scratch,
    pub(super) successor: Vec<u64>,
    /// The number of events that may be fired until the next pause.
    until_pause: usize,
}

impl<S: Extremes + Adaptive> Bounded<'_, S> {
    /// Explores until no state is left, a pause is due, or an event has no successor. In the last case,
    /// returns the event and its result.
    pub(super) fn explore_some<const W: usize>(&mut self) -> Option<(EventId, Fired)> {
        let mut hand = Hand::new(self);
        let mut without = None;
        while hand.until_pause > 0 && self.stop.is_none() {
            let Some(&Frame { first, .. }) = self.frames.last() else {
                let Some(start) = self.starts.pop() else { break };
                self.explore_from::<W>(&mut hand, start);
                continue;
            };
            if self.events.len() == first {
                self.close();
                hand.is_here = false;
                continue;
            }
            let event = self.events.pop().expect("there are events behind the first");
            let state = self.path.state::<W>();
            if !hand.is_here {
                self.system.unpack::<W>(state, &mut hand.here);
                hand.is_here = true;
            }
            hand.until_pause -= 1;
            match self.system.fire::<W>(state, &hand.here, event, &mut hand.successor) {
                Fired::Successor => self.look_up::<W>(&mut hand, event),
                fired => {
                    without = Some((event, fired));
                    break;
                }
            }
        }
        self.add(&mut hand);
        without
    }

    /// Goes to a frontier state of the previous round, and explores from there.
    fn explore_from<const W: usize>(&mut self, hand: &mut Hand<S>, (id, leaf): (StateId, NodeId)) {
        let Mark::Explored(depth) = self.thresholds.get(id) else { unreachable!("it is no longer on it") };
        let began = self.clock.elapsed();
        let with = (&self.system, &mut hand.here);
        let over_root = !self.bound.frontier_tree;
        let replayed = self.path.go_to::<_, W>(with, &mut self.tree, (leaf, depth), over_root);
        self.tree.release(leaf);
        self.statistics.replayed += replayed as u64;
        self.statistics.replay_time += self.clock.elapsed() - began;
        hand.until_pause = hand.until_pause.saturating_sub(replayed);
        let first = self.events.len();
        self.system.unpack::<W>(self.path.state::<W>(), &mut hand.here);
        self.system.enabled::<W>(self.path.state::<W>(), &hand.here, &mut self.events);
        hand.is_here = true;
        self.open(id, first, true);
    }

    /// Looks up the successor, and explores it if it is new or met below its threshold.
    #[inline(always)]
    fn look_up<const W: usize>(&mut self, hand: &mut Hand<S>, event: EventId) {
        let depth = self.path.depth() + 1;
        let from = self.frames.last().expect("an event was fired from there").id;
        let is_inside = depth < self.depth;
        match self.store.insert::<W>(&hand.successor, from) {
            Insertion::New(id) => {
                let first = self.discover::<W>(hand, id, event);
                if is_inside {
                    self.enter(hand, event);
                    self.open(id, first, true);
                } else {
                    self.events.truncate(first);
                    self.put_on_frontier(id, event);
                    self.raise(depth);
                }
            }
            Insertion::Known(id) => match self.thresholds.get(id) {
                Mark::Explored(threshold) if depth >= threshold => self.raise(threshold),
                Mark::Frontier(_) if !is_inside => self.raise(depth),
                mark => {
                    let first = self.unpack_successor::<W>(hand);
                    self.enter(hand, event);
                    self.leave_frontier(mark);
                    self.open(id, first, matches!(mark, Mark::Frontier(_)));
                }
            },
            Insertion::Full => self.stop = Some(StopReason::StoreFull),
        }
    }

    /// Observes a newly stored state, and returns the start of its events.
    #[inline(always)]
    fn discover<const W: usize>(&mut self, hand: &mut Hand<S>, id: StateId, event: EventId) -> usize {
        let first = self.unpack_successor::<W>(hand);
        let (seen, events) = ((&self.system, self.observation), &self.events[first..]);
        // The state in its stored form.
        let state = self.store.shards()[id.shard()].state::<W>(id.position());
        let meets_goal = hand.watch.observe::<W>(seen, (id, state), &hand.there, events);
        if hand.watch.is_wrong(events) {
            self.stop = Some(StopReason::Discrepancy);
        }
        if meets_goal {
            self.meet(hand, Some(event));
        }
        first
    }

    /// Unpacks the successor, and appends its events.
    #[inline(always)]
    fn unpack_successor<const W: usize>(&mut self, hand: &mut Hand<S>) -> usize {
        let first = self.events.len();
        self.system.unpack::<W>(&hand.successor, &mut hand.there);
        self.system.enabled::<W>(&hand.successor, &hand.there, &mut self.events);
        first
    }

    /// Records the goals that the end of the path, or the successor by an event, meets.
    pub(super) fn meet(&mut self, hand: &mut Hand<S>, event: Option<EventId>) {
        for (goal, _) in hand.watch.take_hits() {
            self.tally.meet(goal, Some(self.path.events().chain(event).collect()));
        }
        // The search may have to stop.
        hand.until_pause = 0;
    }

    /// Moves to the successor.
    #[inline(always)]
    fn enter(&mut self, hand: &mut Hand<S>, event: EventId) {
        self.path.push(event, &hand.successor);
        std::mem::swap(&mut hand.here, &mut hand.there);
    }

    /// Starts to explore the state at the end of the path.
    #[inline(always)]
    fn open(&mut self, id: StateId, first: usize, is_first_time: bool) {
        let events = &mut self.events[first..];
        // Events are taken from the end.
        events.reverse();
        if is_first_time {
            self.explored += 1;
            self.firings += events.len() as u64;
        } else {
            self.statistics.revisits += 1;
        }
        self.thresholds.set(id, Mark::Explored(self.path.depth()));
        self.frames.push(Frame { id, first, threshold: 0 });
    }

    /// Leaves a state whose events have all been fired.
    #[inline(always)]
    fn close(&mut self) {
        let Frame { id, threshold, .. } = self.frames.pop().expect("there is one");
        let depth = self.path.depth();
        let threshold = if self.bound.thresholds { threshold } else { depth };
        debug_assert!(threshold <= depth, "thresholds never rise");
        self.thresholds.set(id, Mark::Explored(threshold));
        // The state that the round started from remains the end of the path until the next one.
        if !self.frames.is_empty() {
            self.path.pop(&mut self.tree);
            self.raise(threshold);
        }
    }

    /// Records that a successor of the current state has this threshold.
    #[inline(always)]
    fn raise(&mut self, threshold: u32) {
        let frame = self.frames.last_mut().expect("it is explored");
        frame.threshold = frame.threshold.max(threshold.saturating_sub(1));
    }

    /// Adds the successor by an event to the frontier. At the last bound, its path is not needed.
    fn put_on_frontier(&mut self, id: StateId, event: EventId) {
        if self.depth == self.bound.depth {
            return self.join_frontier(id, NodeId::NONE);
        }
        let node = self.path.node(&mut self.tree);
        match node.and_then(|node| self.tree.add(node, event)) {
            Some(leaf) => self.join_frontier(id, leaf),
            None => self.stop = Some(StopReason::Memory),
        }
    }

    pub(super) fn join_frontier(&mut self, id: StateId, leaf: NodeId) {
        self.thresholds.set(id, Mark::Frontier(leaf));
        if leaf != NodeId::NONE {
            self.found.push(id);
        }
        self.frontier += 1;
        self.statistics.peak_frontier = self.statistics.peak_frontier.max(self.frontier);
    }

    /// Removes a state from the frontier, if it was there, since it has been met at a smaller depth.
    fn leave_frontier(&mut self, mark: Mark) {
        let Mark::Frontier(leaf) = mark else { return };
        self.frontier -= 1;
        if leaf != NodeId::NONE {
            self.tree.release(leaf);
        }
    }
}

impl<S: Extremes + Adaptive> Hand<S> {
    pub(super) fn new(search: &Bounded<'_, S>) -> Self {
        let system = &search.system;
        Self {
            watch: Watch::new(system, search.observation, &search.tally),
            here: system.scratch(),
            is_here: false,
            there: system.scratch(),
            successor: vec![0; system.words()],
            until_pause: DEPTH_EVENTS_BETWEEN_PAUSES.size(),
        }
    }
}
