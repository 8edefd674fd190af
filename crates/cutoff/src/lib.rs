//! Thresholds and sizes by which the engine chooses between two methods for the same task.
//!
//! Examples are a maximum number of rows for a table, the number of states in a block, and the work after which an
//! attempt is abandoned. No answer depends on a cutoff; only time and memory do. All of them are in one
//! [list](mod@list), as constants of type [`Cutoff`].
//!
//! Small models never exceed a large cutoff, so random tests would never run the code beyond it. If cutoffs [are
//! settable](IS_SETTABLE), a thread can therefore [enter](Cutoffs::enter) its own [`Cutoffs`]: all smallest, all
//! largest, or drawn at random. [`Cutoff::sides`] counts how often the process was on each side.
//! `tests/tests/cutoffs.rs` explores random models with drawn cutoffs, and fails for each cutoff that was met on one
//! side only. In all other builds, a cutoff is a constant and costs no more than one.

mod constants;
mod drawn;
pub mod list;

pub use drawn::{Cutoffs, Entered, has_weak_hashes};
pub use list::*;

/// Whether cutoffs can be set, which requires debug assertions. Test builds have them, and so does the optimised build
/// of `cargo xtask soak`.
pub const IS_SETTABLE: bool = cfg!(debug_assertions);

/// A threshold or size by which the engine chooses between two methods for the same task.
#[derive(Debug, Clone, Copy)]
pub struct Cutoff {
    /// The position in the list.
    index: usize,
    name: &'static str,
    usual: u64,
    smallest: u64,
    largest: u64,
}

/// The number of times a cutoff was met on each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides {
    /// The number of comparisons that the cutoff admitted, or of uses as a size no smaller than the usual one.
    pub within: u64,
    /// The number of comparisons that the cutoff did not admit, or of uses as a size smaller than the usual one.
    pub beyond: u64,
}

impl Cutoff {
    /// Returns the name in the list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns every cutoff, in the order of the list.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        list::ALL
    }

    /// Whether `number` is at most the cutoff. A number above 2^64 - 1 never is.
    #[must_use]
    #[inline(always)]
    pub fn admits<N: TryInto<u64>>(self, number: N) -> bool {
        let is_admitted = number.try_into().is_ok_and(|number| number <= self.current());
        drawn::note(self.index, is_admitted);
        is_admitted
    }

    /// Returns the cutoff as a size, for example of a block, a budget or a sample.
    #[must_use]
    #[inline(always)]
    pub fn number(self) -> u64 {
        let number = self.current();
        drawn::note(self.index, number >= self.usual);
        number
    }

    /// Returns the cutoff as a length in memory.
    #[must_use]
    #[inline(always)]
    pub fn size(self) -> usize {
        usize::try_from(self.number()).unwrap_or(usize::MAX)
    }

    /// Returns the cutoff as a number of bits or another small number.
    #[must_use]
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.number() as u32
    }

    /// Returns the smallest and the largest permitted value.
    #[must_use]
    pub const fn range(self) -> (u64, u64) {
        (self.smallest, self.largest)
    }

    #[inline(always)]
    fn current(self) -> u64 {
        drawn::current(self.index).unwrap_or(self.usual)
    }

    /// Returns how often all threads of this process met the cutoff on each side.
    #[must_use]
    pub fn sides(self) -> Sides {
        drawn::sides(self.index)
    }
}

/// The cutoffs of a thread, to be passed on to a worker thread.
#[derive(Debug, Clone, Default)]
pub struct Inherited {
    cutoffs: Option<Cutoffs>,
}

impl Inherited {
    /// Returns the cutoffs of the current thread.
    #[must_use]
    pub fn of_this_thread() -> Self {
        Self { cutoffs: drawn::of_this_thread() }
    }

    /// Makes these the cutoffs of the current thread until it ends.
    pub fn take_over(&self) {
        drawn::set(self.cutoffs.clone());
    }
}
