//! Formulas about runs: conditions on markings, *all* and *any*, and the temporal operators next, until and release.
//!
//! `a U b` and `a R b` are dual to each other, and the other operators are abbreviations: `F b` for `true U b`, `G b`
//! for `false R b`, `a W b` for `b R (a or b)`, and `a M b` for `b U (a and b)`. So negation is moved down to the
//! conditions (A. Pnueli, *The Temporal Logic of Programs*, FOCS 1977). Equal formulas are stored once, and operands
//! come before the formulas that contain them.

use std::collections::HashMap;

use crate::Refusal;
use crate::condition::Condition;
use crate::net::Ground;
use crate::schema::Temporal;

/// Formula by its operator; operands are positions in [`Ltl::nodes`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// The first marking satisfies the condition at this position in [`Ltl::conditions`].
    Now(usize),
    /// All of these hold.
    All(Vec<usize>),
    /// At least one of these holds.
    Any(Vec<usize>),
    /// The operand holds from the second marking on.
    Next(usize),
    /// The second holds from some marking on, and the first from every marking before.
    Until(usize, usize),
    /// The second holds from every marking up to and including the first from which the first holds, if there is one.
    Release(usize, usize),
}

/// Formula with its parts.
#[derive(Debug, Default)]
pub struct Ltl {
    /// Parts, operands first.
    pub nodes: Vec<Node>,
    /// Position of the formula itself.
    pub root: usize,
    /// Conditions on markings.
    pub conditions: Vec<Condition>,
    positions: HashMap<Node, usize>,
    positions_of_conditions: HashMap<Condition, usize>,
}

impl Ltl {
    /// Returns the formula, or its negation if `holds` is false.
    ///
    /// # Errors
    /// If it refers to something that the net does not have.
    pub fn of(ground: &Ground<'_>, formula: &Temporal, holds: bool) -> Result<Self, Refusal> {
        let mut ltl = Self::default();
        ltl.root = ltl.read(ground, formula, holds)?;
        Ok(ltl)
    }

    fn read(&mut self, ground: &Ground<'_>, formula: &Temporal, holds: bool) -> Result<usize, Refusal> {
        let mut all = |parts: &[Temporal]| {
            parts.iter().map(|part| self.read(ground, part, holds)).collect::<Result<Vec<_>, Refusal>>()
        };
        let node = match formula {
            Temporal::State(formula) => {
                let condition = Condition::of(ground, formula)?;
                let condition = if holds { condition } else { condition.negated()? };
                Node::Now(self.condition(condition))
            }
            Temporal::Not(inner) => return self.read(ground, inner, !holds),
            Temporal::And(parts) => joined(all(parts)?, holds),
            Temporal::Or(parts) => joined(all(parts)?, !holds),
            Temporal::Next(inner) => Node::Next(self.read(ground, inner, holds)?),
            Temporal::Finally(inner) => {
                let (always, inner) = (joined(Vec::new(), holds), self.read(ground, inner, holds)?);
                until(self.add(always), inner, holds)
            }
            Temporal::Globally(inner) => {
                let (never, inner) = (joined(Vec::new(), !holds), self.read(ground, inner, holds)?);
                until(self.add(never), inner, !holds)
            }
            Temporal::Until(sides) | Temporal::Release(sides) => {
                let [first, second] = [0, 1].map(|side| self.read(ground, &sides[side], holds));
                until(first?, second?, holds == matches!(formula, Temporal::Until(_)))
            }
            Temporal::WeakUntil(sides) | Temporal::StrongRelease(sides) => {
                let is_weak = matches!(formula, Temporal::WeakUntil(_));
                let [first, second] = [0, 1].map(|side| self.read(ground, &sides[side], holds));
                let (first, second) = (first?, second?);
                let both = self.add(joined(vec![first, second], holds != is_weak));
                until(second, both, holds != is_weak)
            }
        };
        Ok(self.add(node))
    }

    fn add(&mut self, node: Node) -> usize {
        let next = self.nodes.len();
        let at = *self.positions.entry(node.clone()).or_insert(next);
        if at == next {
            self.nodes.push(node);
        }
        at
    }

    fn condition(&mut self, condition: Condition) -> usize {
        let next = self.conditions.len();
        let at = *self.positions_of_conditions.entry(condition.clone()).or_insert(next);
        if at == next {
            self.conditions.push(condition);
        }
        at
    }

    /// Returns the conditions that a marking satisfies.
    #[must_use]
    pub fn letter(&self, marking: &[u64]) -> Box<[bool]> {
        self.conditions.iter().map(|condition| condition.holds(marking)).collect()
    }
}

/// Returns all of some formulas, or at least one of them.
fn joined(parts: Vec<usize>, is_all: bool) -> Node {
    if is_all { Node::All(parts) } else { Node::Any(parts) }
}

fn until(first: usize, second: usize, is_until: bool) -> Node {
    if is_until { Node::Until(first, second) } else { Node::Release(first, second) }
}
