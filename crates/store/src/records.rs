//! States to be inserted in a shard, in the format that the shard reads.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use crate::StateId;
use crate::prefetch::prefetch_spare;

/// Number of words by which the memory for records is prefetched ahead: two cache lines.
const WORDS_AHEAD: usize = 16;

/// Records of states of equal length.
///
/// Each record is a header, with the predecessor and the hash [within the shard](crate::hash::within_shard), followed
/// by the words of the state.
#[derive(Debug, Clone, Default)]
pub struct Records(Vec<u64>);

impl Records {
    /// Creates an empty sequence of records.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a state that was generated from `pred`.
    ///
    /// PERF: words are copied one by one. A copy of the whole state would read words in one piece that have just been
    /// written one by one, and processors stall on that.
    #[inline(always)]
    pub fn push(&mut self, pred: StateId, hash: u32, state: &[u64]) {
        self.push_if(true, pred, hash, state);
    }

    /// Adds a state if `is_wanted` is set.
    ///
    /// PERF: the record is always written. If the condition is unpredictable, a branch would cost more.
    #[inline(always)]
    pub fn push_if(&mut self, is_wanted: bool, pred: StateId, hash: u32, state: &[u64]) {
        push_if(&mut self.0, is_wanted, &[header(pred, hash)], state);
    }

    /// Returns the headers and words of all records.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all records, but keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the size of the records, in bytes.
    #[must_use]
    pub fn used_bytes(&self) -> usize {
        self.0.len() * size_of::<u64>()
    }

    /// Returns the allocated memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

/// Adds the words of a head and a body if `is_wanted` is set.
///
/// PERF: words are always written, one by one and without a branch; see [`Records`].
#[inline(always)]
pub(crate) fn push_if(words: &mut Vec<u64>, is_wanted: bool, head: &[u64], body: &[u64]) {
    let more = head.len() + body.len();
    words.reserve(more);
    let length = words.len();
    let spare = &mut words.spare_capacity_mut()[..more];
    for (spare, word) in spare.iter_mut().zip(head.iter().chain(body)) {
        write(spare, *word);
    }
    // SAFETY:
    // * the capacity is at least the new length, since the slice of spare words would panic otherwise;
    // * all words up to the new length have been written: the earlier ones by previous calls, the others just now.
    unsafe { words.set_len(length + usize::from(is_wanted) * more) };
    prefetch_spare(words, WORDS_AHEAD);
}

/// Writes a word of a record.
///
/// PERF: in WebAssembly this must not become part of a copy, which is a call of the host there.
#[inline(always)]
fn write(spare: &mut MaybeUninit<u64>, word: u64) {
    #[cfg(not(target_family = "wasm"))]
    spare.write(word);
    #[cfg(target_family = "wasm")]
    // SAFETY: the address is that of a word that is borrowed mutably.
    unsafe {
        spare.as_mut_ptr().write_volatile(word);
    }
}

#[inline(always)]
fn header(pred: StateId, hash: u32) -> u64 {
    u64::from(pred.raw()) << 32 | u64::from(hash)
}

/// Returns the predecessor and the hash of a header.
#[inline(always)]
pub(crate) fn split(header: u64) -> (StateId, u32) {
    (StateId::from_raw((header >> 32) as u32), header as u32)
}
