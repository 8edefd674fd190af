//! An estimate of the number of distinct discovered states, if forgotten states may be discovered again.
//!
//! The estimate is a sketch of fixed size. The mixed hash of a state chooses one of `m` registers. A
//! register stores the longest run of leading zeros seen in the rest of the hash, plus one. A rediscovered
//! state changes nothing. Source: Flajolet, Fusy, Gandouet and Meunier, *HyperLogLog: the analysis of a
//! near-optimal cardinality estimation algorithm*, AofA 2007, with the estimator of Ertl, *New cardinality
//! estimation algorithms for HyperLogLog sketches*, arXiv 1702.01284, 2017, section 4. That estimator is
//! unbiased at both ends of the range, and needs neither a second estimator nor correction tables. Existing
//! crates bring such tables, sparse representations for many small sketches, and unsafe code, while a search
//! has one sketch.
//!
//! INVARIANT: the sketch depends only on the set of hashes, not on their order or number.

use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

/// Number of bits of the mixed hash that choose the register.
const REGISTER_BITS: u32 = 12;
/// Number of registers.
const REGISTERS: usize = 1 << REGISTER_BITS;
/// Number of bits whose leading zeros are counted.
const REST_BITS: u32 = u64::BITS - REGISTER_BITS;
/// Maximum value of a register. The minimum 0 means that no state was seen.
const HIGHEST: usize = REST_BITS as usize + 1;

/// An estimate of the number of distinct states that were added.
#[derive(Debug, Clone)]
pub struct DistinctEstimate {
    registers: Box<[u8; REGISTERS]>,
}

impl DistinctEstimate {
    /// Relative standard error of an estimate, 1.04 / √4096. It is smaller if there are fewer states than
    /// registers.
    pub const STANDARD_ERROR: f64 = 1.04 / 64.0;

    /// Creates the estimate of an empty set.
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
        // The bit below the rest ends the run of zeros, so that it fits the rest.
        let rest = mixed << REGISTER_BITS | 1 << (REGISTER_BITS - 1);
        *register = (*register).max(rest.leading_zeros() as u8 + 1);
    }

    /// Returns the estimated number of distinct states, with a standard error of [`Self::STANDARD_ERROR`].
    /// Takes a few microseconds.
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

    /// Writes the sketch to a checkpoint.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        to.put(self.registers.as_slice());
    }

    /// Reads a sketch from a checkpoint. Returns `None` if it is invalid.
    pub(crate) fn load(from: &mut Source) -> Option<Self> {
        let mut registers = Box::new([0; REGISTERS]);
        for register in registers.iter_mut() {
            *register = u8::load(from)?;
        }
        registers.iter().all(|&register| usize::from(register) <= HIGHEST).then_some(Self { registers })
    }

    /// Returns the memory of the sketch, in bytes.
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

/// Mixes a hash bijectively, so that each bit depends on the whole hash. The bits of the hash itself choose
/// shard and position, so mixing allows a sketch of one shard. The steps and constants are those of
/// SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014).
#[inline(always)]
fn mix(hash: u64) -> u64 {
    let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns the contribution of empty registers, σ in the source: the sum of `share` and of
/// `share^(2^k) · 2^(k-1)` over k ≥ 1. It is infinite if all registers are empty.
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

/// Returns the contribution of saturated registers, τ in the source: a third of
/// `1 - share - Σ (1 - share^(2^-k))² · 2^-k` over k ≥ 1, where `share` is the share of the other registers.
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
                    // Four checkpoints a decade, also at the transition from small to medium ranges.
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
        // The spread of 200 runs is itself known to five percent. The tolerance is four times that.
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

    /// Returns a sketch whose registers have their average values for this number of states, which may be
    /// too large to add one by one. The number of leading zeros is at most `zeros` with probability
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
