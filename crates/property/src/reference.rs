//! The reference semantics' view of a marking: slow, and plainly right.
//!
//! Replayed traces are judged by it, and it is the oracle for faster valuations.

use sanderling_net::semantics::{Marking, SemanticsError, enabled};
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
    /// Works out which transitions are enabled.
    ///
    /// # Errors
    /// Where the net's semantics leaves that undefined, as [`enabled`] says.
    pub fn build(net: &Net, marking: &'a Marking) -> Result<Self, SemanticsError> {
        let mut enabled: Vec<_> = enabled(net, marking)?.iter().map(|firing| firing.transition).collect();
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
