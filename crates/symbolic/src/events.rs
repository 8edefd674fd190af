//! Transitions as events of a diagram.

use std::collections::BTreeMap;

use sanderling_diagram::{Change, Event, Local};
use sanderling_model::Structure;
use sanderling_net::TransitionId;

/// A weight or a count that does not fit.
pub(crate) struct TooLarge;

/// Returns the places that each transition reads or changes, ascending.
pub(crate) fn touched(structure: &Structure) -> Vec<Vec<u32>> {
    let of = |transition: TransitionId| {
        let needs = structure.needs(transition).map(|(place, _)| place);
        let limits = structure.at_most(transition).map(|(place, _)| place);
        let effects = structure.effect(transition).iter().map(|&(place, _)| place);
        let resets = structure.reset(transition).iter().copied();
        let all = needs.chain(limits).chain(effects).chain(resets);
        let mut places: Vec<u32> = all.map(|place| place.index() as u32).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    structure.transition_ids().map(of).collect()
}

/// Returns the event of a transition, or `None` if it can never fire. `levels` gives the level of each place.
pub(crate) fn event_of(
    structure: &Structure,
    transition: TransitionId,
    levels: &[u32],
) -> Result<Option<Event>, TooLarge> {
    let mut locals = BTreeMap::new();
    let anything = Local::between(0, u32::MAX);
    for (place, weight) in structure.needs(transition) {
        let weight = u32::try_from(weight).map_err(|_| TooLarge)?;
        let local = locals.entry(place).or_insert(anything);
        local.low = local.low.max(weight);
    }
    for (place, most) in structure.at_most(transition) {
        let Some(most) = most else { return Ok(None) };
        let local = locals.entry(place).or_insert(anything);
        local.high = local.high.min(u32::try_from(most).unwrap_or(u32::MAX));
    }
    for &(place, effect) in structure.effect(transition) {
        let effect = i32::try_from(effect).map_err(|_| TooLarge)?;
        locals.entry(place).or_insert(anything).change = Change::Add(effect);
    }
    for &place in structure.reset(transition) {
        let post = structure.post(transition);
        let put =
            post.binary_search_by_key(&place, |&(place, _)| place).map_or(0, |position| post[position].1);
        let put = u32::try_from(put).map_err(|_| TooLarge)?;
        locals.entry(place).or_insert(anything).change = Change::Set(put, put);
    }
    let locals = locals.into_iter().map(|(place, local)| (levels[place.index()], local));
    Ok(Some(Event { locals: locals.collect() }))
}
