//! The reference semantics' view of a marking: slow, and plainly right.
//!
//! Replayed traces are judged by it, and it is the oracle for faster valuations.

use sanderling_net::semantics::{Interpreter, Marking, SemanticsError};
use sanderling_net::{Net, PlaceId, TransitionId};

use crate::Valuation;

/// A marking of a net together with the transitions that are enabled in it.
#[derive(Debug, Clone)]
pub struct ReferenceValuation<'a> {
    marking: &'a Marking,
    /// Sorted, each once.
    enabled: Vec<TransitionId>,
}

impl<'a> ReferenceValuation<'a> {
    /// Works out which transitions are enabled. One whose firing is undefined, so that it leads to a
    /// model error, counts as enabled.
    ///
    /// # Errors
    /// Where that is too much to work out, as [`Interpreter::attempts`] says.
    pub fn build(net: &Net, marking: &'a Marking) -> Result<Self, SemanticsError> {
        let attempts = Interpreter::new(net).attempts(marking)?;
        let mut enabled: Vec<_> = attempts.iter().map(|attempt| attempt.firing.transition).collect();
        enabled.sort_unstable();
        enabled.dedup();
        Ok(Self { marking, enabled })
    }
}

impl Valuation for ReferenceValuation<'_> {
    fn tokens(&self, place: PlaceId) -> u64 {
        self.marking.tokens(place)
    }

    fn is_enabled(&self, transition: TransitionId) -> bool {
        self.enabled.binary_search(&transition).is_ok()
    }

    fn is_deadlock(&self) -> bool {
        self.enabled.is_empty()
    }
}
