//! The candidate bindings of a transition.
//!
//! A variable with an [`Origin`] is tried only with values that tokens have, any other variable with all values of its
//! sort. The result is the same, and variables over the integers become possible. INVARIANT: every enabled binding is
//! among the candidates, each candidate occurs once, and they are ordered by the variables and their values.

use std::collections::BTreeSet;

use super::error::Problem;
use super::rule::Rule;
use super::scope::Origin;
use super::{Binding, Marking, SemanticsError};
use crate::{Value, VariableId};

/// Maximum number of values to try for a variable, and of bindings to try for a transition.
const MAX_CANDIDATES: u64 = 1 << 20;

/// A variable with the values that are tried for it.
type Choice = (VariableId, Vec<Value>);

impl Rule<'_> {
    /// Returns the bindings that may be enabled in `marking`. They are computed lazily, because there may be a million
    /// of them.
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

    /// Returns the values that tokens have and that the variable can have, in order.
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

    /// Returns all bindings that give each variable one of its values. The values of the last variable change fastest.
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
