//! Stutter invariance, compared on words with repeated letters.

use rand::RngExt;

use super::random::{for_seeds, formula, is_met, random_from, seeds, word};
use crate::{Lasso, Ltl};

#[test]
fn stutter_invariant_formulas_do_not_see_repetitions() {
    for_seeds(seeds(20_000), |seed| {
        let random = &mut random_from(seed);
        let formula = formula(random, 4, 2);
        if !formula.is_stutter_invariant() {
            return;
        }
        for _ in 0..8 {
            let word = word(random, 2);
            let mut repeat = |letters: &[u64]| {
                letters.iter().flat_map(|&letter| vec![letter; random.random_range(1..4)]).collect::<Vec<_>>()
            };
            let repeated = Lasso { prefix: repeat(&word.prefix), cycle: repeat(&word.cycle) };
            assert_eq!(
                formula.holds_on(&word),
                formula.holds_on(&repeated),
                "{formula}\n{word:?}\n{repeated:?}"
            );
        }
    });
}

#[test]
fn formulas_that_see_repetitions_come_with_two_words() {
    let mut seen = 0;
    let count = std::cell::RefCell::new(&mut seen);
    for_seeds(seeds(20_000), |seed| {
        let formula = formula(&mut random_from(seed), 4, 2);
        let witness = formula.stutter_witness().expect("it is small");
        assert_eq!(witness.is_none(), formula.is_stutter_invariant(), "{formula}");
        if let Some([holds, fails]) = witness {
            **count.borrow_mut() += 1;
            assert!(formula.holds_on(&holds) && !formula.holds_on(&fails), "{formula}\n{holds:?}\n{fails:?}");
            assert!(are_equivalent(&holds, &fails), "{formula}\n{holds:?}\n{fails:?}");
        }
    });
    assert!(is_met(seen, 0));
}

/// Returns whether the words are the same without repetitions, as far as the first changes of letters show.
fn are_equivalent(a: &Lasso, b: &Lasso) -> bool {
    let length = 4 * a.len() * b.len();
    let changes = |word: &Lasso| {
        let mut letters: Vec<u64> = word.prefix.clone();
        (0..length).for_each(|_| letters.extend_from_slice(&word.cycle));
        letters.dedup();
        letters.truncate(length);
        letters
    };
    changes(a) == changes(b)
}

#[test]
fn x_is_not_always_seen() {
    let p = || Ltl::Atom(0);
    let next_finally = Ltl::Next(Box::new(Ltl::Finally(Box::new(p()))));
    assert!(!next_finally.is_stutter_invariant());
    // p and X F not p is p and F not p.
    let not_p = || Ltl::Not(Box::new(p()));
    let left = Ltl::Next(Box::new(Ltl::Finally(Box::new(not_p()))));
    assert!(Ltl::And(vec![p(), left]).is_stutter_invariant());
    // F (p and X not p) is F (p and F not p).
    let falls = Ltl::And(vec![p(), Ltl::Next(Box::new(not_p()))]);
    assert!(Ltl::Finally(Box::new(falls)).is_stutter_invariant());
}
