//! Which bindings of a transition are worth a try.
//!
//! Only values that tokens have are tried for a variable that has an [`Origin`]; for another one, all
//! values of its sort. That changes nothing about the result, and makes variables over the integers
//! possible. INVARIANT: every enabled binding is among the candidates, each candidate is there
//! once, and they come in the order of the variables and their values.

use std::collections::BTreeSet;

use super::error::Problem;
use super::rule::Rule;
use super::scope::Origin;
use super::{Binding, Marking, SemanticsError};
use crate::{Value, VariableId};

/// How many values of a sort are tried for a variable, and how many bindings of a transition.
const MAX_CANDIDATES: u64 = 1 << 20;

/// A variable with the values that are tried for it.
type Choice = (VariableId, Vec<Value>);

impl Rule<'_> {
    /// The bindings that may be enabled in `marking`, made one by one: there may be a million of them.
    pub(super) fn candidates(
        &self,
        marking: &Marking,
    ) -> Result<impl Iterator<Item = Binding> + use<>, SemanticsError> {
        let of_tokens = |(variable, origin): (VariableId, Option<&Origin>)| {
            (variable, origin.map(|origin| self.values_of_tokens(variable, origin, marking)))
        };
        let choices: Vec<_> = self.scope().iter().map(of_tokens).collect();
        let is_hopeless = choices.iter().any(|(_, values)| values.as_ref().is_some_and(Vec::is_empty));
        let filled = |(variable, values): (VariableId, Option<_>)| {
            let values = match values {
                Some(values) => values,
                None if is_hopeless => Vec::new(),
                None => self.values_of_sort(variable)?,
            };
            Ok((variable, values))
        };
        self.combinations(choices.into_iter().map(filled).collect::<Result<_, _>>()?)
    }

    /// The values that tokens have, in order, but for those that the variable cannot have.
    fn values_of_tokens(&self, variable: VariableId, origin: &Origin, marking: &Marking) -> Vec<Value> {
        let sort = self.net.declarations.variables[variable.index()].sort;
        let tokens = marking.place(origin.place).iter();
        let values: BTreeSet<&Value> = tokens.filter_map(|(token, _)| origin.component(token)).collect();
        values.into_iter().filter(|value| self.net.is_value_of(sort, value)).cloned().collect()
    }

    fn values_of_sort(&self, variable: VariableId) -> Result<Vec<Value>, SemanticsError> {
        let sort = self.net.declarations.variables[variable.index()].sort;
        let values = self.net.values_of(sort, MAX_CANDIDATES);
        values.ok_or_else(|| self.too_many("a variable with more values than can be tried"))
    }

    /// All bindings with one of its values for each variable, the values of the last changing fastest.
    fn combinations(
        &self,
        choices: Vec<Choice>,
    ) -> Result<impl Iterator<Item = Binding> + use<>, SemanticsError> {
        let count = choices.iter().try_fold(1_u64, |n, (_, values)| n.checked_mul(values.len() as u64));
        let count = count.filter(|&count| count <= MAX_CANDIDATES);
        let count = count.ok_or_else(|| self.too_many("more bindings than can be tried"))? as usize;
        let binding = move |number: usize| {
            let mut below = count;
            let value = |(variable, values): &Choice| {
                below /= values.len();
                (*variable, values[number / below % values.len()].clone())
            };
            choices.iter().map(value).collect()
        };
        Ok((0..count).map(binding))
    }

    pub(super) fn too_many(&self, what: &'static str) -> SemanticsError {
        SemanticsError { element: self.declaration().id.clone(), problem: Problem::TooMany(what) }
    }
}
