//! Rewriting of formulas into equivalent ones with fewer and simpler operators.
//!
//! Each [`Rule`] speaks of conjunctions, of X and of U; what it says about their duals follows, as for linear time. All of them hold where
//! paths may end in deadlocks. Source of the idea: Bønneland, Dyhr, Jensen, Johannsen and Srba, *Simplification of CTL Formulae for
//! Efficient Model Checking of Petri Nets*, Petri Nets, 2018. Ours differ in that several of their rules are one, by implication and by the
//! classes of formulas that go back and forth along paths. In the names, `e` is eventual: it holds wherever it holds in a state that can be reached, as EF does.
//! `Q` and `P` are A or E, and not the two that are wrong: EF A[c U b] is no A[c U b], and AF E[c U b] no AF b.

use super::normal::{fixpoint, joined, quantified};
use super::{Ctl, Path};
use crate::TooLarge;
use crate::formulas::{MAX_DEPTH, MAX_SUBFORMULAS};

/// A rule: what it does, and how.
pub(crate) struct Rule {
    #[cfg_attr(not(test), expect(dead_code, reason = "tests name the rule that is wrong"))]
    pub(crate) name: &'static str,
    apply: fn(&Ctl) -> Option<Ctl>,
}

const fn rule(name: &'static str, apply: fn(&Ctl) -> Option<Ctl>) -> Rule {
    Rule { name, apply }
}

/// Every rule, in the order in which they are tried.
pub(crate) const RULES: &[Rule] = &[
    rule("a and b = false, where a implies not b", contradiction),
    rule("a and b = a, where a implies b", implied_operand),
    rule("EX false = false", next_of_false),
    rule("Q[a U b] = b, where a implies b", until_implied),
    rule("Q[a U e] = e", until_eventual),
    rule("Q[a U b] = QF b, where not b implies a", until_everywhere),
    rule("Q[a U P[c U b]] = P[c U b], where a implies c; QF P[c U b] = QF b", nested_until),
    rule("Q[a U (b or e)] = Q[a U b] or e", eventual_alternative),
    rule("AX a and AX b = AX (a and b)", conjunction_of_next),
    rule("A[a U b] and A[c U b] = A[(a and c) U b]", conjunction_of_until),
    rule("A[a R b] and A[a R c] = A[a R (b and c)]", conjunction_of_release),
];

impl Rule {
    /// What the rule makes of a formula in normal form, or of its negation negated, if that is another one.
    pub(crate) fn rewritten(&self, formula: &Ctl, negation: &Ctl) -> Option<Ctl> {
        (self.apply)(formula)
            .or_else(|| (self.apply)(negation).map(|new| new.negation()))
            .filter(|new| new != formula)
    }
}

/// Formulas are rewritten at most this number of times, in case that rules undo each other.
const MAX_REWRITINGS: usize = 2000;

impl Ctl {
    /// An equivalent formula: negations stand before atoms, and there are fewer and simpler path operators where the rules find some. It takes
    /// up to the square of the formula's size.
    ///
    /// # Errors
    /// That the formula is too deep or has too many subformulas.
    pub fn simplified(&self) -> Result<Self, TooLarge> {
        let (depth, size) = self.depth_and_size();
        if depth > MAX_DEPTH {
            return Err(TooLarge::Depth(MAX_DEPTH));
        }
        if size > MAX_SUBFORMULAS {
            return Err(TooLarge::Subformulas(MAX_SUBFORMULAS));
        }
        Ok(simplify(&self.normal(true), &mut MAX_REWRITINGS.clone()).shortened())
    }
}

/// Rewrites operands first, then the formula, and what comes of that again.
fn simplify(formula: &Ctl, left: &mut usize) -> Ctl {
    let mut path = |path: &Path| match path {
        Path::Next(a) => Path::Next(Box::new(simplify(a, left))),
        Path::Until(of) => fixpoint(true, simplify(&of[0], left), simplify(&of[1], left)),
        Path::Release(of) => fixpoint(false, simplify(&of[0], left), simplify(&of[1], left)),
        Path::Finally(_) | Path::Globally(_) | Path::WeakUntil(_) => unreachable!("it is in normal form"),
    };
    let below = match formula {
        Ctl::Constant(_) | Ctl::Atom(_) | Ctl::Not(_) => return formula.clone(),
        Ctl::Exists(of) => Ctl::Exists(path(of)),
        Ctl::All(of) => Ctl::All(path(of)),
        Ctl::And(of) => joined(true, of.iter().map(|operand| simplify(operand, left))),
        Ctl::Or(of) => joined(false, of.iter().map(|operand| simplify(operand, left))),
    };
    let negation = below.negation();
    match RULES.iter().find_map(|rule| rule.rewritten(&below, &negation)) {
        Some(new) if *left > 0 => {
            *left -= 1;
            simplify(&new, left)
        }
        _ => below,
    }
}

/// The operands of `a U b`, and whether it is under E.
fn until(formula: &Ctl) -> Option<(bool, &Ctl, &Ctl)> {
    match formula {
        Ctl::Exists(Path::Until(of)) => Some((true, &of[0], &of[1])),
        Ctl::All(Path::Until(of)) => Some((false, &of[0], &of[1])),
        _ => None,
    }
}

fn contradiction(formula: &Ctl) -> Option<Ctl> {
    let Ctl::And(operands) = formula else { return None };
    let negations: Vec<_> = operands.iter().map(Ctl::negation).collect();
    let contradicts = operands.iter().any(|a| negations.iter().any(|not_b| a.implies(not_b)));
    contradicts.then_some(Ctl::Constant(false))
}

fn implied_operand(formula: &Ctl) -> Option<Ctl> {
    let Ctl::And(operands) = formula else { return None };
    let implied =
        |(i, b): (usize, &Ctl)| operands.iter().enumerate().any(|(j, a)| i != j && a.implies(b)).then_some(i);
    let without = operands.iter().enumerate().find_map(implied)?;
    let left = operands.iter().enumerate().filter(|(i, _)| *i != without).map(|(_, operand)| operand.clone());
    Some(joined(true, left))
}

fn next_of_false(formula: &Ctl) -> Option<Ctl> {
    let Ctl::Exists(Path::Next(a)) = formula else { return None };
    (**a == Ctl::Constant(false)).then_some(Ctl::Constant(false))
}

fn until_implied(formula: &Ctl) -> Option<Ctl> {
    let (_, a, b) = until(formula)?;
    a.implies(b).then(|| b.clone())
}

fn until_eventual(formula: &Ctl) -> Option<Ctl> {
    let (_, _, b) = until(formula)?;
    b.is_eventual().then(|| b.clone())
}

fn until_everywhere(formula: &Ctl) -> Option<Ctl> {
    let (exists, a, b) = until(formula)?;
    let top = Ctl::Constant(true);
    (*a != top && b.negation().implies(a)).then(|| quantified(exists, fixpoint(true, top, b.clone())))
}

fn nested_until(formula: &Ctl) -> Option<Ctl> {
    let (exists, a, inner) = until(formula)?;
    let (inner_exists, c, b) = until(inner)?;
    if (inner_exists || !exists) && a.implies(c) {
        return Some(inner.clone());
    }
    let is_finally = *a == Ctl::Constant(true) && (exists || !inner_exists);
    is_finally.then(|| quantified(exists, fixpoint(true, Ctl::Constant(true), b.clone())))
}

fn eventual_alternative(formula: &Ctl) -> Option<Ctl> {
    let (exists, a, b) = until(formula)?;
    let Ctl::Or(operands) = b else { return None };
    let (eventual, others): (Vec<_>, Vec<_>) = operands.iter().cloned().partition(Ctl::is_eventual);
    if eventual.is_empty() {
        return None;
    }
    let rest = quantified(exists, fixpoint(true, a.clone(), joined(false, others)));
    Some(joined(false, eventual.into_iter().chain([rest])))
}

/// The conjunction with two operands that `join` makes one.
fn join_two(formula: &Ctl, join: impl Fn(&Path, &Path) -> Option<Path>) -> Option<Ctl> {
    let Ctl::And(operands) = formula else { return None };
    for (i, one) in operands.iter().enumerate() {
        for (j, other) in operands.iter().enumerate().skip(i + 1) {
            let (Ctl::All(left), Ctl::All(right)) = (one, other) else { continue };
            if let Some(path) = join(left, right) {
                let others = (0..operands.len()).filter(|k| ![i, j].contains(k)).map(|k| operands[k].clone());
                return Some(joined(true, others.chain([Ctl::All(path)])));
            }
        }
    }
    None
}

fn both(a: &Ctl, b: &Ctl) -> Ctl {
    joined(true, [a.clone(), b.clone()])
}

fn conjunction_of_next(formula: &Ctl) -> Option<Ctl> {
    join_two(formula, |one, other| match (one, other) {
        (Path::Next(a), Path::Next(b)) => Some(Path::Next(Box::new(both(a, b)))),
        _ => None,
    })
}

fn conjunction_of_until(formula: &Ctl) -> Option<Ctl> {
    join_two(formula, |one, other| match (one, other) {
        (Path::Until(a), Path::Until(c)) if a[1] == c[1] => {
            Some(fixpoint(true, both(&a[0], &c[0]), a[1].clone()))
        }
        _ => None,
    })
}

fn conjunction_of_release(formula: &Ctl) -> Option<Ctl> {
    join_two(formula, |one, other| match (one, other) {
        (Path::Release(a), Path::Release(c)) if a[0] == c[0] => {
            Some(fixpoint(false, a[0].clone(), both(&a[1], &c[1])))
        }
        _ => None,
    })
}
