//! States to be sent to another process: sorted, distinct, and encoded as differences.
//!
//! The more states there are, the less one differs from its predecessor in the order. For a word, only the few bytes
//! after the common leading bits are sent. States thus take a third of their bytes or less, and duplicates are sent and
//! looked up once. Differences are between the sent states, not from the states they were generated from, which only
//! the sender has.
//!
//! ```text
//! count (8 bytes) │ first state, word by word │ difference of the second │ difference of the third │ …
//! ```

use sanderling_system::word_count;

use crate::records::push_if;
use crate::runs::coding::{decode, encode};

/// Factor by which encoded states are expected to be smaller than their words.
const EXPECTED_SHRINKING: usize = 3;

/// A sequence of states of equal length.
#[derive(Debug, Clone, Default)]
pub struct Parcel(Vec<u64>);

impl Parcel {
    /// Creates an empty parcel.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a state if `is_wanted` is set.
    ///
    /// PERF: as in [`Records`](crate::Records), there is no branch on an unpredictable condition.
    #[inline(always)]
    pub fn push_if(&mut self, is_wanted: bool, state: &[u64]) {
        push_if(&mut self.0, is_wanted, &[], state);
    }

    /// Adds the states of another parcel.
    pub fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// Whether the parcel is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all states, but keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the size of the states, in bytes.
    #[must_use]
    pub fn used_bytes(&self) -> usize {
        self.0.len() * size_of::<u64>()
    }

    /// Returns the allocated memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }

    /// Sorts the states of `words` words, and appends each distinct state to `bytes`. An empty parcel appends nothing.
    /// Takes as long as sorting does.
    pub fn write_to<const W: usize>(&mut self, words: usize, bytes: &mut Vec<u8>) {
        let words = word_count::<W>(words);
        bytes.reserve(self.used_bytes() / EXPECTED_SHRINKING);
        // PERF: comparing numbers is several times as fast as comparing slices.
        match W {
            0 => {
                let mut states: Vec<&[u64]> = self.0.chunks_exact(words).collect();
                states.sort_unstable();
                return write::<W>(states.into_iter(), bytes);
            }
            1 => self.0.sort_unstable(),
            2 => {
                let (pairs, _) = self.0.as_chunks_mut::<2>();
                pairs.sort_unstable_by_key(|&[high, low]| u128::from(high) << 64 | u128::from(low));
            }
            _ => self.0.as_chunks_mut::<W>().0.sort_unstable(),
        }
        write::<W>(self.0.chunks_exact(words), bytes);
    }
}

/// Writes sorted states, skipping duplicates.
#[inline(always)]
fn write<'s, const W: usize>(mut states: impl Iterator<Item = &'s [u64]>, bytes: &mut Vec<u8>) {
    let Some(first) = states.next() else { return };
    let (start, mut count, mut previous) = (bytes.len(), 1_u64, first);
    bytes.extend(count.to_le_bytes());
    bytes.extend(first.iter().flat_map(|word| word.to_le_bytes()));
    for state in states {
        if state != previous {
            encode::<W>(previous, state, bytes);
            (count, previous) = (count + 1, state);
        }
    }
    bytes[start..][..size_of::<u64>()].copy_from_slice(&count.to_le_bytes());
}

/// Reads the states of `words` words that a [`Parcel`] has written, and replaces the contents of `states`.
///
/// Returns `None` if the bytes are not valid. Takes at most 8 bytes of memory for each byte and word.
pub fn read_states<const W: usize>(bytes: &[u8], words: usize, states: &mut Vec<u64>) -> Option<()> {
    let words = word_count::<W>(words);
    states.clear();
    if bytes.is_empty() {
        return Some(());
    }
    let (count, rest) = bytes.split_first_chunk()?;
    let (first, rest) = rest.split_at_checked(words * size_of::<u64>())?;
    let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
    // The encoding of a state takes at least a byte.
    if count == 0 || count - 1 > rest.len() {
        return None;
    }
    let first: Vec<u64> = first.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
    decode::<W>(&first, count, rest, states)
}

#[cfg(test)]
mod tests {
    use sanderling_system::with_words;

    use super::*;
    use crate::fewer;

    /// Returns states that include duplicates and large differences.
    fn some_states(words: usize, count: usize) -> Vec<Vec<u64>> {
        let mut seed = 7 + words as u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match seed >> 60 {
                0 => seed,
                1 => u64::MAX - (seed >> 59 & 1),
                _ => seed >> 40 & 0x3f,
            }
        };
        (0..count).map(|_| (0..words).map(|_| next()).collect()).collect()
    }

    #[test]
    fn states_are_read_in_order_and_each_once() {
        for words in 1..9 {
            for count in [0, 1, 2, 3, fewer(5000)] {
                let mut states = some_states(words, count);
                let mut parcel = Parcel::new();
                for state in &states {
                    parcel.push_if(false, &vec![3; words]);
                    parcel.push_if(true, state);
                }
                assert_eq!(parcel.used_bytes(), 8 * words * count);
                let mut bytes = vec![1, 2, 3];
                with_words!(words, W => parcel.write_to::<W>(words, &mut bytes));
                let mut read = vec![9];
                with_words!(words, W => read_states::<W>(&bytes[3..], words, &mut read)).expect("whole");
                states.sort_unstable();
                states.dedup();
                assert_eq!(read, states.concat(), "{words} words, {count} states");
            }
        }
    }

    #[test]
    fn parcels_that_are_cut_off_or_too_long_are_refused() {
        for words in [1, 2, 7] {
            let mut parcel = Parcel::new();
            some_states(words, 40).iter().for_each(|state| parcel.push_if(true, state));
            let mut bytes = Vec::new();
            with_words!(words, W => parcel.write_to::<W>(words, &mut bytes));
            let mut states = Vec::new();
            let mut read =
                |bytes: &[u8]| with_words!(words, W => read_states::<W>(bytes, words, &mut states));
            assert_eq!(read(&bytes), Some(()));
            for length in 1..bytes.len() {
                assert_eq!(read(&bytes[..length]), None, "{words} words, {length} bytes");
            }
            bytes.push(1);
            assert_eq!(read(&bytes), None);
            // The bytes contain fewer states than this number, and no memory is allocated for it.
            bytes[..8].copy_from_slice(&u64::MAX.to_le_bytes());
            assert_eq!(read(&bytes), None);
        }
    }
}
