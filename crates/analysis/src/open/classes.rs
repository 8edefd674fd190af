//! Open states in classes of equal progress: those that have made the least progress come first.
//!
//! The open set of the sweep-line method (Christensen, Kristensen and Mailund, *A Sweep-Line Method
//! for State Space Exploration*, TACAS 2001): a priority queue whose elements are sets, one for each
//! vector of progress that an open state has; vectors are compared lexicographically. Within a
//! class, any order. The least class is held apart from the tree of the others, so that the
//! current state is at hand. INVARIANT: the least class is less than all others; no class is empty.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{OpenSet, OpenState, Order};
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

type Progress = Box<[i64]>;

/// What a class takes in the tree of classes. A node of it has room for eleven; at the least five
/// are taken.
const BYTES_IN_TREE: usize = (size_of::<Progress>() + size_of::<OpenSet>()) * 11 / 5;

/// Open states by progress.
#[derive(Debug)]
pub struct Classes {
    order: Order,
    least: Option<(Progress, OpenSet)>,
    others: BTreeMap<Progress, OpenSet>,
    open: usize,
    /// What the classes in the tree hold: their progress and their sets.
    bytes_of_others: usize,
}

impl Classes {
    /// No class; within those to come, states are taken in this order.
    #[must_use]
    pub fn new(order: Order) -> Self {
        Self { order, least: None, others: BTreeMap::new(), open: 0, bytes_of_others: 0 }
    }

    /// Adds a state that has made this progress. The priority counts among the states of its class.
    pub fn push(&mut self, progress: &[i64], state: OpenState, priority: i64) {
        self.open += 1;
        let least = self.least.as_mut();
        match least.map(|(least, states)| (progress.cmp(least), states)) {
            Some((Ordering::Equal, states)) => states.push_with(state, priority),
            Some((Ordering::Greater, _)) => self.push_to_others(progress, state, priority),
            Some((Ordering::Less, _)) | None => {
                let mut states = OpenSet::new(self.order);
                states.push_with(state, priority);
                if let Some((progress, states)) = self.least.replace((progress.into(), states)) {
                    self.bytes_of_others += bytes_of(&progress, &states);
                    self.others.insert(progress, states);
                }
            }
        }
    }

    fn push_to_others(&mut self, progress: &[i64], state: OpenState, priority: i64) {
        if let Some(states) = self.others.get_mut(progress) {
            let before = states.bytes();
            states.push_with(state, priority);
            self.bytes_of_others = self.bytes_of_others - before + states.bytes();
        } else {
            let mut states = OpenSet::new(self.order);
            states.push_with(state, priority);
            self.bytes_of_others += bytes_of(progress, &states);
            self.others.insert(progress.into(), states);
        }
    }

    /// Adds a state to the least class; where there is none, to that of no progress, which is less
    /// than all others.
    pub(super) fn push_to_least(&mut self, state: OpenState, priority: i64) {
        if let Some((_, states)) = &mut self.least {
            self.open += 1;
            states.push_with(state, priority);
        } else {
            self.push(&[], state, priority);
        }
    }

    /// The next state of the least class.
    #[inline]
    pub fn current(&mut self) -> Option<&mut OpenState> {
        self.least.as_mut()?.1.current()
    }

    /// Closes the current state, and forgets its class where no state of it is open any more.
    pub fn close(&mut self) {
        let Some((_, states)) = &mut self.least else { return };
        self.open -= 1;
        states.close();
        if states.is_empty() {
            self.least = self.others.pop_first();
            if let Some((progress, states)) = &self.least {
                self.bytes_of_others -= bytes_of(progress, states);
            }
        }
    }

    /// The progress of the current state: the least of all.
    #[must_use]
    pub fn progress(&self) -> Option<&[i64]> {
        self.least.as_ref().map(|(progress, _)| &**progress)
    }

    /// The number of classes.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.others.len() + usize::from(self.least.is_some())
    }

    /// The open states of all classes, in no particular order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        let least = self.least.as_mut().map(|(_, states)| states);
        least.into_iter().chain(self.others.values_mut()).flat_map(OpenSet::iter_mut)
    }

    /// The least class comes first.
    pub(super) fn save(&self, to: &mut Sink<'_>) {
        self.classes().save(to);
        let least = self.least.iter().map(|(progress, states)| (progress, states));
        for (progress, states) in least.chain(&self.others) {
            progress.save(to);
            states.save(to);
        }
    }

    pub(super) fn load(&mut self, from: &mut Source) -> Option<()> {
        let mut last: Option<Progress> = None;
        for _ in 0..usize::load(from)? {
            let (progress, mut states) = (Progress::load(from)?, OpenSet::new(self.order));
            states.load(from)?;
            if states.is_empty() || last.is_some_and(|last| last >= progress) {
                return None;
            }
            self.open += states.len();
            last = Some(progress.clone());
            if self.least.is_none() {
                self.least = Some((progress, states));
            } else {
                self.bytes_of_others += bytes_of(&progress, &states);
                self.others.insert(progress, states);
            }
        }
        Some(())
    }

    /// The number of open states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.open
    }

    /// Whether no state is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open == 0
    }

    /// The memory that the classes have taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let least = self.least.as_ref().map_or(0, |(progress, states)| bytes_of(progress, states));
        size_of::<Self>() + least + self.bytes_of_others + self.others.len() * BYTES_IN_TREE
    }
}

fn bytes_of(progress: &[i64], states: &OpenSet) -> usize {
    size_of_val(progress) + states.bytes()
}
