//! Simplification of temporal formulas.
//!
//! F. M. Bønneland, J. Dyhr, P. G. Jensen, M. Johannsen and J. Srba, *Simplification of CTL Formulae for Efficient
//! Model Checking of Petri Nets*, PETRI NETS 2018. Negations are moved down to conditions on markings, and nested
//! operators are merged: a marking that is reachable from a reachable marking is reachable. The rules for all runs and
//! for some runs, and the rules for eventualities and for invariants, are duals. We omit the rules for `F` and `G` in
//! linear time that its translation performs anyway.

use super::{PathOperator, PathQuantifier, Temporal};
use crate::Formula;

use PathOperator::{Finally, Globally, Next, Release, StrongRelease, Until, WeakUntil};
use PathQuantifier::{All, Some as Any};

impl<P: Clone, T: Clone> Temporal<P, T> {
    /// Returns a formula that holds for the same runs, or from the same markings, with negations only of conditions.
    ///
    /// Takes time linear in the formula for each of its levels.
    #[must_use]
    pub fn simplified(&self) -> Self {
        self.simplified_as(true)
    }

    /// Returns the simplified formula, or its negation if `holds` is false.
    fn simplified_as(&self, holds: bool) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.simplified_as(holds)).collect();
        match self {
            Self::State(Formula::Constant(constant)) => Self::constant(*constant == holds),
            Self::State(formula) if holds => Self::State(formula.clone()),
            Self::State(Formula::Not(inner)) => Self::State((**inner).clone()),
            Self::State(formula) => Self::State(Formula::Not(Box::new(formula.clone()))),
            Self::Not(inner) => inner.simplified_as(!holds),
            Self::And(parts) => Self::joined(all(parts), holds),
            Self::Or(parts) => Self::joined(all(parts), !holds),
            Self::Path { quantifier, operator, operands } => {
                let (quantifier, operator) = if holds {
                    (*quantifier, *operator)
                } else {
                    (quantifier.map(PathQuantifier::dual), operator.dual())
                };
                let mut operands: Vec<Self> = all(operands);
                let last = operands.pop().unwrap_or_else(|| Self::constant(true));
                match operands.pop() {
                    None => Self::of_one(quantifier, operator, last),
                    Some(first) => Self::of_two(quantifier, operator, first, last),
                }
            }
        }
    }

    fn constant(holds: bool) -> Self {
        Self::State(Formula::Constant(holds))
    }

    fn is(&self, holds: bool) -> bool {
        matches!(self, Self::State(Formula::Constant(constant)) if *constant == holds)
    }

    /// Returns the conjunction or disjunction of some formulas.
    fn joined(parts: Vec<Self>, is_and: bool) -> Self {
        let mut joined = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Self::And(inner) if is_and => joined.extend(inner),
                Self::Or(inner) if !is_and => joined.extend(inner),
                part if part.is(!is_and) => return part,
                part if part.is(is_and) => {}
                part => joined.push(part),
            }
        }
        match joined.len() {
            0 => Self::constant(is_and),
            1 => joined.swap_remove(0),
            _ if is_and => Self::And(joined),
            _ => Self::Or(joined),
        }
    }

    fn of_one(quantifier: Option<PathQuantifier>, operator: PathOperator, inner: Self) -> Self {
        let is_constant = inner.is(true) || inner.is(false);
        match (quantifier, operator) {
            (Some(Any), Next) if inner.is(true) => Self::State(Formula::Not(Box::new(Formula::Deadlock))),
            (Some(All), Next) if inner.is(false) => Self::State(Formula::Deadlock),
            _ if is_constant => inner,
            (Some(quantifier), Finally | Globally) => Self::reaching(quantifier, operator, inner),
            _ => Self::path(quantifier, operator, vec![inner]),
        }
    }

    /// Returns a simplified `EF` or `AF`, or one of their duals, `AG` and `EG`.
    fn reaching(quantifier: PathQuantifier, operator: PathOperator, inner: Self) -> Self {
        let (widest, is_and) = widest(operator);
        if is_path(&inner, (widest, operator)) {
            return inner;
        }
        let of_one = |inner| Self::of_one(Some(quantifier), operator, inner);
        match inner {
            Self::Path { quantifier: Some(within), operator: inside, operands }
                if limit(inside) == Some(operator) && (quantifier == widest || within != widest) =>
            {
                of_one(reached(inside, operands))
            }
            inner => {
                let parts = parts(inner, is_and);
                if quantifier == widest && parts.len() > 1 {
                    return Self::joined(parts.into_iter().map(of_one).collect(), is_and);
                }
                let (outside, rest) = parted(parts, (widest, operator));
                let rest = Self::joined(rest, is_and);
                if outside.is_empty() {
                    return Self::path(Some(quantifier), operator, vec![rest]);
                }
                Self::joined(outside.into_iter().chain([of_one(rest)]).collect(), is_and)
            }
        }
    }

    fn of_two(quantifier: Option<PathQuantifier>, operator: PathOperator, first: Self, last: Self) -> Self {
        match operator {
            Until if first.is(true) => Self::of_one(quantifier, Finally, last),
            Until if first.is(false) || last.is(true) || last.is(false) => last,
            Release if first.is(false) => Self::of_one(quantifier, Globally, last),
            Release if first.is(true) || last.is(true) || last.is(false) => last,
            WeakUntil if first.is(true) => first,
            WeakUntil if first.is(false) || last.is(true) => last,
            WeakUntil if last.is(false) => Self::of_one(quantifier, Globally, first),
            StrongRelease if first.is(false) => first,
            StrongRelease if first.is(true) || last.is(false) => last,
            StrongRelease if last.is(true) => Self::of_one(quantifier, Finally, first),
            Until | Release => {
                let (Some(quantifier), Some(limit)) = (quantifier, limit(operator)) else {
                    return Self::path(quantifier, operator, vec![first, last]);
                };
                let (widest, is_and) = widest(limit);
                let (outside, rest) = parted(parts(last, is_and), (widest, limit));
                let rest = Self::joined(rest, is_and);
                let is_reached = quantifier != widest && is_path(&rest, (quantifier, limit));
                let within = if rest.is(is_and) || is_reached {
                    rest
                } else {
                    Self::path(Some(quantifier), operator, vec![first, rest])
                };
                Self::joined(outside.into_iter().chain([within]).collect(), is_and)
            }
            _ => Self::path(quantifier, operator, vec![first, last]),
        }
    }
}

/// Returns, for `F` or `G`, the quantifier with which it absorbs enclosing operators and can be moved out of them, and
/// whether it distributes over conjunctions rather than disjunctions.
fn widest(operator: PathOperator) -> (PathQuantifier, bool) {
    if operator == Globally { (All, true) } else { (Any, false) }
}

/// Returns `F` if the operator is about an eventuality, `G` if it is about an invariant.
fn limit(operator: PathOperator) -> Option<PathOperator> {
    match operator {
        Finally | Until | StrongRelease => Some(Finally),
        Globally | Release | WeakUntil => Some(Globally),
        Next => None,
    }
}

/// Returns a formula whose `F` or `G` is equivalent to that of a formula with this operator and these operands.
fn reached<P: Clone, T: Clone>(operator: PathOperator, mut operands: Vec<Temporal<P, T>>) -> Temporal<P, T> {
    match operator {
        StrongRelease | WeakUntil => Temporal::joined(operands, operator == StrongRelease),
        _ => operands.pop().unwrap_or_else(|| Temporal::constant(true)),
    }
}

fn is_path<P, T>(formula: &Temporal<P, T>, (wanted, with): (PathQuantifier, PathOperator)) -> bool {
    matches!(formula, Temporal::Path { quantifier, operator, .. } if *quantifier == Some(wanted) && *operator == with)
}

/// Parts of a formula: those with a given operator, and the others.
type Parted<P, T> = (Vec<Temporal<P, T>>, Vec<Temporal<P, T>>);

fn parted<P, T>(parts: Vec<Temporal<P, T>>, with: (PathQuantifier, PathOperator)) -> Parted<P, T> {
    parts.into_iter().partition(|part| is_path(part, with))
}

/// Returns the parts of a conjunction or of a disjunction; a formula of another kind is its only part.
fn parts<P, T>(formula: Temporal<P, T>, is_and: bool) -> Vec<Temporal<P, T>> {
    match formula {
        Temporal::And(parts) if is_and => parts,
        Temporal::Or(parts) if !is_and => parts,
        other => vec![other],
    }
}
