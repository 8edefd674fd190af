//! Simpler formulas that say the same.
//!
//! F. M. Bønneland, J. Dyhr, P. G. Jensen, M. Johannsen and J. Srba, *Simplification of CTL Formulae for Efficient Model Checking of Petri
//! Nets*, PETRI NETS 2018. Negations go down to conditions on markings, and of operators within operators there are fewer: what can be reached
//! on some way to what can be reached can be reached. The rules for all runs and for some, and those for
//! what comes some time and what holds for ever, are each other's duals. We leave out of the rules for `F` and `G` in linear time what
//! its translation does anyway.

use super::{PathOperator, PathQuantifier, Temporal};
use crate::Formula;

use PathOperator::{Finally, Globally, Next, Release, StrongRelease, Until, WeakUntil};
use PathQuantifier::{All, Some as Any};

impl<P: Clone, T: Clone> Temporal<P, T> {
    /// A formula that holds of the same runs, or from the same markings, with negations of conditions alone.
    ///
    /// Takes time linear in the formula, for each level of it.
    #[must_use]
    pub fn simplified(&self) -> Self {
        self.simplified_as(true)
    }

    /// The same of the formula, or of its negation.
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

    /// All of some formulas, or at least one of them.
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

    fn both(left: Self, right: Self) -> Self {
        Self::joined(vec![left, right], true)
    }

    fn either(left: Self, right: Self) -> Self {
        Self::joined(vec![left, right], false)
    }

    fn of_one(quantifier: Option<PathQuantifier>, operator: PathOperator, inner: Self) -> Self {
        let is_constant = inner.is(true) || inner.is(false);
        match (quantifier, operator) {
            (Some(Any), Next) if inner.is(true) => Self::State(Formula::Not(Box::new(Formula::Deadlock))),
            (Some(All), Next) if inner.is(false) => Self::State(Formula::Deadlock),
            _ if is_constant => inner,
            (Some(quantifier), Finally) => Self::some_time(quantifier, inner),
            (Some(quantifier), Globally) => Self::for_ever(quantifier, inner),
            _ => Self::path(quantifier, operator, vec![inner]),
        }
    }

    /// `EF` or `AF`.
    fn some_time(quantifier: PathQuantifier, inner: Self) -> Self {
        match inner {
            Self::Path { quantifier: Some(Any), operator: Finally, .. } => inner,
            Self::Path {
                quantifier: Some(within),
                operator: operator @ (Finally | Until | StrongRelease),
                operands,
            } if quantifier == Any || within == All => {
                Self::of_one(Some(quantifier), Finally, reached(operator, operands))
            }
            Self::Or(parts) if quantifier == Any => Self::joined(
                parts.into_iter().map(|part| Self::of_one(Some(Any), Finally, part)).collect(),
                false,
            ),
            Self::Or(parts) => {
                let (first, rest) = parted(parts, (Any, Finally));
                let rest = Self::joined(rest, false);
                let rest = match rest {
                    Self::Or(_) => Self::path(Some(All), Finally, vec![rest]),
                    rest => Self::of_one(Some(All), Finally, rest),
                };
                Self::joined(first.into_iter().chain([rest]).collect(), false)
            }
            inner => Self::path(Some(quantifier), Finally, vec![inner]),
        }
    }

    /// `AG` or `EG`.
    fn for_ever(quantifier: PathQuantifier, inner: Self) -> Self {
        match inner {
            Self::Path { quantifier: Some(All), operator: Globally, .. } => inner,
            Self::Path {
                quantifier: Some(within),
                operator: operator @ (Globally | Release | WeakUntil),
                operands,
            } if quantifier == All || within == Any => {
                Self::of_one(Some(quantifier), Globally, kept(operator, operands))
            }
            Self::And(parts) if quantifier == All => Self::joined(
                parts.into_iter().map(|part| Self::of_one(Some(All), Globally, part)).collect(),
                true,
            ),
            Self::And(parts) => {
                let (first, rest) = parted(parts, (All, Globally));
                let rest = Self::joined(rest, true);
                let rest = match rest {
                    Self::And(_) => Self::path(Some(Any), Globally, vec![rest]),
                    rest => Self::of_one(Some(Any), Globally, rest),
                };
                Self::joined(first.into_iter().chain([rest]).collect(), true)
            }
            inner => Self::path(Some(quantifier), Globally, vec![inner]),
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
            Until if quantifier.is_some() => {
                let (outside, rest) = parted(disjuncts(last), (Any, Finally));
                let rest = Self::joined(rest, false);
                let until = match quantifier {
                    _ if rest.is(false) => rest,
                    Some(All) if is_path(&rest, (All, Finally)) => rest,
                    _ => Self::path(quantifier, Until, vec![first, rest]),
                };
                Self::joined(outside.into_iter().chain([until]).collect(), false)
            }
            Release if quantifier.is_some() => {
                let (outside, rest) = parted(conjuncts(last), (All, Globally));
                let rest = Self::joined(rest, true);
                let release = match quantifier {
                    _ if rest.is(true) => rest,
                    Some(Any) if is_path(&rest, (Any, Globally)) => rest,
                    _ => Self::path(quantifier, Release, vec![first, rest]),
                };
                Self::joined(outside.into_iter().chain([release]).collect(), true)
            }
            _ => Self::path(quantifier, operator, vec![first, last]),
        }
    }
}

/// What is reached on a run with this.
fn reached<P: Clone, T: Clone>(operator: PathOperator, mut operands: Vec<Temporal<P, T>>) -> Temporal<P, T> {
    let last = operands.pop().unwrap_or_else(|| Temporal::constant(true));
    match operands.pop() {
        Some(first) if operator == StrongRelease => Temporal::both(first, last),
        _ => last,
    }
}

/// What is kept for ever if from all markings of a run there is one with this.
fn kept<P: Clone, T: Clone>(operator: PathOperator, mut operands: Vec<Temporal<P, T>>) -> Temporal<P, T> {
    let last = operands.pop().unwrap_or_else(|| Temporal::constant(true));
    match operands.pop() {
        Some(first) if operator == WeakUntil => Temporal::either(first, last),
        _ => last,
    }
}

fn is_path<P, T>(formula: &Temporal<P, T>, (wanted, with): (PathQuantifier, PathOperator)) -> bool {
    matches!(formula, Temporal::Path { quantifier, operator, .. } if *quantifier == Some(wanted) && *operator == with)
}

/// Parts of a formula: those with some operator, and the others.
type Parted<P, T> = (Vec<Temporal<P, T>>, Vec<Temporal<P, T>>);

fn parted<P, T>(parts: Vec<Temporal<P, T>>, with: (PathQuantifier, PathOperator)) -> Parted<P, T> {
    parts.into_iter().partition(|part| is_path(part, with))
}

fn disjuncts<P, T>(formula: Temporal<P, T>) -> Vec<Temporal<P, T>> {
    match formula {
        Temporal::Or(parts) => parts,
        other => vec![other],
    }
}

fn conjuncts<P, T>(formula: Temporal<P, T>) -> Vec<Temporal<P, T>> {
    match formula {
        Temporal::And(parts) => parts,
        other => vec![other],
    }
}
