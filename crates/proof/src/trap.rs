//! Traps: sets of places that, once marked, never become empty.
//!
//! A set of places is a trap where every transition that takes tokens from it, or resets a place of
//! it, leaves a token in it: puts one there, or needs more in one of its places than it takes. So a
//! trap that is marked at the start holds a token for ever. Of a set of places, the largest trap in it
//! is found by striking out places from which a transition takes without leaving anything.
//! Source: Hack, *Analysis of Production Schemata by Petri Nets*, 1972; read arcs and resets are ours.

use sanderling_model::{Potential, Structure};
use sanderling_net::{PlaceId, TransitionId};

/// Who takes tokens from where and leaves some, of the transitions that may fire.
#[derive(Debug)]
pub(crate) struct Traps {
    takers: Vec<Vec<TransitionId>>,
    takes: Vec<Vec<PlaceId>>,
    leavers: Vec<Vec<TransitionId>>,
    leaves: Vec<Vec<PlaceId>>,
    is_marked: Vec<bool>,
}

/// More places than that are not struck out one by one to make a trap small.
const MAX_TRIALS: usize = 300;

impl Traps {
    pub(crate) fn of(structure: &Structure, potential: &Potential) -> Self {
        let (places, transitions) = (structure.place_count(), structure.transition_count());
        let mut traps = Self {
            takers: vec![Vec::new(); places],
            takes: vec![Vec::new(); transitions],
            leavers: vec![Vec::new(); places],
            leaves: vec![Vec::new(); transitions],
            is_marked: structure.initial().iter().map(|&tokens| tokens > 0).collect(),
        };
        for transition in structure.transition_ids().filter(|&t| potential.may_be_enabled(t)) {
            traps.takes[transition.index()] = takes(structure, transition);
            traps.leaves[transition.index()] = leaves(structure, transition);
            for place in &traps.takes[transition.index()] {
                traps.takers[place.index()].push(transition);
            }
            for place in &traps.leaves[transition.index()] {
                traps.leavers[place.index()].push(transition);
            }
        }
        traps
    }

    /// Whether the places are a trap with a token at the start.
    pub(crate) fn is_marked_trap(&self, places: &[PlaceId]) -> bool {
        let mut is_in = vec![false; self.takers.len()];
        places.iter().for_each(|place| is_in[place.index()] = true);
        let leaves_one = |t: &TransitionId| self.leaves[t.index()].iter().any(|place| is_in[place.index()]);
        let is_kept = |place: &PlaceId| self.takers[place.index()].iter().all(leaves_one);
        places.iter().all(is_kept) && self.marks(places)
    }

    /// A trap among these places that is marked at the start, not always the smallest.
    pub(crate) fn marked_trap_in(&self, places: &[PlaceId]) -> Option<Vec<PlaceId>> {
        let mut trap = self.largest_in(places);
        if !self.marks(&trap) {
            return None;
        }
        if trap.len() <= MAX_TRIALS {
            for place in trap.clone() {
                let rest: Vec<_> = trap.iter().copied().filter(|&other| other != place).collect();
                let smaller = self.largest_in(&rest);
                if rest.len() < trap.len() && self.marks(&smaller) {
                    trap = smaller;
                }
            }
        }
        Some(trap)
    }

    fn marks(&self, places: &[PlaceId]) -> bool {
        places.iter().any(|place| self.is_marked[place.index()])
    }

    /// The largest trap among the places, sorted as they are. Cost: linear in their arcs.
    fn largest_in(&self, places: &[PlaceId]) -> Vec<PlaceId> {
        let mut is_in = vec![false; self.takers.len()];
        places.iter().for_each(|place| is_in[place.index()] = true);
        let mut left = vec![0_u32; self.takes.len()];
        for place in places {
            self.leavers[place.index()].iter().for_each(|t| left[t.index()] += 1);
        }
        let takers = places.iter().flat_map(|place| &self.takers[place.index()]);
        let mut draining: Vec<TransitionId> = takers.copied().filter(|t| left[t.index()] == 0).collect();
        while let Some(transition) = draining.pop() {
            for &place in &self.takes[transition.index()] {
                if std::mem::replace(&mut is_in[place.index()], false) {
                    for &leaver in &self.leavers[place.index()] {
                        left[leaver.index()] -= 1;
                        if left[leaver.index()] == 0 {
                            draining.push(leaver);
                        }
                    }
                }
            }
        }
        places.iter().copied().filter(|place| is_in[place.index()]).collect()
    }
}

/// The places from which a transition takes tokens, or all of them.
fn takes(structure: &Structure, transition: TransitionId) -> Vec<PlaceId> {
    let taken = structure.pre(transition).iter().map(|&(place, _)| place);
    let mut places: Vec<_> = taken.chain(structure.reset(transition).iter().copied()).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The places that hold a token after every firing of a transition.
fn leaves(structure: &Structure, transition: TransitionId) -> Vec<PlaceId> {
    let taken = |place| structure.pre(transition).iter().find(|&&(p, _)| p == place).map_or(0, |&(_, w)| w);
    let is_reset = |place| structure.reset(transition).contains(&place);
    let more = structure.needs(transition).filter(|&(p, needed)| needed > taken(p) && !is_reset(p));
    let put = structure.post(transition).iter().map(|&(place, _)| place);
    let mut places: Vec<_> = put.chain(more.map(|(place, _)| place)).collect();
    places.sort_unstable();
    places.dedup();
    places
}
