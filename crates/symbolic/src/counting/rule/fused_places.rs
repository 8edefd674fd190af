//! Places between which single tokens move freely.
//!
//! A *move* is a transition that fires, takes one token of a place and puts one token into another, and demands nothing
//! else. Let S be a set of places without upper limits and resets, and R a subset of S such that moves lead from each
//! place of R to all places of S. Tokens *enter* a place that is initially marked. They also enter a place if a
//! transition that fires, but is not a move inside S, demands d tokens of it and adds e, with d + e > 0: for then it
//! leaves tokens there, even if it only reads them. Precondition: tokens enter only places of R. Then S is replaced by
//! the place x = Σ S, with the limits and effects of all of S together.
//!
//! Proof. A run of the original net is one of the reduced net, since x has all tokens of S. Conversely, let x and all
//! places outside S agree with a reachable marking of the reduced net. By induction on its run, the original net
//! reaches the marking with the same tokens outside S and all tokens of x in R: before a firing, moves bring the
//! demanded tokens to their places; the firing leaves none of them outside R. From there, moves lead to every
//! distribution of the tokens over S. So all distributions are reachable.
//!
//! The places of a strongly connected component are a case, where R = S; a chain, where R is the first place, is
//! another. (Berthomieu, Le Botlan and Dal Zilio, STTT 22, 2020, have loop and chain agglomerations; here they are one
//! rule, which also allows consumers at each place.)

use std::collections::BTreeMap;

use super::Rule;
use crate::counting::draft::{Change, Draft, Index, Local};

pub(super) const RULE: Rule = Rule { name: "fused_places", apply };

/// The moves between places, and where other tokens enter.
struct Moves {
    /// For each place, the targets of moves from it.
    targets: Vec<Vec<Index>>,
    /// For each place, the sources of moves to it.
    sources: Vec<Vec<Index>>,
    /// Whether tokens enter by other means than moves.
    is_entered: Vec<bool>,
}

fn apply(draft: &mut Draft<'_>) -> usize {
    let moves = Moves::of(draft);
    let mut sets: BTreeMap<usize, Vec<Index>> = BTreeMap::new();
    for (place, set) in moves.sets().into_iter().enumerate() {
        sets.entry(set).or_default().push(place as Index);
    }
    let mut applications = 0;
    for set in sets.into_values().filter(|set| set.len() > 1) {
        applications += usize::from(fuse(draft, &set));
    }
    applications
}

impl Moves {
    fn of(draft: &Draft<'_>) -> Self {
        let count = draft.places.len();
        let is_simple = |place: Index| draft.locals_at(place).all(|(_, local)| local.is_monotone());
        let is_simple: Vec<bool> = (0..count as Index).map(is_simple).collect();
        let mut moves = Self {
            targets: vec![Vec::new(); count],
            sources: vec![Vec::new(); count],
            is_entered: draft.places.iter().map(|place| place.initial > 0).collect(),
        };
        for transition in draft.firing_ids() {
            let ends = ends(draft, transition);
            if let Some((from, to)) =
                ends.filter(|&(from, to)| is_simple[from as usize] && is_simple[to as usize])
            {
                moves.targets[from as usize].push(to);
                moves.sources[to as usize].push(from);
                continue;
            }
            for (&place, local) in &draft.transition(transition).locals {
                let left = local.effect().map(|effect| i128::from(local.low) + effect);
                moves.is_entered[place as usize] |= left != Some(0);
            }
        }
        moves
    }

    /// Returns the number of the set of each place. Places in the same set can be fused.
    ///
    /// The strongly connected components are visited in topological order. A component joins the set from which all
    /// moves to it come, if tokens do not enter it in other ways; otherwise, it begins a set.
    fn sets(&self) -> Vec<usize> {
        let components = self.components();
        let mut sets = vec![usize::MAX; self.targets.len()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|&place| sets[place as usize] = number);
            let outside = component.iter().flat_map(|&place| &self.sources[place as usize]);
            let mut outside = outside.map(|&source| sets[source as usize]).filter(|&set| set != number);
            let Some(first) = outside.next() else { continue };
            let is_entered = component.iter().any(|&place| self.is_entered[place as usize]);
            if !is_entered && outside.all(|set| set == first) {
                component.iter().for_each(|&place| sets[place as usize] = first);
            }
        }
        sets
    }

    /// Returns the strongly connected components in topological order (Tarjan, *Depth-First Search and Linear Graph
    /// Algorithms*, SIAM Journal on Computing, 1972).
    fn components(&self) -> Vec<Vec<Index>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.targets.len();
        let (mut index, mut low, mut is_done) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
        let (mut stack, mut path, mut components) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = 0;
        for root in 0..count {
            if index[root] != UNSEEN {
                continue;
            }
            path.push((root, 0));
            while let Some(&mut (place, ref mut position)) = path.last_mut() {
                if *position == 0 {
                    (index[place], low[place]) = (next, next);
                    next += 1;
                    stack.push(place as Index);
                }
                let Some(&target) = self.targets[place].get(*position) else {
                    path.pop();
                    if let Some(&(above, _)) = path.last() {
                        low[above] = low[above].min(low[place]);
                    }
                    if low[place] == index[place] {
                        let start = stack.iter().rposition(|&other| other as usize == place).unwrap_or(0);
                        let component = stack.split_off(start);
                        component.iter().for_each(|&place| is_done[place as usize] = true);
                        components.push(component);
                    }
                    continue;
                };
                *position += 1;
                let target = target as usize;
                if index[target] == UNSEEN {
                    path.push((target, 0));
                } else if !is_done[target] {
                    low[place] = low[place].min(index[target]);
                }
            }
        }
        components.reverse();
        components
    }
}

/// Returns the ends of a move.
fn ends(draft: &Draft<'_>, transition: Index) -> Option<(Index, Index)> {
    const TAKEN: Local = Local { low: 1, high: None, change: Change::Add(-1) };
    const PUT: Local = Local { low: 0, high: None, change: Change::Add(1) };
    let locals: Vec<_> = draft.transition(transition).locals.iter().take(3).collect();
    match locals[..] {
        [(&from, &TAKEN), (&to, &PUT)] | [(&to, &PUT), (&from, &TAKEN)] => Some((from, to)),
        _ => None,
    }
}

/// Replaces places by their sum. Does nothing if a number would be too large.
fn fuse(draft: &mut Draft<'_>, set: &[Index]) -> bool {
    let mut locals: BTreeMap<Index, Local> = BTreeMap::new();
    let mut initial = 0u64;
    for &place in set {
        let Some(sum) = initial.checked_add(draft.place(place).initial) else { return false };
        initial = sum;
        for (transition, local) in draft.locals_at(place) {
            let all = locals.entry(transition).or_insert(Local::NOTHING);
            let effect = local.effect().zip(all.effect()).map(|(one, other)| one + other);
            let effect = effect.filter(|effect| u64::try_from(effect.unsigned_abs()).is_ok());
            let (Some(low), Some(effect)) = (all.low.checked_add(local.low), effect) else { return false };
            *all = Local { low, high: None, change: Change::Add(effect) };
        }
    }
    let first = set[0];
    for &place in set {
        for transition in draft.place(place).around.clone() {
            draft.set_local(transition, place, Local::NOTHING);
        }
    }
    for (transition, local) in locals {
        draft.set_local(transition, first, local);
    }
    let mut parts: Vec<_> =
        set.iter().flat_map(|&place| std::mem::take(&mut draft.places[place as usize].parts)).collect();
    parts.sort_unstable();
    (draft.places[first as usize].parts, draft.places[first as usize].initial) = (parts, initial);
    for flow in &mut draft.flows {
        let weights: Vec<_> = set.iter().filter_map(|place| flow.remove(place)).collect();
        flow.extend(weights.first().map(|&weight| (first, weight)));
    }
    true
}
