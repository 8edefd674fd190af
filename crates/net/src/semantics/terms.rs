//! Evaluation of terms outside of firings, for analyses that compute the effects of firings in advance.

use super::evaluate::Evaluator;
use super::{Binding, Failure, Multiset};
use crate::{Net, Term};

/// An evaluator of the terms of one net, with the semantics of firings.
pub struct Terms<'a>(Evaluator<'a>);

impl<'a> Terms<'a> {
    /// Creates an evaluator for the net.
    #[must_use]
    pub fn new(net: &'a Net) -> Self {
        Self(Evaluator::new(net))
    }

    /// Returns the multiset that a term denotes; a value denotes the multiset that holds it once.
    ///
    /// # Errors
    /// If the term is undefined, or a difference is negative.
    pub fn multiset(&self, term: &Term, binding: &Binding) -> Result<Multiset, Failure> {
        self.0.multiset(term, binding)
    }
}
