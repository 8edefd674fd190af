//! Büchi automata with one set of accepting states, as required by nested depth-first search.
//!
//! A state of the Büchi automaton is a state of the generalised automaton with a *level*: the number of acceptance sets
//! that have been met, in their order, since all of them were met (Gastin and Oddoux, *Fast LTL to Büchi Automata
//! Translation*, CAV 2001). An edge leads to the level that its marks reach, several levels further if it has several
//! marks. States at the last level are accepting. With one set, a state thus remembers whether the edge that led to it
//! is accepting. We differ in that levels depend on components. A run eventually stays in one component, so a component
//! that accepts nothing only has the first level, and one that accepts all runs that stay in it only has the last.

use std::collections::HashMap;

use crate::Automaton;
use crate::components::{Components, Kind};

/// A Büchi automaton that accepts the same words as an [`Automaton`]; its guards are those of that automaton's edges.
#[derive(Debug, Clone)]
pub struct Buchi {
    /// The states; the first one is initial.
    states: Vec<BuchiState>,
}

/// A state of a Büchi automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuchiState {
    /// The state of the generalised automaton.
    pub of: usize,
    /// Whether runs that visit it infinitely often are accepted.
    pub is_accepting: bool,
    /// The number of its component in the generalised automaton; no cycle leaves it.
    pub component: usize,
    /// The targets of the edges of [`of`](Self::of), in their order.
    pub targets: Vec<usize>,
}

impl Automaton {
    /// Returns the Büchi automaton that accepts the same words. It has one state for each state and reached level;
    /// there is at most one more level than acceptance sets.
    #[must_use]
    pub fn degeneralised(&self) -> Buchi {
        let levels = Levels { automaton: self, components: Components::of(self) };
        let first = (self.initial, levels.of_entry(self.initial));
        let (mut order, mut numbers) = (vec![first], HashMap::from([(first, 0)]));
        let mut states = Vec::new();
        while let Some(&(of, level)) = order.get(states.len()) {
            let targets = self.edges[of].iter().map(|edge| {
                let target = (edge.target, levels.behind((of, level), (edge.target, edge.marks)));
                *numbers.entry(target).or_insert_with(|| {
                    order.push(target);
                    order.len() - 1
                })
            });
            let targets = targets.collect();
            let component = levels.components.of[of].expect("it is reached");
            let is_accepting = levels.are_accepting(of) && level == self.acceptance_sets;
            states.push(BuchiState { of, is_accepting, component, targets });
        }
        Buchi { states }
    }
}

impl Buchi {
    /// Returns the states; the first is initial.
    #[must_use]
    pub fn states(&self) -> &[BuchiState] {
        &self.states
    }
}

/// The levels of the states of an automaton.
struct Levels<'a> {
    automaton: &'a Automaton,
    components: Components,
}

impl Levels<'_> {
    /// Returns the level at which a component is entered.
    fn of_entry(&self, state: usize) -> usize {
        match self.components.kind_of(state) {
            Some(Kind::Accepting) => self.automaton.acceptance_sets,
            _ => 0,
        }
    }

    fn are_accepting(&self, state: usize) -> bool {
        matches!(self.components.kind_of(state), Some(Kind::Accepting | Kind::Mixed))
    }

    /// Returns the level after an edge.
    fn behind(&self, (source, level): (usize, usize), (target, marks): (usize, u32)) -> usize {
        let is_mixed = self.components.kind_of(target) == Some(Kind::Mixed);
        if !is_mixed || !self.components.is_inner(source, target) {
            return self.of_entry(target);
        }
        let sets = self.automaton.acceptance_sets;
        let from = if level == sets { 0 } else { level };
        (from..sets).find(|set| marks >> set & 1 == 0).unwrap_or(sets)
    }
}
