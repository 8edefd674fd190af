//! Up-sets: sets of events, one of which occurs on every path to a state that satisfies a condition.
//!
//! The rules are those of Kristensen, Schmidt and Valmari, *Question-Guided Stubborn Set Methods for State
//! Properties*, FMSD 29, 2006. For a conjunction, the up-set of one failing part suffices, and the lightest
//! one is taken. For a disjunction, the up-sets of all parts are needed. A sum that is too small has to be
//! increased. An event becomes enabled only after one of its conditions has become true, so the event itself
//! is its up-set: the stubborn set then contains its necessary enabling set. A deadlock requires that some
//! currently enabled event is disabled. This event, the *key*, is chosen later.
//!
//! The value of an opaque condition is unknown. If all parts of a conjunction with known values hold and the
//! whole does not, one of the opaque parts fails, so the up-sets of all of them are taken.
//!
//! INVARIANT: parts precede the whole, so that one pass computes all truth values.

use sanderling_system::{Change, Condition, Dependency, SlotId};

use super::relation::Relation;
use super::rows::{Rows, number};
use super::target::Target;
use super::workspace::{Slots, Workspace};

/// A condition on the weighted sum of one or more slots.
#[derive(Debug, Clone)]
struct Sum {
    terms: Vec<(i64, SlotId)>,
    condition: Condition,
    /// The up-set if the sum is too small or is the forbidden number, and if it is too large.
    below: u32,
    above: u32,
}

#[derive(Debug, Clone, Copy)]
enum Node {
    Constant(bool),
    Deadlock,
    Enabled(u32),
    /// The event, and its up-set.
    Disabled(u32, u32),
    /// The position of the sum.
    Sum(u32),
    /// The up-set.
    Opaque(u32),
    /// The row of its parts.
    All(u32),
    Any(u32),
}

/// The side of its condition that a sum is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Within,
    Below,
    Above,
}

/// Number of sides.
pub(super) const SIDES: usize = 3;

/// The targets of a property.
#[derive(Debug, Clone, Default)]
pub(super) struct UpSets {
    nodes: Vec<Node>,
    parts: Rows,
    sums: Vec<Sum>,
    events: Rows,
    roots: Vec<u32>,
}

/// The truth values of the conditions in a state, and the sizes of their up-sets.
#[derive(Debug, Default)]
pub(super) struct Truths {
    each: Vec<(Option<bool>, usize)>,
    /// The side of each sum.
    sides: Vec<Side>,
    open: Vec<u32>,
    pub(super) seeds: Vec<u32>,
}

impl UpSets {
    pub(super) fn of(targets: &[Target], relation: &Relation, dependencies: &[Dependency]) -> Self {
        let mut sets = Self::default();
        for target in targets {
            let root = sets.add(target, relation, dependencies);
            sets.roots.push(root);
        }
        sets
    }

    /// Whether all targets are deadlocks, so that only a key is needed.
    pub(super) fn need_key_alone(&self) -> bool {
        let mut nodes = self.roots.iter().map(|&root| self.nodes[root as usize]);
        !self.roots.is_empty() && nodes.all(|node| matches!(node, Node::Deadlock))
    }

    /// Adds a condition with its parts, recursively.
    fn add(&mut self, target: &Target, relation: &Relation, dependencies: &[Dependency]) -> u32 {
        let add_all = |sets: &mut Self, parts: &[Target]| {
            let parts: Vec<u32> = parts.iter().map(|part| sets.add(part, relation, dependencies)).collect();
            sets.parts.push(parts)
        };
        let node = match target {
            Target::Constant(holds) => Node::Constant(*holds),
            Target::Deadlock => Node::Deadlock,
            // No set is computed if no event is enabled.
            Target::Alive => Node::Constant(true),
            Target::Enabled(event) => Node::Enabled(number(event.index())),
            Target::Disabled(event) => {
                let disabling = self.events.push(relation.events_disabling(*event));
                Node::Disabled(number(event.index()), disabling)
            }
            Target::Sum { terms, condition } => match terms.as_slice() {
                [] => Node::Constant(condition.admits(0)),
                _ => Node::Sum(self.add_sum(terms, *condition, relation, dependencies)),
            },
            Target::Opaque(slots) => Node::Opaque(self.events.push(relation.events_writing(slots))),
            Target::All(parts) => Node::All(add_all(self, parts)),
            Target::Any(parts) => Node::Any(add_all(self, parts)),
        };
        self.nodes.push(node);
        number(self.nodes.len() - 1)
    }

    fn add_sum(
        &mut self,
        terms: &[(i64, SlotId)],
        condition: Condition,
        relation: &Relation,
        dependencies: &[Dependency],
    ) -> u32 {
        let (below, above) = if let [(1, slot)] = *terms {
            let entering = |condition| relation.events_entering(slot, condition);
            let lighter = |one: Vec<u32>, other: Vec<u32>| if other.len() < one.len() { other } else { one };
            let exactly = entering(condition);
            match condition {
                Condition::Within { least, most } => (
                    lighter(exactly.clone(), entering(Condition::at_least(least))),
                    lighter(exactly, entering(Condition::at_most(most))),
                ),
                _ => (exactly.clone(), exactly),
            }
        } else {
            let any = Condition::Depends;
            let changing = |condition| events_changing(terms, condition, relation, dependencies);
            match condition {
                Condition::Within { .. } => {
                    (changing(Condition::at_least(0)), changing(Condition::at_most(0)))
                }
                _ => (changing(any), changing(any)),
            }
        };
        let (below, above) = (self.events.push(below), self.events.push(above));
        self.sums.push(Sum { terms: terms.to_vec(), condition, below, above });
        number(self.sums.len() - 1)
    }

    /// Computes the truth values in a state, and the sizes of the up-sets of the conditions that fail.
    fn evaluate(&self, workspace: &mut Workspace, slots: &impl Slots, questions: u32) {
        let mut truths = std::mem::take(&mut workspace.truths.each);
        truths.clear();
        workspace.truths.sides.clear();
        for sum in 0..number(self.sums.len()) {
            let side = self.side(slots, sum);
            workspace.truths.sides.push(side);
            workspace.trail.push((questions + sum, side as u32));
        }
        for &node in &self.nodes {
            let weight = |events: u32| self.events.row(events).len();
            let truth = match node {
                Node::Constant(holds) => (Some(holds), 0),
                // Some event is enabled, or no set would be computed. Any key will do.
                Node::Deadlock => (Some(false), 1),
                Node::Enabled(event) => (Some(workspace.enabled.has(event)), 1),
                Node::Disabled(event, disabling) => (Some(!workspace.enabled.has(event)), weight(disabling)),
                Node::Sum(sum) => match self.sums[sum as usize].unmet(workspace.truths.sides[sum as usize]) {
                    None => (Some(true), 0),
                    Some(events) => (Some(false), weight(events)),
                },
                Node::Opaque(events) => (None, weight(events)),
                Node::All(parts) => all(self.parts.row(parts).iter().map(|&part| truths[part as usize])),
                Node::Any(parts) => any(self.parts.row(parts).iter().map(|&part| truths[part as usize])),
            };
            truths.push(truth);
        }
        workspace.truths.each = truths;
    }

    /// Lists the `seeds`, the up-sets of all conditions that do not hold. Returns whether a key is also
    /// needed. The sums are questions too, numbered from `questions`.
    pub(super) fn seed(&self, workspace: &mut Workspace, slots: &impl Slots, questions: u32) -> bool {
        self.evaluate(workspace, slots, questions);
        let Truths { each, sides, mut open, mut seeds } = std::mem::take(&mut workspace.truths);
        let truth = |node: &u32| each[*node as usize].0;
        let mut needs_key = false;
        seeds.clear();
        open.clear();
        open.extend(self.roots.iter().filter(|root| truth(root) != Some(true)));
        while let Some(node) = open.pop() {
            match self.nodes[node as usize] {
                Node::Constant(_) => {}
                Node::Deadlock => needs_key = true,
                Node::Enabled(event) => seeds.push(event),
                Node::Disabled(_, events) | Node::Opaque(events) => {
                    seeds.extend_from_slice(self.events.row(events));
                }
                Node::Sum(sum) => {
                    let unmet = self.sums[sum as usize].unmet(sides[sum as usize]).expect("it does not hold");
                    seeds.extend_from_slice(self.events.row(unmet));
                }
                Node::All(parts) => {
                    let parts = self.parts.row(parts);
                    let failing = parts.iter().filter(|part| truth(part) == Some(false));
                    match failing.min_by_key(|&&part| each[part as usize].1) {
                        Some(&part) => open.push(part),
                        None => open.extend(parts.iter().filter(|part| truth(part).is_none())),
                    }
                }
                Node::Any(parts) => {
                    open.extend(self.parts.row(parts).iter().filter(|part| truth(part) != Some(true)));
                }
            }
        }
        workspace.truths = Truths { each, sides, open, seeds };
        needs_key
    }

    /// Whether one of the targets is known to hold in the state of these truth values.
    pub(super) fn is_one_met(&self, truths: &Truths) -> bool {
        let holds = |&root: &u32| truths.each.get(root as usize).is_some_and(|truth| truth.0 == Some(true));
        self.roots.iter().any(holds)
    }

    /// Returns the side of its condition that a sum is on in a state.
    pub(super) fn side(&self, slots: &impl Slots, sum: u32) -> Side {
        self.sums[sum as usize].side(slots)
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.parts.bytes() + self.events.bytes()
    }
}

/// Evaluates a conjunction.
fn all(parts: impl Iterator<Item = (Option<bool>, usize)> + Clone) -> (Option<bool>, usize) {
    let failing = parts.clone().filter(|part| part.0 == Some(false));
    if let Some(lightest) = failing.map(|part| part.1).min() {
        return (Some(false), lightest);
    }
    let unknown = parts.filter(|part| part.0.is_none());
    let (count, weight) = unknown.fold((0, 0), |(count, sum), part| (count + 1, part.1.saturating_add(sum)));
    (if count == 0 { Some(true) } else { None }, weight)
}

/// Evaluates a disjunction.
fn any(mut parts: impl Iterator<Item = (Option<bool>, usize)> + Clone) -> (Option<bool>, usize) {
    if parts.clone().any(|part| part.0 == Some(true)) {
        return (Some(true), 0);
    }
    let weight = parts.clone().fold(0usize, |sum, part| part.1.saturating_add(sum));
    (if parts.any(|part| part.0.is_none()) { None } else { Some(false) }, weight)
}

impl Sum {
    fn side(&self, slots: &impl Slots) -> Side {
        let term = |&(factor, slot): &(i64, SlotId)| i128::from(factor).saturating_mul(slots.value(slot));
        let sum = self.terms.iter().map(term).fold(0, i128::saturating_add);
        match self.condition {
            Condition::Within { least, .. } if sum < least => Side::Below,
            Condition::Within { most, .. } if sum > most => Side::Above,
            Condition::Not(other) if sum == other => Side::Below,
            _ => Side::Within,
        }
    }

    /// Returns the up-set if the sum does not satisfy its condition.
    fn unmet(&self, side: Side) -> Option<u32> {
        match side {
            Side::Within => None,
            Side::Below => Some(self.below),
            Side::Above => Some(self.above),
        }
    }
}

/// Returns the events that may change a sum towards a condition.
pub(super) fn events_changing(
    terms: &[(i64, SlotId)],
    condition: Condition,
    relation: &Relation,
    dependencies: &[Dependency],
) -> Vec<u32> {
    let slots: Vec<SlotId> = terms.iter().map(|&(_, slot)| slot).collect();
    let mut writing = relation.events_writing(&slots);
    let (raises, lowers) = match condition {
        Condition::Within { least, most } => (least > i128::MIN, most < i128::MAX),
        _ => (true, true),
    };
    writing.retain(|&event| {
        let (least, most) = delta(&dependencies[event as usize], terms);
        raises && most > 0 || lowers && least < 0
    });
    writing
}

/// Returns the least and the greatest amount that an event may add to a sum.
fn delta(dependency: &Dependency, terms: &[(i64, SlotId)]) -> (i128, i128) {
    terms.iter().fold((0i128, 0i128), |(least, most), &(factor, slot)| {
        let (low, high) = match dependency.change_of(slot) {
            None => (0, 0),
            Some(Change::Add(sum)) => (sum, sum),
            Some(Change::Put(value)) => {
                let (first, last) = values_before(dependency, slot);
                (value.saturating_sub(last), value.saturating_sub(first))
            }
            Some(Change::Assign) => (i128::MIN, i128::MAX),
        };
        let times = |number: i128| number.saturating_mul(factor.into());
        let (low, high) = if factor < 0 { (times(high), times(low)) } else { (times(low), times(high)) };
        (least.saturating_add(low), most.saturating_add(high))
    })
}

/// Returns the values of a slot at which an event may be enabled.
fn values_before(dependency: &Dependency, slot: SlotId) -> (i128, i128) {
    let tests = dependency.tests_of(slot).iter();
    tests.fold((i128::MIN, i128::MAX), |(first, last), test| match test.condition {
        Condition::Within { least, most } => (first.max(least), last.min(most)),
        _ => (first, last),
    })
}
