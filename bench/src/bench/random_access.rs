//! Measures the machine's rate of random memory accesses, with many in flight.
//!
//! An array of 2 GiB is far larger than any cache. It uses huge pages if the system has them, so that the
//! rate is that of memory rather than of address translation, which would halve it. Each update reads a word
//! at a random index, changes it and writes it back. Updates are independent, so the processor keeps as many
//! in flight as it can. The indices come from several independent linear congruential generators at one
//! multiplication per index, so the generator is not the bottleneck. With several threads, each has its own
//! part of the array.

use std::hint::black_box;
use std::io;
use std::thread;
use std::time::Instant;

use memmap2::MmapMut;

/// Number of words of the array, as a power of two: 2 GiB.
const WORDS_LOG2: u32 = 28;
/// A word as bytes.
type Word = [u8; 8];
/// Number of updates of all threads together.
const UPDATES: u64 = 1 << 27;
/// Number of generators that take turns.
const STREAMS: usize = 16;

/// Knuth's multiplier for linear congruential generators of 64 bits, *The Art of Computer
/// Programming*, volume 2.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

/// Measures the random updates per second of words in an array of 2 GiB, by `threads` threads together.
///
/// # Errors
/// There is not enough memory.
pub(crate) fn updates_per_second(threads: usize) -> io::Result<f64> {
    let mut memory = MmapMut::map_anon(size_of::<Word>() << WORDS_LOG2)?;
    // NOTE: without huge pages, the rate is that of small pages.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    let (array, _) = memory.as_chunks_mut::<{ size_of::<Word>() }>();
    // A nonzero value makes the system allocate every page before the clock starts.
    array.fill([1; 8]);
    let parts = array.chunks_mut((1 << WORDS_LOG2) / threads.next_power_of_two());
    let updates = UPDATES / threads as u64;
    let started = Instant::now();
    thread::scope(|scope| {
        for (seed, part) in parts.take(threads).enumerate() {
            scope.spawn(move || update(part, updates, seed as u64));
        }
    });
    let elapsed = started.elapsed();
    black_box(&array);
    Ok((updates * threads as u64) as f64 / elapsed.as_secs_f64())
}

/// Updates random words of an array whose length is a power of two greater than 1.
fn update(array: &mut [Word], updates: u64, seed: u64) {
    debug_assert!(array.len().is_power_of_two() && array.len() > 1);
    let shift = u64::BITS - array.len().trailing_zeros();
    let mut streams: [u64; STREAMS] = std::array::from_fn(|stream| {
        (seed * STREAMS as u64 + stream as u64 + 1).wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT)
    });
    for _ in 0..updates / STREAMS as u64 {
        for random in &mut streams {
            *random = random.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
            // The high bits are random; the low ones are not.
            let word = &mut array[(*random >> shift) as usize];
            *word = (u64::from_ne_bytes(*word) ^ *random).to_ne_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_spread_over_the_whole_array() {
        let mut array = vec![Word::default(); 1 << 10];
        update(&mut array, 1 << 14, 0);
        let untouched = array.iter().filter(|&&word| word == Word::default()).count();
        // With 16 updates per word, each of 1024 words is updated, except with a probability of about 10^-4.
        assert!(untouched <= 2, "{untouched}");
    }
}
