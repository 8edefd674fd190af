//! Capability to describe which slots each event tests, reads and writes.
//!
//! A state is seen as a row of *slots*, each with a number as its value, no matter how states are packed. The
//! dependency of an event lists the slots that it *tests* (they decide whether it is enabled), the slots that it
//! *reads* (they decide what it writes) and the slots that it *writes* (no others change). This alone determines which
//! events interfere with each other: [`Dependency::is_independent_of`].
//!
//! With plain sets of slots, as in Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, LNCS
//! 1032, 1996, all events that add to the same counter would be dependent. A write therefore also describes how the
//! value changes, if it changes equally in all states: adding a number commutes with adding another one. A test also
//! describes which values pass, if that depends on one slot alone: a change in the harmless direction then creates no
//! dependency. Tests that are conjunctions of parts come from Laarman, Pater, van de Pol and Hansen, *Guard-Based
//! Partial-Order Reduction*, STTT 18, 2016.

mod independence;

use crate::System;

/// A slot: a number below [`Dependencies::slots`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(u32);

impl SlotId {
    /// Returns the slot with this number.
    ///
    /// # Panics
    /// If the number does not fit 32 bits.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a state has less than 2^32 slots"))
    }

    /// Returns the number of the slot.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A condition on the value of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// The value lies between two numbers, both included. If the first is greater than the second, no value passes.
    Within {
        /// The least value that passes.
        least: i128,
        /// The greatest value that passes.
        most: i128,
    },
    /// The value differs from this one.
    Not(i128),
    /// A condition that depends on several slots. Equal values are certain to give equal results only if all slots with
    /// such a condition have equal values.
    Depends,
}

impl Condition {
    /// Returns the condition that the value is `least` or greater.
    #[must_use]
    pub fn at_least(least: i128) -> Self {
        Self::Within { least, most: i128::MAX }
    }

    /// Returns the condition that the value is `most` or less.
    #[must_use]
    pub fn at_most(most: i128) -> Self {
        Self::Within { least: i128::MIN, most }
    }

    /// Returns the condition that the value equals `value`.
    #[must_use]
    pub fn exactly(value: i128) -> Self {
        Self::Within { least: value, most: value }
    }

    /// Whether a value passes, as far as the slot alone decides.
    #[must_use]
    pub fn admits(self, value: i128) -> bool {
        match self {
            Self::Within { least, most } => (least..=most).contains(&value),
            Self::Not(other) => value != other,
            Self::Depends => true,
        }
    }
}

/// A condition on one slot. A slot may be tested for several conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Test {
    /// The slot that is tested.
    pub slot: SlotId,
    /// The condition on its value.
    pub condition: Condition,
}

/// A change of the value of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// Adds this number to the value, in every state.
    Add(i128),
    /// Replaces the value by this one, in every state.
    Put(i128),
    /// May replace the value by another one. Whether it does, and by which, is decided by the slots that the event
    /// reads and by those with a condition that [`Depends`](Condition::Depends).
    Assign,
}

/// A change of one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Write {
    /// The slot that is written.
    pub slot: SlotId,
    /// The change of its value.
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
    /// Creates the dependency with these lists, in any order.
    ///
    /// # Panics
    /// If a slot is written with two different changes.
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

    /// Returns this dependency for an event that may lead to the [end](Dependencies::is_end).
    #[must_use]
    pub fn ending(self) -> Self {
        Self { may_end: true, ..self }
    }

    /// Returns this dependency for an event whose firing may be undefined.
    #[must_use]
    pub fn undefined_at_times(self) -> Self {
        Self { may_be_undefined: true, ..self }
    }

    /// Returns the conditions under which the event is enabled, sorted by slot.
    #[must_use]
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// Returns the slots that decide which values are [assigned](Change::Assign), and whether firing is undefined.
    ///
    /// Slots whose condition [`Depends`](Condition::Depends) may decide this as well. They are listed here only if the
    /// event also reads them.
    #[must_use]
    pub fn reads(&self) -> &[SlotId] {
        &self.reads
    }

    /// Returns the slots that may change, and their changes.
    #[must_use]
    pub fn writes(&self) -> &[Write] {
        &self.writes
    }

    /// Whether the event may lead to the [end](Dependencies::is_end).
    #[must_use]
    pub fn may_end(&self) -> bool {
        self.may_end
    }

    /// Whether firing or enabling the event may be [undefined](crate::Fired::Undefined).
    #[must_use]
    pub fn may_be_undefined(&self) -> bool {
        self.may_be_undefined
    }

    /// Returns the conditions on a slot.
    #[must_use]
    pub fn tests_of(&self, slot: SlotId) -> &[Test] {
        let first = self.tests.partition_point(|test| test.slot < slot);
        let count = self.tests[first..].partition_point(|test| test.slot == slot);
        &self.tests[first..first + count]
    }

    /// Returns the change of a slot, or `None` if the event does not write it.
    #[must_use]
    pub fn change_of(&self, slot: SlotId) -> Option<Change> {
        let found = self.writes.binary_search_by_key(&slot, |write| write.slot);
        found.ok().map(|position| self.writes[position].change)
    }

    /// Whether the event reads the slot.
    #[must_use]
    pub fn is_read(&self, slot: SlotId) -> bool {
        self.reads.binary_search(&slot).is_ok()
    }
}

/// A system whose states can be seen as slots, and whose events have dependencies.
///
/// # Laws
/// 1. Two states are equal if and only if all slots have equal values, or both are the [end](Self::is_end). No event is
///    enabled in the end.
/// 2. An event is enabled only if all conditions of its dependency [admit](Condition::admits) the values of their
///    slots. If this holds in two states that agree on the slots whose condition [`Depends`](Condition::Depends), the
///    event is enabled in both or in neither.
/// 3. Firing an event keeps the slots that it does not write, and changes the others according to [`Change::Add`] and
///    [`Change::Put`]. Alternatively it leads to the end, if it [may](Dependency::may_end).
/// 4. Let an event be enabled in two states that agree on the slots that it reads and on those whose condition
///    `Depends`. Then firing is undefined in both or in neither, and leads to the end in both or in neither. It is
///    undefined only if it [may be](Dependency::may_be_undefined). Otherwise, a slot with [`Change::Assign`] gets the
///    same value in both, or keeps its value in both.
/// 5. If two enabled events are [independent](Dependency::is_independent_of), neither disables the other, and both
///    orders lead to the same state. (This follows from the other laws.)
/// 6. If the system is [`Adaptive`](crate::Adaptive), a relaxed system has the same slots and dependencies, and
///    translation keeps the values.
///
/// Laws 2 to 4 and 6 apply to states other than the end, and laws 3 to 5 to firings that break no assumption.
pub trait Dependencies: System {
    /// Returns the number of slots. All ids are below it.
    fn slots(&self) -> usize;

    /// Whether a state is the end, the only state that slots do not describe. Few systems have one.
    fn is_end(&self, _state: &[u64]) -> bool {
        false
    }

    /// Returns the value of a slot in a state other than the end. `scratch` must be prepared for the state.
    fn value(&self, state: &[u64], scratch: &Self::Scratch, slot: SlotId) -> i128;

    /// Computes the dependency of each event, indexed by its number. Every call computes them again, so call it once.
    fn dependencies(&self) -> Vec<Dependency>;
}
