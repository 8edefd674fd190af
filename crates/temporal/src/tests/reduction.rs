//! Automata derived from random automata accept the same words. Random automata have features that automata of formulas
//! do not have: dead ends, unreachable states, and meaningless guards and marks.

use super::random::{automaton, for_seeds, random_from, seeds, word};
use crate::{Automaton, Lasso};

#[test]
fn reduced_automata_accept_the_same_words() {
    for_seeds(seeds(40_000), |seed| {
        let random = &mut random_from(seed);
        let automaton = automaton(random);
        let reduced = automaton.reduced();
        assert!(
            reduced.states() <= automaton.states()
                && reduced.acceptance_sets() <= automaton.acceptance_sets()
        );
        for _ in 0..12 {
            let word = word(random, 2);
            let accepts = automaton.accepts(&word);
            assert_eq!(reduced.accepts(&word), accepts, "{automaton}\n{reduced}\n{word:?}");
        }
    });
}

#[test]
fn intersections_accept_what_both_accept() {
    for_seeds(seeds(20_000), |seed| {
        let random = &mut random_from(seed);
        let (a, b) = (automaton(random), automaton(random));
        let both = a.intersection(&b, usize::MAX).expect("they have few sets");
        let accept = |word: &Lasso| a.accepts(word) && b.accepts(word);
        assert!(both.accepted_word().is_none_or(|word| accept(&word)), "{a}\n{b}\n{both}");
        for _ in 0..6 {
            let word = word(random, 2);
            assert_eq!(both.accepts(&word), accept(&word), "{a}\n{b}\n{word:?}");
        }
    });
}

#[test]
fn universal_states_accept_every_word() {
    for_seeds(seeds(20_000), |seed| {
        let random = &mut random_from(seed);
        let automaton = automaton(random);
        for state in (0..automaton.states()).filter(|&state| automaton.is_universal_from(state)) {
            let from_here = Automaton::new(state, automaton.acceptance_sets(), automaton.edges.clone());
            for _ in 0..12 {
                let word = word(random, 2);
                assert!(from_here.accepts(&word), "{state} of\n{automaton}\n{word:?}");
            }
        }
    });
}
