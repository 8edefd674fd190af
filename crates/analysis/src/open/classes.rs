//! Open states in classes of equal progress: the class with the least progress comes first.
//!
//! This is the open set of the sweep-line method (Christensen, Kristensen and Mailund, *A Sweep-Line Method
//! for State Space Exploration*, TACAS 2001). It is a priority queue of sets, one for each progress vector
//! of an open state. Vectors are compared lexicographically. Within a class, any order is possible. The
//! least class is stored apart from the tree of the others for fast access to the current state. INVARIANT:
//! the least class is less than all others; no class is empty.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{OpenSet, OpenState, Order};
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

type Progress = Box<[i64]>;

/// Memory of a class in the tree of classes, in bytes. A tree node has room for eleven classes and holds at
/// least five.
const BYTES_IN_TREE: usize = (size_of::<Progress>() + size_of::<OpenSet>()) * 11 / 5;

/// Open states by progress.
#[derive(Debug)]
pub struct Classes {
    order: Order,
    least: Option<(Progress, OpenSet)>,
    others: BTreeMap<Progress, OpenSet>,
    open: usize,
    /// Memory of the progress vectors and sets in the tree, in bytes.
    bytes_of_others: usize,
}

impl Classes {
    /// Creates a set without classes. Future classes use this order.
    #[must_use]
    pub fn new(order: Order) -> Self {
        Self { order, least: None, others: BTreeMap::new(), open: 0, bytes_of_others: 0 }
    }

    /// Adds a state with this progress. The priority applies among the states of its class.
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

    /// Adds a state to the least class. If there is no class, adds it to the class with the empty progress
    /// vector, which is less than all others.
    pub(super) fn push_to_least(&mut self, state: OpenState, priority: i64) {
        if let Some((_, states)) = &mut self.least {
            self.open += 1;
            states.push_with(state, priority);
        } else {
            self.push(&[], state, priority);
        }
    }

    /// Returns the next state of the least class.
    #[inline]
    pub fn current(&mut self) -> Option<&mut OpenState> {
        self.least.as_mut()?.1.current()
    }

    /// Closes the current state, and removes its class if no state in it is open.
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

    /// Returns the progress of the current state, which is the least of all.
    #[must_use]
    pub fn progress(&self) -> Option<&[i64]> {
        self.least.as_ref().map(|(progress, _)| &**progress)
    }

    /// Returns the number of classes.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.others.len() + usize::from(self.least.is_some())
    }

    /// Returns the open states of all classes, in no particular order.
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

    /// Returns the number of open states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.open
    }

    /// Whether no state is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open == 0
    }

    /// Returns the memory of the classes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let least = self.least.as_ref().map_or(0, |(progress, states)| bytes_of(progress, states));
        size_of::<Self>() + least + self.bytes_of_others + self.others.len() * BYTES_IN_TREE
    }
}

fn bytes_of(progress: &[i64], states: &OpenSet) -> usize {
    size_of_val(progress) + states.bytes()
}
