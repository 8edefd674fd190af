//! States on their way to a shard, in the form in which it takes them.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use crate::StateId;
use crate::prefetch::prefetch_spare;

/// How far ahead the memory for records is asked for: two lines of the cache.
const WORDS_AHEAD: usize = 16;

/// Records of states of equal length: for each a header, which says where the state comes from and
/// what its hash [within the shard](crate::hash::within_shard) is, and then the state's words.
#[derive(Debug, Clone, Default)]
pub struct Records(Vec<u64>);

impl Records {
    /// No records.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a state that was generated from `pred`.
    ///
    /// PERF: word by word. A copy of the whole state would read, in one piece, words that have just been
    /// written one by one, and processors wait for that.
    #[inline(always)]
    pub fn push(&mut self, pred: StateId, hash: u32, state: &[u64]) {
        self.push_if(true, pred, hash, state);
    }

    /// Adds a state under a condition.
    ///
    /// PERF: the record is written in any case; where whether it counts cannot be foreseen, a branch would cost more.
    #[inline(always)]
    pub fn push_if(&mut self, is_wanted: bool, pred: StateId, hash: u32, state: &[u64]) {
        push_if(&mut self.0, is_wanted, &[header(pred, hash)], state);
    }

    /// The headers and words, one record behind the other.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes all records out and keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The bytes of the records.
    #[must_use]
    pub fn used_bytes(&self) -> usize {
        self.0.len() * size_of::<u64>()
    }

    /// The memory that the records have taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

/// Adds words under a condition: a head, and a body.
///
/// PERF: word by word, in any case, and without a branch: see [`Records`].
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
    // * the capacity is at least the new length, or there would be no such spare words;
    // * all words up to the new length have been written: those before by earlier calls, the
    //   others just now.
    unsafe { words.set_len(length + usize::from(is_wanted) * more) };
    prefetch_spare(words, WORDS_AHEAD);
}

/// Writes a word of a record.
///
/// PERF: in WebAssembly never as a part of a copy, since that is a call of the host there.
#[inline(always)]
fn write(spare: &mut MaybeUninit<u64>, word: u64) {
    #[cfg(not(target_family = "wasm"))]
    spare.write(word);
    #[cfg(target_family = "wasm")]
    // SAFETY: the address is that of a word that is borrowed for writing.
    unsafe {
        spare.as_mut_ptr().write_volatile(word);
    }
}

#[inline(always)]
fn header(pred: StateId, hash: u32) -> u64 {
    u64::from(pred.raw()) << 32 | u64::from(hash)
}

/// The predecessor and the hash of a header.
#[inline(always)]
pub(crate) fn split(header: u64) -> (StateId, u32) {
    (StateId::from_raw((header >> 32) as u32), header as u32)
}
