//! Expressions to numbers and terms, given what their names mean.
//!
//! What is known without a binding is computed at once, so that a net whose expressions are all constant has plain numbers.
//! INVARIANT: where GreatSPN's editor and its solvers may differ (differences that could become negative, sums within `< >`),
//! the expression is refused.

mod colour;
mod condition;
mod multiset;
mod number;
mod set;

pub(crate) use colour::Colour;
pub(crate) use multiset::{Inhibited, inhibitor};

use sanderling_net::Term;

use crate::greatspn::project::{Domain, Scope};
use crate::greatspn::text::Step;

/// Lowers the expressions of one place, transition or arc.
pub(crate) struct Lower<'s, 'd> {
    pub(crate) scope: &'s mut Scope<'d>,
    /// Whether colour variables have a meaning: not in initial markings.
    pub(crate) has_variables: bool,
}

/// A number.
#[derive(Debug)]
pub(crate) enum Number {
    Known(i64),
    /// One that depends on the binding.
    Term(Term),
}

/// A condition.
#[derive(Debug)]
pub(crate) enum Condition {
    Known(bool),
    /// One that depends on the binding.
    Term(Term),
}

impl Lower<'_, '_> {
    /// The number of plain tokens, or how many there are in each binding.
    pub(crate) fn count(&mut self, text: &str) -> Step<Number> {
        let expression = crate::greatspn::expression::number(text)?;
        self.number(&expression)
    }

    /// The tokens in a place with colours.
    pub(crate) fn tokens(&mut self, text: &str, domain: &Domain) -> Step<Term> {
        let expression = crate::greatspn::expression::multiset(text)?;
        self.multiset(&expression, domain)
    }

    /// The guard of a transition; `None` where it is always true.
    pub(crate) fn guard(&mut self, text: &str) -> Step<Option<Term>> {
        let expression = crate::greatspn::expression::condition(text)?;
        Ok(match self.condition(&expression)? {
            Condition::Known(true) => None,
            other => Some(self.condition_term(other)),
        })
    }
}
