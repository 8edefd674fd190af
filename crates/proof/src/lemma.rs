//! The parts of a proof: conditions that no reachable marking satisfies together, with a certificate.
//!
//! Let the conditions be inequalities A·m ≥ b, with facts F·m ≥ f that hold in every reachable marking, multipliers y,
//! z ≥ 0 for them, and weights w ≥ Aᵀz + Fᵀy, place by place. Then w·m ≥ z·b + y·f in a marking that satisfies the
//! conditions. If no firing raises w·m, then w·m ≤ w·m0 in a reachable marking; and if w·m0 < z·b + y·f, there is no
//! such reachable marking. By Farkas' lemma, such weights exist whenever the linear relaxation of the state equation
//! has no solution. Facts are initially marked traps (Esparza and Melzer, *Verification of Safety Properties Using
//! Integer Programming: Beyond the State Equation*, Formal Methods in System Design 16, 2000), and capacities.
//!
//! INVARIANT: [`Lemma::check`] computes in checked integers, and makes no assumptions about how the lemma was found.

use std::collections::BTreeMap;

use sanderling_model::Structure;
use sanderling_net::{Net, PlaceId};

use crate::condition::{Condition, Inequality, explain_sum, quoted};
use crate::effects::Weighted;
use crate::ground::Ground;

/// A property of every reachable marking.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The places are an initially marked trap, so they always contain a token together.
    Trap(Vec<PlaceId>),
    /// The place contains at most its capacity, or its initial tokens if they are more.
    Capacity(PlaceId),
}

/// Conditions that no reachable marking satisfies together, with weights that prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lemma {
    /// The conditions, each with its positive multiplier.
    pub conditions: Vec<(Condition, i128)>,
    /// The facts used, each with its positive multiplier.
    pub facts: Vec<(Fact, i128)>,
    /// The weights of the places, sorted by place. Other places have the weight 0.
    pub weights: Vec<(PlaceId, i128)>,
}

/// The two numbers that prove a lemma.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The initial value of the weighted sum, which it never exceeds.
    pub at_start: i128,
    /// The minimum value of the weighted sum under the conditions.
    pub needed: i128,
}

impl Fact {
    fn places(&self) -> &[PlaceId] {
        match self {
            Self::Trap(places) => places,
            Self::Capacity(place) => std::slice::from_ref(place),
        }
    }

    pub(crate) fn holds(&self, ground: &Ground<'_>) -> bool {
        match self {
            Self::Trap(places) => ground.traps.is_marked_trap(places),
            Self::Capacity(place) => ground.structure.capacity()[place.index()].is_some(),
        }
    }

    pub(crate) fn inequality(&self, structure: &Structure) -> Inequality {
        match self {
            Self::Trap(places) => {
                Inequality { terms: places.iter().map(|&place| (place, 1)).collect(), at_least: 1 }
            }
            Self::Capacity(place) => {
                let at_start = structure.initial()[place.index()];
                let most =
                    structure.capacity()[place.index()].map_or(u64::MAX, |capacity| capacity.max(at_start));
                Inequality { terms: vec![(*place, -1)], at_least: -i128::from(most) }
            }
        }
    }
}

impl Lemma {
    /// Creates the lemma of a trap: its places are not all empty.
    pub(crate) fn of_trap(trap: Vec<PlaceId>) -> Self {
        let is_empty = |&place: &PlaceId| (Condition::is_marked(place, false), 1);
        let conditions = trap.iter().map(is_empty).collect();
        Self { conditions, facts: vec![(Fact::Trap(trap), 1)], weights: Vec::new() }
    }

    /// Whether no place has a weight. The lemma then states that a trap is not empty.
    pub(crate) fn is_of_trap(&self) -> bool {
        self.weights.is_empty()
    }

    /// Checks the lemma, and returns its two numbers if it holds.
    pub(crate) fn check(&self, ground: &Ground<'_>) -> Option<Gap> {
        self.check_but_for_weights(ground).filter(|_| ground.effects.never_raise(&self.weights))
    }

    /// Checks everything except that no firing raises the weighted sum, and returns the two numbers.
    ///
    /// PERF: for known weights this has been checked before; it takes most of the time of a check.
    pub(crate) fn check_but_for_weights(&self, ground: &Ground<'_>) -> Option<Gap> {
        if !self.is_well_formed(ground.structure.place_count()) {
            return None;
        }
        let mut missing = BTreeMap::new();
        let mut needed = 0_i128;
        let conditions = self.conditions.iter().map(|(condition, by)| (condition.inequality(), *by));
        let facts = self.facts.iter().map(|(fact, by)| (fact.inequality(ground.structure), *by));
        for (inequality, by) in conditions.chain(facts) {
            needed = needed.checked_add(inequality.at_least.checked_mul(by)?)?;
            for (place, coefficient) in inequality.terms {
                let sum: &mut i128 = missing.entry(place).or_default();
                *sum = sum.checked_add(coefficient.checked_mul(by)?)?;
            }
        }
        let mut at_start = 0_i128;
        for &(place, weight) in &self.weights {
            let sum = missing.entry(place).or_default();
            *sum = sum.checked_sub(weight)?;
            let tokens = i128::from(ground.structure.initial()[place.index()]);
            at_start = at_start.checked_add(weight.checked_mul(tokens)?)?;
        }
        let holds = missing.values().all(|&missing| missing <= 0)
            && at_start < needed
            && self.facts.iter().all(|(fact, _)| fact.holds(ground));
        holds.then_some(Gap { at_start, needed })
    }

    /// Whether multipliers are positive, no place has two weights, and all places are in this net.
    fn is_well_formed(&self, places: usize) -> bool {
        let is_known = |place: &PlaceId| place.index() < places;
        self.conditions
            .iter()
            .all(|(condition, by)| *by > 0 && condition.places().all(|place| is_known(&place)))
            && self.facts.iter().all(|(fact, by)| *by > 0 && fact.places().iter().all(is_known))
            && self.weights.iter().all(|(place, _)| is_known(place))
            && self.weights.is_sorted_by(|a, b| a.0 < b.0)
    }

    /// Describes the lemma for users, in one line.
    #[must_use]
    pub fn explain(&self, net: &Net, gap: Gap) -> String {
        let traps: Vec<String> = self.facts.iter().map(|(fact, _)| explain_fact(net, fact)).collect();
        if self.is_of_trap() {
            return traps.join("; ");
        }
        let conditions = self.conditions.iter().map(|(condition, _)| condition.explain(net));
        let conditions = shortened(conditions.collect(), " and ");
        let weights: &[Weighted] = &self.weights;
        let facts = if traps.is_empty() { String::new() } else { format!(" (as {})", traps.join("; ")) };
        format!(
            "{} never grows and starts at {}, but {conditions} needs at least {}{facts}",
            explain_sum(net, weights),
            gap.at_start,
            gap.needed
        )
    }
}

fn explain_fact(net: &Net, fact: &Fact) -> String {
    match fact {
        Fact::Trap(places) => {
            let ids = places.iter().map(|&place| quoted(net, place)).collect();
            format!("the marked trap {{{}}} never becomes empty", shortened(ids, ", "))
        }
        Fact::Capacity(place) => format!("{} respects its capacity", quoted(net, *place)),
    }
}

fn shortened(mut parts: Vec<String>, separator: &str) -> String {
    const MAX: usize = 12;
    if parts.len() > MAX {
        let rest = parts.len() - MAX;
        parts.truncate(MAX);
        parts.push(format!("{rest} more"));
    }
    parts.join(separator)
}
