//! Gathering of bits of a marking into one number, by one multiplication per word.
//!
//! A product with a sum of powers of two is a sum of shifted copies. If each of a few runs of bits has a power that
//! brings it to its place at the top of the word, and no other copy reaches that place or carries into it, the top bits
//! of the product are the runs side by side:
//!
//! ```text
//! ····aaa··bb·   · (2^s + 2^t)  =   bbaaa···········
//! ```
//!
//! Chess programs find such factors by experiment ("magic bitboards", from about 2005 on). Here they are found by
//! trying the few orders of the runs. Not every set of runs has a factor.

use sanderling_cutoff::GATHER_RUNS;

use sanderling_data_net::CellId;

use super::key::{Key, Run};
use super::slot::Slots;

/// The part of the key in one word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Gather {
    mask: u64,
    factor: u64,
    word: u32,
}

/// The parameters for reading a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gathers<const N: usize> {
    parts: [Gather; N],
    /// The number of bits by which the sum of the products is shifted down.
    shift: u32,
}

impl<const N: usize> Gathers<N> {
    /// Reads the key from some words. Their number is `W`, or any number if `W` is 0.
    #[inline(always)]
    pub(super) fn read<const W: usize>(&self, words: &[u64]) -> usize {
        let product = |part: &Gather| (words[part.word as usize] & part.mask).wrapping_mul(part.factor);
        // PERF: the number of iterations is constant, so that there is no misprediction.
        let count = if W == 1 { 1 } else { N };
        let sum = self.parts[..count].iter().fold(0_u64, |sum, part| sum.wrapping_add(product(part)));
        (sum >> self.shift) as usize
    }

    /// Returns the key of no cells.
    pub(super) fn none() -> Self {
        Self { parts: [Gather::default(); N], shift: 63 }
    }

    /// Returns a key of some cells that can be read with multiplications, if there is one.
    pub(super) fn key_of(cells: &[CellId], slots: &Slots) -> Option<(Key, Self)> {
        let key = Key::of(cells, slots);
        let runs = key.runs();
        if !GATHER_RUNS.admits(runs.len()) {
            return None;
        }
        let mut order: Vec<usize> = (0..runs.len()).collect();
        loop {
            let arranged = key.in_order(&order);
            if let Some(gathers) = Self::of(arranged.runs(), arranged.bits()) {
                return Some((arranged, gathers));
            }
            if !next_order(&mut order) {
                return None;
            }
        }
    }

    /// Computes the factors that bring runs to their places.
    fn of(runs: &[Run], bits: u32) -> Option<Self> {
        // With no bits there is nothing to shift down.
        let shift = (64 - bits).min(63);
        let mut gathers = Self { parts: [Gather::default(); N], shift };
        let mut used = 0;
        for run in runs {
            let known = gathers.parts[..used].iter().position(|part| part.word == u32::from(run.word));
            let at = known.unwrap_or(used);
            let part = gathers.parts.get_mut(at)?;
            used = used.max(at + 1);
            part.word = u32::from(run.word);
            part.mask |= u64::from(run.mask) << run.shift;
            let by = (shift + u32::from(run.at)).checked_sub(u32::from(run.shift))?;
            part.factor |= 1 << by;
        }
        gathers.is_right(runs, bits).then_some(gathers)
    }

    /// Whether each run reaches its place alone, and nothing is carried there.
    fn is_right(&self, runs: &[Run], bits: u32) -> bool {
        let window = if bits == 0 { 0 } else { u64::MAX << self.shift };
        let mut below = 0_u128;
        for part in &self.parts {
            for by in (0..64).filter(|by| part.factor >> by & 1 != 0) {
                for run in runs.iter().filter(|run| u32::from(run.word) == part.word && part.mask != 0) {
                    let copy = u64::from(run.mask) << run.shift << by;
                    let is_meant = u32::from(run.shift) + by == self.shift + u32::from(run.at);
                    if copy & window != 0 && !is_meant {
                        return false;
                    }
                    below += u128::from(copy & !window);
                }
            }
        }
        below >> self.shift == 0
    }
}

/// Advances to the next order in lexicographic order, or returns `false` after the last one.
fn next_order(order: &mut [usize]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else { return false };
    let last = (at..order.len()).rev().find(|&last| order[last] > order[at - 1]).unwrap_or(at);
    order.swap(at - 1, last);
    order[at..].reverse();
    true
}

#[cfg(test)]
mod tests;
