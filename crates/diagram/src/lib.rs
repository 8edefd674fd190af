//! Sets of states as multi-valued decision diagrams, with saturation.
//!
//! A state gives each of some variables a value from 0. A diagram has a level for each variable, with 1 at the bottom.
//! A node at a level has a child for each value of its variable, and stands for a set of values of this variable and
//! those below. The diagrams are *quasi-reduced*: no level is skipped, and equal nodes are stored once. So a set with
//! 10^600 members may need a few thousand nodes, if the levels are in a good [order].
//!
//! ```text
//! events ──Diagrams::relation──▶ Relation ─┐
//! states ──Diagrams::single────▶ Set ──────┴─Diagrams::closure──▶ Set ──Diagrams::measure──▶ Measures
//! ```
//!
//! The crate knows states and events, and no nets. Everything stays within [`Limits`]; operations that reach one return
//! [`Stop`], and all sets stay valid.
//!
//! Sources: Kam, Villa, Brayton and Sangiovanni-Vincentelli, *Multi-Valued Decision Diagrams: Theory and Applications*,
//! Multiple-Valued Logic 4, 1998; the files name those of the operations.

mod cache;
mod closure;
mod disabled;
mod linear;
mod measure;
mod nodes;
pub mod order;
mod relation;
mod search;
mod sets;

use std::rc::Rc;

use cache::Cache;
use closure::{ANYTHING, Closing};
use nodes::{EMPTY, Id, Nodes, UNIT};
use relation::{ALL, DONE, Tails};
use sets::{Combining, Operation};

pub use measure::{Measures, splits};
pub use relation::{Change, Event, Local};

/// Why an operation stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The memory is used up.
    Memory,
    /// A variable exceeded [`Limits::most`].
    Value,
    /// [`Limits::is_over`] returned true.
    Over,
}

/// The limits of all operations, and two sizes that affect only the speed.
#[derive(Clone)]
pub struct Limits<'a> {
    /// Maximum memory, in bytes.
    pub bytes: u64,
    /// Maximum value of a variable.
    pub most: u32,
    /// Whether to stop now. Called about every millisecond.
    pub is_over: Rc<dyn Fn() -> bool + 'a>,
    /// The number of results in each cache at first.
    pub first_cache: usize,
    /// The number of words of nodes, of four bytes, at which unused nodes are removed for the first time.
    pub first_collection: usize,
}

impl<'a> Limits<'a> {
    /// Creates limits with the usual sizes.
    #[must_use]
    pub fn new(bytes: u64, is_over: impl Fn() -> bool + 'a) -> Self {
        Self {
            bytes,
            most: 1 << 22,
            is_over: Rc::new(is_over),
            first_cache: 1 << 12,
            first_collection: usize::MAX,
        }
    }
}

/// The number of steps between two calls of [`Limits::is_over`].
const STEPS_BETWEEN_CHECKS: u32 = 1 << 10;

/// The number of children that take as long as a step.
const CHILDREN_PER_STEP: usize = 64;

/// A set of states. It stays valid until [`Diagrams::release`].
#[derive(Debug, PartialEq, Eq)]
pub struct Set(usize);

/// The events of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation(u32);

/// Sets of states over the same variables, with the memory that they share.
pub struct Diagrams<'a> {
    levels: u32,
    limits: Limits<'a>,
    nodes: Nodes,
    tails: Tails,
    /// The first one has no events.
    relations: Vec<relation::Relation>,
    /// The relation under which sets are being closed.
    current: u32,
    /// Results of operations on two sets.
    results: Cache,
    /// Results of [`closure`].
    images: Cache,
    /// The nodes of all sets. [`EMPTY`] is also used for released ones.
    held: Vec<Id>,
    /// The positions in `held` that are free.
    free: Vec<usize>,
    combining: Combining,
    closing: Closing,
    /// The number of words of nodes at which unused nodes are removed.
    collection: usize,
    /// The number of times that unused nodes were removed.
    collections: u64,
    /// Whether ids of nodes must not change now.
    is_pinned: bool,
    steps: u32,
}

impl<'a> Diagrams<'a> {
    /// Creates diagrams of this number of levels, without any set.
    #[must_use]
    pub fn new(levels: u32, limits: Limits<'a>) -> Self {
        let bytes = usize::try_from(limits.bytes).unwrap_or(usize::MAX);
        let mut tails = Tails::new();
        Self {
            levels,
            nodes: Nodes::new(bytes / 2),
            relations: vec![relation::Relation::new(levels, &[], &mut tails)],
            tails,
            current: 0,
            results: Cache::new(limits.first_cache, bytes / 8),
            images: Cache::new(limits.first_cache, bytes / 8),
            held: Vec::new(),
            free: Vec::new(),
            combining: Combining::default(),
            closing: Closing::default(),
            collection: limits.first_collection,
            collections: 0,
            is_pinned: false,
            steps: 0,
            limits,
        }
    }

    /// Returns the relation of some events.
    pub fn relation(&mut self, events: &[Event]) -> Relation {
        self.relations.push(relation::Relation::new(self.levels, events, &mut self.tails));
        Relation(self.relations.len() as u32 - 1)
    }

    /// Returns the set of one state. `values` are those of the levels from the bottom.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn single(&mut self, values: &[u32]) -> Result<Set, Stop> {
        let mut node = UNIT;
        let mut children = Vec::new();
        for &value in values {
            if value > self.limits.most {
                return Err(Stop::Value);
            }
            self.check()?;
            self.count_children(value as usize);
            children.clear();
            children.resize(value as usize, EMPTY);
            children.push(node);
            node = self.nodes.make(&children)?;
        }
        Ok(self.hold(node))
    }

    /// Returns all states in which no variable exceeds its value. `most` are the values of the levels from the bottom.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn product(&mut self, most: &[u32]) -> Result<Set, Stop> {
        let mut node = UNIT;
        let mut children = Vec::new();
        for &most in most {
            if most > self.limits.most {
                return Err(Stop::Value);
            }
            self.check()?;
            self.count_children(most as usize);
            children.clear();
            children.resize(most as usize + 1, node);
            node = self.nodes.make(&children)?;
        }
        Ok(self.hold(node))
    }

    /// Returns the empty set.
    pub fn empty(&mut self) -> Set {
        self.hold(EMPTY)
    }

    /// Returns another handle of a set.
    pub fn copy(&mut self, set: &Set) -> Set {
        self.hold(self.held[set.0])
    }

    /// Frees a set. Its memory is used again when memory runs short.
    pub fn release(&mut self, Set(position): Set) {
        self.held[position] = EMPTY;
        self.free.push(position);
    }

    fn hold(&mut self, node: Id) -> Set {
        match self.free.pop() {
            Some(position) => {
                self.held[position] = node;
                Set(position)
            }
            None => {
                self.held.push(node);
                Set(self.held.len() - 1)
            }
        }
    }

    fn node(&self, set: &Set) -> Id {
        self.held[set.0]
    }

    /// Whether a set has no members.
    #[must_use]
    pub fn is_empty(&self, set: &Set) -> bool {
        self.node(set) == EMPTY
    }

    /// Whether two sets have the same members.
    #[must_use]
    pub fn is_equal(&self, one: &Set, other: &Set) -> bool {
        self.node(one) == self.node(other)
    }

    /// Whether a state is a member. `values` are those of the levels from the bottom.
    #[must_use]
    pub fn contains(&self, set: &Set, values: &[u32]) -> bool {
        let mut node = self.node(set);
        for &value in values.iter().rev() {
            if node == EMPTY {
                return false;
            }
            node = self.nodes.child(node, value);
        }
        node == UNIT
    }

    /// Returns a member, unless the set is empty. At each level, `choose` picks one of the given number of values with
    /// members.
    pub fn member(&self, set: &Set, choose: &mut dyn FnMut(usize) -> usize) -> Option<Vec<u32>> {
        let mut node = self.node(set);
        let mut values = vec![0; self.levels as usize];
        let mut children = Vec::new();
        for value in values.iter_mut().rev() {
            children.clear();
            self.nodes.append_children(node, &mut children);
            let of = children.iter().filter(|&&child| child != EMPTY).count();
            let mut present = children.iter().enumerate().filter(|(_, child)| **child != EMPTY);
            let (chosen, &child) = present.nth(choose(of))?;
            (*value, node) = (chosen as u32, child);
        }
        (node == UNIT).then_some(values)
    }

    /// Returns the states in one of two sets, or both.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn union(&mut self, one: &Set, other: &Set) -> Result<Set, Stop> {
        self.operate(Operation::Union, one, other)
    }

    /// Returns the states in both sets.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn intersection(&mut self, one: &Set, other: &Set) -> Result<Set, Stop> {
        self.operate(Operation::Intersection, one, other)
    }

    /// Returns the states in the first set that are not in the second.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn difference(&mut self, one: &Set, other: &Set) -> Result<Set, Stop> {
        self.operate(Operation::Difference, one, other)
    }

    fn operate(&mut self, operation: Operation, one: &Set, other: &Set) -> Result<Set, Stop> {
        self.collect_if_full()?;
        let result = self.combine(operation, self.node(one), self.node(other))?;
        Ok(self.hold(result))
    }

    /// Returns all states that the events lead to from a set, in any number of steps, with those of the set. If `within`
    /// is given, only states in it count: those of the set and those of all runs.
    ///
    /// # Errors
    /// A limit was reached. After [`Stop::Over`], [`resume`](Self::resume) continues.
    pub fn closure(&mut self, relation: Relation, set: &Set, within: Option<&Set>) -> Result<Set, Stop> {
        self.current = relation.0;
        let within = within.map_or(ANYTHING, |within| self.node(within));
        let result = self.close(ALL, self.node(set), within, self.levels)?;
        Ok(self.hold(result))
    }

    /// Continues the last closure, if it was stopped by [`Stop::Over`] and no other operation came after it.
    ///
    /// # Errors
    /// As for [`closure`](Self::closure).
    pub fn resume(&mut self) -> Result<Set, Stop> {
        let result = self.close_frames()?;
        Ok(self.hold(result))
    }

    /// Returns the states that the last closure has reached so far, if it was stopped by [`Stop::Over`] and no other
    /// operation came after it. Every member is in the complete result.
    ///
    /// The outermost frames close children of the set, each for the value of the frame above it. The children of each frame
    /// so far are closed, or unions of images of closed sets, so runs lead to them.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn reached_so_far(&mut self) -> Result<Set, Stop> {
        let open = self.closing.open_levels() as usize;
        let mut node = EMPTY;
        for frame in self.closing.frames[..open].iter().rev() {
            let mut children = frame.children.clone();
            if node != EMPTY && frame.is_opening() {
                // The child of this value is not complete.
                children.resize(children.len().max(frame.value as usize + 1), EMPTY);
                children[frame.value as usize] = node;
            }
            node = self.nodes.make(&children)?;
        }
        Ok(self.hold(node))
    }

    /// Returns the number of levels, from the bottom, that the last closure has finished.
    #[must_use]
    pub fn closed_levels(&self) -> u32 {
        self.levels - self.closing.open_levels()
    }

    /// Returns the states that one event leads to from a set.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn image(&mut self, event: &Event, set: &Set) -> Result<Set, Stop> {
        let tail = self.tails.of(event);
        let result = self.image_under(tail, self.node(set))?;
        Ok(self.hold(result))
    }

    fn image_under(&mut self, tail: u32, node: Id) -> Result<Id, Stop> {
        self.current = 0;
        if tail == DONE { Ok(node) } else { self.close(tail, node, ANYTHING, self.levels) }
    }

    /// Changes the maximum memory, in bytes.
    pub fn set_bytes(&mut self, bytes: u64) {
        self.limits.bytes = bytes;
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.nodes.set_limit(bytes / 2);
        self.results.set_limit(bytes / 8);
        self.images.set_limit(bytes / 8);
    }

    /// Returns the number of nodes that were ever created.
    #[must_use]
    pub fn created_nodes(&self) -> u64 {
        self.nodes.created()
    }

    /// Returns the number of nodes of a set.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn nodes(&mut self, set: &Set) -> Result<u64, Stop> {
        let levels = self.nodes_by_level(self.node(set))?;
        Ok(levels.iter().map(|nodes| nodes.len() as u64).sum())
    }

    /// Returns the number of nodes in memory, used or not.
    #[must_use]
    pub fn stored_nodes(&self) -> u64 {
        self.nodes.count() as u64
    }

    /// Returns the number of times that unused nodes were removed.
    #[must_use]
    pub fn collections(&self) -> u64 {
        self.collections
    }

    /// Returns the memory in use, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let caches = self.results.bytes() + self.images.bytes();
        (self.nodes.bytes() + caches + self.combining.bytes() + self.closing.bytes()) as u64
    }

    /// Returns for each level from 1 the nodes that are reachable from a node of the top level, ascending.
    ///
    /// # Errors
    /// A limit was reached.
    fn nodes_by_level(&mut self, root: Id) -> Result<Vec<Vec<Id>>, Stop> {
        let mut seen = vec![0u64; self.nodes.words().div_ceil(64)];
        let mut levels = vec![Vec::new(); self.levels as usize];
        let mut nodes = if root == EMPTY { Vec::new() } else { vec![root] };
        for level in levels.iter_mut().rev() {
            nodes.sort_unstable();
            *level = std::mem::take(&mut nodes);
            for &node in level.iter() {
                self.count_children(self.nodes.most(node) as usize);
                self.check()?;
                self.nodes.for_each_child(node, |_, child| {
                    let (word, bit) = (child as usize / 64, 1 << (child % 64));
                    if seen[word] & bit == 0 {
                        seen[word] |= bit;
                        nodes.push(child);
                    }
                });
            }
        }
        Ok(levels)
    }

    /// Counts the steps of work on some children, for the next check.
    #[inline]
    fn count_children(&mut self, children: usize) {
        self.steps = self.steps.saturating_add((children / CHILDREN_PER_STEP) as u32);
    }

    /// Counts a step, and checks the limits now and then.
    #[inline]
    fn check(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.saturating_add(1);
        if self.steps < STEPS_BETWEEN_CHECKS {
            return Ok(());
        }
        self.steps = 0;
        if (self.limits.is_over)() {
            return Err(Stop::Over);
        }
        if self.bytes() > self.limits.bytes { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Removes unused nodes if there are too many.
    fn collect_if_full(&mut self) -> Result<(), Stop> {
        if self.nodes.words() < self.collection && !self.nodes.is_nearly_full() {
            return Ok(());
        }
        if self.is_pinned {
            return if self.nodes.is_nearly_full() { Err(Stop::Memory) } else { Ok(()) };
        }
        self.collections += 1;
        let mut roots = self.held.clone();
        self.closing.for_each_root(&mut |id| roots.push(id));
        let kept = self.nodes.reachable(roots.into_iter());
        self.nodes.keep(&kept);
        for held in &mut self.held {
            *held = kept.moved(*held).unwrap_or(EMPTY);
        }
        self.closing.keep(&kept);
        self.results.keep(&kept);
        self.images.keep(&kept);
        if self.nodes.is_nearly_full() {
            return Err(Stop::Memory);
        }
        self.collection = self.limits.first_collection.max(self.nodes.words().saturating_mul(2));
        Ok(())
    }
}
