//! The relations between all events that follow from the dependencies, computed once for a search.
//!
//! An enabled event does not accord with (is *hindered* by) the events with which it does not commute. A
//! disabled event can be *enabled* by the events that make one of its conditions true. Both relations are
//! stored by [role](crate::reduce::cast), so that each list of events is stored once, and the relations are
//! about as large as the dependencies. For a net they follow from its incidence matrix: an event is hindered
//! by those that compete for its input, additions commute, and a value that is too small is increased by the
//! events that add to it.
//!
//! A test that a value is within bounds fails on either side. Each side has its own *need*, a necessary
//! enabling set: a list of roles, one of which has to occur before the condition can become true. Among
//! several possible lists, the one with the fewest events is stored. Conditions that involve more than one
//! slot have one need together, which contains the writers of their slots.
//!
//! INVARIANT: lists may be larger than necessary, but never too small.

use std::collections::HashMap;

use sanderling_cutoff::ROLES;
use sanderling_system::{Change, Condition, Dependency, EventId, SlotId, Test};

use super::direct::Direct;
use super::question::Question;
use super::rows::{Rows, number};
use crate::reduce::cast::{Cast, Role};

/// Stands for a missing number.
pub(super) const NONE: u32 = u32::MAX;

/// A condition that some events test.
#[derive(Debug, Clone, Copy)]
pub(super) struct Requirement {
    /// The question that decides it.
    pub(super) question: u32,
    /// The answers that satisfy it: from the first to the last, or all but the first if `is_not`.
    first: u32,
    last: u32,
    is_not: bool,
    /// The need if the value is too small, or is the forbidden one.
    pub(super) below: u32,
    /// The need if the value is too large.
    pub(super) above: u32,
}

impl Requirement {
    /// Returns the answer that satisfies the condition, if it is the only one.
    pub(super) fn only_answer(&self) -> Option<u32> {
        (!self.is_not && self.first == self.last).then_some(self.first)
    }

    /// Returns the need for this answer, or [`NONE`] if the condition holds.
    #[inline]
    pub(super) fn need(&self, class: u32) -> u32 {
        match self.is_not {
            true if class == self.first => self.below,
            false if class < self.first => self.below,
            false if class > self.last => self.above,
            _ => NONE,
        }
    }
}

/// The relations between the events of a system.
#[derive(Debug, Clone, Default)]
pub(super) struct Relation {
    pub(super) events: usize,
    /// Whether some event tests a condition on more than one slot.
    pub(super) has_undecided_tests: bool,
    /// Whether events only add to slots, as in most nets.
    pub(super) only_adds: bool,
    /// The roles of each event.
    pub(super) roles_of: Rows,
    /// The events with each role.
    pub(super) players: Rows,
    /// For each role, the roles on the same slot that hinder it.
    pub(super) hindering: Rows,
    /// For each role, the roles on the same slot that may make one of its conditions false.
    failing: Rows,
    /// The conditions that each event tests.
    pub(super) tests: Rows,
    pub(super) requirements: Vec<Requirement>,
    pub(super) questions: Vec<Question>,
    /// For each event, the tests that only one answer satisfies.
    pub(super) settled: Rows,
    /// For each need, its roles.
    pub(super) needs: Rows,
    /// The number of events of each need.
    pub(super) weights: Vec<u32>,
    /// For each event, the need of its conditions on more than one slot. It may be empty.
    pub(super) depends: Vec<u32>,
    /// The events that may end the run, or be undefined.
    pub(super) verdicts: Vec<EventId>,
    /// For each slot, its first role and the number of its roles.
    roles_on: HashMap<SlotId, (u32, u32)>,
    parts: Vec<Dependency>,
    backwards: Backwards,
    /// The approximate number of events that hinder each event. Events with low numbers are tried first.
    pub(super) ranks: Vec<usize>,
    /// The relation by event, if it does not take too much memory.
    pub(super) direct: Option<Direct>,
}

/// The reversed relation for deletion, which removes events from a set.
#[derive(Debug, Clone, Default)]
struct Backwards {
    /// For each role, the needs that contain it.
    needs_with: Rows,
    /// For each need, the events that may require it, each with the requirement or [`NONE`].
    dependents: Vec<Vec<(u32, u32)>>,
}

impl Relation {
    pub(super) fn of(dependencies: &[Dependency]) -> Self {
        let mut relation = Self { events: dependencies.len(), ..Self::default() };
        let cast = Cast::of(dependencies);
        let first_roles = relation.add_roles(&cast);
        for roles in &cast.roles_of {
            let roles = roles.iter().map(|&(slot, role)| {
                let is_merged = !ROLES.admits(cast.slots[slot].len());
                first_roles[slot] + if is_merged { 0 } else { number(role) }
            });
            relation.roles_of.push(roles);
        }
        relation.add_tests(dependencies);
        let is_verdict = |it: &Dependency| it.may_end() || it.may_be_undefined();
        let verdicts = dependencies.iter().enumerate().filter(|(_, dependency)| is_verdict(dependency));
        relation.verdicts = verdicts.map(|(event, _)| EventId::new(event)).collect();
        let rank = |event| relation.roles_of.row(event).iter().map(|&role| relation.rivals(role)).sum();
        relation.ranks = (0..number(relation.events)).map(rank).collect();
        let mut writes = dependencies.iter().flat_map(Dependency::writes);
        relation.only_adds = writes.all(|write| matches!(write.change, Change::Add(_)));
        relation.direct = Direct::of(&relation);
        relation
    }

    /// Computes the reversed relation for deletion.
    pub(super) fn and_backwards(mut self) -> Self {
        let mut needs_with = vec![Vec::new(); self.players.len()];
        for need in 0..number(self.needs.len()) {
            self.needs.row(need).iter().for_each(|&role| needs_with[role as usize].push(need));
        }
        let mut dependents = vec![Vec::new(); self.needs.len()];
        for event in 0..number(self.events) {
            for &test in self.tests.row(event) {
                let Requirement { below, above, .. } = self.requirements[test as usize];
                [below, above].into_iter().for_each(|need| dependents[need as usize].push((event, test)));
            }
            dependents[self.depends[event as usize] as usize].push((event, NONE));
        }
        self.backwards.dependents = dependents;
        for needs in needs_with {
            self.backwards.needs_with.push(needs);
        }
        self
    }

    /// Returns the number of events that hinder a role.
    fn rivals(&self, role: u32) -> usize {
        self.weight(self.hindering.row(role))
    }

    /// Returns the needs that contain a role.
    pub(super) fn needs_with(&self, role: u32) -> &[u32] {
        self.backwards.needs_with.row(role)
    }

    /// Returns the events that may require a need, each with the requirement or [`NONE`].
    pub(super) fn dependents(&self, need: u32) -> &[(u32, u32)] {
        &self.backwards.dependents[need as usize]
    }

    /// Numbers the roles, and returns the first role of each slot.
    fn add_roles(&mut self, cast: &Cast) -> Vec<u32> {
        let mut first_roles = Vec::with_capacity(cast.slots.len());
        for roles in &cast.slots {
            let first = number(self.players.len());
            first_roles.push(first);
            if !ROLES.admits(roles.len()) {
                self.players.push(roles.iter().flat_map(|role| role.players.iter().copied()));
                self.hindering.push([first]);
                self.failing.push([first]);
                self.parts.push(Dependency::default());
            } else {
                for role in roles {
                    self.add_role(role, roles, first);
                }
            }
            let slot = slot_of(&roles[0].part);
            self.roles_on.insert(slot, (first, number(self.players.len()) - first));
        }
        first_roles
    }

    fn add_role(&mut self, role: &Role, all: &[Role], first: u32) {
        self.players.push(role.players.iter().copied());
        let those = |is_one: &dyn Fn(&Role) -> bool| {
            let found = all.iter().enumerate().filter(|(_, other)| is_one(other));
            found.map(|(position, _)| first + number(position)).collect::<Vec<_>>()
        };
        self.hindering.push(those(&|other| !role.part.is_independent_of(&other.part)));
        self.failing.push(those(&|other| other.part.may_disable(&role.part)));
        self.parts.push(role.part.clone());
    }

    fn add_tests(&mut self, dependencies: &[Dependency]) {
        let questions = self.add_questions(dependencies);
        let mut numbers = HashMap::new();
        let mut unions: HashMap<Vec<SlotId>, u32> = HashMap::new();
        for dependency in dependencies {
            let mut tests = Vec::new();
            let mut undecided = Vec::new();
            for &test in dependency.tests() {
                if test.condition == Condition::Depends {
                    undecided.push(test.slot);
                } else {
                    tests.push(
                        *numbers
                            .entry(test)
                            .or_insert_with(|| self.add_requirement(test, questions[&test.slot])),
                    );
                }
            }
            let settles = |test: &u32| self.requirements[*test as usize].only_answer().is_some();
            self.settled.push(tests.iter().copied().filter(settles));
            // If several conditions fail, the first one is that with the fewest events.
            tests.sort_by_key(|&test| self.heaviest(test));
            self.tests.push(tests);
            self.has_undecided_tests |= !undecided.is_empty();
            // If there are none, an event that is disabled although all other conditions hold is never
            // enabled.
            let depends = *unions.entry(undecided).or_insert_with_key(|slots| self.add_writers(slots));
            self.depends.push(depends);
        }
    }

    /// Adds a question for each tested slot, and returns the question of each slot.
    fn add_questions(&mut self, dependencies: &[Dependency]) -> HashMap<SlotId, u32> {
        let tests = dependencies.iter().flat_map(Dependency::tests);
        let mut tests: Vec<Test> =
            tests.copied().filter(|test| test.condition != Condition::Depends).collect();
        tests.sort_unstable();
        tests.dedup();
        let mut questions = HashMap::new();
        for tests in tests.chunk_by(|a, b| a.slot == b.slot) {
            let conditions: Vec<Condition> = tests.iter().map(|test| test.condition).collect();
            questions.insert(tests[0].slot, number(self.questions.len()));
            self.questions.push(Question::of(tests[0].slot, &conditions));
        }
        questions
    }

    fn add_requirement(&mut self, Test { slot, condition }: Test, question: u32) -> u32 {
        let entering = |condition: Condition| self.entering(slot, condition);
        let exactly = entering(condition);
        let (below, above) = match condition {
            Condition::Within { least, most } => (
                self.lighter(exactly.clone(), entering(Condition::at_least(least))),
                self.lighter(exactly, entering(Condition::at_most(most))),
            ),
            _ => (exactly.clone(), exactly),
        };
        let (below, above) = (self.add_need(below), self.add_need(above));
        let (first, last) = self.questions[question as usize].classes_in(condition);
        let is_not = matches!(condition, Condition::Not(_));
        self.requirements.push(Requirement { question, first, last, is_not, below, above });
        number(self.requirements.len() - 1)
    }

    /// Returns the roles on a slot that may make a condition on it true.
    pub(super) fn entering(&self, slot: SlotId, condition: Condition) -> Vec<u32> {
        let wanted = Dependency::new(vec![Test { slot, condition }], Vec::new(), Vec::new());
        self.on(slot, |part| part.may_enable(&wanted))
    }

    /// Returns the roles on a slot that change its value.
    fn writing(&self, slot: SlotId) -> Vec<u32> {
        self.on(slot, |part| !matches!(part.change_of(slot), None | Some(Change::Add(0))))
    }

    fn on(&self, slot: SlotId, is_one: impl Fn(&Dependency) -> bool) -> Vec<u32> {
        let (first, count) = self.roles_on.get(&slot).copied().unwrap_or((0, 0));
        let is_merged = |role: u32| self.parts[role as usize] == Dependency::default();
        let roles = first..first + count;
        roles.filter(|&role| is_merged(role) || is_one(&self.parts[role as usize])).collect()
    }

    fn lighter(&self, one: Vec<u32>, other: Vec<u32>) -> Vec<u32> {
        if self.weight(&other) < self.weight(&one) { other } else { one }
    }

    fn weight(&self, roles: &[u32]) -> usize {
        roles.iter().map(|&role| self.players.row(role).len()).sum()
    }

    /// Returns the number of events of the heavier need of a requirement.
    fn heaviest(&self, requirement: u32) -> u32 {
        let Requirement { below, above, .. } = self.requirements[requirement as usize];
        self.weights[below as usize].max(self.weights[above as usize])
    }

    fn add_need(&mut self, roles: Vec<u32>) -> u32 {
        self.weights.push(number(self.weight(&roles)));
        self.needs.push(roles)
    }

    fn add_writers(&mut self, slots: &[SlotId]) -> u32 {
        let roles = slots.iter().flat_map(|&slot| self.writing(slot)).collect();
        self.add_need(roles)
    }

    /// Returns the events with one of these roles, sorted and without duplicates.
    fn playing(&self, roles: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut events: Vec<u32> =
            roles.into_iter().flat_map(|role| self.players.row(role)).copied().collect();
        events.sort_unstable();
        events.dedup();
        events
    }

    /// Returns the events that may make a condition on a slot true.
    pub(super) fn events_entering(&self, slot: SlotId, condition: Condition) -> Vec<u32> {
        self.playing(self.entering(slot, condition))
    }

    /// Returns the events that write one of some slots.
    pub(super) fn events_writing(&self, slots: &[SlotId]) -> Vec<u32> {
        self.playing(slots.iter().flat_map(|&slot| self.writing(slot)))
    }

    /// Returns the events that may disable an enabled event. They may include the event itself.
    pub(super) fn events_disabling(&self, event: EventId) -> Vec<u32> {
        let roles = self.roles_of.row(number(event.index()));
        self.playing(roles.iter().flat_map(|&role| self.failing.row(role)).copied())
    }

    /// Returns the memory of the relations, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let rows = [
            &self.roles_of,
            &self.players,
            &self.hindering,
            &self.failing,
            &self.tests,
            &self.settled,
            &self.needs,
        ];
        rows.iter().map(|rows| rows.bytes()).sum::<usize>()
            + self.requirements.capacity() * size_of::<Requirement>()
            + self.questions.iter().map(|it| size_of::<Question>() + it.bytes()).sum::<usize>()
            + self.direct.as_ref().map_or(0, Direct::bytes)
            + self.ranks.capacity() * size_of::<usize>()
            + (self.weights.capacity() + self.depends.capacity()) * size_of::<u32>()
            + self.parts.capacity() * size_of::<Dependency>()
    }
}

/// Returns the slot of a role.
fn slot_of(part: &Dependency) -> SlotId {
    let tested = part.tests().first().map(|test| test.slot);
    let written = part.writes().first().map(|write| write.slot);
    tested.or(written).or(part.reads().first().copied()).expect("a role has to do with its slot")
}
