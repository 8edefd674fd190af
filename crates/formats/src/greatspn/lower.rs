//! Conversion of expressions to numbers and terms, given the meanings of names.
//!
//! Everything that does not depend on the binding is computed at once, so that a net with only constant expressions has
//! plain numbers. INVARIANT: an expression is refused if GreatSPN's editor and its solvers may differ (differences that
//! could become negative, sums within `< >`).

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

/// A converter of the expressions of one place, transition or arc.
pub(crate) struct Lower<'s, 'd> {
    pub(crate) scope: &'s mut Scope<'d>,
    /// Whether colour variables are allowed; they are not in initial markings.
    pub(crate) has_variables: bool,
}

/// A number.
#[derive(Debug)]
pub(crate) enum Number {
    Known(i64),
    /// A number that depends on the binding.
    Term(Term),
}

/// A condition.
#[derive(Debug)]
pub(crate) enum Condition {
    Known(bool),
    /// A condition that depends on the binding.
    Term(Term),
}

impl Lower<'_, '_> {
    /// Converts a number of plain tokens.
    pub(crate) fn count(&mut self, text: &str) -> Step<Number> {
        let expression = crate::greatspn::expression::number(text)?;
        self.number(&expression)
    }

    /// Converts the tokens of a coloured place.
    pub(crate) fn tokens(&mut self, text: &str, domain: &Domain) -> Step<Term> {
        let expression = crate::greatspn::expression::multiset(text)?;
        self.multiset(&expression, domain)
    }

    /// Returns the guard of a transition; `None` if it is always true.
    pub(crate) fn guard(&mut self, text: &str) -> Step<Option<Term>> {
        let expression = crate::greatspn::expression::condition(text)?;
        Ok(match self.condition(&expression)? {
            Condition::Known(true) => None,
            other => Some(self.condition_term(other)),
        })
    }
}
