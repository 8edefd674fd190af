//! Reduction of automata: fewer states, edges and acceptance sets for the same words.
//!
//! The steps are repeated as long as they find an improvement. States from which nothing is accepted are removed
//! ([`trim`]). Marks of components in which all paths, or none, are accepted become uniform, redundant acceptance sets
//! are removed, and states from which everything is accepted are merged ([`marks`]). States that simulate each other
//! are merged, and edges that another edge of the same state dominates are removed ([`simulation`]).

mod marks;
mod simulation;
mod trim;

use crate::Automaton;
use crate::components::Components;

/// Maximum number of states for simulation, which compares states in pairs.
const MAX_SIMULATION_STATES: usize = 200;
/// Maximum number of edges for simulation, which compares edges with edges.
const MAX_SIMULATION_EDGES: usize = 1000;

impl Automaton {
    /// Returns an automaton that accepts the same words, with as few states, edges and acceptance sets as the steps can
    /// achieve.
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

    /// Returns whether the automaton is small enough for simulation.
    pub(crate) fn is_small(&self) -> bool {
        self.states() <= MAX_SIMULATION_STATES && self.edges.iter().flatten().count() <= MAX_SIMULATION_EDGES
    }

    /// Returns the measure that reduction decreases: states, acceptance sets, edges, cubes.
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
