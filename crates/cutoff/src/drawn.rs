//! Cutoffs set by tests: the current ones of each thread, and counts of the sides on which they were met.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use crate::{Cutoff, IS_SETTABLE, Sides, list};

const COUNT: usize = list::ALL.len();

static WITHIN: [AtomicU64; COUNT] = [const { AtomicU64::new(0) }; COUNT];
static BEYOND: [AtomicU64; COUNT] = [const { AtomicU64::new(0) }; COUNT];

static HAS_WEAK_HASHES: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("SANDERLING_WEAK_HASHES").is_some());

thread_local! {
    static IS_SET: Cell<bool> = const { Cell::new(false) };
    static CURRENT: RefCell<Option<Cutoffs>> = const { RefCell::new(None) };
}

/// A value for each cutoff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cutoffs(Arc<[u64; COUNT]>);

/// A guard that keeps the entered cutoffs in force on this thread. Dropping it restores the previous ones.
#[derive(Debug)]
#[must_use = "the cutoffs are those of before once this is dropped"]
pub struct Entered {
    before: Option<Cutoffs>,
    stays_on_its_thread: PhantomData<*const ()>,
}

impl Cutoffs {
    /// Returns the default values, which are in force outside tests.
    #[must_use]
    pub fn usual() -> Self {
        Self::of(|cutoff| cutoff.usual)
    }

    /// Returns the smallest values with which everything still works.
    #[must_use]
    pub fn smallest() -> Self {
        Self::of(|cutoff| cutoff.smallest)
    }

    /// Returns values so large that hardly any model reaches them.
    #[must_use]
    pub fn largest() -> Self {
        Self::of(|cutoff| cutoff.largest)
    }

    /// Draws values at random; the same seed gives the same values.
    ///
    /// Each cutoff gets its smallest, usual or largest value, or a value in between whose number of bits is uniform.
    #[must_use]
    pub fn drawn(seed: u64) -> Self {
        let mut random = seed;
        Self::of(|cutoff| match next(&mut random) % 8 {
            0..3 => cutoff.smallest,
            3..5 => cutoff.usual,
            5 => cutoff.largest,
            _ => between(cutoff, next(&mut random)),
        })
    }

    /// Returns these cutoffs with one value replaced.
    ///
    /// # Panics
    /// If the value is outside the range of the cutoff.
    #[must_use]
    pub fn with(mut self, cutoff: Cutoff, number: u64) -> Self {
        let range = cutoff.smallest..=cutoff.largest;
        assert!(range.contains(&number), "{} is from {range:?}", cutoff.name);
        Arc::make_mut(&mut self.0)[cutoff.index] = number;
        self
    }

    /// Makes these the cutoffs of this thread and of its worker threads. Has no effect if cutoffs are not
    /// [settable](IS_SETTABLE).
    pub fn enter(&self) -> Entered {
        Entered { before: set(Some(self.clone())), stays_on_its_thread: PhantomData }
    }

    fn of(mut number: impl FnMut(&Cutoff) -> u64) -> Self {
        Self(Arc::new(std::array::from_fn(|index| number(&list::ALL[index]))))
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        set(self.before.take());
    }
}

/// Returns a value of the range. All bit lengths are equally likely.
fn between(cutoff: &Cutoff, random: u64) -> u64 {
    let bits = u64::from(u64::BITS - (cutoff.largest - cutoff.smallest).leading_zeros());
    let above = (random >> 8) & ((1_u64 << (random % (bits + 1)).min(63)) - 1);
    (cutoff.smallest + above).min(cutoff.largest)
}

/// Source: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014.
fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*random ^ (*random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

pub(crate) fn set(cutoffs: Option<Cutoffs>) -> Option<Cutoffs> {
    IS_SET.set(cutoffs.is_some());
    CURRENT.replace(cutoffs)
}

pub(crate) fn of_this_thread() -> Option<Cutoffs> {
    CURRENT.with_borrow(Clone::clone)
}

#[inline(always)]
fn is_set() -> bool {
    IS_SETTABLE && IS_SET.get()
}

#[inline]
pub(crate) fn current(index: usize) -> Option<u64> {
    if !is_set() {
        return None;
    }
    CURRENT.with_borrow(|current| current.as_ref().map(|cutoffs| cutoffs.0[index]))
}

/// Counts a comparison, but only if cutoffs are set, so that nothing else in the process pays for it.
#[inline]
pub(crate) fn note(index: usize, is_within: bool) {
    if is_set() {
        let side = if is_within { &WITHIN[index] } else { &BEYOND[index] };
        side.store(side.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
}

pub(crate) fn sides(index: usize) -> Sides {
    let [within, beyond] = [&WITHIN, &BEYOND].map(|side| side[index].load(Ordering::Relaxed));
    Sides { within, beyond }
}

/// Whether hashes of states have only seven values and keys are not permuted.
///
/// This mode tests that no exact answer depends on hashes; only time may change. The environment variable
/// `SANDERLING_WEAK_HASHES` turns it on for a process. It has no effect if cutoffs are not [settable](IS_SETTABLE).
#[must_use]
#[inline(always)]
pub fn has_weak_hashes() -> bool {
    IS_SETTABLE && *HAS_WEAK_HASHES
}

#[cfg(test)]
mod tests;
