//! Upper bounds on the tokens in each place, with proofs.
//!
//! A bound is proved from the structure alone, without exploring: a place that is never marked or
//! never gains, a capacity, or an invariant y, by which m(p) ≤ ⌊y·m0 / y(p)⌋. Bounds and dead
//! transitions prove each other: a transition that needs more tokens than an invariant has to give
//! is dead, and a net without its dead transitions has more invariants. Hence a few rounds.
//!
//! INVARIANT: every bound holds in every reachable marking. What is not proved is `None`.

use sanderling_net::{PlaceId, TransitionId};

use crate::ragged::Ragged;
use crate::{Invariants, Potential, Structure};

/// Rounds of finding dead transitions and invariants from each other. Each round but the last must
/// have found a dead transition; more than a few are rare.
const ROUNDS: usize = 3;

/// Why a bound holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// No transition that puts tokens here is ever enabled, and there are none at the start.
    NeverMarked,
    /// No transition that is ever enabled leaves more tokens here than it finds.
    NeverGains,
    /// The place's capacity, or its tokens at the start if they are more.
    Capacity,
    /// The invariant at this position of [`Bounds::invariants`].
    Invariant(usize),
}

/// The most tokens that each place can hold, as far as that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    proved: Vec<Option<(u64, Proof)>>,
    invariants: Invariants,
    potential: Potential,
}

impl Bounds {
    /// Proves what can be proved in a second or two.
    #[must_use]
    pub fn prove(structure: &Structure) -> Self {
        let mut potential = Potential::of(structure);
        let mut bounds = Self::from_potential(structure, potential.clone());
        for _ in 1..ROUNDS {
            let by_place = bounds.invariants_by_place();
            let restricted = Potential::without(structure, |t| bounds.is_dead(structure, &by_place, t));
            if restricted == potential {
                break;
            }
            potential = restricted;
            bounds = Self::from_potential(structure, potential.clone());
        }
        bounds
    }

    fn from_potential(structure: &Structure, potential: Potential) -> Self {
        let invariants = Invariants::find(structure, &potential);
        let proved = structure.place_ids().map(|place| simple_bound(structure, &potential, place)).collect();
        let mut bounds = Self { proved, invariants, potential };
        for (index, invariant) in bounds.invariants.invariants.iter().enumerate() {
            for &(place, weight) in &invariant.weights {
                let bound = u64::try_from(invariant.initial_sum / u128::from(weight)).ok();
                tighten(&mut bounds.proved[place.index()], bound, Proof::Invariant(index));
            }
        }
        bounds
    }

    /// The most tokens that a reachable marking can have in `place`, if there is a proof.
    #[must_use]
    pub fn upper(&self, place: PlaceId) -> Option<u64> {
        self.proved[place.index()].map(|(bound, _)| bound)
    }

    /// Why [`upper`](Self::upper) holds.
    #[must_use]
    pub fn proof(&self, place: PlaceId) -> Option<Proof> {
        self.proved[place.index()].map(|(_, proof)| proof)
    }

    /// The invariants that the proofs refer to.
    #[must_use]
    pub fn invariants(&self) -> &Invariants {
        &self.invariants
    }

    /// Which places can be marked and which transitions enabled at all.
    #[must_use]
    pub fn potential(&self) -> &Potential {
        &self.potential
    }

    /// For each place the invariants with it, and its weight there.
    pub(crate) fn invariants_by_place(&self) -> Ragged<(usize, u64)> {
        let mut pairs = Vec::new();
        for (index, invariant) in self.invariants.invariants.iter().enumerate() {
            pairs.extend(invariant.weights.iter().map(|&(place, weight)| (place.index(), (index, weight))));
        }
        Ragged::group(self.proved.len(), &pairs)
    }

    /// Whether `transition` already was known to be dead, or needs more tokens than the places can
    /// have by their bounds and by their invariants.
    fn is_dead(
        &self,
        structure: &Structure,
        by_place: &Ragged<(usize, u64)>,
        transition: TransitionId,
    ) -> bool {
        let needs: Vec<_> = structure.needs(transition).collect();
        !self.potential.may_be_enabled(transition)
            || needs.iter().any(|&(place, tokens)| self.upper(place).is_some_and(|bound| tokens > bound))
            || self.asks_too_much(by_place, &needs)
    }

    /// Whether these tokens together weigh more than the sum of an invariant can ever be.
    fn asks_too_much(&self, by_place: &Ragged<(usize, u64)>, needs: &[(PlaceId, u64)]) -> bool {
        let mut weighed = Vec::new();
        for &(place, tokens) in needs {
            let invariants = by_place.row(place.index()).iter();
            weighed.extend(invariants.map(|&(i, weight)| (i, u128::from(weight) * u128::from(tokens))));
        }
        weighed.sort_unstable();
        weighed.chunk_by(|a, b| a.0 == b.0).any(|of_one| {
            let sum = of_one.iter().fold(0_u128, |sum, &(_, weight)| sum.saturating_add(weight));
            sum > self.invariants.invariants[of_one[0].0].initial_sum
        })
    }
}

/// A bound that needs no invariant.
fn simple_bound(structure: &Structure, potential: &Potential, place: PlaceId) -> Option<(u64, Proof)> {
    let initial = structure.initial()[place.index()];
    let gains = |&&t: &&TransitionId| potential.may_be_enabled(t) && can_gain(structure, t, place);
    let mut best = None;
    if !potential.may_be_marked(place) {
        best = Some((0, Proof::NeverMarked));
    } else if !structure.preset(place).iter().any(|t| gains(&t)) {
        best = Some((initial, Proof::NeverGains));
    }
    let capacity = structure.capacity()[place.index()];
    tighten(&mut best, capacity.map(|capacity| capacity.max(initial)), Proof::Capacity);
    best
}

/// Whether firing `transition` can leave more tokens in `place` than there were.
fn can_gain(structure: &Structure, transition: TransitionId, place: PlaceId) -> bool {
    weight(structure.post(transition), place) > weight(structure.pre(transition), place)
}

fn weight(row: &[(PlaceId, u64)], place: PlaceId) -> u64 {
    let found = row.binary_search_by_key(&place, |&(p, _)| p);
    found.map_or(0, |position| row[position].1)
}

fn tighten(best: &mut Option<(u64, Proof)>, bound: Option<u64>, proof: Proof) {
    if let Some(bound) = bound
        && best.is_none_or(|(known, _)| bound < known)
    {
        *best = Some((bound, proof));
    }
}
