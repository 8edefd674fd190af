//! Removal of states that are unreachable or reach no accepting component, and therefore occur in no accepting run.

use std::collections::HashMap;

use crate::components::{Components, Kind};
use crate::{Automaton, Edge};

impl Automaton {
    /// Returns the automaton without states that occur in no accepting run; one state without edges if there is no such
    /// run.
    pub(crate) fn trimmed(&self) -> Self {
        let live = self.live_states();
        if !live[self.initial] {
            return Self::nothing();
        }
        let states: Vec<_> = (0..self.states()).filter(|&state| live[state]).collect();
        let number: HashMap<usize, usize> = states.iter().enumerate().map(|(new, &old)| (old, new)).collect();
        let renumber = |edge: &Edge| Some(Edge { target: *number.get(&edge.target)?, ..edge.clone() });
        let edges = states.iter().map(|&state| self.edges[state].iter().filter_map(renumber).collect());
        Self::new(number[&self.initial], self.acceptance_sets, edges.collect())
    }

    /// Returns which states are reachable and reach an accepting cycle.
    fn live_states(&self) -> Vec<bool> {
        let components = Components::of(self);
        let accepts = |state| matches!(components.kind_of(state), Some(Kind::Accepting | Kind::Mixed));
        let mut live: Vec<_> = (0..self.states()).map(accepts).collect();
        // The numbers of components are in reverse topological order.
        let mut by_component: Vec<_> =
            (0..self.states()).filter(|&state| components.of[state].is_some()).collect();
        by_component.sort_unstable_by_key(|&state| components.of[state]);
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for &state in &by_component {
                if !live[state] && self.edges[state].iter().any(|edge| live[edge.target]) {
                    live[state] = true;
                    has_changed = true;
                }
            }
        }
        live
    }
}
