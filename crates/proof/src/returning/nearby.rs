//! A search for firings that bring tokens nearer to their home, near single places.
//!
//! The other tokens of a large net do not matter to most sequences, but a search of all markings meets all of
//! their combinations. So the search starts from a place whose tokens are not at home. It fires only transitions
//! within some distance of this place in the graph of the net, first a small one and then larger ones.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet};

use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};

use super::descent::is_enabled;
use crate::budget::Budget;

/// Maximum numbers of transitions on a path from the place to a transition that may fire.
const RADII: [usize; 7] = [1, 2, 3, 4, 6, 9, usize::MAX];
/// Maximum number of markings that one search visits.
const MAX_VISITED: usize = 3000;
/// Maximum number of numbers of tokens that one search stores, 16 bytes each.
const MAX_STORED: usize = 1 << 21;

/// The rank of a marking with a distance: the smallest comes next.
type Rank = fn((i128, i128)) -> (i128, i128);

/// A marking, and what its distance from the initial marking depends on.
pub(super) struct Nearby<'a> {
    pub(super) structure: &'a Structure,
    /// The weights of places; 0 for those marked initially.
    pub(super) weights: &'a [i128],
    pub(super) from: &'a [i128],
}

impl Nearby<'_> {
    /// Returns a sequence of firings that leads nearer to the initial marking, if one is found.
    pub(super) fn lowering(&self, budget: &Budget<'_>) -> Option<Vec<TransitionId>> {
        let away: Vec<PlaceId> = self.structure.place_ids().filter(|&place| self.is_away(place)).collect();
        let mut searched = BTreeSet::new();
        for radius in RADII {
            for &place in &away {
                if budget.is_spent() {
                    return None;
                }
                let ball = self.ball(place, radius);
                if searched.contains(&ball) {
                    continue;
                }
                let search = |rank: Rank| self.search(&ball, rank, budget);
                let found = search(|_| (0, 0)).or_else(|| search(|distance| distance));
                if found.is_some() {
                    return found;
                }
                searched.insert(ball);
            }
        }
        None
    }

    /// Returns whether a place has more tokens than initially.
    fn is_away(&self, place: PlaceId) -> bool {
        self.from[place.index()] > self.structure.initial()[place.index()].into()
    }

    /// Returns the transitions without resets within some distance of a place.
    fn ball(&self, place: PlaceId, radius: usize) -> Vec<TransitionId> {
        let (mut places, mut ball) = (BTreeSet::from([place]), BTreeSet::new());
        let mut border = vec![place];
        for _ in 0..radius {
            let mut next = Vec::new();
            for place in std::mem::take(&mut border) {
                let (takers, putters) = (self.structure.postset(place), self.structure.preset(place));
                for &transition in takers.iter().chain(putters).chain(self.structure.tested_by(place)) {
                    if self.structure.reset(transition).is_empty() && ball.insert(transition) {
                        next.extend(self.touched(transition).filter(|&one| places.insert(one)));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            border = next;
        }
        ball.into_iter().collect()
    }

    /// Returns the places that a transition depends on or changes.
    fn touched(&self, transition: TransitionId) -> impl Iterator<Item = PlaceId> {
        let needs = self.structure.needs(transition).map(|(place, _)| place);
        let at_most = self.structure.at_most(transition).map(|(place, _)| place);
        needs.chain(at_most).chain(self.structure.post(transition).iter().map(|&(place, _)| place))
    }

    /// Searches for a marking with a lower distance, with these transitions only. The marking whose distance ranks
    /// first comes next, and the oldest of them.
    fn search(&self, ball: &[TransitionId], rank: Rank, budget: &Budget<'_>) -> Option<Vec<TransitionId>> {
        let places: BTreeSet<PlaceId> = ball.iter().flat_map(|&one| self.touched(one)).collect();
        let places: Vec<PlaceId> = places.into_iter().collect();
        let slot = |place: PlaceId| places.binary_search(&place).expect("the place is near");
        let start: Vec<i128> = places.iter().map(|place| self.from[place.index()]).collect();
        let most = MAX_VISITED.min(MAX_STORED / places.len().max(1));
        let goal = self.distance(&places, &start)?;
        let mut visited = vec![(start.clone(), None)];
        let mut known = HashSet::from([start]);
        let mut open = BinaryHeap::from([Reverse((rank(goal), 0))]);
        while let Some(Reverse((_, next))) = open.pop() {
            for &transition in ball {
                let marking = &visited[next].0;
                if !is_enabled(self.structure, transition, |place| marking[slot(place)]) {
                    continue;
                }
                if visited.len() >= most || budget.is_spent() {
                    return None;
                }
                let mut successor = marking.clone();
                for &(place, effect) in self.structure.effect(transition) {
                    successor[slot(place)] += effect;
                }
                if !known.insert(successor.clone()) {
                    continue;
                }
                let distance = self.distance(&places, &successor)?;
                open.push(Reverse((rank(distance), visited.len())));
                visited.push((successor, Some((next, transition))));
                if distance < goal {
                    return Some(path(&visited));
                }
            }
        }
        None
    }

    /// Returns what some places contribute to the distance from the initial marking, or `None` if the numbers
    /// are too large.
    fn distance(&self, places: &[PlaceId], tokens: &[i128]) -> Option<(i128, i128)> {
        places.iter().zip(tokens).try_fold((0_i128, 0), |(weight, beyond), (place, &tokens)| {
            let term = self.weights[place.index()].checked_mul(tokens)?;
            let initial = i128::from(self.structure.initial()[place.index()]);
            let more = if initial == 0 { 0 } else { (tokens - initial).max(0) };
            Some((weight.checked_add(term)?, beyond + more))
        })
    }
}

/// A visited marking of some places, and the position of the marking before it with the firing that leads on.
type Visited = (Vec<i128>, Option<(usize, TransitionId)>);

/// Returns the firings to the last marking.
fn path(visited: &[Visited]) -> Vec<TransitionId> {
    let mut firings = Vec::new();
    let mut at = visited.len() - 1;
    while let Some((before, transition)) = visited[at].1 {
        firings.push(transition);
        at = before;
    }
    firings.reverse();
    firings
}
