//! Automata accept the words that satisfy their formulas.

use super::naive;
use super::random::{for_seeds, formula, random_from, seeds, word};
use crate::{Automaton, Ltl, translate, translate_negation};

const ATOMS: usize = 3;
const OPERATORS: usize = 6;

/// Returns the automata of a formula and of its negation.
pub(super) fn both(formula: &Ltl) -> [Automaton; 2] {
    let automata = [translate(formula), translate_negation(formula)];
    automata.map(|automaton| automaton.unwrap_or_else(|error| panic!("{formula}: {error}")))
}

#[test]
fn automata_accept_the_words_that_satisfy_the_formula() {
    for_seeds(seeds(100_000), |seed| {
        let random = &mut random_from(seed);
        let formula = formula(random, OPERATORS, ATOMS);
        let [holds, fails] = both(&formula);
        for _ in 0..4 {
            let word = word(random, ATOMS);
            assert_eq!(holds.accepts(&word), formula.holds_on(&word), "{formula}\n{word:?}\n{holds}");
            assert_eq!(fails.accepts(&word), !formula.holds_on(&word), "not {formula}\n{word:?}\n{fails}");
        }
    });
}

#[test]
fn a_formula_and_its_negation_share_no_word() {
    for_seeds(seeds(100_000), |seed| {
        let formula = formula(&mut random_from(seed), OPERATORS, ATOMS);
        let [holds, fails] = both(&formula);
        let common = holds.intersection(&fails, usize::MAX).expect("they have few sets");
        assert_eq!(common.accepted_word(), None, "{formula}");
        assert!(!(holds.is_empty() && fails.is_empty()), "{formula}");
    });
}

#[test]
fn words_of_automata_satisfy_the_formula() {
    for_seeds(seeds(20_000), |seed| {
        let formula = formula(&mut random_from(seed), OPERATORS, ATOMS);
        let [holds, fails] = both(&formula);
        let word_of = |automaton: &Automaton| {
            let word = automaton.accepted_word();
            assert_eq!(word.is_none(), automaton.is_empty(), "{formula}");
            word
        };
        assert!(word_of(&holds).is_none_or(|word| formula.holds_on(&word)), "{formula}\n{holds}");
        assert!(word_of(&fails).is_none_or(|word| !formula.holds_on(&word)), "{formula}\n{fails}");
        assert_eq!(formula.is_satisfiable(), Ok(!holds.is_empty()));
        assert_eq!(formula.is_tautology(), Ok(fails.is_empty()));
    });
}

#[test]
fn the_naive_translation_accepts_the_same_words() {
    for_seeds(seeds(4000), |seed| {
        let formula = formula(&mut random_from(seed), 3, 2);
        let naive = naive::translate(&formula, 2);
        let [holds, fails] = both(&formula);
        let common = naive.intersection(&fails, usize::MAX).expect("they have few sets");
        assert_eq!(common.accepted_word(), None, "the naive automaton accepts more: {formula}");
        let not = Ltl::Not(Box::new(formula.clone()));
        let common = naive::translate(&not, 2).intersection(&holds, usize::MAX).expect("they have few sets");
        assert_eq!(common.accepted_word(), None, "the naive automaton accepts less: {formula}");
    });
}

#[test]
fn reduction_keeps_the_words_and_makes_nothing_larger() {
    for_seeds(seeds(4000), |seed| {
        let random = &mut random_from(seed);
        let formula = formula(random, 3, 2);
        let naive = naive::translate(&formula, 2);
        let reduced = naive.reduced();
        assert!(reduced.states() <= naive.states() && reduced.acceptance_sets() <= naive.acceptance_sets());
        for _ in 0..8 {
            let word = word(random, 2);
            assert_eq!(reduced.accepts(&word), formula.holds_on(&word), "{formula}\n{word:?}\n{reduced}");
        }
    });
}
