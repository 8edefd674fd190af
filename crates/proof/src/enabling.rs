//! The enabling of a transition as conditions on places.
//!
//! All of them must hold: enough tokens in places that it takes from or reads, fewer than the weight in places that
//! inhibit it, and room below the capacity in places where it puts tokens. A transition that no marking enables has no
//! conditions at all.

use sanderling_model::Structure;
use sanderling_net::TransitionId;

use crate::condition::{Atom, Condition, Threshold};

/// Returns the conditions under which the transition is enabled, or `None` if it never is.
pub(crate) fn enabling(structure: &Structure, transition: TransitionId) -> Option<Vec<Condition>> {
    let needed = structure.needs(transition);
    let mut all: Vec<_> = needed.map(|(place, tokens)| Condition::tokens(place, tokens)).collect();
    for (place, most) in structure.at_most(transition) {
        match Threshold::of_place(place, i128::from(most?) + 1) {
            Threshold::Never => {}
            threshold => all.push(Condition::below(threshold)?),
        }
    }
    Some(all)
}

impl Condition {
    fn tokens(place: sanderling_net::PlaceId, tokens: u64) -> Self {
        Self { atom: Atom::Tokens(place, tokens), holds: true }
    }

    /// Returns the condition that a threshold is not reached, or `None` if it always is.
    fn below(threshold: Threshold) -> Option<Self> {
        match threshold {
            Threshold::Atom(atom) => Some(Self { atom, holds: false }),
            Threshold::Always | Threshold::Never => None,
        }
    }
}
