//! Samples of a system: one or a few random events in each state.
//!
//! In a very large state space, a violating run is often close to many others. A sample with one event for
//! each state is a random walk that ends when it meets itself. A sample with a few events is a small system.
//! Both are explored with every edge of the automaton. An accepted run of the sample is a run of the whole
//! system; no other conclusion holds. Random walks for runs are those of R. Grosu and S. A. Smolka, *Monte
//! Carlo Model Checking*, TACAS 2005. Where we differ: the automaton is explored completely, and some
//! samples prefer the same events in every state. Then some event is almost never fired, which is the usual
//! cause of a violation.

use sanderling_store::StateId;
use sanderling_store::hash::hash;
use sanderling_system::EventId;

/// The choice of events in each state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    seed: u64,
    events: usize,
    is_same_everywhere: bool,
}

/// One sample in this number has more than one event for each state.
const WIDE: u64 = 4;

impl Sample {
    /// Creates the sample with a number. It is the same each time.
    #[must_use]
    pub fn number(seed: u64) -> Self {
        let events = if seed % WIDE == WIDE - 1 { 2 } else { 1 };
        Self { seed, events, is_same_everywhere: seed.is_multiple_of(2) }
    }

    /// Puts the events of a state in an order, at random.
    pub(crate) fn order(self, state: StateId, events: &mut [EventId]) {
        events.sort_unstable_by_key(|event| self.key(state, event));
    }

    /// Keeps the sampled events of a state.
    pub(crate) fn choose(self, state: StateId, events: &mut Vec<EventId>) {
        if events.len() <= self.events {
            return;
        }
        events.select_nth_unstable_by_key(self.events - 1, |event| self.key(state, event));
        events.truncate(self.events);
    }

    fn key(self, state: StateId, event: &EventId) -> u64 {
        let state = if self.is_same_everywhere { 0 } else { state.position() << u8::BITS | state.shard() };
        hash(&[self.seed, state as u64, event.index() as u64])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sanderling_store::PackedStore;

    use super::*;

    #[test]
    fn samples_have_the_events_that_they_are_to_have_and_differ() {
        let root = PackedStore::new(1).insert_root(&[7]);
        let all: Vec<EventId> = (0..9).map(EventId::new).collect();
        let mut chosen = BTreeSet::new();
        for seed in 0..40 {
            let (sample, mut events) = (Sample::number(seed), all.clone());
            sample.choose(root, &mut events);
            let mut again = all.clone();
            sample.choose(root, &mut again);
            assert_eq!(events, again, "the same each time");
            assert_eq!(events.len(), sample.events);
            chosen.extend(events);
            let mut few = all[..1].to_vec();
            sample.choose(root, &mut few);
            assert_eq!(few, all[..1]);
        }
        assert_eq!(chosen.len(), all.len(), "each is chosen by some");
    }
}
