//! Inputs that are too large fail with the name of the limit, soon and without much memory.

use crate::{Ltl, TooLarge, translate};

fn chain(levels: usize, operator: fn(Box<Ltl>) -> Ltl) -> Ltl {
    (0..levels).fold(Ltl::Atom(0), |formula, _| operator(Box::new(formula)))
}

#[test]
fn deep_formulas_are_refused() {
    let implies = |a: Box<Ltl>| Ltl::Implies(Box::new([*a, Ltl::Atom(1)]));
    for operator in [Ltl::Next, Ltl::Not, Ltl::Finally, implies] {
        let deep = chain(10_000, operator);
        assert_eq!(deep.depth(), 10_000);
        assert!(matches!(translate(&deep), Err(TooLarge::Depth(_))));
        assert!(matches!(deep.simplified(), Err(TooLarge::Depth(_))));
        assert!(matches!(deep.negation_normal_form(), Err(TooLarge::Depth(_))));
        assert!(matches!(deep.stutter_witness(), Err(TooLarge::Depth(_))));
        assert!(deep.holds_on(&crate::Lasso { prefix: vec![], cycle: vec![3] }));
    }
}

#[test]
fn formulas_of_an_allowed_depth_are_translated() {
    let automaton = translate(&chain(400, Ltl::Next)).expect("it is not too deep");
    assert_eq!(automaton.states(), 402);
    let alternating =
        |a: Box<Ltl>| Ltl::Finally(Box::new(Ltl::Globally(Box::new(Ltl::And(vec![*a, Ltl::Atom(1)])))));
    assert!(translate(&chain(130, alternating)).is_ok());
}

#[test]
fn many_subformulas_are_refused() {
    let wide = Ltl::And((0..100_000).map(|i| Ltl::Atom(i % 64)).collect());
    assert!(matches!(translate(&wide), Err(TooLarge::Subformulas(_))));
    assert!(matches!(translate(&Ltl::Atom(64)), Err(TooLarge::Atoms(64))));
}

#[test]
fn many_untils_are_refused() {
    let until = |i: usize| Ltl::Until(Box::new([Ltl::Atom(2 * i), Ltl::Atom(2 * i + 1)]));
    assert!(translate(&Ltl::And((0..5).map(until).collect())).is_ok());
    for count in [12, 20, 32] {
        let all = Ltl::And((0..count).map(until).collect());
        assert!(translate(&all).is_err(), "{count}");
        let recurring =
            Ltl::And((0..count).map(|i| Ltl::Globally(Box::new(Ltl::Finally(Box::new(until(i)))))).collect());
        let _ = translate(&recurring);
        let nested = (0..count).fold(Ltl::Atom(0), |formula, i| {
            Ltl::Until(Box::new([Ltl::Globally(Box::new(formula)), until(i)]))
        });
        let _ = translate(&nested);
    }
}

#[test]
fn equivalences_within_each_other_are_refused_as_trees_alone() {
    let nested = (1..40).fold(Ltl::Atom(0), |formula, i| Ltl::Iff(Box::new([formula, Ltl::Atom(i)])));
    assert!(matches!(nested.negation_normal_form(), Err(TooLarge::Subformulas(_))));
    let recurring = (1..40)
        .fold(Ltl::Atom(0), |formula, i| Ltl::Iff(Box::new([Ltl::Finally(Box::new(formula)), Ltl::Atom(i)])));
    assert!(translate(&recurring).is_err());
}

#[test]
fn stutter_invariance_of_large_formulas_ends_soon() {
    let falls = |i: usize| {
        Ltl::Finally(Box::new(Ltl::And(vec![Ltl::Atom(i), Ltl::Next(Box::new(Ltl::Atom(i + 1)))])))
    };
    assert!(matches!(
        Ltl::And((0..8).map(falls).collect()).stutter_witness(),
        Err(TooLarge::Atoms(_) | TooLarge::States(_))
    ));
    for count in [3, 5, 7] {
        let all = Ltl::And((0..count).map(falls).collect());
        assert!(!all.is_stutter_invariant(), "a repeated letter is seen, or it is too large: {all}");
        let _ = Ltl::Globally(Box::new(all)).stutter_witness();
    }
}
