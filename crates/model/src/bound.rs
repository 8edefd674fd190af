//! Upper bounds on the tokens in each place, with proofs.
//!
//! A bound is proved from the structure alone, without exploring: a place that is never marked or
//! never gains, a capacity, or an invariant y, by which m(p) ≤ ⌊y·m0 / y(p)⌋. Bounds and dead
//! transitions prove each other: a transition that needs more tokens than an invariant has to give
//! is dead, and a net without its dead transitions has more invariants. Hence a few rounds.
//!
//! INVARIANT: every bound holds in every reachable marking. What is not proved is `None`.

use sanderling_cutoff::BOUND_ROUNDS;
use sanderling_net::sparse::value as weight;
use sanderling_net::{PlaceId, TransitionId};

use crate::ragged::Ragged;
use crate::{Invariants, OverApproximation, Structure, UnitClaim};

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
    /// The net is unit-safe, which is proved by its structure.
    UnitSafety,
}

/// The most tokens that each place can hold, as far as that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    proved: Vec<Option<(u64, Proof)>>,
    invariants: Invariants,
    over_approximation: OverApproximation,
}

impl Bounds {
    /// Proves what can be proved in a second or two.
    #[must_use]
    pub fn prove(structure: &Structure) -> Self {
        let mut over_approximation = OverApproximation::of(structure);
        let mut bounds = Self::from_over_approximation(structure, over_approximation.clone());
        for _ in 1..BOUND_ROUNDS.size() {
            let by_place = bounds.invariants_by_place();
            let restricted =
                OverApproximation::without(structure, |t| bounds.is_dead(structure, &by_place, t));
            if restricted == over_approximation {
                break;
            }
            over_approximation = restricted;
            bounds = Self::from_over_approximation(structure, over_approximation.clone());
        }
        bounds
    }

    fn from_over_approximation(structure: &Structure, over_approximation: OverApproximation) -> Self {
        let invariants = Invariants::find(structure, &over_approximation);
        let proved =
            structure.place_ids().map(|place| simple_bound(structure, &over_approximation, place)).collect();
        let mut bounds = Self { proved, invariants, over_approximation };
        for (index, invariant) in bounds.invariants.invariants.iter().enumerate() {
            for &(place, weight) in &invariant.weights {
                let bound = u64::try_from(invariant.initial_sum / u128::from(weight)).ok();
                tighten(&mut bounds.proved[place.index()], bound, Proof::Invariant(index));
            }
        }
        bounds
    }

    /// These bounds, lowered to one token for each place if the claim is proved.
    #[must_use]
    pub fn with_claim(&self, claim: &UnitClaim) -> Self {
        let mut bounds = self.clone();
        for proved in bounds.proved.iter_mut().filter(|_| claim.is_proved()) {
            tighten(proved, Some(1), Proof::UnitSafety);
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
    pub fn over_approximation(&self) -> &OverApproximation {
        &self.over_approximation
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
        !self.over_approximation.may_be_enabled(transition)
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
fn simple_bound(
    structure: &Structure,
    over_approximation: &OverApproximation,
    place: PlaceId,
) -> Option<(u64, Proof)> {
    let initial = structure.initial()[place.index()];
    let gains = |&&t: &&TransitionId| over_approximation.may_be_enabled(t) && can_gain(structure, t, place);
    let mut best = None;
    if !over_approximation.may_be_marked(place) {
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

fn tighten(best: &mut Option<(u64, Proof)>, bound: Option<u64>, proof: Proof) {
    if let Some(bound) = bound
        && best.is_none_or(|(known, _)| bound < known)
    {
        *best = Some((bound, proof));
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, ArcKind, Net, Place, Transition};

    use super::*;

    /// A net with these tokens and arcs from transition to place.
    fn net(initial: &[u64], arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
        let mut net = Net::new("n");
        for &tokens in initial {
            net.add_place(Place::with_tokens("p", tokens));
        }
        for _ in 0..=arcs.iter().map(|arc| arc.0).max().unwrap_or(0) {
            net.add_transition(Transition::plain("t"));
        }
        for &(transition, place, kind, weight) in arcs {
            net.add_arc(Arc::weighted(PlaceId::new(place), TransitionId::new(transition), kind, weight));
        }
        net
    }

    fn proofs(net: &Net) -> Vec<Option<(u64, Proof)>> {
        Bounds::prove(&Structure::build(net).unwrap()).proved
    }

    use ArcKind::{Input, Output};

    #[test]
    fn a_source_has_no_bound_unless_its_place_has_a_capacity() {
        let mut source = net(&[3], &[(0, 0, Output, 1)]);
        assert_eq!(proofs(&source), [None]);
        source.places[0].capacity = Some(7);
        assert_eq!(proofs(&source), [Some((7, Proof::Capacity))]);
        source.places[0].capacity = Some(2);
        assert_eq!(proofs(&source), [Some((3, Proof::Capacity))], "no firing removes what is there");
    }

    #[test]
    fn places_without_gains_keep_what_they_have() {
        let net = net(&[4, 0, 0], &[(0, 0, Input, 1), (1, 1, Input, 1), (1, 2, Output, 1)]);
        let never_marked = Some((0, Proof::NeverMarked));
        assert_eq!(proofs(&net), [Some((4, Proof::NeverGains)), never_marked, never_marked]);
    }

    #[test]
    fn an_invariant_bounds_by_its_weight() {
        let net = net(&[7, 0], &[(0, 0, Input, 2), (0, 1, Output, 1), (1, 1, Input, 1), (1, 0, Output, 2)]);
        assert_eq!(proofs(&net), [Some((7, Proof::Invariant(0))), Some((3, Proof::Invariant(0)))]);
    }

    #[test]
    fn a_transition_that_asks_an_invariant_for_too_much_is_dead() {
        let cycle = [(0, 0, Input, 1), (0, 1, Output, 1), (1, 1, Input, 1), (1, 0, Output, 1)];
        let both =
            [(2, 0, Input, 1), (2, 1, Input, 1), (2, 0, Output, 1), (2, 1, Output, 1), (2, 2, Output, 1)];
        let net = net(&[1, 0, 0], &[&cycle[..], &both].concat());
        assert_eq!(proofs(&net)[2], Some((0, Proof::NeverMarked)));
    }

    #[test]
    fn a_bound_beyond_64_bits_is_no_bound() {
        let net = net(&[u64::MAX, 0], &[(0, 0, Input, 1), (0, 1, Output, 2)]);
        assert_eq!(proofs(&net), [Some((u64::MAX, Proof::NeverGains)), None]);
    }
}
