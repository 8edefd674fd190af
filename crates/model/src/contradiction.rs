//! Contradictions between a marking and what is known about all reachable markings.
//!
//! Invariants and bounds are proved before a net is explored, and layouts depend on them. If a marking reported as
//! reachable contradicts one of them, the proof is wrong, or the marking was misread.

use sanderling_data_net::Interval;
use sanderling_net::PlaceId;
use sanderling_net::semantics::Marking;

use crate::invariant::Invariant;
use crate::knowledge::Knowledge;
use crate::layout::{Extent, bits};

/// A proved or assumed property that a marking contradicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contradiction {
    /// A weighted sum of tokens differs from its known value, or exceeds it if the sum may fall.
    Sum {
        /// The known invariant.
        invariant: Invariant,
        /// The sum in the state.
        sum: u128,
    },
    /// A place contains more tokens than its bound, or a different number than its constant one.
    Tokens {
        /// The place.
        place: PlaceId,
        /// The known bound of the place.
        extent: Extent,
    },
    /// A value in a place contains a number outside the known range.
    Value {
        /// The place.
        place: PlaceId,
        /// The range of numbers that are possible there.
        range: Interval,
        /// The number found.
        number: i64,
    },
}

impl Knowledge {
    /// Returns a proved or assumed property that a marking contradicts.
    #[must_use]
    pub fn contradiction(&self, marking: &Marking) -> Option<Contradiction> {
        self.contradicted_extent(marking).or_else(|| self.contradicted_invariant(marking))
    }

    fn contradicted_extent(&self, marking: &Marking) -> Option<Contradiction> {
        let extents = self.extents().iter().enumerate().map(|(place, &extent)| (PlaceId::new(place), extent));
        let is_contradicted = |&(place, extent): &(PlaceId, Extent)| {
            let tokens = marking.tokens(place);
            match extent {
                Extent::Constant(always) => tokens != always,
                Extent::Proved(most) => tokens > most,
                Extent::Assumed(width) => bits(tokens) > width,
            }
        };
        let (place, extent) = { extents }.find(is_contradicted)?;
        Some(Contradiction::Tokens { place, extent })
    }

    fn contradicted_invariant(&self, marking: &Marking) -> Option<Contradiction> {
        self.bounds().invariants().invariants.iter().find_map(|invariant| {
            let term = |&(place, weight): &(PlaceId, u64)| {
                u128::from(weight).saturating_mul(u128::from(marking.tokens(place)))
            };
            let sum = invariant.weights.iter().map(term).fold(0, u128::saturating_add);
            let is_kept =
                if invariant.exact { sum == invariant.initial_sum } else { sum <= invariant.initial_sum };
            (!is_kept).then(|| Contradiction::Sum { invariant: invariant.clone(), sum })
        })
    }
}

#[cfg(test)]
mod tests {
    use sanderling_testkit::tiny::nets;

    use super::*;

    #[test]
    fn a_marking_that_is_not_reachable_contradicts_an_invariant_or_a_bound() {
        let net = nets::ring(3, 1);
        let knowledge = Knowledge::of(&net).unwrap();
        let contradiction = |tokens: [u64; 3]| knowledge.contradiction(&Marking::of_tokens(&tokens));
        assert_eq!(contradiction([0, 1, 0]), None);
        assert!(matches!(contradiction([0, 1, 1]), Some(Contradiction::Sum { sum: 2, .. })));
        assert!(matches!(contradiction([0, 0, 0]), Some(Contradiction::Sum { sum: 0, .. })));
        assert!(matches!(contradiction([0, 2, 0]), Some(Contradiction::Tokens { .. })));
    }
}
