//! Places whose tokens are a sum of those of other places, and that never disable a transition.
//!
//! Preconditions: p has one part and no upper limits. There are other places q1, …, qn and factors c1, …, cn ≥ 1 such
//! that each transition that fires adds as many tokens to p as to c1·q1 + … + cn·qn, and resets none of them. Then m(p)
//! = k + c1·m(q1) + … + cn·m(qn) in each reachable marking, with k from the initial marking. And each transition that
//! demands d tokens of p, and d1, …, dn of the others, has d ≤ k + c1·d1 + … + cn·dn, so p never disables it. So p is
//! removed, with this equation. (Redundant places, Berthelot, 1987; Berthomieu, Le Botlan and Dal Zilio, STTT 22, 2020.)
//!
//! Candidates are a place beside p, and two constant weighted sums: from p + s = a and s + c·q = b, with s of other
//! places, follows p = a − b + c·q.

use std::collections::{BTreeMap, BTreeSet};

use super::Rule;
use crate::counting::draft::{Draft, Index};

pub(super) const RULE: Rule = Rule { name: "implied_places", apply };

/// Maximum number of candidates for a place.
const MAX_CANDIDATES: usize = 64;

/// Factors of places.
type Terms = Vec<(u64, Index)>;

fn apply(draft: &mut Draft<'_>) -> usize {
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); draft.places.len()];
    for (number, flow) in (0..).zip(&draft.flows) {
        flow.keys().for_each(|&place| around[place as usize].push(number));
    }
    let mut applications = 0;
    for place in draft.place_ids() {
        if (draft.is_over)() {
            break;
        }
        let is_simple = draft.place(place).parts.len() == 1
            && draft.locals_at(place).all(|(_, local)| local.is_monotone());
        if !is_simple {
            continue;
        }
        let candidates = beside(draft, place).into_iter().chain(of_flows(draft, place, &around));
        let found =
            candidates.take(MAX_CANDIDATES).find_map(|terms| Some((constant(draft, place, &terms)?, terms)));
        if let Some((constant, terms)) = found {
            substitute(draft, place, &terms);
            draft.remove_place(place, constant, &terms);
            applications += 1;
        }
    }
    applications
}

/// Returns multiples of single places that change with `place`.
fn beside(draft: &Draft<'_>, place: Index) -> Vec<Terms> {
    let mut changes =
        draft.locals_at(place).filter_map(|(transition, local)| Some((transition, local.effect()?)));
    let Some((transition, effect)) = changes.find(|&(_, effect)| effect != 0) else {
        return Vec::new();
    };
    let others = draft.transition(transition).locals.iter().filter(|&(&other, _)| other != place);
    let factor = |(&other, local): (&Index, &super::super::draft::Local)| {
        let of_other = local.effect().filter(|&of_other| of_other != 0 && effect % of_other == 0)?;
        Some(vec![(u64::try_from(effect / of_other).ok()?, other)])
    };
    others.filter_map(factor).collect()
}

/// Returns sums that follow from two constant sums.
fn of_flows(draft: &Draft<'_>, place: Index, around: &[Vec<u32>]) -> Vec<Terms> {
    let mut candidates = Vec::new();
    for &number in &around[place as usize] {
        let flow = &draft.flows[number as usize];
        let others = flow.keys().filter(|&&other| other != place);
        let Some(rarest) = others.min_by_key(|&&other| around[other as usize].len()) else { continue };
        if flow[&place] != 1 {
            continue;
        }
        for &other in &around[*rarest as usize] {
            let terms = difference(&draft.flows[other as usize], flow, place);
            candidates.extend(terms.filter(|terms| !terms.is_empty()));
            if candidates.len() >= MAX_CANDIDATES {
                return candidates;
            }
        }
    }
    candidates
}

/// Returns the larger sum without the other places of the smaller one, if it has them, and not `place`.
fn difference(larger: &BTreeMap<Index, u64>, smaller: &BTreeMap<Index, u64>, place: Index) -> Option<Terms> {
    if larger.contains_key(&place) || smaller.len() > larger.len() + 1 {
        return None;
    }
    let mut rest = larger.clone();
    for (other, weight) in smaller.iter().filter(|&(&other, _)| other != place) {
        let left = rest.get_mut(other)?;
        *left = left.checked_sub(*weight)?;
    }
    Some(rest.into_iter().filter(|&(_, factor)| factor > 0).map(|(other, factor)| (factor, other)).collect())
}

/// Returns the constant of the equation, if the preconditions hold.
fn constant(draft: &Draft<'_>, place: Index, terms: &[(u64, Index)]) -> Option<i128> {
    if terms.iter().any(|&(_, other)| other == place || draft.place(other).parts.is_empty()) {
        return None;
    }
    let sum = |of: &dyn Fn(Index) -> Option<i128>| {
        terms.iter().try_fold(0i128, |sum, &(factor, other)| {
            sum.checked_add(i128::from(factor).checked_mul(of(other)?)?)
        })
    };
    let initial = |place: Index| Some(i128::from(draft.place(place).initial));
    let constant = initial(place)?.checked_sub(sum(&initial)?)?;
    let places = terms.iter().map(|&(_, other)| other).chain([place]);
    let transitions: BTreeSet<Index> =
        places.flat_map(|place| draft.place(place).around.iter().copied()).collect();
    let is_implied = |transition: Index| {
        let effect = |place| draft.local(transition, place).effect();
        let low = |place| Some(i128::from(draft.local(transition, place).low));
        let least = sum(&low)?.checked_add(constant)?;
        Some(effect(place)? == sum(&effect)? && draft.local(transition, place).low as i128 <= least.max(0))
    };
    transitions.into_iter().all(|transition| is_implied(transition) == Some(true)).then_some(constant)
}

/// Replaces a place in the constant sums.
fn substitute(draft: &mut Draft<'_>, place: Index, terms: &[(u64, Index)]) {
    draft.flows.retain_mut(|flow| {
        let Some(weight) = flow.remove(&place) else { return true };
        terms.iter().all(|&(factor, other)| {
            let entry = flow.entry(other).or_insert(0);
            let sum = factor.checked_mul(weight).and_then(|more| entry.checked_add(more));
            *entry = sum.unwrap_or(0);
            sum.is_some()
        })
    });
}
