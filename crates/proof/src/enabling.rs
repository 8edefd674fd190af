//! What it takes for a transition to be enabled, as conditions on places.
//!
//! All of them must hold: enough tokens where it takes or reads some, fewer than the weight where it
//! is inhibited, and room below the capacity where it puts some. A transition that no marking enables
//! has no conditions at all.

use sanderling_model::Structure;
use sanderling_net::TransitionId;

use crate::condition::{Atom, Condition, Threshold};

/// The conditions under which the transition is enabled; `None` where it never is.
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

    /// That a threshold is not reached; `None` where it always is.
    fn below(threshold: Threshold) -> Option<Self> {
        match threshold {
            Threshold::Atom(atom) => Some(Self { atom, holds: false }),
            Threshold::Always | Threshold::Never => None,
        }
    }
}
