//! Transitions with the same effect as a short sequence of others that can fire whenever they can.
//!
//! Preconditions: t has no upper limits and resets nothing. From the marking that has just the tokens that t demands,
//! a sequence of at most [`MAX_LENGTH`] firings of other transitions that fire, of the same kind, leads to the marking
//! after t. Such a sequence can also fire if there are more tokens, and adds the same numbers of tokens. So t no
//! longer needs to fire. (Redundant transitions, Berthelot, 1987, with any sequence.)

use std::collections::{BTreeMap, BTreeSet};

use super::Rule;
use crate::counting::draft::{Draft, Index};

pub(super) const RULE: Rule = Rule { name: "replaced_transitions", apply };

/// Maximum number of firings in a sequence.
const MAX_LENGTH: usize = 4;

/// Maximum number of markings that are visited for each transition.
const MAX_VISITED: usize = 64;

/// Maximum number of transitions around a place whose tokens are moved.
const MAX_AROUND: usize = 64;

type Marking = BTreeMap<Index, u64>;

fn apply(draft: &mut Draft<'_>) -> usize {
    let mut applications = 0;
    for transition in draft.firing_ids() {
        if (draft.is_over)() {
            break;
        }
        if is_replaced(draft, transition) {
            draft.stop_firing(transition);
            applications += 1;
        }
    }
    applications
}

fn is_replaced(draft: &Draft<'_>, transition: Index) -> bool {
    let locals = &draft.transition(transition).locals;
    let first: Marking =
        locals.iter().map(|(&place, local)| (place, local.low)).filter(|&(_, low)| low > 0).collect();
    let Some(goal) = after(draft, transition, &first) else { return false };
    let mut seen = BTreeSet::from([first.clone()]);
    let mut level = vec![first];
    for _ in 0..MAX_LENGTH {
        let mut next = Vec::new();
        for marking in &level {
            for other in around(draft, marking).into_iter().filter(|&other| other != transition) {
                let Some(successor) = after(draft, other, marking) else { continue };
                if successor == goal {
                    return true;
                }
                if seen.len() < MAX_VISITED && seen.insert(successor.clone()) {
                    next.push(successor);
                }
            }
        }
        level = next;
    }
    false
}

/// Returns the transitions that fire and take or read tokens of a marking.
fn around(draft: &Draft<'_>, marking: &Marking) -> BTreeSet<Index> {
    let places = marking.keys().map(|&place| &draft.place(place).around);
    let near = places.filter(|around| around.len() <= MAX_AROUND).flatten().copied();
    near.filter(|&transition| draft.transition(transition).fires).collect()
}

/// Returns the marking after a firing, if the transition can fire with these tokens and any more.
fn after(draft: &Draft<'_>, transition: Index, marking: &Marking) -> Option<Marking> {
    let mut after = marking.clone();
    for (&place, local) in &draft.transition(transition).locals {
        let tokens = marking.get(&place).copied().unwrap_or(0);
        if tokens < local.low || !local.is_monotone() {
            return None;
        }
        let tokens = u64::try_from(i128::from(tokens) + local.effect()?).ok()?;
        after.insert(place, tokens);
    }
    after.retain(|_, tokens| *tokens > 0);
    Some(after)
}
