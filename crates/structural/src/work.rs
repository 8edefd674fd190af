//! The loop over the rules, and what they share.
//!
//! A rule looks at the whole net and applies itself wherever it can. The rules take turns, the cheap ones first; as soon as
//! one that costs more has changed something, the cheap ones are asked again. The loop ends where a whole round changes nothing.

use std::time::Instant;

use sanderling_net::{PlaceId, TransitionId};

use crate::Budget;
use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::inverse::Inverse;
use crate::reduction::Removed;
use crate::rule::Rule;

/// By how many arcs even the smallest net may grow.
const SPARE_ARCS: usize = 64;

/// A transition that is to be made: its arcs, and the sequence that it stands for.
pub(crate) type Fused = (Arcs, Vec<(TransitionId, u64)>);

/// A net under reduction.
pub(crate) struct Work<'a> {
    pub(crate) graph: Graph,
    pub(crate) inverse: Inverse,
    /// Whether dead markings have to be kept.
    pub(crate) deadlocks: bool,
    /// A transition that is enabled in every marking, where one was found.
    pub(crate) always_enabled: Option<TransitionId>,
    /// When the rule of implied places looked last, on the clock of the graph.
    pub(crate) implied_looked: u64,
    /// By how many arcs the net may still grow.
    growth_left: i64,
    start: Instant,
    budget: &'a Budget<'a>,
}

impl<'a> Work<'a> {
    /// At the start.
    pub(crate) fn new(graph: Graph, deadlocks: bool, budget: &'a Budget<'a>) -> Self {
        let inverse = Inverse::new(graph.transitions.len());
        let start = Instant::now();
        let growth_left = signed(graph.arc_count() / 2 + SPARE_ARCS);
        Self {
            graph,
            inverse,
            deadlocks,
            always_enabled: None,
            implied_looked: 0,
            growth_left,
            start,
            budget,
        }
    }

    /// Applies the rules until none of them applies or the time is over, and says what each has done.
    pub(crate) fn run(&mut self, rules: &[Rule]) -> Vec<Removed> {
        let mut removed: Vec<_> = rules.iter().map(|rule| Removed::nothing(rule.name)).collect();
        loop {
            let before = self.graph.clock;
            for (rule, removed) in rules.iter().zip(&mut removed) {
                self.run_one(rule, removed);
            }
            if self.graph.clock == before || self.is_over() {
                return removed;
            }
        }
    }

    /// Whether the time is over. Rules ask between two applications.
    pub(crate) fn is_over(&self) -> bool {
        self.start.elapsed() >= self.budget.time || (self.budget.is_cancelled)()
    }

    /// Makes a transition that stands for a sequence of others.
    pub(crate) fn compose(&mut self, arcs: Arcs, steps: Vec<(TransitionId, u64)>, is_kept: bool) {
        self.inverse.push_recipe(steps);
        self.graph.add_transition(arcs, is_kept);
    }

    /// Whether an agglomeration may replace so many producers and consumers by their pairs: there must not be more transitions than before.
    pub(crate) fn may_multiply(&self, producers: usize, consumers: usize) -> bool {
        producers.saturating_mul(consumers) <= producers + consumers
    }

    /// Whether these transitions may replace all that have an arc to a place; if so, takes note of the growth.
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

    fn run_one(&mut self, rule: &Rule, removed: &mut Removed) {
        if self.is_over() {
            return;
        }
        let (places, transitions) = self.size();
        removed.applications += (rule.run)(self);
        let (places_left, transitions_left) = self.size();
        removed.places += places - places_left;
        removed.transitions += signed(transitions) - signed(transitions_left);
    }

    fn size(&self) -> (usize, usize) {
        let places = self.graph.places.iter().filter(|place| place.is_alive).count();
        (places, self.graph.transitions.iter().filter(|transition| transition.is_alive).count())
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
