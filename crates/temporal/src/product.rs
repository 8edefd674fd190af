//! The intersection of two automata's languages.

use std::collections::HashMap;

use crate::automaton::MAX_ACCEPTANCE_SETS;
use crate::guard::{Cube, Guard};
use crate::{Automaton, Edge, Lasso, TooLarge};

/// Two automata that read the same word.
pub(crate) struct Product {
    pub(crate) automaton: Automaton,
    /// The states of the two automata for each state.
    pub(crate) pairs: Vec<(usize, usize)>,
}

impl Product {
    /// Returns the part of the product that is reachable from the pair of initial states, if it has at most
    /// `max_states` states and at most `max_pairs` pairs of edges are examined. The acceptance sets are those of the
    /// first, followed by those of the second.
    pub(crate) fn of(
        a: &Automaton,
        b: &Automaton,
        max_states: usize,
        max_pairs: usize,
    ) -> Result<Self, TooLarge> {
        let acceptance_sets = a.acceptance_sets() + b.acceptance_sets();
        if acceptance_sets > MAX_ACCEPTANCE_SETS {
            return Err(TooLarge::AcceptanceSets(MAX_ACCEPTANCE_SETS));
        }
        let mut pairs = vec![(a.initial(), b.initial())];
        let mut numbers = HashMap::from([(pairs[0], 0)]);
        let mut edges = Vec::new();
        let mut looked_at = 0;
        while let Some(&(left, right)) = pairs.get(edges.len()) {
            looked_at += a.edges(left).len() * b.edges(right).len();
            if looked_at > max_pairs {
                return Err(TooLarge::Edges(max_pairs));
            }
            let mut leaving = Vec::new();
            for one in a.edges(left) {
                for other in b.edges(right) {
                    let guard = one.guard.and(&other.guard);
                    if guard.is_never() {
                        continue;
                    }
                    let pair = (one.target, other.target);
                    let target = *numbers.entry(pair).or_insert_with(|| {
                        pairs.push(pair);
                        pairs.len() - 1
                    });
                    let marks = u64::from(one.marks) | u64::from(other.marks) << a.acceptance_sets();
                    leaving.push(Edge { guard, target, marks: marks as u32 });
                }
            }
            edges.push(leaving);
            if pairs.len() > max_states {
                return Err(TooLarge::States(max_states));
            }
        }
        Ok(Self { automaton: Automaton::new(0, acceptance_sets, edges), pairs })
    }
}

impl Automaton {
    /// Returns the automaton of the words that both accept, without reduction.
    ///
    /// # Errors
    /// If it has more than `max_states` states, or too many acceptance sets.
    pub fn intersection(&self, other: &Self, max_states: usize) -> Result<Self, TooLarge> {
        Ok(Product::of(self, other, max_states, usize::MAX)?.automaton)
    }

    /// Returns the automaton that accepts only this word.
    #[must_use]
    pub fn of_word(word: &Lasso) -> Self {
        let edge = |(position, letter)| {
            vec![Edge { guard: Guard::any_of([Cube::letter(letter)]), target: word.next(position), marks: 0 }]
        };
        Self::new(0, 0, word.letters().enumerate().map(edge).collect())
    }

    /// Returns whether the word is accepted. Takes the time of the product of the automaton and the word.
    ///
    /// # Panics
    /// If the cycle of the word is empty.
    #[must_use]
    pub fn accepts(&self, word: &Lasso) -> bool {
        let product = Product::of(self, &Self::of_word(word), usize::MAX, usize::MAX)
            .expect("it has the automaton's acceptance sets");
        !product.automaton.is_empty()
    }
}
