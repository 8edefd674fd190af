//! Lists of minimal siphons and minimal traps.
//!
//! A set of places is a *siphon* if every transition that puts tokens into it takes some from it: once empty, it stays
//! empty. It is a *trap* if every transition that takes tokens from it puts some into it: once marked, it stays marked.
//! A trap is a siphon of the net with all arcs reversed, and this module is generic in both. A set is *minimal* if it
//! is not empty and contains no other; isolated places are both.
//!
//! A propositional solver chooses a set that contains none of those listed ([`selection`]). The set is reduced to a
//! minimal one by deletion ([`shrinking`]), which is listed. When no choice is left, the list is complete.
//!
//! Sources: Murata, *Petri Nets: Properties, Analysis and Applications*, 1989, section VI.B; Tricas and Ezpeleta,
//! *Computing Minimal Siphons in Petri Net Models of Resource Allocation Systems: A Parallel Solution*, IEEE
//! Transactions on Systems, Man and Cybernetics A 36(3), 2006, for minimal siphons one by one, each excluding those
//! that contain it. Here a solver replaces their partition of the net. Read arcs are self-loops. Inhibitor arcs, reset
//! arcs and capacities are ignored, so a trap may become empty by reset arcs.

mod selection;
mod shrinking;

use sanderling_net::{PlaceId, TransitionId};
use sanderling_proof::{Striking, Traps};

use crate::budget::{Budget, Unknown};
use crate::flow::Flow;

pub(crate) use self::selection::{Found, Selection};
pub(crate) use self::shrinking::Shrinking;

/// The kind of a set: siphons or traps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetKind {
    /// Sets of places that stay empty once they are empty.
    Siphon,
    /// Sets of places that stay marked once they are marked.
    Trap,
}

/// A siphon or a trap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceSet {
    /// The places of the set, sorted.
    pub places: Vec<PlaceId>,
    /// Whether one of the places is initially marked.
    pub is_marked: bool,
}

/// A list of siphons or traps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceSets {
    /// The sets, small ones first.
    pub sets: Vec<PlaceSet>,
    /// The reason why the list may be incomplete, or `None` if it is complete.
    pub incomplete: Option<Unknown>,
}

/// Maximum number of places in all sets of a list together, which take a few dozen megabytes.
pub(crate) const MAX_LISTED_PLACES: usize = 1 << 22;

impl SetKind {
    /// Lists the minimal sets of this kind. Cost: exponentially many in the worst case, each by some dozens of passes
    /// over its places; at most `max_listed` sets and about `max_work` of the budget.
    #[must_use]
    pub fn minimal_sets(self, flow: &Flow<'_>, budget: &Budget<'_>) -> PlaceSets {
        let relation = self.relation(flow);
        let mut shrinking = Shrinking::of(flow, self, &relation, budget);
        let mut selection = Selection::of(flow, self, budget, |_| true);
        let (mut sets, mut listed) = (Vec::new(), 0);
        let incomplete = loop {
            let chosen = match selection.next() {
                Found::Set(chosen) => chosen,
                Found::None => break None,
                Found::Stopped => break Some(Unknown::Stopped),
            };
            if sets.len() >= budget.max_listed || listed > MAX_LISTED_PLACES {
                break Some(Unknown::OverBudget);
            }
            let places = match shrinking.minimal_in(chosen) {
                Ok(places) => places,
                Err(unknown) => break Some(unknown),
            };
            selection.exclude(&places);
            listed += places.len();
            sets.push(PlaceSet { is_marked: places.iter().any(|&place| flow.is_marked(place)), places });
        };
        sets.sort_by(|a, b| (a.places.len(), &a.places).cmp(&(b.places.len(), &b.places)));
        PlaceSets { sets, incomplete }
    }

    /// Returns the largest set of this kind among these distinct places, in their order. It may be empty. Cost: linear
    /// in the arcs of the net.
    #[must_use]
    pub fn largest_in(self, flow: &Flow<'_>, places: &[PlaceId]) -> Vec<PlaceId> {
        Striking::of(&self.relation(flow)).largest_in(places)
    }

    /// Returns the places by which a transition violates the definition of a set, unless the set contains one of the
    /// second places returned.
    fn sides<'f>(self, flow: &'f Flow<'_>, transition: TransitionId) -> (&'f [PlaceId], &'f [PlaceId]) {
        match self {
            Self::Siphon => (flow.outputs(transition), flow.inputs(transition)),
            Self::Trap => (flow.inputs(transition), flow.outputs(transition)),
        }
    }

    /// Returns the transitions that may violate the definition of a set with this place.
    fn spoilers<'f>(self, flow: &'f Flow<'_>, place: PlaceId) -> &'f [TransitionId] {
        match self {
            Self::Siphon => flow.producers(place),
            Self::Trap => flow.consumers(place),
        }
    }

    /// Returns the relation whose traps are the sets of this kind.
    pub(crate) fn relation(self, flow: &Flow<'_>) -> Traps {
        let sides = || flow.structure().transition_ids().map(|transition| self.sides(flow, transition));
        let takes = sides().map(|(takes, _)| takes.to_vec()).collect();
        let leaves = sides().map(|(_, leaves)| leaves.to_vec()).collect();
        Traps::new(takes, leaves, flow.structure().place_ids().map(|place| flow.is_marked(place)).collect())
    }
}
