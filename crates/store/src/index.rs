//! The index of a shard: from a hash to the states that may have it.
//!
//! An open-addressing table of 32-bit entries beside the array of states (an index table of tagged
//! ids beside an arena). An entry is the state's position, 24 bits, and a tag of 8 further bits of
//! its hash, so that a probe looks at a state itself only when it has most likely found it. Probing
//! is linear: a probe rarely leaves its cache line. The capacity is any number, not a power of two:
//! the home of a hash is `hash · capacity / 2³²`, and growing by half keeps the table between half
//! and three quarters full, at 5⅓ to 8 bytes for a state.
//!
//! INVARIANT: at least a quarter of the entries are empty, so every probe ends.

use crate::prefetch::prefetch;

const EMPTY: u32 = u32::MAX;
const POSITION_BITS: u32 = 24;
const POSITION_MASK: u32 = (1 << POSITION_BITS) - 1;

/// The most states that an index can hold. The last position is taken by the empty entry.
pub(crate) const MOST_STATES: usize = POSITION_MASK as usize;

#[derive(Debug, Default)]
pub(crate) struct Index {
    entries: Vec<u32>,
    occupied: usize,
}

impl Index {
    /// The position of the first state with this hash for which `is_same` holds; otherwise the free
    /// entry where such a state belongs.
    ///
    /// There must be room: see [`grow_for`](Self::grow_for).
    #[inline(always)]
    pub(crate) fn find(&self, hash: u32, mut is_same: impl FnMut(usize) -> bool) -> Result<usize, FreeEntry> {
        let tag = tag_of(hash);
        let mut at = self.home(hash);
        loop {
            let entry = self.entries[at];
            if entry == EMPTY {
                return Err(FreeEntry(at));
            }
            if entry & !POSITION_MASK == tag {
                let position = (entry & POSITION_MASK) as usize;
                if is_same(position) {
                    return Ok(position);
                }
            }
            at += 1;
            if at == self.entries.len() {
                at = 0;
            }
        }
    }

    /// Fills the free entry that [`find`](Self::find) gave for this hash.
    #[inline(always)]
    pub(crate) fn fill(&mut self, FreeEntry(at): FreeEntry, hash: u32, position: usize) {
        debug_assert!(position < MOST_STATES && self.entries[at] == EMPTY);
        self.entries[at] = tag_of(hash) | position as u32;
        self.occupied += 1;
    }

    /// A position which may well be that of the state with this hash: worth a prefetch.
    #[inline(always)]
    pub(crate) fn likely_position(&self, hash: u32) -> Option<usize> {
        let tag = tag_of(hash);
        let home = self.home(hash);
        let near = &self.entries[home..self.entries.len().min(home + 4)];
        let entry = near.iter().find(|&&entry| entry == EMPTY || entry & !POSITION_MASK == tag)?;
        (*entry != EMPTY).then_some((entry & POSITION_MASK) as usize)
    }

    /// Asks for the cache line where probing for this hash starts.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u32) {
        prefetch(&self.entries, self.home(hash));
    }

    /// Whether `more` states fit without growing.
    pub(crate) fn has_room_for(&self, more: usize) -> bool {
        (self.occupied + more) * 4 <= self.entries.len() * 3
    }

    /// Makes a larger index of the same states, with room for `more`; `hash_at` gives the hash of
    /// the state at a position.
    pub(crate) fn grow_for(&mut self, more: usize, hash_at: impl Fn(usize) -> u32) {
        let least = (self.occupied + more) * 4 / 3 + 1;
        let capacity = least.max(self.entries.len() * 3 / 2).next_multiple_of(16);
        let occupied = self.occupied;
        // The old entries go before the new ones come: the positions are 0..occupied anyway.
        self.entries = Vec::new();
        self.entries = vec![EMPTY; capacity];
        self.occupied = 0;
        for position in 0..occupied {
            let hash = hash_at(position);
            // The states are all different: no need to compare them.
            let Err(free) = self.find(hash, |_| false) else { unreachable!("nothing is the same") };
            self.fill(free, hash, position);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<u32>()
    }

    #[inline(always)]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.entries.len() as u64) >> 32) as usize
    }
}

/// An entry of an index that is free, and the right one for some hash.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FreeEntry(usize);

/// The low bits of the hash; its high bits choose the home.
#[inline(always)]
fn tag_of(hash: u32) -> u32 {
    hash << POSITION_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_filled_in_even_when_all_hashes_are_equal() {
        for spread in [0_u32, 1, 0x0100_0193] {
            let hash = |position: usize| (position as u32).wrapping_mul(spread) ^ 0xffff_ff00;
            let mut index = Index::default();
            for position in 0..1000 {
                if !index.has_room_for(1) {
                    index.grow_for(1, hash);
                }
                let free = index.find(hash(position), |other| other == position).unwrap_err();
                index.fill(free, hash(position), position);
            }
            for position in 0..1000 {
                assert_eq!(index.find(hash(position), |other| other == position).unwrap(), position);
            }
            assert!(index.find(hash(3), |_| false).is_err());
        }
    }

    #[test]
    fn grows_by_half() {
        let mut index = Index::default();
        let mut capacities = Vec::new();
        for position in 0..100_000 {
            if !index.has_room_for(1) {
                index.grow_for(1, |p| (p as u32).wrapping_mul(0x9e37_79b9));
                capacities.push(index.entries.len());
            }
            let hash = (position as u32).wrapping_mul(0x9e37_79b9);
            let free = index.find(hash, |_| false).unwrap_err();
            index.fill(free, hash, position);
        }
        assert!(capacities.windows(2).skip(3).all(|w| w[1] <= w[0] * 3 / 2 + 16), "{capacities:?}");
    }
}
