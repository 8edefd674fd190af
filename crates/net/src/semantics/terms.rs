//! Terms apart from any firing: for those who work out beforehand what firings do.

use super::evaluate::Evaluator;
use super::{Binding, Failure, Multiset};
use crate::{Net, Term};

/// Evaluates the terms of one net as firings do.
pub struct Terms<'a>(Evaluator<'a>);

impl<'a> Terms<'a> {
    /// The terms of the net.
    #[must_use]
    pub fn new(net: &'a Net) -> Self {
        Self(Evaluator::new(net))
    }

    /// The multiset that a term means; a value stands for itself once.
    ///
    /// # Errors
    /// Where it is undefined, or a difference is negative.
    pub fn multiset(&self, term: &Term, binding: &Binding) -> Result<Multiset, Failure> {
        self.0.multiset(term, binding)
    }
}
