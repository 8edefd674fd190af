//! Direct simulation between states.
//!
//! A state is simulated by another one if, for each letter, each of its edges can be matched by an edge of the other
//! with at least its marks, to a state that simulates its target. The other state then accepts at least the same words.
//! States that simulate each other are merged. If two edges leave a state with the same letter, and one has no more
//! marks and its target is simulated by the other's target, the former is removed for that letter. This makes many
//! automata deterministic.
//!
//! Sources: Somenzi and Bloem, *Efficient Büchi Automata from LTL Formulae*, CAV 2000; Etessami and Holzmann,
//! *Optimizing Büchi Automata*, CONCUR 2000; Clemente and Mayr, *Advanced Automata Minimization*, POPL 2013 (removing
//! edges). We differ in that marks are on edges, and that edges are matched and removed letter by letter.

use super::marks::joined;
use crate::guard::maximal;
use crate::{Automaton, Edge};

impl Automaton {
    /// Returns the automaton with mutually simulating states merged, and without dominated edges.
    pub(crate) fn quotient(&self) -> Self {
        let simulates = self.simulation();
        let states = 0..self.states();
        let representative: Vec<usize> = states
            .clone()
            .map(|state| {
                let equal = |&other: &usize| simulates[state][other] && simulates[other][state];
                states.clone().find(equal).expect("a state simulates itself")
            })
            .collect();
        let is_above =
            |one: &Edge, other: &Edge| simulates[one.target][other.target] && other.marks & !one.marks == 0;
        let edges = self.edges.iter().map(|edges| {
            let targets =
                edges.iter().map(|edge| Edge { target: representative[edge.target], ..edge.clone() });
            let edges = joined(targets.collect());
            let left = edges.iter().map(|edge| {
                let above = edges.iter().filter(|other| *other != edge && is_above(other, edge));
                let cubes = above.flat_map(|other| other.guard.cubes()).copied().collect();
                let guard = edge.guard.minus_if_small(&maximal(cubes));
                Edge { guard, ..edge.clone() }
            });
            left.filter(|edge| !edge.guard.is_never()).collect()
        });
        Self::new(representative[self.initial], self.acceptance_sets, edges.collect())
    }

    /// Returns the simulation: `[a][b]` is whether `a` simulates `b`, and thus accepts all words that `b` accepts.
    pub(crate) fn simulation(&self) -> Vec<Vec<bool>> {
        let mut simulates = vec![vec![true; self.states()]; self.states()];
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for a in 0..self.states() {
                for b in 0..self.states() {
                    if simulates[a][b] && a != b && !self.answers(a, b, &simulates) {
                        simulates[a][b] = false;
                        has_changed = true;
                    }
                }
            }
        }
        simulates
    }

    /// Returns whether edges of `a` can match all edges of `b`.
    fn answers(&self, a: usize, b: usize, simulates: &[Vec<bool>]) -> bool {
        self.edges[b].iter().all(|edge| {
            let answers = self.edges[a]
                .iter()
                .filter(|answer| simulates[answer.target][edge.target] && edge.marks & !answer.marks == 0);
            let cubes: Vec<_> = answers.flat_map(|answer| answer.guard.cubes()).copied().collect();
            edge.guard.is_covered(&cubes)
        })
    }
}
