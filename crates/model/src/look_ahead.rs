//! Token counts on random walks from a marking.
//!
//! When a firing breaks the assumption about a place, those about other places often break soon after, and each time
//! all stored markings are packed again. Walks from the marking after the firing find such places in advance. A walk
//! goes far beyond the open markings of a breadth-first search. Every marking on it is reachable, so a search that
//! visits all markings has to widen the slots of its places sooner or later: the walks cost no bits in the end.
//!
//! The walks are deterministic. They fire on plain token counts, because a packed marking could not hold them.

use sanderling_net::sparse::value as weight;
use sanderling_net::{PlaceId, TransitionId};

use crate::structure::Structure;

/// Number of walks. Later ones leave parts of the net in which an earlier one stays for ever.
const WALKS: usize = 4;

/// Returns the greatest token count of each place on walks from `start`. They test transitions about `tests` times.
/// Returns `None` if that is too few for a walk.
pub(crate) fn greatest_counts(structure: &Structure, start: &[u64], tests: usize) -> Option<Vec<u64>> {
    // The first marking of a walk tests all transitions.
    let tests = (tests / WALKS).checked_sub(2 * structure.transition_count() + structure.place_count())?;
    let mut walk = Walk::new(structure, start);
    for _ in 0..WALKS {
        walk.begin(start);
        walk.go(tests);
    }
    Some(walk.greatest)
}

struct Walk<'a> {
    structure: &'a Structure,
    /// The current token count of each place.
    tokens: Vec<u64>,
    greatest: Vec<u64>,
    /// The enabled transitions, in any order.
    enabled: Vec<TransitionId>,
    /// The position of each transition in `enabled`.
    positions: Vec<Option<u32>>,
    random: u64,
    /// The number of transitions tested in this walk.
    tests: usize,
}

impl<'a> Walk<'a> {
    fn new(structure: &'a Structure, start: &[u64]) -> Self {
        Self {
            structure,
            tokens: Vec::new(),
            greatest: start.to_vec(),
            enabled: Vec::new(),
            positions: Vec::new(),
            random: 0x9e37_79b9_7f4a_7c15,
            tests: 0,
        }
    }

    fn begin(&mut self, start: &[u64]) {
        self.tokens = start.to_vec();
        self.enabled.clear();
        self.positions = vec![None; self.structure.transition_count()];
        self.structure.transition_ids().for_each(|transition| self.test(transition));
        self.tests = 0;
    }

    /// Fires enabled transitions until none is left, a count overflows, or this many transitions have been tested.
    fn go(&mut self, tests: usize) {
        while self.tests < tests && !self.enabled.is_empty() {
            let chosen = self.below(self.enabled.len());
            let transition = self.enabled[chosen];
            if self.fire(transition).is_none() {
                return;
            }
        }
    }

    /// Fires an enabled transition, unless a count overflows.
    fn fire(&mut self, transition: TransitionId) -> Option<()> {
        let structure = self.structure;
        self.tests += 1;
        for &(place, effect) in structure.effect(transition) {
            let count = u64::try_from(i128::from(self.tokens[place.index()]) + effect).ok()?;
            self.set(place, count);
        }
        let put = structure.post(transition);
        structure.reset(transition).iter().for_each(|&place| self.set(place, weight(put, place)));
        let effects = structure.effect(transition).iter().map(|&(place, _)| place);
        for place in effects.chain(structure.reset(transition).iter().copied()) {
            let limited = structure.capacity()[place.index()].map(|_| structure.preset(place));
            let around = [structure.postset(place), structure.tested_by(place), limited.unwrap_or_default()];
            around.into_iter().flatten().for_each(|&transition| self.test(transition));
        }
        Some(())
    }

    fn set(&mut self, place: PlaceId, count: u64) {
        self.tokens[place.index()] = count;
        let greatest = &mut self.greatest[place.index()];
        *greatest = count.max(*greatest);
    }

    /// Updates whether a transition is among the enabled ones.
    fn test(&mut self, transition: TransitionId) {
        self.tests += 1;
        let tokens = |place: PlaceId| self.tokens[place.index()];
        let is_enabled = self.structure.needs(transition).all(|(place, least)| tokens(place) >= least)
            && self
                .structure
                .at_most(transition)
                .all(|(place, most)| most.is_some_and(|most| tokens(place) <= most));
        let position = &mut self.positions[transition.index()];
        match *position {
            None if is_enabled => {
                *position = Some(self.enabled.len() as u32);
                self.enabled.push(transition);
            }
            Some(at) if !is_enabled => {
                *position = None;
                self.enabled.swap_remove(at as usize);
                if let Some(moved) = self.enabled.get(at as usize) {
                    self.positions[moved.index()] = Some(at);
                }
            }
            _ => {}
        }
    }

    /// Returns a pseudo-random number below `bound` (xorshift).
    fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use sanderling_testkit::naive;
    use sanderling_testkit::random::{Shape, for_seeds, is_met, net};
    use sanderling_testkit::tiny::nets;

    use super::*;

    #[test]
    fn counts_on_walks_are_reachable_and_often_the_greatest() {
        let (complete, greater) = (Cell::new(0), Cell::new(0));
        for_seeds(200, |seed| {
            let shape = if seed % 2 == 0 { Shape::plain() } else { Shape::special() };
            let net = net(seed, &shape);
            let (Ok(structure), Ok(explored)) = (Structure::build(&net), naive::explore(&net, 2000)) else {
                return;
            };
            let counts = greatest_counts(&structure, structure.initial(), 20_000).unwrap();
            assert!(counts.iter().zip(&explored.bounds).all(|(count, bound)| count <= bound), "{seed}");
            complete.set(complete.get() + u64::from(counts == explored.bounds));
            greater.set(greater.get() + u64::from(counts != structure.initial()));
        });
        assert!(is_met(complete.get(), 20) && is_met(greater.get(), 20), "{complete:?} {greater:?}");
    }

    #[test]
    fn a_walk_ends_in_a_deadlock_and_by_the_number_of_tests() {
        let full = Structure::build(&nets::filling(9)).unwrap();
        assert_eq!(greatest_counts(&full, &[0], 1000), Some(vec![9]));
        assert_eq!(greatest_counts(&full, &[0], 8), None);
        let endless = Structure::build(&nets::source()).unwrap();
        let most = greatest_counts(&endless, &[0], 1000).unwrap()[0];
        assert!((10..=1000).contains(&most), "{most}");
        assert_eq!(greatest_counts(&endless, &[u64::MAX], 1000), Some(vec![u64::MAX]));
    }
}
