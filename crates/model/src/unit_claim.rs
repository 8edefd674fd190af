//! Checks at each firing that verify the claim that a net is unit-safe.
//!
//! A marking is unit-safe if every place contains at most one token and no two different marked places are comparable,
//! which means that their units are equal or one is above the other. For each transition t, the structure alone
//! determines the places that can contradict this when t fires in a unit-safe marking: usually none or a few. If all of
//! them are empty the marking after the firing is unit-safe, and otherwise it is not. By induction, a false claim is
//! thus detected as soon as a marking is reached that contradicts it. The proof is at `Firing`.
//!
//! Source of the claim: Garavel, *Nested-Unit Petri Nets*, Journal of Logical and Algebraic Methods in
//! Programming, 2019.

mod tree;

use sanderling_cutoff::{UNIT_CLAIM_CHECKS, UNIT_CLAIM_PATH, UNIT_CLAIM_WORK};
use sanderling_net::sparse::value as weight;
use sanderling_net::{NestedUnits, PlaceId, TransitionId};

use self::tree::{Intervals, UnitTree};
use crate::ragged::Ragged;
use crate::{Bounds, Structure};

/// The checks before each firing that verify a claim of unit-safety.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitClaim {
    refuted_initially: Option<(PlaceId, PlaceId)>,
    refuting: Vec<bool>,
    checks: Ragged<PlaceId>,
}

impl UnitClaim {
    /// Computes the check of each transition. Returns `None` if the checks would be too large, or if the units are not
    /// a tree that contains every place once.
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

    /// Returns two comparable places that are initially marked, or the same place twice if it has two tokens.
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

    /// Returns the places that must be empty when `transition` fires in a unit-safe marking, for the next marking to be
    /// unit-safe as well.
    #[must_use]
    #[inline]
    pub fn check(&self, transition: TransitionId) -> &[PlaceId] {
        self.checks.row(transition.index())
    }

    /// Returns the number of places in all checks together.
    #[must_use]
    pub fn check_count(&self) -> usize {
        self.checks.entry_count()
    }

    /// Whether the claim is proved: it holds initially, and there is nothing to check.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.refuted_initially.is_none() && self.checks.entry_count() == 0 && !self.refuting.contains(&true)
    }

    /// Returns this claim without checks that are already proved. A transition that is never enabled refutes nothing. A
    /// place is empty while the transition is enabled if an invariant has no tokens left for it, or its bound is 0.
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

/// Returns two comparable marked places, given the tokens of each place, or the same place twice if it has two tokens.
/// Also returns `None` if the units are not a tree that contains every place once.
#[must_use]
pub fn unit_violation(units: &NestedUnits, tokens: &[u64]) -> Option<(PlaceId, PlaceId)> {
    UnitTree::build(units, tokens.len())?.violation(tokens)
}

/// Returns the number of units above the places of a transition, counted for each place separately.
fn path_lengths(structure: &Structure, tree: &UnitTree, transition: TransitionId) -> usize {
    let put = structure.post(transition).iter().map(|&(place, _)| place);
    let places = structure.needs(transition).map(|(place, _)| place).chain(put);
    places.map(|place| tree.depth(place)).sum()
}

// Let m be unit-safe and t enabled in m, leading to m'. Claim: m' is unit-safe if and only if t is not *refuting* and
// every place of *check(t)* is empty in m, where these are defined as follows.
//
// * The places K that t takes from or reads contain one token each in m. All places comparable to them are therefore
//   empty, and so are places that inhibit t with weight 1. Call these places E. If t needs two tokens of one place, or
//   if K meets E, then t is not enabled in m, and there is nothing to check.
// * A place is *cleared* if t takes from it or resets it. It is then empty except for the tokens that t puts. A place
//   that is not cleared keeps its tokens.
// * A violation in m' involves a place p that t puts tokens into, since others do not gain and m is unit-safe. There
//   are three cases: (1) t puts two tokens into p; (2) t also puts a token into another place r, comparable to p; (3) a
//   place r that is comparable to p, or p itself, contains a token in m and is not cleared. Conversely each of them
//   violates unit-safety.
// * (1) and (2) depend on t alone, and so does (3) for r in K: in these cases t is refuting. For r in E, (3) is
//   impossible. The other r that are not cleared are check(t).

/// A transition, and the consequences for the places if it is enabled in a unit-safe marking.
struct Firing<'a> {
    structure: &'a Structure,
    transition: TransitionId,
    /// K, sorted.
    marked: Vec<PlaceId>,
    /// Q, the places that tokens are put into, sorted.
    put: Vec<PlaceId>,
    /// All places comparable to a place of K, including those of K.
    around_marked: Intervals,
    /// All places comparable to a place of Q, including those of Q.
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

    /// Returns whether the transition is refuting, and its check.
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

    /// Whether the firing removes the token of a place before it puts others.
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

/// The remaining sums of the invariants when a transition is enabled.
struct Slack<'a> {
    bounds: &'a Bounds,
    /// For each invariant, the weight of the tokens that the transition needs.
    taken: Vec<u128>,
    touched: Vec<usize>,
}

impl<'a> Slack<'a> {
    fn new(bounds: &'a Bounds) -> Self {
        Self { bounds, taken: vec![0; bounds.invariants().invariants.len()], touched: Vec::new() }
    }

    /// Reserves the tokens that `transition` needs.
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

    /// Whether a token in `place`, in addition to those reserved, is within every invariant.
    fn leaves_room(&self, by_place: &Ragged<(usize, u64)>, place: PlaceId) -> bool {
        by_place.row(place.index()).iter().all(|&(index, weight)| {
            let sum = self.bounds.invariants().invariants[index].initial_sum;
            self.taken[index].saturating_add(u128::from(weight)) <= sum
        })
    }
}

#[cfg(test)]
mod tests;
