//! Traps: sets of places that, once marked, never become empty.
//!
//! A set of places is a trap if every transition that takes tokens from it, or resets one of its places, leaves a token
//! in it: it puts one there, or needs more in one of its places than it takes. An initially marked trap therefore
//! always contains a token. The largest trap in a set of places is computed by removing places from which a transition
//! takes without leaving anything. Source: Hack, *Analysis of Production Schemata by Petri Nets*, 1972; read arcs and
//! resets are additions.

use std::collections::BTreeSet;

use sanderling_cutoff::TRAP_TRIALS;
use sanderling_model::{OverApproximation, Structure};
use sanderling_net::{PlaceId, TransitionId};

/// The relation that determines traps: where each transition takes tokens and leaves some.
#[derive(Debug)]
pub struct Traps {
    takers: Vec<Vec<TransitionId>>,
    takes: Vec<Vec<PlaceId>>,
    leavers: Vec<Vec<TransitionId>>,
    leaves: Vec<Vec<PlaceId>>,
    is_marked: Vec<bool>,
}

impl Traps {
    /// Creates the relation of the transitions that may fire.
    pub(crate) fn of(structure: &Structure, over_approximation: &OverApproximation) -> Self {
        let mut takes_of = vec![Vec::new(); structure.transition_count()];
        let mut leaves_of = vec![Vec::new(); structure.transition_count()];
        for transition in structure.transition_ids().filter(|&t| over_approximation.may_be_enabled(t)) {
            takes_of[transition.index()] = takes(structure, transition);
            leaves_of[transition.index()] = leaves(structure, transition);
        }
        Self::new(takes_of, leaves_of, structure.initial().iter().map(|&tokens| tokens > 0).collect())
    }

    /// Creates a relation from the places from which each transition takes, and those in which it leaves something,
    /// without duplicates, and from the places that are initially marked. With the two exchanged, traps are siphons.
    #[must_use]
    pub fn new(takes: Vec<Vec<PlaceId>>, leaves: Vec<Vec<PlaceId>>, is_marked: Vec<bool>) -> Self {
        let by_place = |rows: &[Vec<PlaceId>]| {
            let mut transitions = vec![Vec::new(); is_marked.len()];
            for (index, row) in rows.iter().enumerate() {
                row.iter().for_each(|place| transitions[place.index()].push(TransitionId::new(index)));
            }
            transitions
        };
        Self { takers: by_place(&takes), leavers: by_place(&leaves), takes, leaves, is_marked }
    }

    /// Whether the places are an initially marked trap.
    pub(crate) fn is_marked_trap(&self, places: &[PlaceId]) -> bool {
        let mut is_in = vec![false; self.takers.len()];
        places.iter().for_each(|place| is_in[place.index()] = true);
        let leaves_one = |t: &TransitionId| self.leaves[t.index()].iter().any(|place| is_in[place.index()]);
        let is_kept = |place: &PlaceId| self.takers[place.index()].iter().all(leaves_one);
        places.iter().all(is_kept) && self.marks(places)
    }

    /// Returns small initially marked traps among these distinct places, such that every marked place in any trap of
    /// them is in one.
    #[must_use]
    pub fn marked_traps_in(&self, places: &[PlaceId]) -> Vec<Vec<PlaceId>> {
        let mut striking = Striking::of(self);
        let largest = striking.largest_in(places);
        let mut is_allowed = vec![false; self.takers.len()];
        largest.iter().for_each(|place| is_allowed[place.index()] = true);
        let mut is_covered = vec![false; self.takers.len()];
        let mut traps = Vec::new();
        for &place in largest.iter().filter(|place| self.is_marked[place.index()]) {
            if !is_covered[place.index()] {
                let trap = self.shrink(&mut striking, self.grow(place, &is_allowed));
                is_covered[place.index()] = true;
                trap.iter().for_each(|place| is_covered[place.index()] = true);
                traps.push(trap);
            }
        }
        traps
    }

    /// Grows a trap with the place, by adding places for each transition that takes without leaving. All permitted
    /// places together must be a trap.
    fn grow(&self, place: PlaceId, is_allowed: &[bool]) -> Vec<PlaceId> {
        let mut trap = BTreeSet::from([place]);
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            for taker in &self.takers[place.index()] {
                let leaves = &self.leaves[taker.index()];
                if leaves.iter().any(|place| trap.contains(place)) {
                    continue;
                }
                let allowed = leaves.iter().copied().filter(|place| is_allowed[place.index()]);
                if let Some(next) = allowed.min_by_key(|place| self.takers[place.index()].len()) {
                    trap.insert(next);
                    open.push(next);
                }
            }
        }
        trap.into_iter().collect()
    }

    /// Removes places one by one, as long as a marked trap remains.
    fn shrink(&self, striking: &mut Striking<'_>, mut trap: Vec<PlaceId>) -> Vec<PlaceId> {
        if !TRAP_TRIALS.admits(trap.len()) {
            return trap;
        }
        for place in trap.clone() {
            let rest: Vec<_> = trap.iter().copied().filter(|&other| other != place).collect();
            if rest.len() < trap.len() {
                let smaller = striking.largest_in(&rest);
                if self.marks(&smaller) {
                    trap = smaller;
                }
            }
        }
        trap
    }

    fn marks(&self, places: &[PlaceId]) -> bool {
        places.iter().any(|place| self.is_marked[place.index()])
    }
}

/// The search for the largest trap in a set, with tables that are all zero between two searches.
#[derive(Debug)]
pub struct Striking<'a> {
    traps: &'a Traps,
    is_in: Vec<bool>,
    /// For each transition, the number of places in the set in which it leaves tokens.
    left: Vec<u32>,
}

impl<'a> Striking<'a> {
    /// Creates a search for these traps. Cost: linear in the places and transitions.
    #[must_use]
    pub fn of(traps: &'a Traps) -> Self {
        Self { traps, is_in: vec![false; traps.takers.len()], left: vec![0; traps.takes.len()] }
    }

    /// Returns the largest trap among the places, in their order. Cost: linear in their arcs.
    pub fn largest_in(&mut self, places: &[PlaceId]) -> Vec<PlaceId> {
        let traps = self.traps;
        for place in places {
            self.is_in[place.index()] = true;
            traps.leavers[place.index()].iter().for_each(|t| self.left[t.index()] += 1);
        }
        let takers = places.iter().flat_map(|place| &traps.takers[place.index()]);
        let mut draining: Vec<TransitionId> = takers.copied().filter(|t| self.left[t.index()] == 0).collect();
        while let Some(transition) = draining.pop() {
            for &place in &traps.takes[transition.index()] {
                if std::mem::replace(&mut self.is_in[place.index()], false) {
                    self.strike(place, &mut draining);
                }
            }
        }
        let largest: Vec<_> = places.iter().copied().filter(|place| self.is_in[place.index()]).collect();
        for place in places {
            self.is_in[place.index()] = false;
            traps.leavers[place.index()].iter().for_each(|t| self.left[t.index()] = 0);
        }
        largest
    }

    fn strike(&mut self, place: PlaceId, draining: &mut Vec<TransitionId>) {
        for &leaver in &self.traps.leavers[place.index()] {
            self.left[leaver.index()] -= 1;
            if self.left[leaver.index()] == 0 {
                draining.push(leaver);
            }
        }
    }
}

/// Returns the places from which a transition takes some or all tokens.
fn takes(structure: &Structure, transition: TransitionId) -> Vec<PlaceId> {
    let taken = structure.pre(transition).iter().map(|&(place, _)| place);
    let mut places: Vec<_> = taken.chain(structure.reset(transition).iter().copied()).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// Returns the places that contain a token after every firing of a transition.
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

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use sanderling_testkit::random::{Shape, for_seeds, net};

    use super::*;

    /// Returns the places whose bits are set.
    fn places(bits: u32) -> Vec<PlaceId> {
        (0..32).filter(|place| bits >> place & 1 == 1).map(PlaceId::new).collect()
    }

    #[test]
    fn traps_are_found_wherever_a_set_has_a_marked_one() {
        for_seeds(600, |seed| {
            let structure = Structure::build(&net(seed, &Shape::conservative_special())).unwrap();
            let traps = Traps::of(&structure, &OverApproximation::of(&structure));
            let within = StdRng::seed_from_u64(seed).random_range(0..1_u32 << structure.place_count());
            let found = traps.marked_traps_in(&places(within));
            for trap in &found {
                assert!(traps.is_marked_trap(trap), "{trap:?}");
                assert!(trap.iter().all(|place| within >> place.index() & 1 == 1), "{trap:?}");
            }
            let mut subsets = (1..=within).filter(|bits| bits & within == *bits);
            assert_eq!(found.is_empty(), !subsets.any(|bits| traps.is_marked_trap(&places(bits))));
        });
    }
}
