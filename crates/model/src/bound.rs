//! Upper bounds on the tokens in each place, with proofs.
//!
//! A bound is proved from the structure alone, without exploring. A place is bounded if it is never marked, never gains
//! tokens, has a capacity, or is in an invariant y, since then m(p) ≤ ⌊y·m0 / y(p)⌋. Bounds and dead transitions help to
//! prove each other: a transition that needs more tokens than an invariant permits is dead, and a net without its dead
//! transitions has more invariants. They are therefore computed in a few rounds. If a place still has no bound, pairs
//! of tokens that may occur in one marking are computed as well.
//!
//! INVARIANT: every bound holds in every reachable marking. A bound without a proof is `None`.

use sanderling_cutoff::BOUND_ROUNDS;
use sanderling_net::sparse::value as weight;
use sanderling_net::{PlaceId, TransitionId};

use crate::concurrency::Concurrency;
use crate::ragged::Ragged;
use crate::{Invariants, OverApproximation, Structure, UnitClaim};

/// The reason why a bound holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The place is initially empty, and no transition that puts tokens into it is ever enabled.
    NeverMarked,
    /// No transition that is ever enabled increases the tokens of the place.
    NeverGains,
    /// The place's capacity, or its initial tokens if they are more.
    Capacity,
    /// The invariant at this position of [`Bounds::invariants`].
    Invariant(usize),
    /// The place never contains two tokens.
    NoPair,
    /// The net is proved to be unit-safe by its structure.
    UnitSafety,
}

/// The proved bounds on the number of tokens in each place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    proved: Vec<Option<(u64, Proof)>>,
    invariants: Invariants,
    over_approximation: OverApproximation,
}

impl Bounds {
    /// Proves as many bounds as possible in a second or two.
    #[must_use]
    pub fn prove(structure: &Structure) -> Self {
        Self::prove_until(structure, &|| false).expect("the proof is never stopped")
    }

    /// Proves bounds like `prove`, or returns `None` if `is_stopped` returns true in the meantime.
    #[must_use]
    pub fn prove_until(structure: &Structure, is_stopped: &dyn Fn() -> bool) -> Option<Self> {
        let mut bounds = Self::in_rounds(structure, OverApproximation::of(structure), is_stopped)?;
        if bounds.proved.iter().all(Option::is_some) {
            return Some(bounds);
        }
        let concurrency = Concurrency::find(structure, &bounds.over_approximation, is_stopped);
        if is_stopped() {
            return None;
        }
        let Some(concurrency) = concurrency else { return Some(bounds) };
        let restricted = OverApproximation::without(structure, |t| !concurrency.may_be_enabled(t));
        if restricted != bounds.over_approximation {
            bounds = Self::in_rounds(structure, restricted, is_stopped)?;
        }
        for place in structure.place_ids().filter(|&place| !concurrency.may_hold_two(place)) {
            tighten(&mut bounds.proved[place.index()], Some(1), Proof::NoPair);
        }
        Some(bounds)
    }

    /// Alternates between proving bounds and proving transitions dead.
    fn in_rounds(
        structure: &Structure,
        mut over_approximation: OverApproximation,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut bounds = Self::from_over_approximation(structure, over_approximation.clone(), is_stopped)?;
        for _ in 1..BOUND_ROUNDS.size() {
            let mut loads = Loads::none(&bounds);
            let restricted =
                OverApproximation::without(structure, |t| bounds.is_dead(structure, &mut loads, t));
            if restricted == over_approximation {
                break;
            }
            over_approximation = restricted;
            bounds = Self::from_over_approximation(structure, over_approximation.clone(), is_stopped)?;
        }
        Some(bounds)
    }

    fn from_over_approximation(
        structure: &Structure,
        over_approximation: OverApproximation,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let invariants = Invariants::find_until(structure, &over_approximation, is_stopped)?;
        let proved =
            structure.place_ids().map(|place| simple_bound(structure, &over_approximation, place)).collect();
        let mut bounds = Self { proved, invariants, over_approximation };
        for (index, invariant) in bounds.invariants.invariants.iter().enumerate() {
            for &(place, weight) in &invariant.weights {
                let bound = u64::try_from(invariant.initial_sum / u128::from(weight)).ok();
                tighten(&mut bounds.proved[place.index()], bound, Proof::Invariant(index));
            }
        }
        Some(bounds)
    }

    /// Returns these bounds, lowered to one token for each place if the claim is proved.
    #[must_use]
    pub fn with_claim(&self, claim: &UnitClaim) -> Self {
        let mut bounds = self.clone();
        for proved in bounds.proved.iter_mut().filter(|_| claim.is_proved()) {
            tighten(proved, Some(1), Proof::UnitSafety);
        }
        bounds
    }

    /// Returns the maximum number of tokens in `place` in any reachable marking, if it is proved.
    #[must_use]
    pub fn upper(&self, place: PlaceId) -> Option<u64> {
        self.proved[place.index()].map(|(bound, _)| bound)
    }

    /// Returns the reason why [`upper`](Self::upper) holds.
    #[must_use]
    pub fn proof(&self, place: PlaceId) -> Option<Proof> {
        self.proved[place.index()].map(|(_, proof)| proof)
    }

    /// Returns the invariants that the proofs refer to.
    #[must_use]
    pub fn invariants(&self) -> &Invariants {
        &self.invariants
    }

    /// Returns which places can be marked and which transitions can be enabled at all.
    #[must_use]
    pub fn over_approximation(&self) -> &OverApproximation {
        &self.over_approximation
    }

    /// Returns for each place the invariants that contain it, and its weights there.
    pub(crate) fn invariants_by_place(&self) -> Ragged<(usize, u64)> {
        let mut pairs = Vec::new();
        for (index, invariant) in self.invariants.invariants.iter().enumerate() {
            pairs.extend(invariant.weights.iter().map(|&(place, weight)| (place.index(), (index, weight))));
        }
        Ragged::group(self.proved.len(), &pairs)
    }

    /// Whether `transition` is known to be dead, or needs more tokens than the places can have by their bounds or
    /// invariants.
    fn is_dead(&self, structure: &Structure, loads: &mut Loads, transition: TransitionId) -> bool {
        let mut needs = structure.needs(transition);
        !self.over_approximation.may_be_enabled(transition)
            || needs.any(|(place, tokens)| self.upper(place).is_some_and(|bound| tokens > bound))
            || loads.are_too_much(&self.invariants, structure.needs(transition))
    }
}

/// The weighted sum of some tokens in each invariant.
struct Loads {
    /// The invariants that contain each place.
    by_place: Ragged<(usize, u64)>,
    /// The sums, by invariant.
    sums: Vec<u128>,
    /// The invariants whose sums are not 0.
    loaded: Vec<usize>,
}

impl Loads {
    fn none(bounds: &Bounds) -> Self {
        let sums = vec![0; bounds.invariants.invariants.len()];
        Self { by_place: bounds.invariants_by_place(), sums, loaded: Vec::new() }
    }

    /// Whether these tokens together weigh more than an invariant permits.
    fn are_too_much(
        &mut self,
        invariants: &Invariants,
        tokens: impl Iterator<Item = (PlaceId, u64)>,
    ) -> bool {
        for (place, tokens) in tokens {
            for &(invariant, weight) in self.by_place.row(place.index()) {
                let sum = &mut self.sums[invariant];
                if *sum == 0 {
                    self.loaded.push(invariant);
                }
                *sum = sum.saturating_add(u128::from(weight) * u128::from(tokens));
            }
        }
        let mut is_too_much = false;
        for invariant in self.loaded.drain(..) {
            let sum = std::mem::take(&mut self.sums[invariant]);
            is_too_much |= sum > invariants.invariants[invariant].initial_sum;
        }
        is_too_much
    }
}

/// Returns a bound that needs no invariant.
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

/// Whether firing `transition` can increase the tokens of `place`.
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
    use std::cell::Cell;

    use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
    use sanderling_testkit::random::{self, Shape, for_seeds, is_met};

    use super::*;

    /// Creates a net with these tokens, and arcs given by transition and place.
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

    use ArcKind::{Inhibitor, Input, Output};

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
    fn a_transition_that_needs_more_than_an_invariant_permits_is_dead() {
        let cycle = [(0, 0, Input, 1), (0, 1, Output, 1), (1, 1, Input, 1), (1, 0, Output, 1)];
        let both =
            [(2, 0, Input, 1), (2, 1, Input, 1), (2, 0, Output, 1), (2, 1, Output, 1), (2, 2, Output, 1)];
        let net = net(&[1, 0, 0], &[&cycle[..], &both].concat());
        assert_eq!(proofs(&net)[2], Some((0, Proof::NeverMarked)));
    }

    /// One token moves to p1 or to p2, where it becomes many. Only both together would mark p3.
    #[test]
    fn a_transition_that_needs_tokens_of_two_pasts_is_dead() {
        let choice = [(0, 0, Input, 1), (0, 1, Output, 1), (1, 0, Input, 1), (1, 2, Output, 1)];
        let rest =
            [(2, 2, Input, 1), (2, 2, Output, 2), (3, 1, Input, 1), (3, 2, Input, 1), (3, 3, Output, 1)];
        let net = net(&[1, 0, 0, 0], &[&choice[..], &rest].concat());
        assert_eq!(proofs(&net)[2..], [None, Some((0, Proof::NeverMarked))]);
    }

    #[test]
    fn a_place_that_inhibits_its_producers_holds_one_token() {
        let net =
            net(&[0, 0], &[(0, 0, Inhibitor, 1), (0, 0, Output, 1), (0, 1, Output, 1), (1, 0, Input, 1)]);
        assert_eq!(proofs(&net), [Some((1, Proof::NoPair)), None]);
    }

    #[test]
    fn a_bound_beyond_64_bits_is_no_bound() {
        let net = net(&[u64::MAX, 0], &[(0, 0, Input, 1), (0, 1, Output, 2)]);
        assert_eq!(proofs(&net), [Some((u64::MAX, Proof::NeverGains)), None]);
    }

    /// Stops after each possible number of checks, until the proof completes. The result is always complete or `None`.
    #[test]
    fn a_stopped_proof_has_no_result() {
        let stopped = Cell::new(0);
        for_seeds(60, |seed| {
            let Ok(structure) = Structure::build(&random::net(seed, &Shape::special())) else { return };
            let whole = Bounds::prove(&structure);
            for work_limit in 0.. {
                let checks = Cell::new(0);
                let is_stopped = || {
                    checks.set(checks.get() + 1);
                    checks.get() > work_limit
                };
                match Bounds::prove_until(&structure, &is_stopped) {
                    Some(bounds) => return assert_eq!(bounds, whole, "{work_limit}"),
                    None => stopped.set(stopped.get() + 1),
                }
            }
        });
        assert!(is_met(stopped.get(), 200), "{stopped:?}");
    }
}
