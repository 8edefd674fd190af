//! What each event looks at and what it changes: a capability.
//!
//! A state is seen as a row of *slots*, each with a number for its value, however states are packed.
//! The dependency of an event says which slots it *tests* (they decide whether it is enabled), which
//! it *reads* (they decide what it writes) and which it *writes* (no others change). From that alone
//! follows which events get in each other's way: [`Dependency::is_independent_of`].
//!
//! Plain sets of slots, as in Godefroid, *Partial-Order Methods for the Verification of Concurrent
//! Systems*, LNCS 1032, 1996, would make all events dependent that add to the same counter. So a
//! write says what becomes of the value as far as that is the same in all states: adding a number
//! commutes with adding another one. And a test says which values pass, where that can be said of one
//! slot alone: then a change that goes the right way does no harm. The idea of tests as a conjunction
//! of parts is that of Laarman, Pater, van de Pol and Hansen, *Guard-Based Partial-Order Reduction*,
//! STTT 18, 2016.

mod independence;

use crate::System;

/// A slot: a number below [`Dependencies::slots`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(u32);

impl SlotId {
    /// The slot with this number.
    ///
    /// # Panics
    /// Where it does not fit 32 bits.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a state has less than 2^32 slots"))
    }

    /// The number of the slot.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an event asks of the value of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// The value lies between two numbers, both included. Where the first is greater than the second no value
    /// does.
    Within {
        /// The least value that passes.
        least: i128,
        /// The greatest value that passes.
        most: i128,
    },
    /// The value is another one than this.
    Not(i128),
    /// Something that cannot be said of the slot alone: equal values pass or fail together only where
    /// the values of all slots with such a condition are equal.
    Depends,
}

impl Condition {
    /// The condition that the value is this or greater.
    #[must_use]
    pub fn at_least(least: i128) -> Self {
        Self::Within { least, most: i128::MAX }
    }

    /// The condition that the value is this or less.
    #[must_use]
    pub fn at_most(most: i128) -> Self {
        Self::Within { least: i128::MIN, most }
    }

    /// The condition that the value is this one.
    #[must_use]
    pub fn exactly(value: i128) -> Self {
        Self::Within { least: value, most: value }
    }

    /// Whether a value passes, as far as that can be said of the slot alone.
    #[must_use]
    pub fn admits(self, value: i128) -> bool {
        match self {
            Self::Within { least, most } => (least..=most).contains(&value),
            Self::Not(other) => value != other,
            Self::Depends => true,
        }
    }
}

/// A slot that is tested. A slot may be tested for several conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Test {
    /// The slot.
    pub slot: SlotId,
    /// What is asked of it.
    pub condition: Condition,
}

/// What becomes of the value of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// This is added to the value, in every state.
    Add(i128),
    /// The value becomes this, in every state.
    Put(i128),
    /// The value becomes another one, or stays: which of them, and what it becomes, is decided by the slots
    /// that the event reads and by those with a condition that [`Depends`](Condition::Depends).
    Assign,
}

/// A slot that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Write {
    /// The slot.
    pub slot: SlotId,
    /// What becomes of it.
    pub change: Change,
}

/// The slots that an event tests, reads and writes.
///
/// INVARIANT: each list is sorted; no slot is read or written twice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dependency {
    tests: Box<[Test]>,
    reads: Box<[SlotId]>,
    writes: Box<[Write]>,
    may_end: bool,
    may_be_undefined: bool,
}

impl Dependency {
    /// The dependency with these lists, in any order.
    ///
    /// # Panics
    /// Where a slot is written in two ways.
    #[must_use]
    pub fn new(mut tests: Vec<Test>, mut reads: Vec<SlotId>, mut writes: Vec<Write>) -> Self {
        tests.sort_unstable();
        tests.dedup();
        reads.sort_unstable();
        reads.dedup();
        writes.sort_unstable();
        writes.dedup();
        assert!(writes.is_sorted_by(|a, b| a.slot < b.slot), "a slot is written in one way");
        Self { tests: tests.into(), reads: reads.into(), writes: writes.into(), ..Self::default() }
    }

    /// This dependency, of an event that may lead to the [end](Dependencies::is_end).
    #[must_use]
    pub fn ending(self) -> Self {
        Self { may_end: true, ..self }
    }

    /// This dependency, of an event whose firing may be undefined.
    #[must_use]
    pub fn undefined_at_times(self) -> Self {
        Self { may_be_undefined: true, ..self }
    }

    /// The conditions under which the event is enabled, by slot.
    #[must_use]
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// The slots that decide what is [assigned](Change::Assign), and whether firing is undefined.
    /// Those whose condition [`Depends`](Condition::Depends) may decide it, too, and are left out here
    /// if they are not read besides.
    #[must_use]
    pub fn reads(&self) -> &[SlotId] {
        &self.reads
    }

    /// The slots that may change, and how.
    #[must_use]
    pub fn writes(&self) -> &[Write] {
        &self.writes
    }

    /// Whether the event may lead to the [end](Dependencies::is_end).
    #[must_use]
    pub fn may_end(&self) -> bool {
        self.may_end
    }

    /// Whether firing the event, or whether it is enabled, may be [undefined](crate::Fired::Undefined).
    #[must_use]
    pub fn may_be_undefined(&self) -> bool {
        self.may_be_undefined
    }

    /// The conditions on a slot.
    #[must_use]
    pub fn tests_of(&self, slot: SlotId) -> &[Test] {
        let first = self.tests.partition_point(|test| test.slot < slot);
        let count = self.tests[first..].partition_point(|test| test.slot == slot);
        &self.tests[first..first + count]
    }

    /// What becomes of a slot; `None`: nothing.
    #[must_use]
    pub fn change_of(&self, slot: SlotId) -> Option<Change> {
        let found = self.writes.binary_search_by_key(&slot, |write| write.slot);
        found.ok().map(|position| self.writes[position].change)
    }

    /// Whether the value of the slot may matter to what the event does.
    #[must_use]
    pub fn is_read(&self, slot: SlotId) -> bool {
        self.reads.binary_search(&slot).is_ok()
    }
}

/// A system whose states can be seen as slots, and whose events have dependencies.
///
/// # Laws
/// 1. Two states are the same if and only if all slots have the same values, or both are the
///    [end](Self::is_end). In the end nothing is enabled.
/// 2. An event is enabled only where all conditions of its dependency [admit](Condition::admits) the
///    values of their slots. Of two states where they do, and which agree on the slots whose
///    condition [`Depends`](Condition::Depends), it is enabled in both or in neither.
/// 3. Firing an event leaves alone the slots that it does not write, and does to the others what
///    [`Change::Add`] and [`Change::Put`] say; or it leads to the end, where it
///    [may](Dependency::may_end).
/// 4. Of two states where an event is enabled, and which agree on the slots that it reads and on
///    those whose condition `Depends`, firing is undefined in both or in neither, and leads to the end in
///    both or in neither; it is undefined only where that [may be](Dependency::may_be_undefined). If not, a slot with [`Change::Assign`] gets the same value in both, or keeps
///    in both the one that it has.
/// 5. Where two events are enabled and [independent](Dependency::is_independent_of), neither disables
///    the other, and both orders lead to the same state. (This follows from the other laws.)
/// 6. Where the system is [`Adaptive`](crate::Adaptive): a relaxed one has the same slots and
///    dependencies, and translation keeps the values.
///
/// Laws 2 to 4 and 6 speak of states other than the end, and laws 3 to 5 of firings that break no
/// assumption.
pub trait Dependencies: System {
    /// The number of slots: all ids are below it.
    fn slots(&self) -> usize;

    /// Whether a state is the end: the one that no slots describe. Few systems have it.
    fn is_end(&self, _state: &[u64]) -> bool {
        false
    }

    /// The value of a slot in a state other than the end. `scratch` is prepared for the state.
    fn value(&self, state: &[u64], scratch: &Self::Scratch, slot: SlotId) -> i128;

    /// The dependency of each event, by its number. They are worked out anew each time: ask once.
    fn dependencies(&self) -> Vec<Dependency>;
}
