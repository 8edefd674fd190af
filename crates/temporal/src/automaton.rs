//! Generalised Büchi automata with acceptance on edges.
//!
//! A run is an infinite path from the initial state along edges whose guards allow the letters of the word. It is
//! accepting if it takes edges of each acceptance set infinitely often. The automaton accepts the words with an
//! accepting run.

use std::fmt;
use std::sync::OnceLock;

use crate::strength::Facts;
use crate::{Guard, Strength};

/// A transition-based generalised Büchi automaton. States are numbers from 0.
#[derive(Debug, Clone)]
pub struct Automaton {
    pub(crate) initial: usize,
    pub(crate) acceptance_sets: usize,
    pub(crate) edges: Vec<Vec<Edge>>,
    /// Properties of its components, computed on first use.
    pub(crate) facts: OnceLock<Facts>,
}

/// An edge of an automaton.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The letters for which it can be taken; at least one.
    pub guard: Guard,
    /// The state that it leads to.
    pub target: usize,
    /// Bit `k` is set if the edge is in acceptance set `k`.
    pub marks: u32,
}

/// Maximum number of acceptance sets of an automaton.
pub const MAX_ACCEPTANCE_SETS: usize = 32;

impl Automaton {
    /// Creates an automaton with these edges, a list for each state.
    ///
    /// # Panics
    /// If there are more than 32 acceptance sets, or a state or a mark does not belong to the automaton.
    #[must_use]
    pub fn new(initial: usize, acceptance_sets: usize, edges: Vec<Vec<Edge>>) -> Self {
        assert!(
            acceptance_sets <= MAX_ACCEPTANCE_SETS,
            "there are at most {MAX_ACCEPTANCE_SETS} acceptance sets"
        );
        assert!(initial < edges.len(), "the initial state is a state");
        let automaton = Self { initial, acceptance_sets, edges, facts: OnceLock::new() };
        let all = automaton.all_marks();
        assert!(
            automaton
                .edges
                .iter()
                .flatten()
                .all(|edge| edge.target < automaton.edges.len() && edge.marks & !all == 0)
        );
        automaton
    }

    /// Returns an automaton that accepts nothing: one state, no edge.
    pub(crate) fn nothing() -> Self {
        Self::new(0, 0, vec![Vec::new()])
    }

    /// Returns the number of states, at least 1.
    #[must_use]
    pub fn states(&self) -> usize {
        self.edges.len()
    }

    /// Returns the initial state.
    #[must_use]
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// Returns the number of acceptance sets, at most 32. Without any, every infinite run is accepting.
    #[must_use]
    pub fn acceptance_sets(&self) -> usize {
        self.acceptance_sets
    }

    /// Returns the marks of an edge that is in every acceptance set.
    #[must_use]
    pub fn all_marks(&self) -> u32 {
        ((1_u64 << self.acceptance_sets) - 1) as u32
    }

    /// Returns the edges that leave a state.
    #[must_use]
    pub fn edges(&self, state: usize) -> &[Edge] {
        &self.edges[state]
    }

    /// Returns the atoms on which guards depend, bit `i` for atom `i`.
    #[must_use]
    pub fn atoms(&self) -> u64 {
        self.edges.iter().flatten().fold(0, |atoms, edge| atoms | edge.guard.atoms())
    }

    /// Returns the strength of acceptance that the automaton needs. Computed once, in one pass over the automaton.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.facts().strength
    }

    /// Returns whether every word is known to be accepted from a state, by a component in which a run can stay with
    /// every letter. It may be true without being detected. Computed once for all states, in a few passes over the
    /// automaton.
    #[must_use]
    pub fn is_universal_from(&self, state: usize) -> bool {
        self.facts().universal[state]
    }

    fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| Facts::of(self))
    }
}

impl fmt::Display for Automaton {
    /// Writes a line for each state and each edge.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "initial {}, {} acceptance sets", self.initial, self.acceptance_sets)?;
        for (state, edges) in self.edges.iter().enumerate() {
            writeln!(f, "{state}:")?;
            for edge in edges {
                let marks: Vec<_> = (0..self.acceptance_sets).filter(|k| edge.marks >> k & 1 == 1).collect();
                writeln!(f, "  [{}] -> {} {marks:?}", edge.guard, edge.target)?;
            }
        }
        Ok(())
    }
}
