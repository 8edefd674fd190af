//! The questions that a prover answers.

use sanderling_cutoff::LOWERINGS;
use sanderling_model::{Invariants, Structure};
use sanderling_net::{PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Relation};

use crate::bounding::relaxed_maximum;
use crate::budget::Budget;
use crate::encode::encode;
use crate::ground::Ground;
use crate::lemma::Lemma;
use crate::proof::Proof;
use crate::refutation::{Attempt, refute};

/// A prover for one net. It is created in linear time, and can be used for any number of questions.
#[derive(Debug)]
pub struct Prover<'a> {
    ground: Ground<'a>,
}

/// The result of a search for a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// No reachable marking satisfies the formula.
    Unreachable(Proof),
    /// No proof of this kind excludes some marking, which may be unreachable.
    Open {
        /// The tokens of the marking, by place. It satisfies the formula, up to rounding, if transitions that can never
        /// fire count as disabled.
        marking: Vec<u64>,
        /// Lemmas that exclude other markings.
        lemmas: Vec<Lemma>,
    },
    /// No proof was found.
    Unknown,
}

/// An upper bound on a weighted sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The maximum of the sum over all reachable markings is at most this number.
    pub most: i128,
    /// The proof that no reachable marking exceeds it.
    pub proof: Proof,
}

impl<'a> Prover<'a> {
    /// Creates a prover for the net with this structure.
    #[must_use]
    pub fn new(structure: &'a Structure) -> Self {
        Self { ground: Ground::of(structure) }
    }

    /// Creates a prover for the net with this structure and known invariants. They save linear programs, and are exact
    /// where floating-point numbers are not.
    #[must_use]
    pub fn with_invariants(structure: &'a Structure, invariants: &Invariants) -> Self {
        Self { ground: Ground::of(structure).with_invariants(invariants) }
    }

    pub(crate) fn structure(&self) -> &'a Structure {
        self.ground.structure
    }

    /// Returns a proof that no reachable marking satisfies `target`, if one is found.
    #[must_use]
    pub fn unreachable(&self, target: &Formula, budget: &Budget<'_>) -> Option<Proof> {
        match self.decide(target, &[], budget) {
            Answer::Unreachable(proof) => Some(proof),
            Answer::Open { .. } | Answer::Unknown => None,
        }
    }

    /// Looks for a proof that no reachable marking satisfies `target`, and says why there is none. `known` are lemmas
    /// about this net that earlier answers gave; they become part of the proof.
    #[must_use]
    pub fn decide(&self, target: &Formula, known: &[Lemma], budget: &Budget<'_>) -> Answer {
        let cases = encode(self.ground.structure, &self.ground.over_approximation, target);
        match refute(&self.ground, cases, known, budget) {
            Attempt::Refuted(lemmas) => Answer::Unreachable(Proof::new(&self.ground, target, lemmas)),
            Attempt::Stands(Some(marking), lemmas) => Answer::Open { marking, lemmas },
            Attempt::Stands(None, _) | Attempt::Spent => Answer::Unknown,
        }
    }

    /// Returns a proof that every reachable marking enables a transition, if one is found.
    #[must_use]
    pub fn deadlock_free(&self, budget: &Budget<'_>) -> Option<Proof> {
        self.unreachable(&Formula::Deadlock, budget)
    }

    /// Returns a proof that no reachable marking enables the transition, if one is found.
    #[must_use]
    pub fn is_dead(&self, transition: TransitionId, budget: &Budget<'_>) -> Option<Proof> {
        self.unreachable(&Formula::Enabled(vec![transition]), budget)
    }

    /// Returns a proof that the place never contains more than `tokens` tokens, if one is found.
    #[must_use]
    pub fn always_at_most(&self, place: PlaceId, tokens: u64, budget: &Budget<'_>) -> Option<Proof> {
        self.unreachable(&more_than(&[(1, place)], tokens.into())?, budget)
    }

    /// Returns an upper bound on the weighted sum of tokens, if one is found. It need not be the least one.
    #[must_use]
    pub fn bound(&self, terms: &[(i64, PlaceId)], budget: &Budget<'_>) -> Option<Bound> {
        let mut most = relaxed_maximum(&self.ground, terms, budget)?;
        let mut proof = self.unreachable(&more_than(terms, most)?, budget)?;
        let at_start = self.at_start(terms);
        for _ in 0..LOWERINGS.bits() {
            if at_start >= most {
                break;
            }
            let part = budget.part(LOWERINGS.bits());
            let Some(better) = self.unreachable(&more_than(terms, most - 1)?, &part) else { break };
            (most, proof) = (most - 1, better);
        }
        Some(Bound { most, proof })
    }

    /// Returns the initial value of the weighted sum, a lower limit of all bounds.
    fn at_start(&self, terms: &[(i64, PlaceId)]) -> i128 {
        let initial = self.ground.structure.initial();
        let tokens = |place: PlaceId| i128::from(initial[place.index()]);
        terms.iter().map(|&(coefficient, place)| i128::from(coefficient) * tokens(place)).sum()
    }
}

/// Returns the formula that the sum is greater than a number.
fn more_than(terms: &[(i64, PlaceId)], number: i128) -> Option<Formula> {
    let comparison = Comparison::build(terms.iter().copied(), Relation::Greater, number).ok()?;
    Some(Formula::Compare(comparison))
}
