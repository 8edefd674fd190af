//! One acceptance set instead of several.
//!
//! A counter goes round the acceptance sets and waits at each until an edge is in it; rounds that are completed are what is accepted (Gastin and
//! Oddoux, *Fast LTL to Büchi Automata Translation*, CAV 2001). One edge can take the counter through several sets.

use std::collections::HashMap;

use crate::{Automaton, Edge};

impl Automaton {
    /// An automaton that accepts the same words with at most one acceptance set, reduced. Before, it has up to as many states for each of
    /// this one's as there are acceptance sets.
    #[must_use]
    pub fn degeneralised(&self) -> Self {
        if self.acceptance_sets() < 2 {
            return self.clone();
        }
        let mut states = vec![(self.initial(), 0)];
        let mut numbers = HashMap::from([(states[0], 0)]);
        let mut edges = Vec::new();
        while let Some(&(state, level)) = states.get(edges.len()) {
            let leaving = self.edges(state).iter().map(|edge| {
                let (level, is_round) = self.level_behind(level, edge);
                let next = (edge.target, level);
                let target = *numbers.entry(next).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                });
                Edge { guard: edge.guard.clone(), target, marks: u32::from(is_round) }
            });
            edges.push(leaving.collect());
        }
        Self::new(0, 1, edges).reduced()
    }

    /// The set that is waited for behind an edge, and whether the edge completes a round.
    fn level_behind(&self, level: usize, edge: &Edge) -> (usize, bool) {
        let advance = |from: usize| (from..self.acceptance_sets()).find(|set| edge.marks >> set & 1 == 0);
        match advance(level) {
            Some(set) => (set, false),
            None => (advance(0).unwrap_or(0), true),
        }
    }
}
