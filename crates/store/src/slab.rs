//! States that are stored temporarily: an array of reusable slots.
//!
//! A search that does not remember states stores them here as long as they are open. An id is the number of a slot.
//! INVARIANT: a slot is in the list of free ones exactly if it is not in `taken`.

use crate::StateId;
use crate::positions::Positions;

/// Maximum number of slots, the number of ids.
const MAX_SLOTS: u64 = 1 << 32;
/// Divisor of the growth of the array, an eighth, and the minimum number of slots by which it grows.
const GROWTH: usize = 8;
const MIN: usize = 64;

/// An array of slots for states.
#[derive(Debug)]
pub struct Slab {
    words: usize,
    states: Vec<u64>,
    /// The slots that contain a state.
    taken: Positions,
    free: Vec<u32>,
    slots: usize,
}

impl Slab {
    /// Creates an empty slab for states of `words` words.
    #[must_use]
    pub fn new(words: usize) -> Self {
        Self { words, states: Vec::new(), taken: Positions::default(), free: Vec::new(), slots: 0 }
    }

    /// Returns the number of words of a state.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots - self.free.len()
    }

    /// Whether the slab is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of slots, including free ones.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Returns the memory of the slab, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>()
            + self.taken.bytes()
            + self.free.capacity() * size_of::<u32>()
    }

    /// Returns the words of all slots. Those of free slots are arbitrary.
    #[must_use]
    pub fn words_of_all(&self) -> &[u64] {
        &self.states
    }

    /// Iterates over the free slots. The last one is reused first.
    pub fn free_slots(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.free.iter().map(|&slot| slot as usize)
    }

    /// Inserts a state, or returns `None` if no id is left for it.
    #[inline]
    pub fn insert(&mut self, state: &[u64]) -> Option<StateId> {
        debug_assert_eq!(state.len(), self.words);
        let slot = match self.free.pop() {
            Some(slot) => {
                self.states[slot as usize * self.words..][..self.words].copy_from_slice(state);
                slot
            }
            None if self.slots as u64 == MAX_SLOTS => return None,
            None => self.add(state),
        };
        self.taken.insert(slot as usize, self.slots);
        Some(StateId::from_raw(slot))
    }

    fn add(&mut self, state: &[u64]) -> u32 {
        if self.states.len() + self.words > self.states.capacity() {
            self.states.reserve_exact((self.slots / GROWTH + MIN) * self.words);
        }
        self.states.extend_from_slice(state);
        let slot = self.slots as u32;
        self.slots += 1;
        slot
    }

    /// Returns the words of a state.
    #[must_use]
    #[inline(always)]
    pub fn state(&self, id: StateId) -> &[u64] {
        &self.states[id.raw() as usize * self.words..][..self.words]
    }

    /// Whether a state has this id.
    #[must_use]
    pub fn is_taken(&self, id: StateId) -> bool {
        self.taken.contains(id.raw() as usize)
    }

    /// Removes a state. Its id may be reused.
    #[inline]
    pub fn remove(&mut self, id: StateId) {
        debug_assert!(self.is_taken(id), "a state is removed once");
        self.taken.remove(id.raw() as usize);
        self.free.push(id.raw());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::fewer;

    #[test]
    fn states_stay_until_they_are_removed() {
        let mut slab = Slab::new(3);
        let mut known: HashMap<StateId, [u64; 3]> = HashMap::new();
        for number in 0..fewer(3000) as u64 {
            let state = [number, number * 7, 5];
            let id = slab.insert(&state).expect("there are ids");
            assert_eq!(known.insert(id, state), None, "an id is one state's");
            if number % 3 > 0 {
                let gone = *known.keys().min_by_key(|id| (id.raw() * 31 + 7) % 101).expect("some");
                slab.remove(gone);
                known.remove(&gone);
                assert!(!slab.is_taken(gone));
            }
            assert_eq!(slab.len(), known.len());
        }
        assert!(known.iter().all(|(&id, state)| slab.is_taken(id) && slab.state(id) == state));
        assert!(slab.slots() < 1100, "slots are used again");
        assert!(!slab.is_taken(StateId::new(3, 0)));
    }
}
