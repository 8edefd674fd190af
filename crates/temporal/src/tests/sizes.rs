//! Automata of known formulas: how many states, how strong, how many acceptance sets.

use crate::Ltl::{self, Atom};
use crate::Strength::{self, General, Terminal, Weak};
use crate::translate;

fn not(a: Ltl) -> Ltl {
    Ltl::Not(Box::new(a))
}

fn x(a: Ltl) -> Ltl {
    Ltl::Next(Box::new(a))
}

fn f(a: Ltl) -> Ltl {
    Ltl::Finally(Box::new(a))
}

fn g(a: Ltl) -> Ltl {
    Ltl::Globally(Box::new(a))
}

fn u(a: Ltl, b: Ltl) -> Ltl {
    Ltl::Until(Box::new([a, b]))
}

fn r(a: Ltl, b: Ltl) -> Ltl {
    Ltl::Release(Box::new([a, b]))
}

fn implies(a: Ltl, b: Ltl) -> Ltl {
    Ltl::Implies(Box::new([a, b]))
}

const P: Ltl = Atom(0);
const Q: Ltl = Atom(1);
const R: Ltl = Atom(2);

#[test]
fn known_formulas_have_automata_of_known_size() {
    let known: Vec<(Ltl, usize, Strength, usize)> = vec![
        (Ltl::Constant(true), 1, Terminal, 0),
        (Ltl::Constant(false), 1, Terminal, 0),
        (P, 2, Terminal, 0),
        (x(P), 3, Terminal, 0),
        (f(P), 2, Terminal, 1),
        (g(P), 1, Weak, 0),
        (u(P, Q), 2, Terminal, 1),
        (r(P, Q), 2, Weak, 0),
        (f(g(P)), 2, Weak, 1),
        (g(f(P)), 1, General, 1),
        (x(g(f(P))), 1, General, 1),
        (f(x(g(f(P)))), 1, General, 1),
        (Ltl::And(vec![g(f(P)), g(f(Q))]), 1, General, 2),
        (Ltl::And(vec![g(f(P)), g(f(Q)), g(f(R))]), 1, General, 3),
        (Ltl::Or(vec![g(f(P)), g(f(Q))]), 1, General, 1),
        (g(implies(P, f(Q))), 2, General, 1),
        (not(g(implies(P, f(Q)))), 2, Weak, 1),
        (implies(g(f(P)), g(f(Q))), 4, General, 1),
        (g(implies(P, x(Q))), 2, Weak, 0),
        (Ltl::And(vec![f(P), f(Q)]), 4, Terminal, 1),
        (u(P, u(Q, R)), 3, Terminal, 1),
        (Ltl::And(vec![P, not(P)]), 1, Terminal, 0),
        (f(Ltl::And(vec![P, x(not(P))])), 3, Terminal, 1),
    ];
    let found: Vec<_> = known
        .iter()
        .map(|(formula, ..)| {
            let automaton = translate(formula).expect("it is small");
            (formula.clone(), automaton.states(), automaton.strength(), automaton.acceptance_sets())
        })
        .collect();
    for (found, known) in found.iter().zip(&known) {
        println!("{} {:?}", found.0, (found.1, found.2, found.3));
        assert_eq!(found, known, "{}", translate(&known.0).expect("it is small"));
    }
}
