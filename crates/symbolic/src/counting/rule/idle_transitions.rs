//! Transitions without an effect.
//!
//! Precondition: t changes no place. Its firings lead from each marking to itself, so the reachable markings are the
//! same without them.

use super::Rule;
use crate::counting::draft::Draft;

pub(super) const RULE: Rule = Rule { name: "idle_transitions", apply };

fn apply(draft: &mut Draft<'_>) -> usize {
    let is_idle = |transition: &u32| {
        draft.transition(*transition).locals.values().all(|local| local.effect() == Some(0))
    };
    let idle: Vec<_> = draft.firing_ids().filter(is_idle).collect();
    idle.iter().for_each(|&transition| draft.stop_firing(transition));
    idle.len()
}
