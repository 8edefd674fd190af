//! How many distinct states have been discovered, where forgotten ones may be discovered again.
//!
//! A sketch of fixed size: the mixed hash of a state chooses one of `m` registers, and the register
//! keeps the longest run of leading zeros that was seen in the rest of it, plus one. A state that is
//! discovered again changes nothing. Source: Flajolet, Fusy, Gandouet and Meunier, *HyperLogLog: the
//! analysis of a near-optimal cardinality estimation algorithm*, AofA 2007, with the estimator of
//! Ertl, *New cardinality estimation algorithms for HyperLogLog sketches*, arXiv 1702.01284, 2017,
//! section 4: it has no bias at either end of the range, so that no other estimator and no table of
//! corrections is needed. The crates that exist bring such tables, sparse representations for many
//! small sketches, and unsafe code; a search has one sketch.
//!
//! INVARIANT: the sketch depends on the set of hashes alone, not on their order or number.

use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

/// How many bits of the mixed hash choose the register.
const REGISTER_BITS: u32 = 12;
/// The number of registers.
const REGISTERS: usize = 1 << REGISTER_BITS;
/// The number of bits whose leading zeros are counted.
const REST_BITS: u32 = u64::BITS - REGISTER_BITS;
/// A register holds a number from 0, nothing seen, to this.
const HIGHEST: usize = REST_BITS as usize + 1;

/// An estimate of the number of distinct states among those that were added.
#[derive(Debug, Clone)]
pub struct DistinctEstimate {
    registers: Box<[u8; REGISTERS]>,
}

impl DistinctEstimate {
    /// The relative standard error of an estimate, 1.04 / √4096; it is less where there are fewer
    /// states than registers.
    pub const STANDARD_ERROR: f64 = 1.04 / 64.0;

    /// The estimate of no states.
    #[must_use]
    pub fn new() -> Self {
        Self { registers: Box::new([0; REGISTERS]) }
    }

    /// Adds a state by its [hash](sanderling_store::hash::hash). The cost is a few operations and
    /// one byte of 4096.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        let mixed = mix(hash);
        let register = &mut self.registers[(mixed >> REST_BITS) as usize];
        // The bit below the rest ends the run of zeros, so that it is not longer than the rest.
        let rest = mixed << REGISTER_BITS | 1 << (REGISTER_BITS - 1);
        *register = (*register).max(rest.leading_zeros() as u8 + 1);
    }

    /// The number of distinct states, within [`Self::STANDARD_ERROR`]. The cost is a few
    /// microseconds.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        let mut count = [0_u32; HIGHEST + 1];
        self.registers.iter().for_each(|&register| count[usize::from(register)] += 1);
        let share = |register: usize| f64::from(count[register]) / REGISTERS as f64;
        let registers = REGISTERS as f64;

        let full = registers * share_of_full(1.0 - share(HIGHEST));
        let between = count[1..HIGHEST].iter().rev().fold(full, |sum, &count| 0.5 * (sum + f64::from(count)));
        let sum = between + registers * share_of_empty(share(0));
        registers * registers / (2.0 * std::f64::consts::LN_2 * sum)
    }

    /// What a checkpoint keeps.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        to.put(self.registers.as_slice());
    }

    /// What was kept; `None` where that is no sketch.
    pub(crate) fn load(from: &mut Source) -> Option<Self> {
        let mut registers = Box::new([0; REGISTERS]);
        for register in registers.iter_mut() {
            *register = u8::load(from)?;
        }
        registers.iter().all(|&register| usize::from(register) <= HIGHEST).then_some(Self { registers })
    }

    /// The memory that the sketch takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        REGISTERS
    }
}

impl Default for DistinctEstimate {
    fn default() -> Self {
        Self::new()
    }
}

/// A bijection in which each bit depends on all of the hash, whose own bits choose shard and
/// position: so the sketch may be kept for one shard, too. The steps and the constants are those of
/// SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014).
#[inline(always)]
fn mix(hash: u64) -> u64 {
    let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// What the empty registers contribute, σ in the source: the sum of `share` and of
/// `share^(2^k) · 2^(k-1)` over k ≥ 1. Infinite where all are empty.
fn share_of_empty(share: f64) -> f64 {
    if share >= 1.0 {
        return f64::INFINITY;
    }
    let (mut power, mut factor, mut sum) = (share, 1.0, share);
    loop {
        power *= power;
        let before = sum;
        sum += power * factor;
        factor += factor;
        if sum <= before {
            return sum;
        }
    }
}

/// What the registers contribute that can grow no more, τ in the source, where `share` is the share of
/// the others: a third of `1 - share - Σ (1 - share^(2^-k))² · 2^-k` over k ≥ 1.
fn share_of_full(share: f64) -> f64 {
    if share <= 0.0 || share >= 1.0 {
        return 0.0;
    }
    let (mut root, mut factor, mut sum) = (share, 1.0, 1.0 - share);
    loop {
        root = root.sqrt();
        factor *= 0.5;
        let before = sum;
        sum -= (1.0 - root) * (1.0 - root) * factor;
        if sum >= before {
            return sum / 3.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use sanderling_store::hash::hash;

    use super::*;

    /// Whether `estimate` is within four standard errors of `distinct`.
    fn is_close(estimate: f64, distinct: f64) -> bool {
        (estimate - distinct).abs() <= 4.0 * DistinctEstimate::STANDARD_ERROR * distinct
    }

    #[test]
    fn estimates_are_within_four_standard_errors() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        for kind in 0..5 {
            let mut estimate = DistinctEstimate::new();
            let mut checkpoint = 10;
            for state in 0..1_000_000_u64 {
                estimate.add(hash(&[state << kind, kind]));
                if state + 1 == checkpoint {
                    assert!(
                        is_close(estimate.estimate(), checkpoint as f64),
                        "kind {kind}: {} for {checkpoint}",
                        estimate.estimate()
                    );
                    // Four checkpoints a decade, where small and middle ranges meet as well.
                    checkpoint = checkpoint * 16 / 9;
                }
            }
            assert!(is_close(estimate.estimate(), 1e6), "kind {kind}");
        }
    }

    #[test]
    fn the_spread_is_the_standard_error() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        let runs = 200;
        let squares: f64 = (0..runs)
            .map(|run| {
                let mut estimate = DistinctEstimate::new();
                (0..30_000_u64).for_each(|state| estimate.add(hash(&[state, run])));
                (estimate.estimate() / 30_000.0 - 1.0).powi(2)
            })
            .sum();
        let spread = (squares / runs as f64).sqrt();
        // The spread of 200 runs is itself known to a twentieth; this is four times that.
        let expected = DistinctEstimate::STANDARD_ERROR;
        assert!((0.8 * expected..1.2 * expected).contains(&spread), "{spread} for {expected}");
    }

    #[test]
    fn states_discovered_again_count_once() {
        let (mut once, mut often) = (DistinctEstimate::new(), DistinctEstimate::new());
        for state in 0..10_000_u64 {
            once.add(hash(&[state]));
            often.add(hash(&[9_999 - state]));
            often.add(hash(&[state / 3]));
        }
        assert_eq!(once.registers, often.registers);
    }

    #[test]
    fn nothing_is_estimated_as_nothing() {
        assert_eq!(DistinctEstimate::new().estimate(), 0.0);
    }

    /// A sketch whose registers are what they are in the mean after this number of states, which may be more
    /// than anyone can add: at most so many leading zeros are found with the probability
    /// exp(-states / registers / 2^zeros).
    fn typical(states: f64) -> DistinctEstimate {
        let mut estimate = DistinctEstimate::new();
        let rate = states / REGISTERS as f64;
        for (i, register) in estimate.registers.iter_mut().enumerate() {
            let share = (i as f64 + 0.5) / REGISTERS as f64;
            let is_reached = |number: &usize| (-rate * 0.5_f64.powi(*number as i32)).exp() >= share;
            *register = (0..HIGHEST).find(is_reached).unwrap_or(HIGHEST) as u8;
        }
        estimate
    }

    #[test]
    fn there_is_no_bias_from_one_end_of_the_range_to_the_other() {
        for exponent in 8..=65 {
            let states = 2_f64.powi(exponent);
            let ratio = typical(states).estimate() / states;
            assert!((0.995..1.005).contains(&ratio), "{ratio} at 2^{exponent}");
        }
    }

    #[test]
    fn hashes_of_one_shard_are_estimated_as_well() {
        let mut estimate = DistinctEstimate::new();
        (0..50_000_u64).for_each(|low| estimate.add(0xab << 56 | low));
        assert!(is_close(estimate.estimate(), 50_000.0));
    }
}
