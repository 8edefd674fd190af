//! What a thread works with while it finds the set of a state: nothing is allocated once its lists have grown.

use sanderling_cutoff::{STUBBORN_WORK, STUBBORN_WORK_FOR_EVENT};
use sanderling_system::EventId;

use super::components::Walk;
use super::deletion::Deletion;
use super::dense::Dense;
use super::marks::Marks;
use super::memo::Memo;
use super::relation::Relation;
use super::rows::number;
use super::upset::Truths;
use crate::bits::Bits;

/// A set of events that is being closed, and what has been asked for it already.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) events: Bits,
    /// The roles of which all players are in the set.
    pub(super) roles: Marks,
    /// The roles of which all that hinder are in it.
    pub(super) hindered: Marks,
    /// The needs that are met in it.
    pub(super) needs: Marks,
    /// What is in it, each in the order in which it was put in.
    pub(super) log: [Vec<u32>; 4],
    /// Events of the set that have not been looked at.
    pub(super) open: Vec<u32>,
    /// How many of its events are enabled.
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

    /// How much is in it, to be gone [back](Self::back_to) to.
    pub(super) fn size(&self) -> ([usize; 4], usize) {
        (self.log.each_ref().map(Vec::len), self.enabled)
    }

    /// Takes out all that was put in since it had this size.
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

    /// The events in it, in the order in which they were put in.
    pub(super) fn members(&self) -> &[u32] {
        &self.log[0]
    }
}

/// What a thread has at hand.
#[derive(Debug)]
pub(super) struct Workspace {
    /// The events that are enabled in the state.
    pub(super) enabled: Bits,
    /// Enabled events of which it is known that whatever contains them is not smaller than the best set so far.
    pub(super) dead_ends: Bits,
    /// The enabled events in the order in which they are tried.
    pub(super) keys: Vec<u32>,
    pub(super) set: Set,
    pub(super) dense: Dense,
    /// How many more roles and players may be looked at for the state.
    pub(super) work_limit: usize,
    /// How many events have been looked at so far, over all states.
    pub(super) looked_at: usize,
    /// How many sets have been remembered so far.
    pub(super) remembered: usize,
    /// The questions that have been asked of the state, and what each one's answer is.
    asked: Marks,
    /// The questions that need not be asked, because an enabled event settles the answer.
    settled: Bits,
    classes: Box<[u32]>,
    /// What was asked, and what the answer was, in order.
    pub(super) trail: Vec<(u32, u32)>,
    pub(super) memo: Memo,
    /// The positions of the events that are chosen.
    pub(super) chosen: Vec<u32>,
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
            asked: Marks::new(relation.questions.len()),
            settled: Bits::new(relation.questions.len()),
            classes: vec![0; relation.questions.len()].into(),
            trail: Vec::new(),
            memo: Memo::new(),
            chosen: Vec::new(),
            walk: Walk::default(),
            deletion: Deletion::default(),
            truths: Truths::default(),
        }
    }

    /// Begins with a state in which these events are enabled.
    pub(super) fn begin(&mut self, relation: &Relation, enabled: &[EventId]) {
        self.work_limit = STUBBORN_WORK.size() + STUBBORN_WORK_FOR_EVENT.size() * enabled.len();
        self.asked.clear();
        self.trail.clear();
        self.enabled.clear();
        self.settled.clear();
        for event in enabled {
            let event = number(event.index());
            self.enabled.insert(event);
            for &question in relation.settled.row(event) {
                self.settled.insert(question);
            }
        }
    }

    /// Begins with the empty set.
    pub(super) fn begin_set(&mut self) {
        self.set.clear();
        self.dead_ends.clear();
    }

    /// Whether a question has been asked, or need not be.
    #[inline]
    pub(super) fn is_known(&self, question: u32) -> bool {
        self.asked.has(question) || self.settled.has(question)
    }

    /// What is needed before a requirement is met; [`NONE`] where it is.
    #[inline]
    pub(super) fn unmet(&mut self, relation: &Relation, slots: &impl Slots, requirement: u32) -> u32 {
        let asked = &relation.requirements[requirement as usize];
        if self.asked.insert(asked.question) {
            let question = &relation.questions[asked.question as usize];
            let class = question.class(slots.value(question.slot));
            self.classes[asked.question as usize] = class;
            if !self.settled.has(asked.question) {
                self.trail.push((asked.question, class));
            }
        }
        asked.need(self.classes[asked.question as usize])
    }

    /// The necessary enabling set of a requirement whose test has been evaluated.
    pub(super) fn known_need(&self, relation: &Relation, requirement: u32) -> u32 {
        let asked = &relation.requirements[requirement as usize];
        debug_assert!(self.asked.has(asked.question), "all tests of events in the set have been looked at");
        asked.need(self.classes[asked.question as usize])
    }
}

/// The slots of a state.
pub(super) trait Slots {
    /// The value of one.
    fn value(&self, slot: sanderling_system::SlotId) -> i128;
}
