//! The textbook translation, without any optimisation.
//!
//! Source: Vardi and Wolper, *An Automata-Theoretic Approach to Automatic Program Verification*, LICS 1986. A state
//! states for each atom and each temporal subformula whether it holds for the rest of the word; there is an edge if
//! that is consistent with the next state. It shares nothing with the other translation: no normal form, no rewriting,
//! no clauses, no reduction.

use crate::guard::Cube;
use crate::{Automaton, Edge, Guard, Ltl};

/// Returns the automaton of a formula over few atoms with few temporal operators.
pub(super) fn translate(formula: &Ltl, atoms: usize) -> Automaton {
    let mut elementary: Vec<&Ltl> = Vec::new();
    for part in formula.bottom_up() {
        if is_temporal(part) && !elementary.contains(&part) {
            elementary.push(part);
        }
    }
    let closure = Closure { atoms, elementary };
    let states = 1_usize << (atoms + closure.elementary.len());
    let mut edges: Vec<Vec<Edge>> = (0..states).map(|state| closure.edges(state, states)).collect();
    // INVARIANT: the last state is the initial one, with the edges of every state in which the formula holds.
    let initial =
        (0..states).filter(|&state| closure.holds(formula, state)).flat_map(|state| edges[state].clone());
    let initial = initial.collect();
    edges.push(initial);
    Automaton::new(states, closure.sets().count(), edges)
}

fn is_temporal(formula: &Ltl) -> bool {
    matches!(
        formula,
        Ltl::Next(_)
            | Ltl::Finally(_)
            | Ltl::Globally(_)
            | Ltl::Until(_)
            | Ltl::WeakUntil(_)
            | Ltl::Release(_)
            | Ltl::StrongRelease(_)
    )
}

struct Closure<'a> {
    atoms: usize,
    elementary: Vec<&'a Ltl>,
}

impl Closure<'_> {
    /// Returns whether a formula holds according to a state. Its bits are the atoms, then the temporal subformulas.
    fn holds(&self, formula: &Ltl, state: usize) -> bool {
        let of = formula.operands();
        match formula {
            Ltl::Constant(value) => *value,
            Ltl::Atom(atom) => state >> atom & 1 == 1,
            Ltl::Not(_) => !self.holds(&of[0], state),
            Ltl::And(_) => of.iter().all(|operand| self.holds(operand, state)),
            Ltl::Or(_) => of.iter().any(|operand| self.holds(operand, state)),
            Ltl::Implies(_) => !self.holds(&of[0], state) || self.holds(&of[1], state),
            Ltl::Iff(_) => self.holds(&of[0], state) == self.holds(&of[1], state),
            _ => {
                let index =
                    self.elementary.iter().position(|known| *known == formula).expect("it is temporal");
                state >> (self.atoms + index) & 1 == 1
            }
        }
    }

    /// Returns whether a formula holds in a state, given its operands in the state and its own value in the next state.
    fn unfolded(&self, formula: &Ltl, state: usize, next: usize) -> bool {
        let now = |operand: usize| self.holds(&formula.operands()[operand], state);
        let later = || self.holds(formula, next);
        match formula {
            Ltl::Next(a) => self.holds(a, next),
            Ltl::Finally(_) => now(0) || later(),
            Ltl::Globally(_) => now(0) && later(),
            Ltl::Until(_) | Ltl::WeakUntil(_) => now(1) || now(0) && later(),
            Ltl::Release(_) | Ltl::StrongRelease(_) => now(1) && (now(0) || later()),
            _ => unreachable!("it is temporal"),
        }
    }

    /// Returns the acceptance condition of each operator that is a fixpoint: a least one is false or satisfied, a
    /// greatest one true or violated.
    fn sets(&self) -> impl Iterator<Item = impl Fn(usize) -> bool> {
        self.elementary.iter().filter(|formula| !matches!(formula, Ltl::Next(_))).map(move |formula| {
            let of = formula.operands();
            let holds = move |state| self.holds(formula, state);
            move |state| match formula {
                Ltl::Finally(_) => !holds(state) || self.holds(&of[0], state),
                Ltl::Globally(_) => holds(state) || !self.holds(&of[0], state),
                Ltl::Until(_) => !holds(state) || self.holds(&of[1], state),
                Ltl::WeakUntil(_) => {
                    holds(state) || !(self.holds(&of[0], state) || self.holds(&of[1], state))
                }
                Ltl::Release(_) => holds(state) || !self.holds(&of[1], state),
                _ => !holds(state) || self.holds(&of[0], state) && self.holds(&of[1], state),
            }
        })
    }

    fn edges(&self, state: usize, states: usize) -> Vec<Edge> {
        let letter = state & ((1 << self.atoms) - 1);
        let negative = !letter & ((1 << self.atoms) - 1);
        let guard = Guard::any_of([Cube { positive: letter as u64, negative: negative as u64 }]);
        let marks = self.sets().enumerate().fold(0, |marks, (k, holds)| marks | u32::from(holds(state)) << k);
        let is_consistent = |next: &usize| {
            self.elementary
                .iter()
                .all(|formula| self.holds(formula, state) == self.unfolded(formula, state, *next))
        };
        let targets = (0..states).filter(is_consistent);
        targets.map(|target| Edge { guard: guard.clone(), target, marks }).collect()
    }
}
