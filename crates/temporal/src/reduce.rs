//! Reduction of automata: fewer states, edges and acceptance sets for the same words.
//!
//! The steps are repeated as long as they find something: states from which nothing is accepted go ([`trim`]); marks of components
//! become uniform where all paths, or none, are accepted, acceptance sets that say nothing new go, and states from which everything is
//! accepted become one ([`marks`]); states that simulate each other become one, and edges go that another edge of the same state can do
//! more than ([`simulation`]).

mod marks;
mod simulation;
mod trim;

use crate::Automaton;
use crate::components::Components;

/// Simulation compares states in pairs, up to this number of states,
const MAX_SIMULATION_STATES: usize = 200;
/// and edges with edges, up to this number.
const MAX_SIMULATION_EDGES: usize = 1000;

impl Automaton {
    /// An automaton that accepts the same words, with as few states, edges and acceptance sets as the steps find.
    #[must_use]
    pub fn reduced(&self) -> Self {
        let mut best = self.trimmed().with_simple_marks();
        while best.is_small() {
            let next = best.quotient().trimmed().with_simple_marks();
            if next.size() >= best.size() {
                break;
            }
            best = next;
        }
        best.with_uniform_marks(&Components::of(&best))
    }

    /// Whether its states are compared with each other.
    pub(crate) fn is_small(&self) -> bool {
        self.states() <= MAX_SIMULATION_STATES && self.edges.iter().flatten().count() <= MAX_SIMULATION_EDGES
    }

    /// What reduction makes smaller: states, acceptance sets, edges, cubes.
    fn size(&self) -> (usize, usize, usize, usize) {
        let edges = || self.edges.iter().flatten();
        (
            self.states(),
            self.acceptance_sets(),
            edges().count(),
            edges().map(|edge| edge.guard.cubes().len()).sum(),
        )
    }
}
