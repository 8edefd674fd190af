//! Evaluation of terms under a binding.
//!
//! A term denotes a value or a multiset. If a multiset is required, a value denotes the multiset that holds it once.
//! The sorts have been checked, so no value has the wrong kind. A result may be undefined, or have too many values.
//! INVARIANT: no evaluation takes more than [`MAX_STEPS`] steps (declared operators can make a short term denote a very
//! long one), and no multiset is built from more than [`MAX_VALUES`] different values at a time.

mod apply;
mod sequences;

use std::cell::Cell;

use super::error::{Failure, Problem};
use super::{Binding, Multiset};
use crate::typing::Typing;
use crate::{Net, SortId, Term, Value};

/// Maximum number of subterms to evaluate for one term.
const MAX_STEPS: u32 = 1 << 22;

/// Maximum number of different values to put into a multiset at a time.
const MAX_VALUES: u64 = 1 << 20;

/// The result of evaluating a term.
pub(super) enum Meaning {
    Value(Value),
    Multiset(Multiset),
}

impl Meaning {
    fn into_multiset(self) -> Multiset {
        match self {
            Self::Value(value) => Multiset::of(value, 1),
            Self::Multiset(multiset) => multiset,
        }
    }
}

/// An evaluator of the terms of one net.
pub(super) struct Evaluator<'a> {
    net: &'a Net,
    typing: Typing<'a>,
    steps: Cell<u32>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(net: &'a Net) -> Self {
        Self { net, typing: Typing::new(net), steps: Cell::new(0) }
    }

    pub(super) fn typing(&self) -> &Typing<'a> {
        &self.typing
    }

    /// Returns the multiset that a term denotes.
    pub(super) fn multiset(&self, term: &Term, binding: &Binding) -> Result<Multiset, Failure> {
        self.steps.set(0);
        self.meaning(term, binding).map(Meaning::into_multiset)
    }

    /// Returns the multiset that a term denotes; all its values must be of `sort`.
    pub(super) fn multiset_of(
        &self,
        sort: SortId,
        term: &Term,
        binding: &Binding,
    ) -> Result<Multiset, Failure> {
        let multiset = self.multiset(term, binding)?;
        match multiset.iter().find(|(value, _)| !self.net.is_value_of(sort, value)) {
            Some((stray, _)) => Err(Problem::out_of_sort(self.net, sort, stray).into()),
            None => Ok(multiset),
        }
    }

    /// Returns the value that a term denotes; it must be of `sort`.
    pub(super) fn value_of(&self, sort: SortId, term: &Term, binding: &Binding) -> Result<Value, Failure> {
        self.steps.set(0);
        let value = self.value(term, binding)?;
        if self.net.is_value_of(sort, &value) {
            return Ok(value);
        }
        Err(Problem::out_of_sort(self.net, sort, &value).into())
    }

    /// Returns whether a condition holds.
    pub(super) fn holds(&self, condition: &Term, binding: &Binding) -> Result<bool, Failure> {
        self.steps.set(0);
        self.truth(condition, binding)
    }

    fn meaning(&self, term: &Term, binding: &Binding) -> Result<Meaning, Failure> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MAX_STEPS {
            return Err(Problem::TooMany("a term that takes too many steps to evaluate").into());
        }
        match term {
            Term::Variable(variable) => {
                let value = binding.get(*variable).cloned();
                value.map(Meaning::Value).ok_or(undefined("a variable that is not bound"))
            }
            Term::Literal { value, .. } => Ok(Meaning::Value(value.clone())),
            Term::Tuple(parts) => self.tuple(parts, binding),
            Term::All(sort) => self.all(*sort).map(Meaning::Multiset),
            Term::Empty(_) => Ok(Meaning::Multiset(Multiset::default())),
            Term::Apply(operator, arguments) => self.apply(*operator, arguments, binding),
        }
    }

    fn value(&self, term: &Term, binding: &Binding) -> Result<Value, Failure> {
        match self.meaning(term, binding)? {
            Meaning::Value(value) => Ok(value),
            Meaning::Multiset(_) => Err(undefined("a multiset instead of a value")),
        }
    }

    fn truth(&self, term: &Term, binding: &Binding) -> Result<bool, Failure> {
        match self.value(term, binding)? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(undefined("a value instead of a condition")),
        }
    }

    fn number(&self, term: &Term, binding: &Binding) -> Result<i64, Failure> {
        match self.value(term, binding)? {
            Value::Integer(number) => Ok(number),
            _ => Err(undefined("a value where a number is wanted")),
        }
    }

    fn all(&self, sort: SortId) -> Result<Multiset, Failure> {
        let values = self.net.values_of(sort, MAX_VALUES).ok_or(too_many_values())?;
        Ok(values.into_iter().fold(Multiset::default(), Multiset::with_one))
    }

    /// Evaluates a tuple. A multiset in it distributes, and multiplicities multiply.
    fn tuple(&self, parts: &[Term], binding: &Binding) -> Result<Meaning, Failure> {
        let parts = parts.iter().map(|part| self.meaning(part, binding)).collect::<Result<Vec<_>, _>>()?;
        if parts.iter().all(|part| matches!(part, Meaning::Value(_))) {
            let value = |part| match part {
                Meaning::Value(value) => Some(value),
                Meaning::Multiset(_) => None,
            };
            return Ok(Meaning::Value(Value::Tuple(parts.into_iter().filter_map(value).collect())));
        }
        let parts: Vec<Multiset> = parts.into_iter().map(Meaning::into_multiset).collect();
        let size = parts.iter().try_fold(1_u64, |size, part| size.checked_mul(part.len() as u64));
        if size.is_none_or(|size| size > MAX_VALUES) {
            return Err(too_many_values());
        }
        let mut tuples: Vec<(Vec<Value>, u64)> = vec![(Vec::new(), 1)];
        for part in &parts {
            let mut longer = Vec::with_capacity(tuples.len() * part.len());
            for (tuple, copies) in &tuples {
                for (value, count) in part {
                    let copies = copies.checked_mul(*count).ok_or(Problem::Overflow)?;
                    longer.push((tuple.iter().chain([value]).cloned().collect(), copies));
                }
            }
            tuples = longer;
        }
        tuples
            .into_iter()
            .try_fold(Multiset::default(), |sum, (tuple, copies)| sum.with(Value::Tuple(tuple), copies))
            .map(Meaning::Multiset)
            .ok_or(Problem::Overflow.into())
    }
}

fn undefined(what: &'static str) -> Failure {
    Problem::Undefined(what).into()
}

fn too_many_values() -> Failure {
    Problem::TooMany("more values than can be put into one multiset").into()
}

#[cfg(test)]
mod tests;
