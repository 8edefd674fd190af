//! The working memory of a thread that computes the set of a state. It allocates nothing once its lists have
//! grown.

use sanderling_cutoff::{STUBBORN_WORK, STUBBORN_WORK_FOR_EVENT};
use sanderling_system::EventId;

use super::components::Walk;
use super::deletion::Deletion;
use super::dense::Dense;
use super::marks::Marks;
use super::memo::Memo;
use super::relation::{NONE, Relation};
use super::rows::number;
use super::upset::Truths;
use crate::bits::Bits;

/// A set of events that is being closed, with the parts that have been processed.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) events: Bits,
    /// The roles whose events are all in the set.
    pub(super) roles: Marks,
    /// The roles whose hindering events are all in the set.
    pub(super) hindered: Marks,
    /// The needs that are in the set.
    pub(super) needs: Marks,
    /// The content of the set, in the order of insertion.
    pub(super) log: [Vec<u32>; 4],
    /// Events of the set that have not been processed.
    pub(super) open: Vec<u32>,
    /// The number of its enabled events.
    pub(super) enabled: usize,
    /// Whether one of them is a dead end.
    pub(super) is_dead_end: bool,
}

impl Set {
    fn new(relation: &Relation) -> Self {
        let roles = relation.players.len();
        Self {
            events: Bits::new(relation.events),
            roles: Marks::new(roles),
            hindered: Marks::new(roles),
            needs: Marks::new(relation.needs.len()),
            log: Default::default(),
            open: Vec::new(),
            enabled: 0,
            is_dead_end: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.marks().into_iter().for_each(Marks::clear);
        self.log.iter_mut().for_each(Vec::clear);
        self.events.clear();
        self.open.clear();
        self.enabled = 0;
        self.is_dead_end = false;
    }

    fn marks(&mut self) -> [&mut Marks; 3] {
        [&mut self.roles, &mut self.hindered, &mut self.needs]
    }

    /// Returns the current size, for [returning](Self::back_to) to it.
    pub(super) fn size(&self) -> ([usize; 4], usize) {
        (self.log.each_ref().map(Vec::len), self.enabled)
    }

    /// Removes everything added since the set had this size.
    pub(super) fn back_to(&mut self, (sizes, enabled): ([usize; 4], usize)) {
        let mut log = std::mem::take(&mut self.log);
        log[0].drain(sizes[0]..).for_each(|event| self.events.remove(event));
        for ((marks, log), size) in self.marks().into_iter().zip(&mut log[1..]).zip(&sizes[1..]) {
            log.drain(size..).for_each(|number| marks.remove(number));
        }
        self.log = log;
        self.open.clear();
        self.enabled = enabled;
        self.is_dead_end = false;
    }

    /// Returns its events, in the order of insertion.
    pub(super) fn members(&self) -> &[u32] {
        &self.log[0]
    }
}

/// The working memory of a thread.
#[derive(Debug)]
pub(super) struct Workspace {
    /// The events that are enabled in the state.
    pub(super) enabled: Bits,
    /// Enabled events known to be in no set smaller than the best one so far.
    pub(super) dead_ends: Bits,
    /// The enabled events in the order of trying.
    pub(super) keys: Vec<u32>,
    pub(super) set: Set,
    pub(super) dense: Dense,
    /// The number of roles and events that may still be processed for the state.
    pub(super) work_limit: usize,
    /// The number of events processed so far, over all states.
    pub(super) looked_at: usize,
    /// The number of remembered sets used so far.
    pub(super) remembered: usize,
    /// The questions that have been evaluated for the state, and their answers.
    pub(super) evaluated: Marks,
    /// The questions whose answers follow from an enabled event.
    pub(super) settled: Bits,
    classes: Box<[u32]>,
    /// The questions and answers, in order.
    pub(super) trail: Vec<(u32, u32)>,
    pub(super) memo: Memo,
    /// The closures of [keys](super::keys).
    pub(super) key_memo: Memo,
    /// The positions of the selected events.
    pub(super) chosen: Vec<u32>,
    /// The enabled events of the smallest set of a key so far.
    pub(super) best: Vec<u32>,
    pub(super) walk: Walk,
    pub(super) deletion: Deletion,
    pub(super) truths: Truths,
}

impl Workspace {
    pub(super) fn new(relation: &Relation) -> Self {
        Self {
            enabled: Bits::new(relation.events),
            dead_ends: Bits::new(relation.events),
            keys: Vec::new(),
            set: Set::new(relation),
            dense: Dense::new(relation.events),
            work_limit: 0,
            looked_at: 0,
            remembered: 0,
            evaluated: Marks::new(relation.questions.len()),
            settled: Bits::new(relation.questions.len()),
            classes: vec![0; relation.questions.len()].into(),
            trail: Vec::new(),
            memo: Memo::new(),
            key_memo: Memo::new(),
            chosen: Vec::new(),
            best: Vec::new(),
            walk: Walk::default(),
            deletion: Deletion::default(),
            truths: Truths::default(),
        }
    }

    /// Starts with a state in which these events are enabled.
    pub(super) fn begin(&mut self, relation: &Relation, enabled: &[EventId]) {
        self.work_limit = STUBBORN_WORK.size() + STUBBORN_WORK_FOR_EVENT.size() * enabled.len();
        self.evaluated.clear();
        self.trail.clear();
        self.enabled.clear();
        self.settled.clear();
        for event in enabled {
            let event = number(event.index());
            self.enabled.insert(event);
            for &test in relation.settled.row(event) {
                self.settled.insert(relation.requirements[test as usize].question);
            }
        }
    }

    /// Starts with the empty set.
    pub(super) fn begin_set(&mut self) {
        self.set.clear();
        self.dead_ends.clear();
    }

    /// Whether the answer to a question is known.
    #[inline]
    pub(super) fn is_known(&self, question: u32) -> bool {
        self.evaluated.has(question) || self.settled.has(question)
    }

    /// Returns the need of a requirement, or [`NONE`] if it is met.
    #[inline]
    pub(super) fn unmet(&mut self, relation: &Relation, slots: &impl Slots, requirement: u32) -> u32 {
        let requirement = &relation.requirements[requirement as usize];
        if self.evaluated.insert(requirement.question) {
            let question = &relation.questions[requirement.question as usize];
            let class = question.class(slots.value(question.slot));
            self.classes[requirement.question as usize] = class;
            if !self.settled.has(requirement.question) {
                self.trail.push((requirement.question, class));
            }
        }
        requirement.need(self.classes[requirement.question as usize])
    }

    /// Records the answers to questions that have only one answer while an event is enabled, which it is.
    pub(super) fn settle(&mut self, relation: &Relation, event: u32) {
        for &test in relation.settled.row(event) {
            let requirement = &relation.requirements[test as usize];
            if let Some(answer) = requirement.only_answer()
                && self.evaluated.insert(requirement.question)
            {
                self.classes[requirement.question as usize] = answer;
            }
        }
    }

    /// Returns the need of a requirement, or [`NONE`] if it is met or its question has not been evaluated.
    #[inline]
    pub(super) fn need_if_known(&self, relation: &Relation, requirement: u32) -> u32 {
        let requirement = &relation.requirements[requirement as usize];
        let is_known = self.evaluated.has(requirement.question);
        if is_known { requirement.need(self.classes[requirement.question as usize]) } else { NONE }
    }

    /// Returns the need of a requirement whose question has been evaluated.
    pub(super) fn known_need(&self, relation: &Relation, requirement: u32) -> u32 {
        let requirement = &relation.requirements[requirement as usize];
        debug_assert!(
            self.evaluated.has(requirement.question),
            "all tests of events in the set have been looked at"
        );
        requirement.need(self.classes[requirement.question as usize])
    }
}

/// The slots of a state.
pub(super) trait Slots {
    /// Returns the value of a slot.
    fn value(&self, slot: sanderling_system::SlotId) -> i128;
}
