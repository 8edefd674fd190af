//! The claim that a net is unit-safe, turned into a check of each firing.
//!
//! A marking is unit-safe if every place holds at most one token and no two different marked places
//! are comparable, which means that their units are equal or one above the other. For each
//! transition t, the structure alone says which places can contradict this when t fires in a
//! unit-safe marking: usually none or a few. If all of them are empty the marking after the firing
//! is unit-safe, and otherwise it is not, so that by induction a false claim is found as soon as a
//! marking is reached that contradicts it. The proof stands at `Firing`.
//!
//! Source of the claim: Garavel, *Nested-Unit Petri Nets*, Journal of Logical and Algebraic Methods
//! in Programming, 2019.

mod tree;

use sanderling_cutoff::{UNIT_CLAIM_CHECKS, UNIT_CLAIM_PATH, UNIT_CLAIM_WORK};
use sanderling_net::sparse::value as weight;
use sanderling_net::{NestedUnits, PlaceId, TransitionId};

use self::tree::{Intervals, UnitTree};
use crate::ragged::Ragged;
use crate::{Bounds, Structure};

/// What to look at before a firing, so that a claim of unit-safety need not be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitClaim {
    refuted_initially: Option<(PlaceId, PlaceId)>,
    refuting: Vec<bool>,
    checks: Ragged<PlaceId>,
}

impl UnitClaim {
    /// The check of each transition, or nothing if they would be too large, or if the units are not
    /// a tree that holds every place once.
    #[must_use]
    pub fn build(structure: &Structure, units: &NestedUnits) -> Option<Self> {
        let tree = UnitTree::build(units, structure.place_count())?;
        let mut claim = Self {
            refuted_initially: tree.violation(structure.initial()),
            refuting: Vec::with_capacity(structure.transition_count()),
            checks: Ragged::new(),
        };
        let mut work = 0;
        for transition in structure.transition_ids() {
            let paths = path_lengths(structure, &tree, transition);
            if !UNIT_CLAIM_PATH.admits(paths) {
                return None;
            }
            let firing = Firing::new(structure, &tree, transition);
            let (refuting, check) = firing.check(&tree);
            claim.refuting.push(refuting);
            claim.checks.push_row(check);
            work += paths + firing.around_put.len();
            if !UNIT_CLAIM_WORK.admits(work) || !UNIT_CLAIM_CHECKS.admits(claim.checks.entry_count()) {
                return None;
            }
        }
        Some(claim)
    }

    /// Two comparable places that are marked at the start, or twice the same if it has two tokens.
    #[must_use]
    pub fn refuted_initially(&self) -> Option<(PlaceId, PlaceId)> {
        self.refuted_initially
    }

    /// Whether firing `transition` in a unit-safe marking always leads to one that is not.
    #[must_use]
    #[inline]
    pub fn is_refuted_by(&self, transition: TransitionId) -> bool {
        self.refuting[transition.index()]
    }

    /// The places of which none may be marked when `transition` fires in a unit-safe marking, or
    /// else it leads to one that is not.
    #[must_use]
    #[inline]
    pub fn check(&self, transition: TransitionId) -> &[PlaceId] {
        self.checks.row(transition.index())
    }

    /// The number of places in all checks together.
    #[must_use]
    pub fn check_count(&self) -> usize {
        self.checks.entry_count()
    }

    /// Whether the claim holds: it does at the start, and there is nothing to check.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.refuted_initially.is_none() && self.checks.entry_count() == 0 && !self.refuting.contains(&true)
    }

    /// This claim without checks of what is already proved: a transition that is never enabled refutes
    /// nothing, and a place is empty where an invariant has no tokens left for it, or no bound but 0, while
    /// the transition is enabled.
    #[must_use]
    pub fn without_proved(&self, structure: &Structure, bounds: &Bounds) -> Self {
        let mut remaining = self.clone();
        remaining.checks = Ragged::new();
        let by_place = bounds.invariants_by_place();
        let mut slack = Slack::new(bounds);
        for transition in structure.transition_ids() {
            let enabled = bounds.over_approximation().may_be_enabled(transition);
            remaining.refuting[transition.index()] &= enabled;
            slack.reserve(structure, &by_place, transition);
            let open = |place: &&PlaceId| {
                enabled && bounds.upper(**place) != Some(0) && slack.leaves_room(&by_place, **place)
            };
            remaining.checks.push_row(self.check(transition).iter().filter(open).copied());
        }
        remaining
    }
}

/// Two comparable places that are marked, given the tokens of each place, or twice the same if it has
/// two; `None` too where the units are not a tree that holds every place once.
#[must_use]
pub fn unit_violation(units: &NestedUnits, tokens: &[u64]) -> Option<(PlaceId, PlaceId)> {
    UnitTree::build(units, tokens.len())?.violation(tokens)
}

/// The units above the places of a transition, counted for each place anew.
fn path_lengths(structure: &Structure, tree: &UnitTree, transition: TransitionId) -> usize {
    let put = structure.post(transition).iter().map(|&(place, _)| place);
    let places = structure.needs(transition).map(|(place, _)| place).chain(put);
    places.map(|place| tree.depth(place)).sum()
}

// Let m be unit-safe and t enabled in m, leading to m'. Claim: m' is unit-safe if and only if t is not
// *refuting* and every place of *check(t)* is empty in m, where these are defined as follows.
//
// * K, the places that t takes from or reads, hold one token each in m. So whatever is comparable to
//   them is empty, and so is what inhibits t with weight 1: call these places E. If t needs two
//   tokens of one place, or if K meets E, then t is not enabled in m, and there is nothing to check.
// * A place is *cleared* if t takes from it or resets it: it is then empty but for what t puts. A place
//   that is not cleared keeps what it has.
// * A violation in m' involves a place p that t puts tokens into, since others do not gain and m is
//   unit-safe. It is one of three: (1) t puts two tokens into p; (2) t also puts a token into another
//   place r, comparable to p; (3) a place r that is comparable to p, or p itself, holds a token in m
//   and is not cleared. Conversely each of them violates unit-safety.
// * (1) and (2) depend on t alone, and so does (3) for r in K: in these cases t is refuting. For r in E,
//   (3) is impossible. The other r that are not cleared are check(t).

/// A transition and what its being enabled in a unit-safe marking says about the places.
struct Firing<'a> {
    structure: &'a Structure,
    transition: TransitionId,
    /// K, sorted.
    marked: Vec<PlaceId>,
    /// Q, the places that tokens are put into, sorted.
    put: Vec<PlaceId>,
    /// Everything comparable to a place of K, those themselves included.
    around_marked: Intervals,
    /// Everything comparable to a place of Q, those themselves included.
    around_put: Intervals,
}

impl<'a> Firing<'a> {
    fn new(structure: &'a Structure, tree: &UnitTree, transition: TransitionId) -> Self {
        let marked: Vec<_> = structure.needs(transition).map(|(place, _)| place).collect();
        let put: Vec<_> = structure.post(transition).iter().map(|&(place, _)| place).collect();
        let around = |places: &[PlaceId]| {
            Intervals::union(places.iter().flat_map(|&place| tree.comparable(place)).collect())
        };
        let (around_marked, around_put) = (around(&marked), around(&put));
        Self { structure, transition, marked, put, around_marked, around_put }
    }

    /// Whether the transition is refuting, and its check.
    fn check(&self, tree: &UnitTree) -> (bool, Vec<PlaceId>) {
        if self.is_impossible(tree) {
            return (false, Vec::new());
        }
        if self.is_refuting(tree) {
            return (true, Vec::new());
        }
        let candidates = self.around_put.difference(&self.around_marked).map(|position| tree.place(position));
        (false, candidates.filter(|&place| !self.is_cleared(place) && !self.is_inhibited_by(place)).collect())
    }

    /// Whether the transition is not enabled in any unit-safe marking.
    fn is_impossible(&self, tree: &UnitTree) -> bool {
        let mut needs =
            self.structure.pre(self.transition).iter().chain(self.structure.read(self.transition));
        needs.any(|&(_, weight)| weight > 1)
            || self.structure.inhibitor(self.transition).iter().any(|&(_, weight)| weight == 0)
            || self.marked.iter().any(|&place| self.is_inhibited_by(place))
            || tree.comparable_pair(&self.marked).is_some()
    }

    fn is_refuting(&self, tree: &UnitTree) -> bool {
        let mut kept = self.marked.iter().copied().filter(|&place| !self.is_cleared(place));
        self.structure.post(self.transition).iter().any(|&(_, weight)| weight > 1)
            || tree.comparable_pair(&self.put).is_some()
            || kept.any(|place| tree.is_within(&self.around_put, place))
    }

    /// Whether a token that is here before the firing is gone before others are put.
    fn is_cleared(&self, place: PlaceId) -> bool {
        weight(self.structure.pre(self.transition), place) > 0
            || self.structure.reset(self.transition).binary_search(&place).is_ok()
    }

    /// Whether the place is empty when the transition is enabled.
    fn is_inhibited_by(&self, place: PlaceId) -> bool {
        let row = self.structure.inhibitor(self.transition);
        row.binary_search_by_key(&place, |&(p, _)| p).is_ok_and(|position| row[position].1 <= 1)
    }
}

/// What the invariants have left when a transition is enabled.
struct Slack<'a> {
    bounds: &'a Bounds,
    /// For each invariant, the weight that the transition's own tokens take of its sum.
    taken: Vec<u128>,
    touched: Vec<usize>,
}

impl<'a> Slack<'a> {
    fn new(bounds: &'a Bounds) -> Self {
        Self { bounds, taken: vec![0; bounds.invariants().invariants.len()], touched: Vec::new() }
    }

    /// Makes room for the tokens that `transition` needs.
    fn reserve(&mut self, structure: &Structure, by_place: &Ragged<(usize, u64)>, transition: TransitionId) {
        for index in self.touched.drain(..) {
            self.taken[index] = 0;
        }
        for (place, tokens) in structure.needs(transition) {
            for &(index, weight) in by_place.row(place.index()) {
                let weighted = u128::from(weight) * u128::from(tokens);
                self.taken[index] = self.taken[index].saturating_add(weighted);
                self.touched.push(index);
            }
        }
    }

    /// Whether a token in `place`, besides those reserved, is within every invariant.
    fn leaves_room(&self, by_place: &Ragged<(usize, u64)>, place: PlaceId) -> bool {
        by_place.row(place.index()).iter().all(|&(index, weight)| {
            let sum = self.bounds.invariants().invariants[index].initial_sum;
            self.taken[index].saturating_add(u128::from(weight)) <= sum
        })
    }
}

#[cfg(test)]
mod tests;
