//! Places that always hold the same number of tokens.
//!
//! Precondition: p has one part, and no transition that fires changes p. Then p holds m0(p) in each reachable marking. A
//! transition whose limits at p exclude m0(p) is dead; others are enabled by p. So p is removed, with the equation p =
//! m0(p).

use super::Rule;
use crate::counting::draft::{Draft, Index};

pub(super) const RULE: Rule = Rule { name: "constant_places", apply };

fn apply(draft: &mut Draft<'_>) -> usize {
    let places = draft.place_ids().filter(|&place| draft.place(place).parts.len() == 1);
    let mut applications = 0;
    for place in places.collect::<Vec<_>>() {
        if draft.locals_at(place).all(|(_, local)| local.effect() == Some(0)) {
            remove(draft, place);
            applications += 1;
        }
    }
    applications
}

fn remove(draft: &mut Draft<'_>, place: Index) {
    let tokens = draft.place(place).initial;
    let excludes = draft
        .locals_at(place)
        .filter(|(_, local)| tokens < local.low || local.high.is_some_and(|high| tokens > high));
    for (transition, _) in excludes.collect::<Vec<_>>() {
        draft.remove_dead(transition);
    }
    draft.remove_place(place, tokens.into(), &[]);
}
