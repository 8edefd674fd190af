//! The siphon-trap property, or Commoner's condition: every siphon contains an initially marked trap.
//!
//! Such a siphon never becomes empty. The property is decided without a list of all minimal siphons. A propositional
//! solver chooses a siphon, and the largest trap in it is computed. If that is not marked, the siphon violates the
//! property. Otherwise small marked traps in it are excluded, and with them every siphon that contains one. When no
//! siphon is left, the traps prove the property.
//!
//! Sources: Hack, *Analysis of Production Schemata by Petri Nets*, 1972, for the property; Oanea, Wimmel and Wolf, *New
//! Algorithms for Deciding the Siphon-Trap Property*, Petri Nets 2010, for the use of a solver. They also encode the
//! largest trap, while here traps are learned one by one. Isolated places are in no siphon here, since no transition
//! waits for them.

use sanderling_net::PlaceId;

use crate::budget::{Answer, Budget, Unknown};
use crate::flow::Flow;
use crate::siphon::{Found, MAX_LISTED_PLACES, Selection, SetKind, Shrinking};

/// Decides the siphon-trap property.
///
/// *Yes* contains marked traps such that every siphon contains one. *No* contains a sorted siphon whose largest trap is
/// not marked. The siphon is minimal unless reducing it exceeds the budget. The property is one of the net as a graph
/// with its initial marking; conclusions from it require an ordinary net. Cost: exponential in the worst case, which is
/// rare.
#[must_use]
pub fn siphon_trap_property(flow: &Flow<'_>, budget: &Budget<'_>) -> Answer<Vec<Vec<PlaceId>>, Vec<PlaceId>> {
    let is_isolated = |place| flow.producers(place).is_empty() && flow.consumers(place).is_empty();
    let relation = SetKind::Trap.relation(flow);
    let mut selection = Selection::of(flow, SetKind::Siphon, budget, |place| !is_isolated(place));
    let (mut shown, mut listed) = (Vec::new(), 0);
    loop {
        let siphon = match selection.next() {
            Found::Set(siphon) => siphon,
            Found::None => return Answer::Yes(shown),
            Found::Stopped => return Answer::Unknown(Unknown::Stopped),
        };
        let traps = relation.marked_traps_in(&siphon);
        if traps.is_empty() {
            return violated(flow, siphon, budget);
        }
        for trap in traps {
            selection.exclude(&trap);
            listed += trap.len();
            shown.push(trap);
        }
        if listed > MAX_LISTED_PLACES {
            return Answer::Unknown(Unknown::OverBudget);
        }
        if budget.is_stopped() {
            return Answer::Unknown(Unknown::Stopped);
        }
    }
}

/// Returns a minimal siphon in one that has no marked trap.
fn violated<Y>(flow: &Flow<'_>, siphon: Vec<PlaceId>, budget: &Budget<'_>) -> Answer<Y, Vec<PlaceId>> {
    let relation = SetKind::Siphon.relation(flow);
    let minimal = Shrinking::of(flow, SetKind::Siphon, &relation, budget).minimal_in(siphon.clone());
    Answer::No(minimal.unwrap_or(siphon))
}
