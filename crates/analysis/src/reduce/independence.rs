//! Which events commute: what sleep sets and the edge-lean search ask, worked out once.
//!
//! Both relations are rows of bits. They follow from the dependencies; but two dependencies are compared
//! slot by slot, and on a slot an event plays one of few *roles*: what it tests, whether it reads, how
//! it writes. Whether two events exclude each other there, get in each other's way, or one may
//! enable the other depends on their roles alone, so that roles are compared once for each event
//! instead of events. Pairs that share no slot are never looked at: they are independent. So the
//! time for all rows is some operations on bits for each pair that shares a slot.
//!
//! INVARIANT: `are_independent(a, b)` is what [`Dependency::is_independent_of`] says, and
//! `may_swap(a, b)` says that besides `b` is another event, which `a` does not
//! [enable](Dependency::may_enable).

use std::fmt;

use sanderling_cutoff::INDEPENDENCE_EVENTS;
use sanderling_system::{Dependencies, Dependency, EventId};

use super::cast::{Cast, Role};

/// The relations between the events of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Independence {
    events: usize,
    words_in_row: usize,
    independent: Vec<u64>,
    swappable: Vec<u64>,
}

/// A system has more than `INDEPENDENCE_EVENTS.size()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyEvents {
    /// How many it has.
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
    /// The relations between the events of this system.
    ///
    /// # Errors
    /// Where there are more than `INDEPENDENCE_EVENTS.size()`.
    pub fn of(system: &impl Dependencies) -> Result<Self, TooManyEvents> {
        let events = system.events();
        if INDEPENDENCE_EVENTS.admits(events) {
            Self::between(&system.dependencies())
        } else {
            Err(TooManyEvents { events })
        }
    }

    /// The relations between the events with these dependencies.
    ///
    /// # Errors
    /// Where there are more than `INDEPENDENCE_EVENTS.size()`.
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
        let (cast, mut row) = (Cast::of(dependencies), Row::new(events, dependencies));
        for event in 0..events {
            row.fill(&cast, event);
            relations.push(&row, event);
        }
        Ok(relations)
    }

    /// Whether neither disables the other where both are enabled, and both orders lead to the same
    /// state. Symmetric.
    ///
    /// # Panics
    /// Where the second is no event.
    #[must_use]
    #[inline]
    pub fn are_independent(&self, one: EventId, other: EventId) -> bool {
        self.bit(&self.independent, one, other)
    }

    /// Whether `event`, where it is enabled behind `arrival`, could as well have been fired before it.
    ///
    /// # Panics
    /// Where one of them is no event.
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

    /// The memory that both relations take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.independent.capacity() + self.swappable.capacity()) * size_of::<u64>()
    }

    #[inline]
    fn bit(&self, relation: &[u64], row: EventId, column: EventId) -> bool {
        assert!(column.index() < self.events, "{column:?} is no event");
        relation[row.index() * self.words_in_row + column.index() / 64] >> (column.index() % 64) & 1 == 1
    }

    fn push(&mut self, row: &Row, event: usize) {
        for word in 0..self.words_in_row {
            let independent = (!row.hindered[word] | row.excluded[word]) & ones_below(self.events, word);
            self.independent.push(independent);
            let itself = ones_below(event + 1, word) & !ones_below(event, word);
            self.swappable.push(independent & !row.enabled[word] & !itself);
        }
    }
}

/// The bits of a word of a row that stand for numbers below this one.
fn ones_below(number: usize, word: usize) -> u64 {
    match number.saturating_sub(word * 64) {
        count @ 0..64 => (1 << count) - 1,
        _ => u64::MAX,
    }
}

/// How one event is related to each event.
struct Row {
    /// The events that are never enabled together with this one.
    excluded: Vec<u64>,
    /// The events that this one may get in the way of, or that may get in its way, where both are enabled.
    hindered: Vec<u64>,
    /// The events that this one may enable.
    enabled: Vec<u64>,
    /// The events that may lead to the end: they interfere with all others.
    ending: Vec<u64>,
}

impl Row {
    fn new(events: usize, dependencies: &[Dependency]) -> Self {
        let none = vec![0; events.div_ceil(64)];
        let mut ending = none.clone();
        let may_end = dependencies.iter().enumerate().filter(|(_, dependency)| dependency.may_end());
        may_end.for_each(|(event, _)| set(&mut ending, event));
        Self { excluded: none.clone(), hindered: none.clone(), enabled: none, ending }
    }

    fn fill(&mut self, cast: &Cast, event: usize) {
        self.excluded.fill(0);
        self.enabled.fill(0);
        self.hindered.copy_from_slice(&self.ending);
        if self.ending[event / 64] >> (event % 64) & 1 == 1 {
            self.hindered.fill(u64::MAX);
        }
        for &(slot, role) in &cast.roles_of[event] {
            let roles = &cast.slots[slot];
            let ours = &roles[role].part;
            for Role { part, players } in roles {
                if ours.excludes(part) {
                    players.iter().for_each(|&other| set(&mut self.excluded, other));
                } else if !ours.is_independent_of(part) {
                    players.iter().for_each(|&other| set(&mut self.hindered, other));
                }
                if ours.may_enable(part) {
                    players.iter().for_each(|&other| set(&mut self.enabled, other));
                }
            }
        }
    }
}

fn set(row: &mut [u64], event: usize) {
    row[event / 64] |= 1 << (event % 64);
}

#[cfg(test)]
mod tests;
