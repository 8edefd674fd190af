//! What a thread works with while it finds the set of a state: nothing is allocated once its lists have grown.

use super::components::Walk;
use super::deletion::Erasure;
use super::marks::Marks;
use super::relation::{NONE, Relation};
use super::upset::Truths;

/// So many roles and players are looked at for a state, and so many more for each event that is enabled in it, before
/// all of these are fired.
///
/// PERF: where a few events are enabled among thousands that are not, a set takes far longer than firing, and mostly
/// contains them all.
const PATIENCE: usize = 1 << 10;
const PATIENCE_FOR_EVENT: usize = 1 << 8;

/// A set of events that is being closed, and what has been asked for it already.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) events: Marks,
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
}

impl Set {
    fn new(relation: &Relation) -> Self {
        let roles = relation.players.len();
        Self {
            events: Marks::new(relation.events),
            roles: Marks::new(roles),
            hindered: Marks::new(roles),
            needs: Marks::new(relation.needs.len()),
            log: Default::default(),
            open: Vec::new(),
            enabled: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.marks().into_iter().for_each(Marks::clear);
        self.log.iter_mut().for_each(Vec::clear);
        self.open.clear();
        self.enabled = 0;
    }

    fn marks(&mut self) -> [&mut Marks; 4] {
        [&mut self.events, &mut self.roles, &mut self.hindered, &mut self.needs]
    }

    /// How much is in it, to be gone [back](Self::back_to) to.
    pub(super) fn size(&self) -> ([usize; 4], usize) {
        (self.log.each_ref().map(Vec::len), self.enabled)
    }

    /// Takes out all that was put in since it had this size.
    pub(super) fn back_to(&mut self, (sizes, enabled): ([usize; 4], usize)) {
        let mut log = std::mem::take(&mut self.log);
        for ((marks, log), size) in self.marks().into_iter().zip(&mut log).zip(sizes) {
            log.drain(size..).for_each(|number| marks.remove(number));
        }
        self.log = log;
        self.open.clear();
        self.enabled = enabled;
    }

    /// The events in it, in the order in which they were put in.
    pub(super) fn members(&self) -> &[u32] {
        &self.log[0]
    }
}

/// What a thread has at hand.
#[derive(Debug)]
pub(super) struct Desk {
    /// The events that are enabled in the state.
    pub(super) enabled: Marks,
    pub(super) set: Set,
    /// How many more roles and players may be looked at for the state.
    pub(super) patience: usize,
    /// The requirements that have been looked at in the state, and the need of each.
    looked_at: Marks,
    unmet: Box<[u32]>,
    pub(super) walk: Walk,
    pub(super) erasure: Erasure,
    pub(super) truths: Truths,
}

impl Desk {
    pub(super) fn new(relation: &Relation) -> Self {
        Self {
            enabled: Marks::new(relation.events),
            set: Set::new(relation),
            patience: 0,
            looked_at: Marks::new(relation.requirements.len()),
            unmet: vec![NONE; relation.requirements.len()].into(),
            walk: Walk::default(),
            erasure: Erasure::default(),
            truths: Truths::default(),
        }
    }

    /// Begins with a state in which these events are enabled.
    pub(super) fn begin(&mut self, enabled: impl ExactSizeIterator<Item = u32>) {
        self.patience = PATIENCE + PATIENCE_FOR_EVENT * enabled.len();
        self.set.clear();
        self.looked_at.clear();
        self.enabled.clear();
        for event in enabled {
            self.enabled.insert(event);
        }
    }

    /// What is needed before a requirement is met; [`NONE`] where it is.
    #[inline]
    pub(super) fn unmet(&mut self, relation: &Relation, slots: &impl Slots, requirement: u32) -> u32 {
        let position = requirement as usize;
        if self.looked_at.insert(requirement) {
            let asked = &relation.requirements[position];
            self.unmet[position] = asked.need(slots.value(asked.slot));
        }
        self.unmet[position]
    }
}

impl Desk {
    /// The same of a requirement that has been looked at.
    pub(super) fn known_need(&self, requirement: u32) -> u32 {
        debug_assert!(self.looked_at.has(requirement), "all tests of events in the set have been looked at");
        self.unmet[requirement as usize]
    }
}

/// The slots of a state.
pub(super) trait Slots {
    /// The value of one.
    fn value(&self, slot: sanderling_system::SlotId) -> i128;
}
