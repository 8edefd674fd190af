//! Translates the goals of a request for stubborn sets: into conditions on slots and events.
//!
//! The formula of a property is translated directly: places become slots, transitions become events, and
//! `deadlock` is kept. An assertion of a data net is split into comparisons of a variable with a number, as
//! far as possible. Of its other parts only the slots on which they depend are known. The target is a state
//! in which the assertion fails, which includes being undefined. A part that may short-circuit the evaluation
//! of later parts must therefore be defined.
//!
//! INVARIANT: in every state except the error state, a target holds exactly if the goal of the search does.

use std::collections::HashMap;

use sanderling_analysis::reduce::Target;
use sanderling_cutoff::TARGET_PARTS;
use sanderling_net::{Assertion, Net, Operator, PlaceId, Term, Value, VariableId};
use sanderling_property::{Comparison, Formula, Linear, Part, Relation, ValueCondition};
use sanderling_system::{Condition, EventId, SlotId};

use crate::request::Request;

/// Maps a place to the slots that hold its tokens or value.
pub(crate) type SlotsOfPlace<'a> = &'a dyn Fn(PlaceId) -> Vec<SlotId>;

/// Returns the targets for the goals of a request.
pub(crate) fn targets(net: &Net, request: &Request, slots: SlotsOfPlace<'_>) -> Vec<Target> {
    let goals = request.goals();
    let of_goal = |goal: &Formula| {
        // Conditions on values do not except the error state, which is dead. So all deadlocks are targets.
        let is_any_deadlock = request.question.is_deadlock() && goal.asks_for_values();
        if is_any_deadlock { Target::Deadlock } else { of_formula(net, goal, slots) }
    };
    let mut targets: Vec<Target> = goals.iter().map(of_goal).collect();
    let assertions = request.asserted(net).map(|assertion| &net.assertions[assertion]);
    targets.extend(assertions.map(|assertion| of_assertion(assertion, slots)));
    targets
}

/// Returns the targets that a formula holds, and that it does not.
pub(crate) fn both_ways(net: &Net, formula: &Formula, slots: SlotsOfPlace<'_>) -> [Target; 2] {
    [true, false].map(|positive| translated(net, (formula, positive), slots))
}

fn of_formula(net: &Net, formula: &Formula, slots: SlotsOfPlace<'_>) -> Target {
    translated(net, (formula, true), slots)
}

fn translated(net: &Net, (formula, positive): (&Formula, bool), slots: SlotsOfPlace<'_>) -> Target {
    let mut left = TARGET_PARTS.size();
    let target = Translation { net, slots }.of(formula, positive, &mut left);
    if left > 0 { target } else { Target::Opaque(net.place_ids().flat_map(slots).collect()) }
}

struct Translation<'a> {
    net: &'a Net,
    slots: SlotsOfPlace<'a>,
}

impl Translation<'_> {
    /// Translates the formula or its negation, within a limit of `left` parts.
    fn of(&self, formula: &Formula, positive: bool, left: &mut usize) -> Target {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return Target::Constant(false);
        }
        match formula {
            Formula::Constant(holds) => Target::Constant(*holds == positive),
            Formula::Deadlock if positive => Target::Deadlock,
            Formula::Deadlock => Target::Alive,
            Formula::Enabled(transitions) => {
                let events = transitions.iter().map(|transition| EventId::new(transition.index()));
                if positive {
                    Target::Any(events.map(Target::Enabled).collect())
                } else {
                    Target::All(events.map(Target::Disabled).collect())
                }
            }
            Formula::Compare(comparison) if positive => self.comparison(comparison),
            Formula::Compare(comparison) => self.comparison(&comparison.negated()),
            Formula::Values(condition) => self.values(condition, positive),
            Formula::Not(inner) => self.of(inner, !positive, left),
            Formula::And(parts) | Formula::Or(parts) => {
                let is_and = matches!(formula, Formula::And(_));
                let parts = parts.iter().map(|part| self.of(part, positive, left)).collect();
                if is_and == positive { Target::All(parts) } else { Target::Any(parts) }
            }
            Formula::Implies(sides) => {
                let sides = vec![self.of(&sides[0], !positive, left), self.of(&sides[1], positive, left)];
                if positive { Target::Any(sides) } else { Target::All(sides) }
            }
            Formula::Iff(sides) => {
                let mut both = |first: bool| {
                    let second = first == positive;
                    Target::All(vec![self.of(&sides[0], first, left), self.of(&sides[1], second, left)])
                };
                Target::Any(vec![both(true), both(false)])
            }
        }
    }

    fn comparison(&self, comparison: &Comparison) -> Target {
        let condition = passing(comparison.relation(), comparison.bound());
        if !self.net.is_place_transition() {
            // Each place holds exactly one token.
            let sum = comparison.terms().iter().map(|&(factor, _)| i128::from(factor)).sum();
            return Target::Constant(condition.admits(sum));
        }
        let term = |&(factor, place): &(i64, PlaceId)| {
            (self.slots)(place).into_iter().map(move |slot| (factor, slot))
        };
        Target::Sum { terms: comparison.terms().iter().flat_map(term).collect(), condition }
    }

    /// Translates a condition on values or its negation: a linear one into a sum, and others into the slots
    /// on which they depend.
    fn values(&self, condition: &ValueCondition, positive: bool) -> Target {
        // The slots of a place are its numbers, in order.
        let slot = |part: &Part| (self.slots)(part.place).get(part.offset as usize).copied();
        let sum = condition.linear().and_then(|Linear { terms, relation, bound }| {
            let slots = terms.iter().map(|(factor, part)| Some((*factor, slot(part)?)));
            let relation = if positive { relation } else { relation.negated() };
            Some(Target::Sum { terms: slots.collect::<Option<_>>()?, condition: passing(relation, bound) })
        });
        sum.unwrap_or_else(|| {
            let parts = condition.parts();
            let known: Option<Vec<SlotId>> = parts.iter().map(slot).collect();
            // If a slot is not known exactly, all slots of its place may matter.
            let all = || parts.iter().flat_map(|part| (self.slots)(part.place)).collect();
            Target::Opaque(known.unwrap_or_else(all))
        })
    }
}

/// Returns the condition that a number is in this relation to a bound.
fn passing(relation: Relation, bound: i128) -> Condition {
    match relation {
        Relation::Less => Condition::at_most(bound - 1),
        Relation::AtMost => Condition::at_most(bound),
        Relation::Greater => Condition::at_least(bound + 1),
        Relation::AtLeast => Condition::at_least(bound),
        Relation::Equal => Condition::exactly(bound),
        Relation::Unequal => Condition::Not(bound),
    }
}

/// Returns the target that an assertion fails.
fn of_assertion(assertion: &Assertion, slots: SlotsOfPlace<'_>) -> Target {
    let reads = assertion.reads.iter().map(|reading| (reading.variable, slots(reading.place))).collect();
    Reading { reads }.failing(&assertion.condition)
}

/// The slots of each variable of an assertion.
struct Reading {
    reads: HashMap<VariableId, Vec<SlotId>>,
}

impl Reading {
    /// Returns the target that a condition is not true.
    fn failing(&self, condition: &Term) -> Target {
        let opaque = || Target::Opaque(self.slots_of(condition));
        if let Some(target) = self.defined(condition, false) {
            return target;
        }
        let Term::Apply(operator, parts) = condition else { return opaque() };
        match (operator, parts.as_slice()) {
            (Operator::And, parts) => Target::Any(parts.iter().map(|part| self.failing(part)).collect()),
            (Operator::Or, [first @ .., last]) => {
                let first: Option<Vec<Target>> = first.iter().map(|part| self.defined(part, false)).collect();
                let all = first.map(|mut all| {
                    all.push(self.failing(last));
                    Target::All(all)
                });
                all.unwrap_or_else(opaque)
            }
            (Operator::Imply, [premise, conclusion]) => match self.defined(premise, true) {
                Some(premise) => Target::All(vec![premise, self.failing(conclusion)]),
                None => opaque(),
            },
            _ => opaque(),
        }
    }

    /// Returns the target that a condition is true (or, if not `positive`, false), if the condition is always
    /// defined.
    fn defined(&self, condition: &Term, positive: bool) -> Option<Target> {
        let Term::Apply(operator, parts) = condition else {
            let Term::Literal { value: Value::Bool(holds), .. } = condition else { return None };
            return Some(Target::Constant(*holds == positive));
        };
        let all =
            |positive| parts.iter().map(|part| self.defined(part, positive)).collect::<Option<Vec<_>>>();
        match (operator, parts.as_slice()) {
            (Operator::Not, [part]) => self.defined(part, !positive),
            (Operator::And, _) if positive => all(true).map(Target::All),
            (Operator::And, _) => all(false).map(Target::Any),
            (Operator::Or, _) if positive => all(true).map(Target::Any),
            (Operator::Or, _) => all(false).map(Target::All),
            (Operator::Imply, [premise, conclusion]) => {
                let sides = vec![self.defined(premise, !positive)?, self.defined(conclusion, positive)?];
                Some(if positive { Target::Any(sides) } else { Target::All(sides) })
            }
            (operator, [one, other]) => {
                let relation = relation(*operator)?;
                let (slot, relation, number) = match (self.slot(one), self.slot(other)) {
                    (Some(slot), _) => (slot, relation, number(other)?),
                    (_, Some(slot)) => (slot, relation.mirrored(), number(one)?),
                    _ => return None,
                };
                let relation = if positive { relation } else { relation.negated() };
                Some(Target::Sum { terms: vec![(1, slot)], condition: passing(relation, number) })
            }
            _ => None,
        }
    }

    /// Returns the slot of a variable that has exactly one.
    fn slot(&self, term: &Term) -> Option<SlotId> {
        let Term::Variable(variable) = term else { return None };
        match self.reads.get(variable)?.as_slice() {
            [slot] => Some(*slot),
            _ => None,
        }
    }

    /// Returns all slots on which a term may depend.
    fn slots_of(&self, term: &Term) -> Vec<SlotId> {
        match term {
            Term::Variable(variable) => self.reads.get(variable).cloned().unwrap_or_default(),
            Term::Tuple(parts) | Term::Apply(_, parts) => {
                parts.iter().flat_map(|part| self.slots_of(part)).collect()
            }
            Term::Literal { .. } | Term::All(_) | Term::Empty(_) => Vec::new(),
        }
    }
}

fn relation(operator: Operator) -> Option<Relation> {
    Some(match operator {
        Operator::Equal => Relation::Equal,
        Operator::NotEqual => Relation::Unequal,
        Operator::Less => Relation::Less,
        Operator::LessOrEqual => Relation::AtMost,
        Operator::Greater => Relation::Greater,
        Operator::GreaterOrEqual => Relation::AtLeast,
        _ => return None,
    })
}

/// Returns the number that represents a literal in a slot.
fn number(term: &Term) -> Option<i128> {
    let Term::Literal { value, .. } = term else { return None };
    match value {
        Value::Bool(truth) => Some(i128::from(*truth)),
        Value::Constant(position) => Some(i128::from(*position)),
        Value::Integer(number) => Some(i128::from(*number)),
        _ => None,
    }
}
