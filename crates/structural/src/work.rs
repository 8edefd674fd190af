//! The loop over the rules, and their common state.
//!
//! Some rules examine the whole net, others one place and its neighbourhood. A *pass* runs the former once, and the
//! latter for every place. Places near a change are queued and examined again in the same pass, so a chain of ten
//! thousand steps collapses in one pass. Places with many arcs change all the time and are expensive to examine, so
//! they wait for the next pass. The loop ends when a pass changes nothing.

use std::collections::VecDeque;

use sanderling_cutoff::{ARCS_OF_NEIGHBOUR, ARCS_OF_REEXAMINED, SPARE_ARCS};
use sanderling_machine::clock::Instant;
use sanderling_net::{PlaceId, TransitionId};

use crate::Budget;
use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::inverse::Inverse;
use crate::reduction::Removed;
use crate::rule::{Reach, Rule};

/// A transition to be made: its arcs, and the sequence that it represents.
pub(crate) type Fused = (Arcs, Vec<(TransitionId, u64)>);

/// A net under reduction.
pub(crate) struct Work<'a> {
    pub(crate) graph: Graph,
    pub(crate) inverse: Inverse,
    /// Whether deadlocks must be preserved.
    pub(crate) deadlocks: bool,
    /// For each transition of the original net, whether it is known to be dead.
    pub(crate) dead: Vec<bool>,
    /// Whether a transition was found that every marking enables.
    pub(crate) is_never_dead: bool,
    /// The number of arcs by which the net may still grow.
    growth_left: i64,
    /// The places to which rules have to be applied.
    queue: VecDeque<PlaceId>,
    is_queued: Vec<bool>,
    start: Instant,
    budget: &'a Budget<'a>,
}

impl<'a> Work<'a> {
    /// Creates the state before all rules.
    pub(crate) fn new(graph: Graph, deadlocks: bool, dead: Vec<bool>, budget: &'a Budget<'a>) -> Self {
        Self {
            inverse: Inverse::new(graph.transitions.len()),
            deadlocks,
            dead,
            is_never_dead: false,
            growth_left: signed(graph.arc_count() / 2 + SPARE_ARCS.size()),
            queue: VecDeque::new(),
            is_queued: vec![false; graph.places.len()],
            start: Instant::now(),
            graph,
            budget,
        }
    }

    /// Applies the rules until none of them applies or time runs out, and returns the effect of each.
    pub(crate) fn run(&mut self, rules: &[Rule]) -> Vec<Removed> {
        let mut removed: Vec<_> = rules.iter().map(|rule| Removed::nothing(rule.name)).collect();
        loop {
            let before = self.graph.clock;
            for (rule, removed) in rules.iter().zip(&mut removed) {
                if let Reach::Net(run) = rule.reach
                    && !self.is_over()
                {
                    self.count(removed, run);
                }
            }
            self.graph.changed.clear();
            for place in self.graph.place_ids() {
                self.enqueue(place);
            }
            self.run_queue(rules, &mut removed);
            if self.graph.clock == before || self.is_over() {
                return removed;
            }
        }
    }

    /// Whether time has run out. Rules check this between two applications.
    pub(crate) fn is_over(&self) -> bool {
        self.start.elapsed() >= self.budget.time || (self.budget.is_cancelled)()
    }

    /// Adds a transition that represents a sequence of others.
    pub(crate) fn compose(&mut self, arcs: Arcs, steps: Vec<(TransitionId, u64)>, is_kept: bool) {
        self.inverse.push_recipe(steps);
        self.graph.add_transition(arcs, is_kept);
    }

    /// Whether these transitions may replace all that have an arc to a place. If so, the growth is recorded.
    pub(crate) fn has_room_for(&mut self, fused: &[Fused], place: PlaceId) -> bool {
        if !fused.iter().all(|(_, steps)| self.inverse.has_room_for(steps)) {
            return false;
        }
        let before: usize = self.graph.around(place).iter().map(|&t| self.graph.arcs(t).count()).sum();
        let after: usize = fused.iter().map(|(arcs, _)| arcs.count()).sum();
        let growth = signed(after) - signed(before);
        if growth > 0 && growth > self.growth_left {
            return false;
        }
        self.growth_left -= growth.max(0);
        true
    }

    fn run_queue(&mut self, rules: &[Rule], removed: &mut [Removed]) {
        while let Some(place) = self.queue.pop_front() {
            self.is_queued[place.index()] = false;
            for (rule, removed) in rules.iter().zip(&mut *removed) {
                if let Reach::Place(run) = rule.reach {
                    if self.is_over() {
                        return;
                    }
                    if self.graph.has_place(place) {
                        self.count(removed, |work| u64::from(run(work, place)));
                    }
                }
            }
            self.enqueue_changed();
        }
    }

    fn enqueue_changed(&mut self) {
        for place in std::mem::take(&mut self.graph.changed) {
            if !self.graph.has_place(place) || !ARCS_OF_REEXAMINED.admits(self.graph.degree(place)) {
                continue;
            }
            self.enqueue(place);
            if ARCS_OF_NEIGHBOUR.admits(self.graph.degree(place)) {
                let near = self.graph.around(place).into_iter();
                let near = near.filter(|&t| ARCS_OF_NEIGHBOUR.admits(self.graph.arcs(t).count()));
                let near: Vec<_> = near.flat_map(|t| self.graph.arcs(t).places()).collect();
                for place in near {
                    self.enqueue(place);
                }
            }
        }
    }

    fn enqueue(&mut self, place: PlaceId) {
        if !std::mem::replace(&mut self.is_queued[place.index()], true) {
            self.queue.push_back(place);
        }
    }

    fn count(&mut self, removed: &mut Removed, run: impl FnOnce(&mut Self) -> u64) {
        let (places, transitions) = (self.graph.place_count, self.graph.transition_count);
        removed.applications += run(self);
        removed.places += places - self.graph.place_count;
        removed.transitions += signed(transitions) - signed(self.graph.transition_count);
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
