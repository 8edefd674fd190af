//! A memo of the new number of a half of the tree when some of its bits change.
//!
//! A half has far fewer values than there are states, so the same half meets the same change again and again. Usually a
//! single lookup replaces one for each node above the changed bits. A new entry replaces the old one at the same
//! position.
//!
//! INVARIANT: in the tree that the memo belongs to, `after` is the number of the half with the number `before` once
//! these bits are flipped.

use sanderling_cutoff::MEMO_ENTRIES;

use super::nodes::UNKNOWN;
use crate::hash::hash;

/// Maximum number of words in a memorised change.
const MAX_WORDS_CHANGED: usize = 2;

/// The flipped bits of a half, by word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Flips {
    words: [u32; MAX_WORDS_CHANGED],
    bits: [u64; MAX_WORDS_CHANGED],
    /// The number of words with flipped bits, which may exceed the number stored.
    count: usize,
}

impl Flips {
    /// Adds the flipped bits of another word.
    #[inline(always)]
    pub(super) fn add(&mut self, word: u32, bits: u64) {
        if bits != 0 {
            if self.count < MAX_WORDS_CHANGED {
                (self.words[self.count], self.bits[self.count]) = (word, bits);
            }
            self.count += 1;
        }
    }

    /// Whether no bit is flipped.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    before: u32,
    after: u32,
    words: [u32; MAX_WORDS_CHANGED],
    bits: [u64; MAX_WORDS_CHANGED],
}

/// An empty entry. It flips no bits, and is therefore never looked up.
const FREE: Entry =
    Entry { before: 0, after: UNKNOWN, words: [0; MAX_WORDS_CHANGED], bits: [0; MAX_WORDS_CHANGED] };

#[derive(Debug, Clone, Default)]
pub(super) struct Memo {
    /// The number of the tree to which the entries belong.
    tree: u64,
    entries: Vec<Entry>,
}

impl Memo {
    /// Assigns the memo to the tree with this number, and removes all entries of another tree.
    #[inline(always)]
    pub(super) fn turn_to(&mut self, tree: u64) {
        if self.tree != tree {
            self.tree = tree;
            self.entries.clear();
            self.entries.resize(MEMO_ENTRIES.size(), FREE);
        }
    }

    /// Returns the number of a half once bits are flipped. If it is not in the memo, it is computed, and stored if it
    /// is known.
    #[inline(always)]
    pub(super) fn get(&mut self, before: u32, flips: &Flips, work_out: impl FnOnce() -> u32) -> u32 {
        if flips.count > MAX_WORDS_CHANGED {
            return work_out();
        }
        let Flips { words, bits, .. } = *flips;
        let names = u64::from(before) ^ u64::from(words[0]) << 32 ^ u64::from(words[1]) << 48;
        let hash = hash(&[names, bits[0], bits[1], 0]) >> 32;
        let at = (hash * self.entries.len() as u64) >> 32;
        let entry = &mut self.entries[at as usize];
        if entry.before == before && entry.words == words && entry.bits == bits {
            return entry.after;
        }
        let after = work_out();
        if after != UNKNOWN {
            *entry = Entry { before, after, words, bits };
        }
        after
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flips(of: &[(u32, u64)]) -> Flips {
        let mut flips = Flips::default();
        of.iter().for_each(|&(word, bits)| flips.add(word, bits));
        flips
    }

    #[test]
    fn what_is_kept_is_what_was_worked_out() {
        let mut memo = Memo::default();
        memo.turn_to(1);
        let result = |before: u32, of: &[(u32, u64)]| before + of.len() as u32 * 100_000;
        for _ in 0..2 {
            for before in 0..3 * MEMO_ENTRIES.size() as u32 {
                let word = before % 5;
                for of in [
                    vec![(word, 1)],
                    vec![(word, 1), (7, 4)],
                    vec![(word, 1), (8, 4)],
                    vec![(1, 1), (2, 1), (3, 1)],
                ] {
                    let expected = result(before, &of) ^ of.last().map_or(0, |last| last.0);
                    assert_eq!(memo.get(before, &flips(&of), || expected), expected);
                }
            }
        }
    }

    #[test]
    fn a_memo_of_another_tree_is_empty_and_unknown_results_are_not_kept() {
        let mut memo = Memo::default();
        memo.turn_to(1);
        let one = flips(&[(3, 1)]);
        assert_eq!(memo.get(5, &one, || UNKNOWN), UNKNOWN);
        assert_eq!(memo.get(5, &one, || 6), 6);
        assert_eq!(memo.get(5, &one, || 7), 6);
        memo.turn_to(2);
        assert_eq!(memo.get(5, &one, || 7), 7);
        assert!(flips(&[(3, 0)]).is_empty() && !one.is_empty());
    }
}
