//! Infinite runs: firings, and firings that are repeated for ever; and the values of formulas on them.
//!
//! Such a run has finitely many different rests, so that a formula has a value at each position. The values of an
//! operator follow from those of its operands by its definition: those of *until* are the least, those of *release* the
//! greatest solution of an equation with the value at the next position. Two backward passes solve it: the value that a
//! repeated position gets from those after it needs to go around the cycle once.

use crate::Refusal;
use crate::claim::fire;
use crate::ltl::{Ltl, Node};
use crate::net::Ground;

/// Fires a run, and checks that it satisfies a formula. Without a cycle, nothing may be enabled at the end.
///
/// # Errors
/// If it is not such a run; the error is the reason.
pub fn check(ground: &Ground<'_>, formula: &Ltl, prefix: &[String], cycle: &[String]) -> Result<(), Refusal> {
    let mut letters = Vec::new();
    let mut pass = |marking: &[u64]| letters.push(formula.letter(marking));
    let before = fire(ground, ground.net.initial(), prefix, &mut pass)?;
    let after = fire(ground, before.clone(), cycle, &mut pass)?;
    if after != before {
        return Err(format!("the cycle leads to another marking, {}", ground.net.show(&after)));
    }
    if cycle.is_empty() {
        pass(&before);
        for transition in &ground.net.transitions {
            if ground.net.fire(transition, &before)?.is_some() {
                return Err(format!("the run ends where `{}` is enabled", transition.id));
            }
        }
    }
    if formula.holds_on(&letters, prefix.len()) { Ok(()) } else { Err("the run decides nothing".into()) }
}

impl Ltl {
    /// Returns whether a run satisfies the formula. `letters` are the [values of the conditions](Ltl::letter) of its
    /// markings. The markings from position `back` on are repeated for ever.
    #[must_use]
    pub fn holds_on(&self, letters: &[Box<[bool]>], back: usize) -> bool {
        let next = |at: usize| if at + 1 < letters.len() { at + 1 } else { back };
        let each = |holds: &dyn Fn(usize) -> bool| (0..letters.len()).map(holds).collect::<Vec<bool>>();
        let solution = |start: bool, holds: &dyn Fn(usize, bool) -> bool| {
            let mut values = vec![start; letters.len()];
            for at in (0..letters.len()).rev().chain((0..letters.len()).rev()) {
                values[at] = holds(at, values[next(at)]);
            }
            values
        };
        let mut values: Vec<Vec<bool>> = Vec::new();
        for node in &self.nodes {
            let row = match node {
                Node::Now(condition) => each(&|at| letters[at][*condition]),
                Node::All(parts) => each(&|at| parts.iter().all(|&part| values[part][at])),
                Node::Any(parts) => each(&|at| parts.iter().any(|&part| values[part][at])),
                Node::Next(inner) => each(&|at| values[*inner][next(at)]),
                Node::Until(a, b) => solution(false, &|at, later| values[*b][at] || values[*a][at] && later),
                Node::Release(a, b) => {
                    solution(true, &|at, later| values[*b][at] && (values[*a][at] || later))
                }
            };
            values.push(row);
        }
        values[self.root][0]
    }
}
