//! The search for weights that refute conditions: a linear program, whose solution is rounded and checked.
//!
//! The unknowns are the weights w, and multipliers z of the conditions and y of the facts; see [`Lemma`] for their
//! constraints. The sum of z is at most 1, and w·m0 − z·b − y·f is minimised: the conditions are refuted if it is
//! negative. A solution at a vertex then uses as few conditions as possible, in the sense that it needs each of them
//! (Gleeson and Ryan, *Identifying Minimally Infeasible Subsystems of Inequalities*, 1990), which makes strong lemmas.
//!
//! In a large net a small part often suffices to refute. Weights that are 0 outside a [region](crate::region) are
//! therefore tried first, which takes a small program. Conditions that they refute are refuted in the whole net.

use std::collections::BTreeMap;

use microlp::Variable;
use sanderling_cutoff::REGIONS;
use sanderling_net::PlaceId;

use crate::budget::Budget;
use crate::condition::{Condition, Inequality};
use crate::ground::Ground;
use crate::lemma::{Fact, Lemma};
use crate::linear_program::{LinearProgram, Solved, float};
use crate::region::Region;
use crate::rounding::multiples;

/// The result of a search for weights.
pub(crate) enum Weighed {
    /// A lemma that has been checked.
    Refuted(Lemma),
    /// There seem to be no weights.
    NotRefuted,
    /// The budget is used up, or numbers are too large.
    Unknown,
}

/// Searches for weights that refute the conditions together, or some of them.
pub(crate) fn weigh(
    ground: &Ground<'_>,
    conditions: &[Condition],
    facts: &[Fact],
    budget: &Budget<'_>,
) -> Weighed {
    for region in regions(ground, conditions) {
        let is_within = |condition: &&Condition| condition.places().all(|place| region.contains(place));
        let conditions: Vec<Condition> = conditions.iter().filter(is_within).cloned().collect();
        let weighed = weigh_within(ground, &conditions, &[], Some(&region), budget);
        if let Weighed::Refuted(_) = weighed {
            return weighed;
        }
    }
    weigh_within(ground, conditions, facts, None, budget)
}

/// Returns regions around some of the conditions, if the net is large.
fn regions<'g>(ground: &'g Ground<'_>, conditions: &[Condition]) -> impl Iterator<Item = Region> + use<'g> {
    let count = if Region::is_whole(ground) { 0 } else { REGIONS.size().min(conditions.len()) };
    let seeds: Vec<_> = (0..count)
        .filter_map(|number| conditions[number * conditions.len() / count].places().next())
        .collect();
    seeds.into_iter().map(|seed| Region::around(seed, ground))
}

/// Searches for weights that are 0 outside a region, if there is one.
fn weigh_within(
    ground: &Ground<'_>,
    conditions: &[Condition],
    facts: &[Fact],
    region: Option<&Region>,
    budget: &Budget<'_>,
) -> Weighed {
    let Some(weighing) = Weighing::build(ground, conditions, facts, region) else { return Weighed::Unknown };
    match weighing.program.solve(budget) {
        Solved::Minimum(values) => weighing.lemma(ground, conditions, facts, &values),
        Solved::Infeasible | Solved::Unknown => Weighed::Unknown,
    }
}

struct Weighing {
    program: LinearProgram,
    /// The number of multipliers that come first: those of the conditions, then those of the facts. Weights follow.
    conditions: usize,
    facts: usize,
    /// The places that have a weight, in the order of the weights.
    places: Vec<PlaceId>,
    costs: Vec<f64>,
}

impl Weighing {
    fn build(
        ground: &Ground<'_>,
        conditions: &[Condition],
        facts: &[Fact],
        region: Option<&Region>,
    ) -> Option<Self> {
        let mut program = LinearProgram::default();
        let mut costs = Vec::new();
        let conditions_as = conditions.iter().map(Condition::inequality);
        let inequalities: Vec<Inequality> =
            conditions_as.chain(facts.iter().map(|fact| fact.inequality(ground.structure))).collect();
        let mut demands: BTreeMap<PlaceId, Vec<(Variable, f64)>> = BTreeMap::new();
        let mut multipliers = Vec::new();
        for inequality in &inequalities {
            costs.push(-float(inequality.at_least)?);
            let multiplier = program.variable(costs[costs.len() - 1], 0.0, f64::INFINITY);
            for &(place, coefficient) in &inequality.terms {
                demands.entry(place).or_default().push((multiplier, -float(coefficient)?));
            }
            multipliers.push((multiplier, 1.0));
        }
        program.at_most(&multipliers[..conditions.len()], 1.0);
        let places =
            region.map_or_else(|| ground.structure.place_ids().collect(), |region| region.places().to_vec());
        let mut weights = vec![None; ground.structure.place_count()];
        for &place in &places {
            costs.push(float(ground.structure.initial()[place.index()].into())?);
            let is_free = demands.contains_key(&place) && !ground.effects.is_emptied(place);
            let least = if is_free { f64::NEG_INFINITY } else { 0.0 };
            weights[place.index()] = Some(program.variable(costs[costs.len() - 1], least, f64::INFINITY));
        }
        for (place, mut demand) in demands {
            demand.push((weights[place.index()]?, 1.0));
            program.at_least(&demand, 0.0);
        }
        for effects in ground.effects.distinct() {
            let mut row = Vec::with_capacity(effects.len());
            for &(place, effect) in effects {
                if let Some(weight) = weights[place.index()] {
                    row.push((weight, float(effect)?));
                }
            }
            if !row.is_empty() {
                program.at_most(&row, 0.0);
            }
        }
        Some(Self { program, conditions: conditions.len(), facts: facts.len(), places, costs })
    }

    fn lemma(
        &self,
        ground: &Ground<'_>,
        conditions: &[Condition],
        facts: &[Fact],
        values: &[f64],
    ) -> Weighed {
        const REFUTED: f64 = -1e-7;
        let cost: f64 = self.costs.iter().zip(values).map(|(cost, value)| cost * value).sum();
        if cost.is_nan() || cost > REFUTED {
            return Weighed::NotRefuted;
        }
        let rounded = multiples(values).map(|integers| self.assemble(conditions, facts, &integers));
        for lemma in rounded {
            if lemma.check(ground).is_some() {
                return Weighed::Refuted(lemma);
            }
        }
        Weighed::Unknown
    }

    fn assemble(&self, conditions: &[Condition], facts: &[Fact], integers: &[i128]) -> Lemma {
        let (of_conditions, rest) = integers.split_at(self.conditions);
        let (of_facts, weights) = rest.split_at(self.facts);
        let weights = self.places.iter().zip(weights).filter(|&(_, &weight)| weight != 0);
        Lemma {
            conditions: used(conditions, of_conditions),
            facts: used(facts, of_facts),
            weights: weights.map(|(&place, &weight)| (place, weight)).collect(),
        }
    }
}

fn used<T: Clone>(all: &[T], multipliers: &[i128]) -> Vec<(T, i128)> {
    let pairs = all.iter().zip(multipliers).filter(|&(_, &by)| by > 0);
    pairs.map(|(one, &by)| (one.clone(), by)).collect()
}
