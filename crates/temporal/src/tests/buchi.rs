//! Büchi automata accept the same words as the generalised ones that they are made from.

use std::cell::Cell;

use super::random::{automaton, for_seeds, formula, is_met, random_from, seeds, word};
use super::translation::both;
use crate::{Automaton, Buchi, Lasso};

/// Returns whether a run over a word visits an accepting state infinitely often: whether there is a pair of a position
/// and such a state that is reachable, and that reaches itself.
fn accepts(automaton: &Automaton, buchi: &Buchi, word: &Lasso) -> bool {
    let letters: Vec<u64> = word.letters().collect();
    let next = |&(position, state): &(usize, usize)| -> Vec<(usize, usize)> {
        let state = &buchi.states()[state];
        let edges = automaton.edges(state.of).iter().zip(&state.targets);
        let allowed = edges.filter(|(edge, _)| edge.guard.allows(letters[position]));
        allowed.map(|(_, &target)| (word.next(position), target)).collect()
    };
    let behind = |from: (usize, usize)| {
        let mut reached = next(&from);
        let mut at = 0;
        while at < reached.len() {
            for pair in next(&reached[at]) {
                if !reached.contains(&pair) {
                    reached.push(pair);
                }
            }
            at += 1;
        }
        reached
    };
    let first = (0, 0);
    let mut reached = behind(first);
    reached.push(first);
    reached.iter().any(|&pair| buchi.states()[pair.1].is_accepting && behind(pair).contains(&pair))
}

fn check(automaton: &Automaton, words: impl Iterator<Item = Lasso>) -> usize {
    let buchi = automaton.degeneralised();
    assert!(buchi.states().len() <= automaton.states() * (1 + automaton.acceptance_sets()));
    let accepted = words.filter(|word| {
        let expected = automaton.accepts(word);
        assert_eq!(accepts(automaton, &buchi, word), expected, "{automaton}\n{buchi:?}\n{word:?}");
        expected
    });
    accepted.count()
}

#[test]
fn a_degeneralised_automaton_accepts_the_same_words() {
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    for_seeds(seeds(4000), |seed| {
        let mut random = random_from(seed);
        let mut automata: Vec<Automaton> = both(&formula(&mut random, 6, 3)).into_iter().collect();
        automata.push(automaton(&mut random));
        for automaton in automata {
            let words: Vec<Lasso> = (0..8).map(|_| word(&mut random, 3)).collect();
            let count = words.len();
            let some = check(&automaton, words.into_iter());
            accepted.set(accepted.get() + some);
            refused.set(refused.get() + count - some);
        }
    });
    assert!(is_met(accepted.get().min(refused.get()), 100), "{accepted:?} {refused:?}");
}
