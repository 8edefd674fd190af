//! The independence relation, computed once for sleep sets and the edge-lean search.
//!
//! Both relations are rows of bits that follow from the dependencies. Two dependencies are compared slot by
//! slot, and on a slot an event has one of few *roles*: its tests, whether it reads, and how it writes.
//! Whether two events exclude or disturb each other there, or one may enable the other, depends only on
//! their roles. So each event is compared with roles instead of events. Pairs that share no slot are
//! independent and are never examined. The total time is a few bit operations for each pair that shares a
//! slot.
//!
//! INVARIANT: `are_independent(a, b)` equals [`Dependency::is_independent_of`]. `may_swap(a, b)` also
//! requires that `b` is another event, which `a` does not [enable](Dependency::may_enable).

use std::fmt;

use sanderling_cutoff::INDEPENDENCE_EVENTS;
use sanderling_system::{Dependencies, Dependency, EventId};

use super::cast::{Cast, Role};
use crate::bits::Bits;

/// The relations between the events of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Independence {
    events: usize,
    words_in_row: usize,
    independent: Vec<u64>,
    swappable: Vec<u64>,
}

/// The error that a system has more than `INDEPENDENCE_EVENTS.size()` events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyEvents {
    /// The number of events.
    pub events: usize,
}

impl fmt::Display for TooManyEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "independence is worked out for {} events at most, not {}",
            INDEPENDENCE_EVENTS.size(),
            self.events
        )
    }
}

impl std::error::Error for TooManyEvents {}

impl Independence {
    /// Computes the relations between the events of this system.
    ///
    /// # Errors
    /// If there are more than `INDEPENDENCE_EVENTS.size()` events.
    pub fn of(system: &impl Dependencies) -> Result<Self, TooManyEvents> {
        let events = system.events();
        if INDEPENDENCE_EVENTS.admits(events) {
            Self::between(&system.dependencies())
        } else {
            Err(TooManyEvents { events })
        }
    }

    /// Computes the relations between the events with these dependencies.
    ///
    /// # Errors
    /// If there are more than `INDEPENDENCE_EVENTS.size()` events.
    pub fn between(dependencies: &[Dependency]) -> Result<Self, TooManyEvents> {
        let events = dependencies.len();
        if !INDEPENDENCE_EVENTS.admits(events) {
            return Err(TooManyEvents { events });
        }
        let words_in_row = events.div_ceil(64);
        let mut relations = Self {
            events,
            words_in_row,
            independent: Vec::with_capacity(events * words_in_row),
            swappable: Vec::with_capacity(events * words_in_row),
        };
        let (cast, mut row) = (Cast::of(dependencies), Row::new(dependencies));
        for event in 0..events as u32 {
            row.fill(&cast, event);
            relations.independent.extend_from_slice(row.independent.words());
            relations.swappable.extend_from_slice(row.swappable.words());
        }
        Ok(relations)
    }

    /// Whether neither event disables the other if both are enabled, and both orders lead to the same state.
    /// The relation is symmetric.
    ///
    /// # Panics
    /// If `other` is not an event.
    #[must_use]
    #[inline]
    pub fn are_independent(&self, one: EventId, other: EventId) -> bool {
        self.bit(&self.independent, one, other)
    }

    /// Whether `event`, if it is enabled after `arrival`, could have been fired before it with the same
    /// result.
    ///
    /// # Panics
    /// If one of them is not an event.
    #[must_use]
    #[inline]
    pub fn may_swap(&self, arrival: EventId, event: EventId) -> bool {
        self.bit(&self.swappable, arrival, event)
    }

    /// The number of events.
    #[must_use]
    pub fn events(&self) -> usize {
        self.events
    }

    /// The memory of both relations, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.independent.capacity() + self.swappable.capacity()) * size_of::<u64>()
    }

    #[inline]
    fn bit(&self, relation: &[u64], row: EventId, column: EventId) -> bool {
        assert!(column.index() < self.events, "{column:?} is no event");
        relation[row.index() * self.words_in_row + column.index() / 64] >> (column.index() % 64) & 1 == 1
    }
}

/// The relations of one event to every event. Bits beyond the last event are 0.
struct Row {
    /// The events that are independent of this one.
    independent: Bits,
    /// The independent events that may be swapped with this one.
    swappable: Bits,
    /// The events that are never enabled together with this one. Some occur repeatedly.
    excluded: Vec<u32>,
    /// The events that this one may enable. Some occur repeatedly.
    enabled: Vec<u32>,
    /// The events that cannot lead to the end. All other events interfere with every event.
    not_ending: Bits,
}

impl Row {
    fn new(dependencies: &[Dependency]) -> Self {
        let none = Bits::new(dependencies.len());
        let mut not_ending = none.clone();
        for (event, _) in (0..).zip(dependencies).filter(|(_, dependency)| !dependency.may_end()) {
            not_ending.insert(event);
        }
        Self {
            independent: none.clone(),
            swappable: none,
            excluded: Vec::new(),
            enabled: Vec::new(),
            not_ending,
        }
    }

    fn fill(&mut self, cast: &Cast, event: u32) {
        self.excluded.clear();
        self.enabled.clear();
        if self.not_ending.has(event) {
            self.independent.copy_from(&self.not_ending);
        } else {
            self.independent.clear();
        }
        for &(slot, role) in &cast.roles_of[event as usize] {
            let roles = &cast.slots[slot];
            let ours = &roles[role].part;
            for Role { part, players } in roles {
                if ours.excludes(part) {
                    self.excluded.extend(players);
                } else if !ours.is_independent_of(part) {
                    players.iter().for_each(|&other| self.independent.remove(other));
                }
                if ours.may_enable(part) {
                    self.enabled.extend(players);
                }
            }
        }
        for &other in &self.excluded {
            self.independent.insert(other);
        }
        self.swappable.copy_from(&self.independent);
        self.enabled.iter().chain([&event]).for_each(|&other| self.swappable.remove(other));
    }
}

#[cfg(test)]
mod tests;
