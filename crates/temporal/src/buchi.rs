//! One set of states instead of sets of edges: what nested depth-first search asks for.
//!
//! A state of the Büchi automaton is one of the generalised automaton with a *level*: how many of the acceptance sets have been met, in
//! their order, since all of them were (Gastin and Oddoux, *Fast LTL to Büchi Automata Translation*, CAV 2001). An edge is followed to the
//! level that its marks lead to, several at once where it has several; states at the last level are accepting. With one set, a state thus
//! remembers whether the edge that led to it is accepting. We differ in that levels go by components: a run stays in one in the end, so
//! that a component that accepts nothing has the first level alone, and one that accepts whatever stays in it the last.

use std::collections::HashMap;

use crate::Automaton;
use crate::components::{Components, Kind};

/// The states of a Büchi automaton that accepts what an [`Automaton`] does; its guards are those of that automaton's edges.
#[derive(Debug, Clone)]
pub struct Buchi {
    /// The first one is that in which runs begin.
    states: Vec<BuchiState>,
}

/// A state of a Büchi automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuchiState {
    /// The state of the generalised automaton that it is one of.
    pub of: usize,
    /// Whether runs that come through it again and again are accepted.
    pub is_accepting: bool,
    /// The number of its component in the generalised automaton: no cycle leads out of it.
    pub component: usize,
    /// Where the edges of [`of`](Self::of) lead, in their order.
    pub targets: Vec<usize>,
}

impl Automaton {
    /// The Büchi automaton that accepts the same words: of each state one for each level that is reached, at most one more than there
    /// are acceptance sets.
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
    /// The states; runs begin in the first.
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
    /// The level with which a component is entered.
    fn of_entry(&self, state: usize) -> usize {
        match self.components.kind_of(state) {
            Some(Kind::Accepting) => self.automaton.acceptance_sets,
            _ => 0,
        }
    }

    fn are_accepting(&self, state: usize) -> bool {
        matches!(self.components.kind_of(state), Some(Kind::Accepting | Kind::Mixed))
    }

    /// The level behind an edge.
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
