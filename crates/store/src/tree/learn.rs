//! Learning from a sample which bits of states belong in the same half.
//!
//! A tree is small if each half of a state has few values, so bits that change together should be in the same half. The
//! bits that vary in a sample are divided in two by local search: single bits move from one half to the other as long
//! as both halves get fewer values. The number of values of a half in all states is estimated from the values that
//! occur once and twice in the sample: Chao, *Nonparametric Estimation of the Number of Classes in a Population*,
//! Scandinavian Journal of Statistics 11, 1984.

use super::shape::{Bits, count, first_half};
use sanderling_cutoff::LEARNING_ROUNDS;

use crate::hash::hash;

/// Minimum relative gain of a move.
const MIN_GAIN: f64 = 0.002;

/// Returns the bits of the left half, given some states and the current division.
pub(super) fn left_bits(states: &[u64], current: &Bits) -> Bits {
    let words = current.len();
    let varying = varying(states, words);
    let bits: Vec<(usize, u32)> = (0..words)
        .flat_map(|word| (0..u64::BITS).map(move |bit| (word, bit)))
        .filter(|&(word, bit)| varying[word] >> bit & 1 == 1)
        .collect();
    let alternating = |at: usize| at.is_multiple_of(2);
    let as_now = |at: usize| current[bits[at].0] >> bits[at].1 & 1 == 1;
    let starts: [&dyn Fn(usize) -> bool; 2] = [&as_now, &alternating];
    let mut search = Search::new(states, words, &bits);
    let best = starts.iter().map(|start| search.improve(start)).min_by(|a, b| a.0.total_cmp(&b.0));
    let (_, is_left) = best.expect("there are starts");
    let mut left = vec![0; words];
    for (&(word, bit), is_left) in bits.iter().zip(is_left) {
        left[word] |= u64::from(is_left) << bit;
    }
    with_constant_bits(left, &varying)
}

/// Returns the bits that are not equal in all states.
fn varying(states: &[u64], words: usize) -> Bits {
    let mut varying = vec![0; words];
    let first = states[..words].to_vec();
    for state in states.chunks_exact(words) {
        varying
            .iter_mut()
            .zip(state.iter().zip(&first))
            .for_each(|(bits, (one, other))| *bits |= one ^ other);
    }
    varying
}

/// Fills the leaves of the left half with constant bits, and leaves the others to the right half. Neither half becomes
/// empty.
fn with_constant_bits(mut left: Bits, varying: &Bits) -> Bits {
    let all = left.len() as u32 * u64::BITS;
    let constant = |left: &Bits, word: usize| !(varying[word] | left[word]);
    for word in 0..left.len() {
        let mut rest = constant(&left, word);
        while rest != 0 && !count(&left).is_multiple_of(u64::BITS) && count(&left) + 1 < all {
            left[word] |= rest & rest.wrapping_neg();
            rest &= rest - 1;
        }
    }
    if count(&left) == 0 || count(&left) == all { first_half(&vec![u64::MAX; left.len()]) } else { left }
}

/// The sample, and a counter of the values of its halves.
struct Search<'a> {
    states: &'a [u64],
    words: usize,
    bits: &'a [(usize, u32)],
    /// For each bit, the hash that it adds to a half by exclusive-or if it is set.
    marks: Vec<u64>,
    counter: Counter,
}

impl<'a> Search<'a> {
    fn new(states: &'a [u64], words: usize, bits: &'a [(usize, u32)]) -> Self {
        let marks = (0..bits.len() as u64).map(|bit| hash(&[bit, 1])).collect();
        Self { states, words, bits, marks, counter: Counter::new(states.len() / words) }
    }

    /// Moves bits from one half to the other as long as that helps. Returns the cost, and for each bit whether it is in
    /// the left half.
    fn improve(&mut self, start: impl Fn(usize) -> bool) -> (f64, Vec<bool>) {
        let mut is_left: Vec<bool> = (0..self.bits.len()).map(start).collect();
        let states = self.states.len() / self.words;
        let (mut left, mut right) = (vec![0; states], vec![0; states]);
        for (bit, &is_left) in is_left.iter().enumerate() {
            let half = if is_left { &mut left } else { &mut right };
            half.iter_mut().zip(self.marks_of(bit)).for_each(|(hash, mark)| *hash ^= mark);
        }
        let mut classes = (self.classes(&left, None), self.classes(&right, None));
        for _ in 0..LEARNING_ROUNDS.size() {
            let before = classes;
            for (bit, is_left) in is_left.iter_mut().enumerate() {
                let moved = if *is_left {
                    self.moved((&left, &right), classes, bit)
                } else {
                    self.moved((&right, &left), (classes.1, classes.0), bit).map(|(from, to)| (to, from))
                };
                if let Some(moved) = moved {
                    (classes, *is_left) = (moved, !*is_left);
                    for half in [&mut left, &mut right] {
                        half.iter_mut().zip(self.marks_of(bit)).for_each(|(hash, mark)| *hash ^= mark);
                    }
                }
            }
            if classes == before {
                break;
            }
        }
        (classes.0 + classes.1, is_left)
    }

    /// Returns the estimated numbers of values of two halves after moving a bit from the first to the second, if that
    /// is a gain.
    fn moved(&mut self, (from, to): (&[u64], &[u64]), now: (f64, f64), bit: usize) -> Option<(f64, f64)> {
        let most = (now.0 + now.1) * (1.0 - MIN_GAIN);
        let to = self.classes(to, Some(bit));
        // PERF: removing a bit hardly ever more than halves the number of values, so most moves need no further
        // computation.
        if to + now.0 / 2.0 >= most {
            return None;
        }
        let from = self.classes(from, Some(bit));
        (from + to < most).then_some((from, to))
    }

    /// Returns for each state the hash that a bit adds to its half.
    fn marks_of(&self, bit: usize) -> impl Iterator<Item = u64> + '_ {
        let ((word, position), mark) = (self.bits[bit], self.marks[bit]);
        let states = self.states[word..].iter().step_by(self.words);
        states.map(move |word| mark & 0_u64.wrapping_sub(word >> position & 1))
    }

    /// Returns the estimated number of values of a half in all states, after moving a bit to or from it.
    fn classes(&mut self, half: &[u64], moved: Option<usize>) -> f64 {
        // Counting takes most of the time.
        let mut counter = std::mem::take(&mut self.counter);
        let classes = match moved {
            Some(bit) => counter.classes(half.iter().zip(self.marks_of(bit)).map(|(hash, mark)| hash ^ mark)),
            None => counter.classes(half.iter().copied()),
        };
        self.counter = counter;
        classes
    }
}

/// A counter of the occurrences of each value.
#[derive(Default)]
struct Counter {
    /// A hash table whose size is a power of two. Each entry is a value, the round in which it was entered, and its
    /// number of occurrences.
    entries: Vec<(u64, u32, u32)>,
    round: u32,
}

impl Counter {
    fn new(values: usize) -> Self {
        Self { entries: vec![(0, 0, 0); (2 * values).next_power_of_two()], round: 0 }
    }

    /// Estimates the number of different values in the population of these.
    fn classes(&mut self, hashes: impl Iterator<Item = u64>) -> f64 {
        self.round += 1;
        let mask = self.entries.len() - 1;
        // The number of values that have occurred at all, once, and twice.
        let (mut all, mut once, mut twice) = (0_i64, 0_i64, 0_i64);
        for hash in hashes {
            let mut at = hash as usize & mask;
            while self.entries[at].1 == self.round && self.entries[at].0 != hash {
                at = (at + 1) & mask;
            }
            let entry = &mut self.entries[at];
            if entry.1 != self.round {
                *entry = (hash, self.round, 0);
            }
            entry.2 += 1;
            all += i64::from(entry.2 == 1);
            once += i64::from(entry.2 == 1) - i64::from(entry.2 == 2);
            twice += i64::from(entry.2 == 2) - i64::from(entry.2 == 3);
        }
        all as f64 + (once * (once - 1)) as f64 / (2 * (twice + 1)) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn two_counters_whose_bits_alternate_are_separated() {
        // The even bits are one counter, the odd ones another. The best division has 256 values in each half.
        let spread = |number: u64| (0..8).fold(0, |word, bit| word | (number >> bit & 1) << (2 * bit));
        let states: Vec<u64> = (0..5000_u64)
            .map(|at| hash(&[at]))
            .map(|random| {
                let (one, other) = (random & 255, random >> 8 & 255);
                // Each counter is repeated three times, so that dividing it is expensive.
                let pair = spread(one) | spread(other) << 1;
                pair | pair << 16 | pair << 32
            })
            .collect();
        let left = left_bits(&states, &vec![0xffff_ffff]);
        let mut values: [std::collections::HashSet<u64>; 2] = Default::default();
        for state in states {
            values[0].insert(state & left[0]);
            values[1].insert(state & !left[0]);
        }
        assert!(
            values.iter().all(|values| values.len() <= 256),
            "{:?}",
            values.each_ref().map(std::collections::HashSet::len)
        );
    }

    #[test]
    fn both_halves_have_bits_whatever_varies() {
        for states in [vec![5; 100], (0..100).collect(), vec![u64::MAX; 10]] {
            let left = left_bits(&states, &vec![1]);
            assert!(left[0] != 0 && left[0] != u64::MAX);
        }
    }
}
