//! Strengths and kinds of components, compared with their definitions.

use std::cell::RefCell;

use super::random::{automaton, for_seeds, formula, is_met, random_from, seeds};
use super::translation::both;
use crate::components::{Components, Kind};
use crate::{Automaton, Lasso, Strength};

#[test]
fn strengths_are_what_they_are_defined_as() {
    let mut met = [0; 3];
    let counts = RefCell::new(&mut met);
    for_seeds(seeds(4000), |seed| {
        let formula = formula(&mut random_from(seed), 6, 3);
        for automaton in both(&formula) {
            counts.borrow_mut()[automaton.strength() as usize] += 1;
            check_strength(&automaton);
        }
    });
    assert!(met.iter().all(|&count| is_met(count, 20)), "{met:?}");
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

/// Returns whether all words with a cycle of up to two letters over three atoms are accepted.
fn misses_nothing(automaton: &Automaton) -> bool {
    (0..64_u64)
        .all(|letters| automaton.accepts(&Lasso { prefix: vec![], cycle: vec![letters >> 3, letters & 7] }))
}

#[test]
fn components_are_what_their_cycles_are() {
    for_seeds(seeds(100_000), |seed| {
        let automaton = automaton(&mut random_from(seed));
        let components = Components::of(&automaton);
        let reaches = |from: usize| reached(&automaton, from);
        for state in 0..automaton.states() {
            let is_reached = reaches(automaton.initial()).contains(&state);
            let same: Vec<_> =
                reaches(state).into_iter().filter(|&other| reaches(other).contains(&state)).collect();
            let cycles: Vec<u32> =
                same.iter().flat_map(|&member| simple_cycles(&automaton, member)).collect();
            let accepts = cycles.iter().fold(0, |all, marks| all | marks) == automaton.all_marks();
            let rejects = cycles.iter().any(|&marks| marks != automaton.all_marks());
            let kind = match (accepts, rejects) {
                _ if cycles.is_empty() => Kind::Transient,
                (true, false) => Kind::Accepting,
                (true, true) => Kind::Mixed,
                (false, _) => Kind::Rejecting,
            };
            assert_eq!(components.kind_of(state), is_reached.then_some(kind), "{state} of\n{automaton}");
            let is_inner = |other| components.is_inner(state, other);
            assert!(
                !is_reached || (0..automaton.states()).all(|other| is_inner(other) == same.contains(&other))
            );
        }
    });
}

/// Returns the states that a state reaches, itself included.
fn reached(automaton: &Automaton, from: usize) -> Vec<usize> {
    let mut reached = vec![from];
    let mut index = 0;
    while let Some(&state) = reached.get(index) {
        for edge in automaton.edges(state) {
            if !reached.contains(&edge.target) {
                reached.push(edge.target);
            }
        }
        index += 1;
    }
    reached
}

/// Returns the marks of each simple cycle through a state.
fn simple_cycles(automaton: &Automaton, start: usize) -> Vec<u32> {
    let mut cycles = Vec::new();
    let mut open = vec![(vec![start], 0)];
    while let Some((path, marks)) = open.pop() {
        for edge in automaton.edges(path[path.len() - 1]) {
            if edge.target == start {
                cycles.push(marks | edge.marks);
            } else if !path.contains(&edge.target) {
                open.push(([&path[..], &[edge.target]].concat(), marks | edge.marks));
            }
        }
    }
    cycles
}
