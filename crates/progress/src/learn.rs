//! A progress measure learned from a sample of the states.
//!
//! Components are added one after the other. Each is a slot with an order of its values. A component decides
//! the steps that all earlier ones leave undecided, and divides the classes of states with equal progress.
//! The finer the division, the smaller the sum of the squares of the class sizes. Components without regress
//! are added first; then those with the most division for their regress. Of the resulting measures, the one
//! whose [sweep](super::experiment) over the sample stores the fewest states is kept.
//!
//! The levels are those of Evangelista and Kristensen, *Search-Order Independent State Caching*, 2010,
//! section 5.2, who choose slots from the whole state space. Where we differ: we use a part of the state
//! space, and choose the order of values, too.
//!
//! INVARIANT: on the sample, at most the given share of the steps regress.

use sanderling_cutoff::{MEASURE_COMPONENTS, MEASURE_VISITS};
use sanderling_system::Dependencies;

use super::experiment::{self, Successors};
use super::measure::{Component, Linear, Measure, Ranked};
use super::ranking::{MAX_VALUES, Ranks, Steps};
use super::sample::{Effort, Sample, SampledSlot};

/// The share of steps that may regress at each level.
pub const LEVELS: [f64; 6] = [0.0, 0.01, 0.02, 0.05, 0.1, 0.2];

/// Classes are divided until the average one has less than this share of the states.
const FINE_ENOUGH: f64 = 1.0 / 4096.0;

/// Minimum factor by which a component with regress must divide the average class.
const MIN_GAIN: f64 = 1.02;

/// Learns a measure from a sample of the system's states. At most `share` of the sampled steps regress.
pub fn learn(system: &impl Dependencies, share: f64, effort: Effort) -> Measure {
    learn_from(&Sample::of(system, effort), share)
}

/// Learns a measure from a given sample.
#[must_use]
pub fn learn_from(sample: &Sample, share: f64) -> Measure {
    let budget = (sample.steps() as f64 * share.clamp(0.0, 1.0)) as u64;
    let successors = Successors::new(sample.states(), &sample.steps);
    let learned = TASTES.map(|taste| Learner::new(sample, &successors, budget).learn(taste));
    let best = learned.into_iter().min_by(|one, other| one.weight.total_cmp(&other.weight));
    Measure { components: best.map(Learner::into_components).unwrap_or_default() }
}

/// Exponents of the cost in its comparison with the gain. No exponent is always the best.
const TASTES: [f64; 3] = [1.0, 0.5, 0.0];

/// A slot with an order of its values.
struct Candidate<'s> {
    slot: &'s SampledSlot,
    ranks: Ranks,
    /// The number of steps that regress because of it.
    cost: u64,
}

impl Candidate<'_> {
    fn component(&self) -> Component {
        let last = self.ranks.len() as u32 - 1;
        let is = |rank: &dyn Fn(u32) -> u32| (0..).zip(&self.ranks).all(|(at, &it)| it == rank(at));
        if is(&|at| at) {
            Component::Linear(Linear::slot(self.slot.slot, 1))
        } else if is(&|at| last - at) {
            Component::Linear(Linear::slot(self.slot.slot, -1))
        } else {
            let ranks = self.ranks.iter().map(|&rank| i64::from(rank));
            Component::Ranked(Ranked::new(
                self.slot.slot,
                self.slot.values.iter().copied().zip(ranks).collect(),
            ))
        }
    }
}

/// The value of a candidate, and the candidate.
type Rated<'s> = (f64, Candidate<'s>);

struct Learner<'s> {
    sample: &'s Sample,
    successors: &'s Successors,
    classes: Classes,
    /// The steps within a class.
    undecided: Vec<(u32, u32)>,
    /// The number of steps that may still regress.
    budget: u64,
    components: Vec<Component>,
    /// The number of components of the best measure in an experiment.
    kept: usize,
    /// The result of this measure. Lower is better.
    weight: f64,
}

impl<'s> Learner<'s> {
    fn new(sample: &'s Sample, successors: &'s Successors, budget: u64) -> Self {
        Self {
            sample,
            successors,
            classes: Classes::one(sample.states()),
            undecided: sample.steps.clone(),
            budget,
            components: Vec::new(),
            kept: 0,
            weight: f64::INFINITY,
        }
    }

    fn learn(mut self, taste: f64) -> Self {
        loop {
            self.try_out();
            let (free, best) = self.best(taste);
            if !free.is_empty() {
                self.take_all(free);
            } else if let Some((_, best)) = best {
                self.take(&best);
            } else {
                return self;
            }
        }
    }

    fn into_components(mut self) -> Vec<Component> {
        self.components.truncate(self.kept);
        self.components
    }

    fn is_done(&self) -> bool {
        self.components.len() >= MEASURE_COMPONENTS.size() || self.classes.average_share() <= FINE_ENOUGH
    }

    /// Sweeps with the current components.
    fn try_out(&mut self) {
        let cost = experiment::sweep(self.successors, &self.classes.of_states(), MEASURE_VISITS.size());
        let weight = cost.map_or(f64::INFINITY, experiment::Cost::weight);
        if weight < self.weight {
            (self.weight, self.kept) = (weight, self.components.len());
        }
    }

    /// Returns the candidates without regress, the best ones first. If there are none, returns the best of
    /// the others.
    fn best(&self, taste: f64) -> (Vec<Rated<'s>>, Option<Rated<'s>>) {
        let (mut free, mut best) = (Vec::new(), None::<Rated<'s>>);
        let mut counts = Vec::new();
        let slots = if self.is_done() { &[] } else { &self.sample.slots[..] };
        for slot in slots.iter().filter(|slot| self.classes.differ_in(slot)) {
            for candidate in self.candidates(slot) {
                let squares = self.classes.squares_divided(&slot.positions, &candidate.ranks, &mut counts);
                let gain = self.classes.squares() as f64 / squares as f64;
                let worth = gain.ln() / (candidate.cost.max(1) as f64).powf(taste);
                if candidate.cost == 0 && gain > 1.0 {
                    free.push((worth, candidate));
                } else if candidate.cost <= self.budget
                    && gain > MIN_GAIN
                    && best.as_ref().is_none_or(|&(least, _)| worth > least)
                {
                    best = Some((worth, candidate));
                }
            }
        }
        free.sort_by(|one, other| other.0.total_cmp(&one.0));
        (free, best)
    }

    /// Adds the candidates that still divide a class. They stay without regress, since ever fewer steps are
    /// undecided.
    fn take_all(&mut self, free: Vec<Rated<'s>>) {
        let mut counts = Vec::new();
        for (_, candidate) in free {
            let Candidate { slot, ranks, .. } = &candidate;
            let squares = self.classes.squares_divided(&slot.positions, ranks, &mut counts);
            if !self.is_done() && squares < self.classes.squares() {
                self.take(&candidate);
            }
        }
    }

    /// Returns the orders of a slot's values to choose from.
    fn candidates(&self, slot: &'s SampledSlot) -> Vec<Candidate<'s>> {
        let values = slot.values.len() as u32;
        let mut orders: Vec<Ranks> = vec![(0..values).collect(), (0..values).rev().collect()];
        let cost =
            |ranks: &Ranks| self.undecided.iter().filter(|&&step| slot.falls(step, ranks)).count() as u64;
        if let Some(free) = orders.iter().position(|ranks| cost(ranks) == 0) {
            return vec![Candidate { slot, cost: 0, ranks: orders.swap_remove(free) }];
        }
        if slot.values.len() <= MAX_VALUES {
            let mut steps = Steps::new(slot.values.len());
            self.undecided.iter().for_each(|&(from, to)| steps.add(slot.position(from), slot.position(to)));
            let total = steps.total();
            let budgets = [self.budget, self.budget / 2, self.budget / 4, 0];
            orders.extend(budgets.map(|budget| steps.within(&total, budget)));
            orders.push(total);
            // Among equally good orders, that of the numbers also fits values that were not seen.
            orders.dedup();
        }
        orders.into_iter().map(|ranks| Candidate { slot, cost: cost(&ranks), ranks }).collect()
    }

    fn take(&mut self, candidate: &Candidate<'_>) {
        let Candidate { slot, ranks, cost } = candidate;
        self.budget -= cost;
        self.classes.divide(&slot.positions, ranks);
        self.undecided.retain(|&(from, to)| ranks[slot.position(from)] == ranks[slot.position(to)]);
        self.components.push(candidate.component());
    }
}

impl SampledSlot {
    fn position(&self, state: u32) -> usize {
        self.positions[state as usize] as usize
    }

    fn falls(&self, (from, to): (u32, u32), ranks: &[u32]) -> bool {
        ranks[self.position(from)] > ranks[self.position(to)]
    }
}

/// The states, divided into classes of equal progress.
struct Classes {
    /// The states, class by class.
    states: Vec<u32>,
    /// The end of each class.
    ends: Vec<u32>,
}

impl Classes {
    fn one(states: usize) -> Self {
        Self { states: (0..states as u32).collect(), ends: vec![states as u32] }
    }

    fn each(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends
            .iter()
            .map(move |&end| &self.states[std::mem::replace(&mut start, end as usize)..end as usize])
    }

    /// Returns the class of each state.
    fn of_states(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.states.len()];
        for (number, class) in (0..).zip(self.each()) {
            class.iter().for_each(|&state| numbers[state as usize] = number);
        }
        numbers
    }

    /// Whether states of the same class have different values in a slot.
    fn differ_in(&self, slot: &SampledSlot) -> bool {
        self.each().any(|class| class.iter().any(|&state| slot.position(state) != slot.position(class[0])))
    }

    fn squares(&self) -> u64 {
        self.each().map(|class| (class.len() as u64).pow(2)).sum()
    }

    /// Returns the share of the states in the class of a state, on average.
    fn average_share(&self) -> f64 {
        self.squares() as f64 / (self.states.len() as f64).powi(2)
    }

    /// Returns the value of [`squares`](Self::squares) after dividing. `counts` is a buffer.
    fn squares_divided(&self, positions: &[u32], ranks: &[u32], counts: &mut Vec<u64>) -> u64 {
        counts.clear();
        counts.resize(ranks.len(), 0);
        let rank = |state: u32| ranks[positions[state as usize] as usize] as usize;
        let mut squares = 0;
        for class in self.each() {
            class.iter().for_each(|&state| counts[rank(state)] += 1);
            squares +=
                class.iter().map(|&state| std::mem::take(&mut counts[rank(state)]).pow(2)).sum::<u64>();
        }
        squares
    }

    fn divide(&mut self, positions: &[u32], ranks: &[u32]) {
        let rank = |state: u32| ranks[positions[state as usize] as usize];
        let (mut start, mut ends) = (0, Vec::new());
        for &end in &self.ends {
            let class = &mut self.states[start as usize..end as usize];
            class.sort_unstable_by_key(|&state| (rank(state), state));
            ends.extend(class.chunk_by(|&a, &b| rank(a) == rank(b)).scan(start, |at, part| {
                *at += part.len() as u32;
                Some(*at)
            }));
            start = end;
        }
        self.ends = ends;
    }
}

#[cfg(test)]
mod tests;
