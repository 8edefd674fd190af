//! Bindings: values for the variables of a transition.

use crate::{TransitionId, Value, VariableId};

/// An assignment of values to variables, ordered by variable.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Binding(Vec<(VariableId, Value)>);

impl Binding {
    /// Returns the value of `variable`, if it is bound.
    #[must_use]
    pub fn get(&self, variable: VariableId) -> Option<&Value> {
        self.0.binary_search_by_key(&variable, |&(v, _)| v).ok().map(|position| &self.0[position].1)
    }

    /// Binds `variable`, and replaces its value if it is bound already.
    pub fn set(&mut self, variable: VariableId, value: Value) {
        match self.0.binary_search_by_key(&variable, |&(v, _)| v) {
            Ok(position) => self.0[position].1 = value,
            Err(position) => self.0.insert(position, (variable, value)),
        }
    }

    /// Returns the variables with their values, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, (VariableId, Value)> {
        self.0.iter()
    }

    /// Returns whether no variable is bound, as in a place/transition net.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(VariableId, Value)> for Binding {
    fn from_iter<I: IntoIterator<Item = (VariableId, Value)>>(pairs: I) -> Self {
        let mut binding = Self::default();
        for (variable, value) in pairs {
            binding.set(variable, value);
        }
        binding
    }
}

/// A transition with a value for each of its variables.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Firing {
    /// The transition.
    pub transition: TransitionId,
    /// The values of the transition's variables.
    pub binding: Binding,
}

impl Firing {
    /// Returns the firing of a transition without variables.
    #[must_use]
    pub fn plain(transition: TransitionId) -> Self {
        Self { transition, binding: Binding::default() }
    }
}
