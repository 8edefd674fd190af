//! Automata accept the words that satisfy their formulas.

use super::naive;
use super::random::{for_seeds, formula, random_from, seeds, word};
use crate::components::{Components, Kind};
use crate::{Automaton, Ltl, Strength, translate, translate_negation};

const ATOMS: usize = 3;
const OPERATORS: usize = 6;

/// The automata of a formula and of its negation.
fn both(formula: &Ltl) -> [Automaton; 2] {
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

#[test]
fn one_acceptance_set_is_enough() {
    for_seeds(seeds(20_000), |seed| {
        let random = &mut random_from(seed);
        let formula = formula(random, OPERATORS, ATOMS);
        let automaton = both(&formula)[0].degeneralised();
        assert!(automaton.acceptance_sets() <= 1);
        for _ in 0..8 {
            let word = word(random, ATOMS);
            assert_eq!(automaton.accepts(&word), formula.holds_on(&word), "{formula}\n{word:?}\n{automaton}");
        }
    });
}

#[test]
fn strengths_are_what_they_are_defined_as() {
    let mut met = [0; 3];
    let counts = std::cell::RefCell::new(&mut met);
    for_seeds(seeds(4000), |seed| {
        let formula = formula(&mut random_from(seed), OPERATORS, ATOMS);
        for automaton in both(&formula) {
            counts.borrow_mut()[automaton.strength() as usize] += 1;
            check_strength(&automaton);
        }
    });
    assert!(std::env::var_os("SANDERLING_SEED").is_some() || met.iter().all(|&count| count > 20), "{met:?}");
}

fn check_strength(automaton: &Automaton) {
    for state in 0..automaton.states() {
        let from_here = Automaton::new(state, automaton.acceptance_sets(), automaton.edges.clone());
        if automaton.is_universal_from(state) {
            assert!(misses_nothing(&from_here), "{automaton}");
        }
        let components = Components::of(&from_here);
        let is_in_accepting = matches!(components.kind_of(state), Some(Kind::Accepting | Kind::Mixed));
        match automaton.strength() {
            Strength::Terminal => {
                assert!(!is_in_accepting || automaton.is_universal_from(state), "{automaton}");
            }
            Strength::Weak => assert_ne!(components.kind_of(state), Some(Kind::Mixed), "{automaton}"),
            Strength::General => {}
        }
    }
    let components = Components::of(automaton);
    for (state, edge) in
        (0..automaton.states()).flat_map(|state| automaton.edges(state).iter().map(move |edge| (state, edge)))
    {
        let marks = match components.kind_of(state) {
            _ if !components.is_inner(state, edge.target) => continue,
            Some(Kind::Accepting) => automaton.all_marks(),
            Some(Kind::Rejecting) => 0,
            _ => continue,
        };
        assert_eq!(edge.marks, marks, "{automaton}");
    }
    let is_mixed = components.kinds.contains(&Kind::Mixed);
    assert_eq!(is_mixed, automaton.strength() == Strength::General, "{automaton}");
}

/// Whether all words with a cycle of up to two letters over three atoms are accepted.
fn misses_nothing(automaton: &Automaton) -> bool {
    (0..64_u64).all(|letters| {
        automaton.accepts(&crate::Lasso { prefix: vec![], cycle: vec![letters >> 3, letters & 7] })
    })
}
