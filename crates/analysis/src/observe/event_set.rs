//! A set of events.

use sanderling_system::EventId;

use crate::bits::Bits;

/// A set of the events of a system, one bit for each event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventSet {
    events: usize,
    bits: Bits,
}

impl EventSet {
    /// Creates an empty set for a system with this number of events.
    pub(crate) fn none_of(events: usize) -> Self {
        Self { events, bits: Bits::new(events) }
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, event: EventId) {
        self.bits.insert(event.index() as u32);
    }

    /// Adds all events of another set of the same system.
    pub(crate) fn insert_all(&mut self, other: &Self) {
        self.bits.insert_row(other.words());
    }

    /// Returns 64 events at a time, from the lowest bit on.
    pub(crate) fn words(&self) -> &[u64] {
        self.bits.words()
    }

    /// Creates the set with these words for a system with this number of events. Returns `None` if the words
    /// belong to another system.
    pub(crate) fn of_words(events: usize, words: &[u64]) -> Option<Self> {
        let mut set = Self::none_of(events);
        set.bits.insert_row(words);
        (words.len() == set.words().len()).then_some(set)
    }

    /// Returns the number of events of the system.
    pub(crate) fn events(&self) -> usize {
        self.events
    }

    /// Whether an event of the system is in the set.
    ///
    /// # Panics
    /// If the system has no such event.
    #[must_use]
    #[inline]
    pub fn contains(&self, event: EventId) -> bool {
        self.bits.has(event.index() as u32)
    }

    /// Returns the events of the system that are not in the set, in order.
    pub(crate) fn missing(&self) -> impl Iterator<Item = EventId> + '_ {
        (0..self.events).map(EventId::new).filter(|&event| !self.contains(event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_put_in_is_missing() {
        let mut set = EventSet::none_of(70);
        let mut other = EventSet::none_of(70);
        (0..69).filter(|event| event % 2 == 0).for_each(|event| set.insert(EventId::new(event)));
        (0..69).filter(|event| event % 2 == 1).for_each(|event| other.insert(EventId::new(event)));
        set.insert_all(&other);
        assert_eq!(set.missing().collect::<Vec<_>>(), [EventId::new(69)]);
        assert!(set.contains(EventId::new(68)) && !set.contains(EventId::new(69)));
    }
}
