//! The numbers by which the engine chooses between two ways of doing the same thing.
//!
//! A table up to this number of rows, a search otherwise; blocks of this number of states; a budget after which something is given
//! up. No answer depends on any of them, only time and memory do. All are in one [list](mod@list), as constants of
//! type [`Cutoff`].
//!
//! What stands on the far side of a large cutoff is never reached by small models, and so by no random test. With the
//! feature `settable`, [`Cutoffs`] of a thread's own can be [entered](Cutoffs::enter): drawn at random, all smallest or all
//! largest; and [`Cutoff::sides`] tells on which sides the process has been. `tests/tests/cutoffs.rs` explores random models with them, and
//! fails for each cutoff that was met on one side only. Without the feature there is nothing of this: a cutoff is a
//! constant, and costs what a constant costs.

mod constants;
#[cfg(feature = "settable")]
mod drawn;
pub mod list;

#[cfg(feature = "settable")]
pub use drawn::{Cutoffs, Entered, has_weak_hashes};
pub use list::*;

/// A number that chooses between two ways of doing the same thing.
#[derive(Debug, Clone, Copy)]
pub struct Cutoff {
    /// The number of the cutoff in the list.
    #[cfg(feature = "settable")]
    index: usize,
    name: &'static str,
    usual: u64,
    #[cfg(feature = "settable")]
    smallest: u64,
    #[cfg(feature = "settable")]
    largest: u64,
}

/// On how many occasions a cutoff was met on either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides {
    /// What was compared with it was admitted; a cutoff that is a size was as usual or larger.
    pub within: u64,
    /// What was compared with it was not admitted; a cutoff that is a size was smaller than usual.
    pub beyond: u64,
}

impl Cutoff {
    /// The name in the list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Every cutoff, in the order of the list.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        list::ALL
    }

    /// Whether a number is at most the cutoff. A number above 2^64 - 1 is not.
    #[must_use]
    #[inline(always)]
    pub fn admits<N: TryInto<u64>>(self, number: N) -> bool {
        let is_admitted = number.try_into().is_ok_and(|number| number <= self.current());
        #[cfg(feature = "settable")]
        drawn::note(self.index, is_admitted);
        is_admitted
    }

    /// The cutoff as a size: of a block, a budget, a sample.
    #[must_use]
    #[inline(always)]
    pub fn number(self) -> u64 {
        let number = self.current();
        #[cfg(feature = "settable")]
        drawn::note(self.index, number >= self.usual);
        number
    }

    /// The number of the cutoff, as the length of something in memory.
    #[must_use]
    #[inline(always)]
    pub fn size(self) -> usize {
        usize::try_from(self.number()).unwrap_or(usize::MAX)
    }

    /// The number of the cutoff, as a number of bits or something else that is small.
    #[must_use]
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.number() as u32
    }

    /// The smallest and the largest number that it may have.
    #[cfg(feature = "settable")]
    #[must_use]
    pub const fn range(self) -> (u64, u64) {
        (self.smallest, self.largest)
    }

    #[cfg(not(feature = "settable"))]
    #[inline(always)]
    const fn current(self) -> u64 {
        self.usual
    }

    #[cfg(feature = "settable")]
    #[inline(always)]
    fn current(self) -> u64 {
        drawn::current(self.index).unwrap_or(self.usual)
    }

    /// How often it was met on either side by any thread of this process.
    #[cfg(feature = "settable")]
    #[must_use]
    pub fn sides(self) -> Sides {
        drawn::sides(self.index)
    }
}

/// Whether hashes of states have only seven values, and keys are left as they are: a test that no exact answer depends on them. Only time may
/// change. The environment variable `SANDERLING_WEAK_HASHES` says so for a process; without the feature `settable` it has no effect.
#[cfg(not(feature = "settable"))]
#[must_use]
#[inline(always)]
pub const fn has_weak_hashes() -> bool {
    false
}

/// The cutoffs of a thread, for another one that works for it.
///
/// Where cutoffs cannot be set this is nothing.
#[derive(Debug, Clone, Default)]
pub struct Inherited {
    #[cfg(feature = "settable")]
    cutoffs: Option<Cutoffs>,
}

impl Inherited {
    /// The cutoffs of the current thread.
    #[must_use]
    pub fn of_this_thread() -> Self {
        Self {
            #[cfg(feature = "settable")]
            cutoffs: drawn::of_this_thread(),
        }
    }

    /// Makes them those of the current thread, for as long as it lives.
    pub fn take_over(&self) {
        #[cfg(feature = "settable")]
        drawn::set(self.cutoffs.clone());
    }
}
