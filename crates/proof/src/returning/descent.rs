//! Sequences of firings that bring tokens nearer to their home, and the runs that show which are needed.
//!
//! The distance of a marking from the initial one is a pair of numbers, compared lexicographically: the weighted
//! sum of the tokens in places that are unmarked initially, and the number of tokens in other places beyond their
//! initial number. A sequence comes with conditions on single places under which all its firings are enabled and
//! the distance falls.
//!
//! At first, the sequences are the single transitions that lower the weighted sum. Then random runs are followed
//! by descents: a descent fires sequences until none applies. If it ends in another marking than the initial
//! one, a [search near single places](super::nearby) looks for a sequence that lowers the distance, which joins
//! the list.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Relation};

use super::nearby::Nearby;
use super::weights::weights;
use crate::budget::Budget;

/// Maximum number of sequences.
const MAX_SEQUENCES: usize = 10_000;
/// Maximum number of sequences that one descent fires.
const MAX_FIRED: usize = 100_000;
/// Lengths of the random runs, taken in turn.
const LENGTHS: [usize; 6] = [10, 30, 100, 300, 1000, 3000];
/// Number of runs in a row without a new sequence after which the list counts as complete.
const QUIET: usize = 60;

/// Numbers of tokens, by place.
pub(super) type Limits = BTreeMap<PlaceId, i128>;

/// Number of transitions that are tried at random before all enabled ones are computed.
const TRIES: usize = 20;

/// A sequence of firings that lowers the distance if its conditions hold. Then all firings are enabled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The transitions, none of which has a reset arc.
    pub firings: Vec<TransitionId>,
    /// Conditions: minimum numbers of tokens, by place.
    pub at_least: Limits,
    /// Conditions: maximum numbers of tokens, by place. Nothing meets a negative one.
    pub at_most: Limits,
}

/// A measure of distance, and sequences that lower it.
pub(super) struct Descent<'a> {
    structure: &'a Structure,
    weights: Vec<i128>,
    sequences: Vec<Sequence>,
}

impl<'a> Descent<'a> {
    /// Creates a descent with the single transitions that lower the weighted sum. Returns `None` if the numbers
    /// are too large.
    pub(super) fn of(structure: &'a Structure) -> Option<Self> {
        let mut descent = Self { structure, weights: weights(structure)?, sequences: Vec::new() };
        for transition in structure.transition_ids().filter(|&one| structure.reset(one).is_empty()) {
            if descent.change(&effect_of(structure, &[transition]))? < 0 {
                let sequence = Sequence::enabled(structure, vec![transition]);
                descent.sequences.push(sequence);
            }
        }
        Some(descent)
    }

    /// Returns the weights that are not 0, and the sequences.
    pub(super) fn into_parts(self) -> (Vec<(PlaceId, i128)>, Vec<Sequence>) {
        let weights = self.structure.place_ids().zip(self.weights).filter(|(_, weight)| *weight != 0);
        (weights.collect(), self.sequences)
    }

    /// Returns the formula of the markings other than the initial one to which no sequence applies. Returns
    /// `None` if the numbers are too large.
    pub(super) fn stuck(&self) -> Option<Formula> {
        let number = |place: PlaceId| self.structure.initial()[place.index()].into();
        let places = self.structure.place_ids();
        let elsewhere = places.map(|place| compare(place, Relation::Unequal, number(place)));
        let mut parts = vec![Formula::Or(elsewhere.collect::<Option<_>>()?)];
        for Sequence { at_least, at_most, .. } in &self.sequences {
            let few = at_least.iter().map(|(&place, &n)| compare(place, Relation::Less, n));
            let many = at_most.iter().map(|(&place, &n)| compare(place, Relation::Greater, n));
            parts.push(Formula::Or(few.chain(many).collect::<Option<_>>()?));
        }
        Some(Formula::And(parts))
    }

    /// Follows random runs, and adds the sequences that bring their ends home. Returns whether all ends were
    /// brought home.
    pub(super) fn learn(&mut self, budget: &Budget<'_>) -> bool {
        let mut quiet = 0;
        for (seed, length) in (0..).zip(LENGTHS.into_iter().cycle()) {
            if quiet >= QUIET {
                break;
            }
            let known = self.sequences.len();
            let marking = self.end_of_run(seed, length, budget);
            if !self.descend(marking, budget) {
                return false;
            }
            quiet = if self.sequences.len() > known { 0 } else { quiet + 1 };
        }
        true
    }

    fn end_of_run(&self, seed: u64, length: usize, budget: &Budget<'_>) -> Vec<i128> {
        let mut random = StdRng::seed_from_u64(seed);
        let mut marking: Vec<i128> = self.structure.initial().iter().map(|&n| n.into()).collect();
        for _ in 0..length {
            let next = self.random_enabled(&marking, &mut random);
            let Some(next) = next.filter(|_| !budget.is_spent()) else { break };
            fire(self.structure, &mut marking, next);
        }
        marking
    }

    /// Returns an enabled transition. Some are tried at random before all are computed.
    fn random_enabled(&self, marking: &[i128], random: &mut StdRng) -> Option<TransitionId> {
        let is_enabled =
            |one: &TransitionId| is_enabled(self.structure, *one, |place| marking[place.index()]);
        let transitions = self.structure.transition_count();
        let tries = if transitions == 0 { 0 } else { TRIES };
        let mut some = (0..tries).map(|_| TransitionId::new(random.random_range(0..transitions)));
        if let Some(found) = some.find(is_enabled) {
            return Some(found);
        }
        let enabled: Vec<_> = self.structure.transition_ids().filter(is_enabled).collect();
        (!enabled.is_empty()).then(|| enabled[random.random_range(0..enabled.len())])
    }

    /// Fires sequences until the initial marking is reached, and adds those that are missing. Returns whether it
    /// was reached: a sequence may not be found in time, or there may be too many.
    pub(super) fn descend(&mut self, mut marking: Vec<i128>, budget: &Budget<'_>) -> bool {
        for _ in 0..MAX_FIRED {
            if budget.is_spent() {
                break;
            }
            let known = self.sequences.iter().position(|one| one.applies(&marking));
            let position = match known {
                Some(position) => position,
                None if self.is_initial(&marking) => return true,
                None if self.sequences.len() >= MAX_SEQUENCES => break,
                None => {
                    let nearby = Nearby { structure: self.structure, weights: &self.weights, from: &marking };
                    let Some(firings) = nearby.lowering(budget) else { break };
                    let Some(found) = self.sequence(firings, &marking) else { break };
                    self.sequences.push(found);
                    self.sequences.len() - 1
                }
            };
            for &transition in &self.sequences[position].firings {
                fire(self.structure, &mut marking, transition);
            }
        }
        false
    }

    /// Returns a sequence with its conditions, chosen so that a marking meets them. Returns `None` if it does not
    /// lower the distance of the marking.
    fn sequence(&self, firings: Vec<TransitionId>, marking: &[i128]) -> Option<Sequence> {
        let effect = effect_of(self.structure, &firings);
        let mut sequence = Sequence::enabled(self.structure, firings);
        let change = self.change(&effect)?;
        if change < 0 {
            return Some(sequence);
        }
        let mut beyond = 0;
        for (&place, &effect) in &effect {
            let initial = i128::from(self.structure.initial()[place.index()]);
            if initial == 0 {
                continue;
            }
            let tokens = marking[place.index()];
            let change = (tokens + effect - initial).max(0) - (tokens - initial).max(0);
            beyond += change;
            if change < 0 {
                sequence.require_at_least(place, initial - change);
            } else if change < effect {
                sequence.require_at_most(place, initial + change - effect);
            }
        }
        (change == 0 && beyond < 0).then_some(sequence)
    }

    /// Returns the change of the weighted sum, or `None` if it is too large.
    fn change(&self, effect: &BTreeMap<PlaceId, i128>) -> Option<i128> {
        let terms = effect.iter().map(|(place, effect)| self.weights[place.index()].checked_mul(*effect));
        terms.into_iter().try_fold(0_i128, |sum, term| sum.checked_add(term?))
    }

    fn is_initial(&self, marking: &[i128]) -> bool {
        marking.iter().zip(self.structure.initial()).all(|(tokens, initial)| *tokens == i128::from(*initial))
    }
}

impl Sequence {
    /// Returns a sequence of transitions without resets, with the conditions that all firings are enabled.
    fn enabled(structure: &Structure, firings: Vec<TransitionId>) -> Self {
        let mut change: BTreeMap<PlaceId, i128> = BTreeMap::new();
        let mut sequence = Self { firings: Vec::new(), at_least: BTreeMap::new(), at_most: BTreeMap::new() };
        for &transition in &firings {
            let so_far = |place: PlaceId| change.get(&place).copied().unwrap_or(0);
            for (place, needed) in structure.needs(transition) {
                sequence.require_at_least(place, i128::from(needed) - so_far(place));
            }
            for (place, most) in structure.at_most(transition) {
                sequence.require_at_most(place, most.map_or(-1, |most| i128::from(most) - so_far(place)));
            }
            for &(place, effect) in structure.effect(transition) {
                *change.entry(place).or_insert(0) += effect;
            }
        }
        sequence.at_least.retain(|_, least| *least > 0);
        Self { firings, ..sequence }
    }

    fn require_at_least(&mut self, place: PlaceId, tokens: i128) {
        let least = self.at_least.entry(place).or_insert(tokens);
        *least = tokens.max(*least);
    }

    fn require_at_most(&mut self, place: PlaceId, tokens: i128) {
        let most = self.at_most.entry(place).or_insert(tokens);
        *most = tokens.min(*most);
    }

    /// Returns whether a marking meets all conditions.
    fn applies(&self, marking: &[i128]) -> bool {
        self.at_least.iter().all(|(place, &least)| marking[place.index()] >= least)
            && self.at_most.iter().all(|(place, &most)| marking[place.index()] <= most)
    }
}

/// Returns the effect of a sequence of transitions without resets, by place.
fn effect_of(structure: &Structure, firings: &[TransitionId]) -> BTreeMap<PlaceId, i128> {
    let mut sum = BTreeMap::new();
    for &(place, effect) in firings.iter().flat_map(|&one| structure.effect(one)) {
        *sum.entry(place).or_insert(0) += effect;
    }
    sum
}

/// Returns whether these numbers of tokens enable a transition that has no resets.
pub(super) fn is_enabled(
    structure: &Structure,
    transition: TransitionId,
    tokens: impl Fn(PlaceId) -> i128,
) -> bool {
    structure.reset(transition).is_empty()
        && structure.needs(transition).all(|(place, needed)| tokens(place) >= needed.into())
        && structure
            .at_most(transition)
            .all(|(place, most)| most.is_some_and(|most| tokens(place) <= most.into()))
}

fn fire(structure: &Structure, marking: &mut [i128], transition: TransitionId) {
    for &(place, effect) in structure.effect(transition) {
        marking[place.index()] += effect;
    }
}

/// Returns the formula that compares the tokens of a place with a number, or `None` if the number is too large.
fn compare(place: PlaceId, relation: Relation, number: i128) -> Option<Formula> {
    Comparison::build([(1, place)], relation, number).ok().map(Formula::Compare)
}
