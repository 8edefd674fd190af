//! Transitions with the same effect as another one that is enabled whenever they are.
//!
//! Preconditions: t and u fire, change all places in the same way, and at each place, the lower limit of u is at most
//! that of t and the upper limit of u at least that of t. Then u can fire instead of t, and t no longer needs to.
//! (Duplicate transitions in Berthomieu, Le Botlan and Dal Zilio, STTT 22, 2020.)

use std::collections::HashMap;

use super::Rule;
use crate::counting::draft::{Change, Draft, Index, Local};

pub(super) const RULE: Rule = Rule { name: "dominated_transitions", apply };

/// Maximum number of transitions that a transition is compared with.
const MAX_COMPARED: usize = 32;

fn apply(draft: &mut Draft<'_>) -> usize {
    let mut groups: HashMap<Vec<(Index, Change)>, Vec<Index>> = HashMap::new();
    for transition in draft.firing_ids() {
        let changes = draft.transition(transition).locals.iter().map(|(&place, local)| (place, local.change));
        let changes = changes.filter(|&(_, change)| change != Change::Add(0));
        groups.entry(changes.collect()).or_default().push(transition);
    }
    let mut applications = 0;
    for mut group in groups.into_values().filter(|group| group.len() > 1) {
        // Transitions with few demands dominate others.
        let demands = |transition: &Index| {
            let locals = draft.transition(*transition).locals.values();
            locals.map(|local| u128::from(local.low) + u128::from(local.high.is_some())).sum::<u128>()
        };
        group.sort_by_key(|transition| (demands(transition), *transition));
        let mut kept: Vec<Index> = Vec::new();
        for transition in group {
            if kept.iter().take(MAX_COMPARED).any(|&other| demands_less(draft, other, transition)) {
                draft.stop_firing(transition);
                applications += 1;
            } else {
                kept.push(transition);
            }
        }
    }
    applications
}

/// Whether `mild` is enabled whenever `strict` is, as far as their limits show.
fn demands_less(draft: &Draft<'_>, mild: Index, strict: Index) -> bool {
    let is_less = |(&place, mild): (&Index, &Local)| {
        let strict = draft.local(strict, place);
        mild.low <= strict.low && mild.high.is_none_or(|high| strict.high.is_some_and(|other| other <= high))
    };
    draft.transition(mild).locals.iter().all(is_less)
}
