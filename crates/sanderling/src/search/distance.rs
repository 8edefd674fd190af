//! The heuristic `distance`: estimates how far a marking is from a goal.
//!
//! The distance of a comparison is the difference to its bound. For a transition it is the number of missing
//! tokens, and for `deadlock` the number of enabled transitions. A conjunction has the sum of the distances
//! of its operands, and a disjunction their minimum. The result is only an estimate, not a bound in either
//! direction.

use sanderling_model::{Knowledge, NetModel, Structure};
use sanderling_net::TransitionId;
use sanderling_property::{Comparison, Formula, Part, Relation, ValueCondition};
use sanderling_system::EventId;

use crate::prepare::AnalysedNet;

/// The distance of a goal that cannot be approached.
const FAR: i64 = 1 << 40;

/// Goals as formulas in negation normal form. The distance is that to the closest one.
pub(crate) struct Distance<'a> {
    targets: Vec<Formula>,
    /// The structure of a place/transition net.
    structure: Option<&'a Structure>,
    needs_events: bool,
}

impl<'a> Distance<'a> {
    pub(crate) fn to(targets: &[Formula], net: AnalysedNet<'a>) -> Self {
        Self {
            targets: targets.iter().map(Formula::to_negation_normal_form).collect(),
            structure: if net.is_place_transition() {
                net.knowledge().ok().map(Knowledge::structure)
            } else {
                None
            },
            needs_events: targets.is_empty() || targets.iter().any(Formula::asks_for_enabling),
        }
    }

    /// Returns the distance of a state for which `scratch` is prepared. Without formulas, it is that of
    /// `deadlock`.
    pub(crate) fn of<M: NetModel>(&self, model: &M, state: &[u64], scratch: &M::Scratch) -> i64 {
        let mut events = Vec::new();
        if self.needs_events {
            model.enabled::<0>(state, scratch, &mut events);
        }
        let here = Here { structure: self.structure, model, state, scratch, events: &events };
        let distances = self.targets.iter().map(|target| here.distance(target));
        distances.min().unwrap_or(events.len() as i64)
    }
}

/// A state with the context for evaluating it.
struct Here<'a, M: NetModel> {
    structure: Option<&'a Structure>,
    model: &'a M,
    state: &'a [u64],
    scratch: &'a M::Scratch,
    events: &'a [EventId],
}

impl<M: NetModel> Here<'_, M> {
    fn distance(&self, formula: &Formula) -> i64 {
        let sum = |parts: &[Formula]| {
            parts.iter().map(|part| self.distance(part)).fold(0, i64::saturating_add).min(FAR)
        };
        match formula {
            Formula::Constant(holds) => {
                if *holds {
                    0
                } else {
                    FAR
                }
            }
            Formula::Deadlock => self.events.len() as i64,
            Formula::Enabled(transitions) => {
                transitions.iter().map(|&transition| self.lacking(transition)).min().unwrap_or(FAR)
            }
            Formula::Compare(comparison) => self.missing(comparison),
            Formula::Values(condition) => self.away(condition),
            Formula::And(parts) => sum(parts),
            Formula::Or(parts) => parts.iter().map(|part| self.distance(part)).min().unwrap_or(FAR),
            Formula::Not(inner) => i64::from(self.distance(inner) == 0),
            Formula::Iff(sides) => {
                i64::from((self.distance(&sides[0]) == 0) != (self.distance(&sides[1]) == 0))
            }
            // Negation normal form has no implications.
            Formula::Implies(sides) => self.distance(&sides[1]),
        }
    }

    /// Returns the distance of a sum from satisfying a comparison.
    fn missing(&self, comparison: &Comparison) -> i64 {
        if self.structure.is_none() {
            return 0;
        }
        let tokens = |place| i128::from(self.model.tokens(self.state, self.scratch, place));
        let sum: i128 =
            comparison.terms().iter().map(|&(factor, place)| i128::from(factor) * tokens(place)).sum();
        missing(sum - comparison.bound(), comparison.relation())
    }

    /// Returns the distance of two values from satisfying a comparison; 1 if they are not numbers.
    fn away(&self, condition: &ValueCondition) -> i64 {
        let held = |part: Part| self.model.held(self.state, self.scratch, part.place, part.offset);
        if condition.holds(&held) {
            return 0;
        }
        let ValueCondition::Compare([left, right], relation) = condition else { return 1 };
        let (Some(left), Some(right)) = (left.number(&held), right.number(&held)) else { return 1 };
        missing(left.saturating_sub(right), *relation).max(1)
    }

    /// Returns the number of tokens that a transition lacks, or that inhibit it.
    fn lacking(&self, transition: TransitionId) -> i64 {
        let Some(structure) = self.structure else {
            return i64::from(!self.events.contains(&EventId::new(transition.index())));
        };
        let tokens = |place| self.model.tokens(self.state, self.scratch, place);
        let needed = structure.needs(transition).map(|(place, need)| need.saturating_sub(tokens(place)));
        let inhibiting = structure.inhibitor(transition).iter();
        let too_many = inhibiting.map(|&(place, weight)| (tokens(place) + 1).saturating_sub(weight));
        let lacking = needed.chain(too_many).fold(0, u64::saturating_add);
        i64::try_from(lacking).unwrap_or(FAR).min(FAR)
    }
}

/// Returns the distance of a number from satisfying a relation, given its difference to the right-hand side.
fn missing(above: i128, relation: Relation) -> i64 {
    let missing = match relation {
        Relation::Less => above + 1,
        Relation::AtMost => above,
        Relation::Greater => 1 - above,
        Relation::AtLeast => -above,
        Relation::Equal => above.abs(),
        Relation::Unequal => i128::from(above == 0),
    };
    missing.clamp(0, FAR.into()) as i64
}
