//! The numbers by which the engine chooses between two ways of doing the same thing.
//!
//! A table up to this number of rows, a search otherwise; blocks of this number of states; a budget after which something is given
//! up. No answer depends on any of them, only time and memory do. All are in one [list](mod@list), as constants of
//! type [`Cutoff`].
//!
//! Small models never reach the far side of a large cutoff, and so no random test does. Where cutoffs [are settable](IS_SETTABLE), a thread
//! can [enter](Cutoffs::enter) [`Cutoffs`] of its own: drawn at random, all smallest or all largest. [`Cutoff::sides`] tells on which sides
//! the process has been. `tests/tests/cutoffs.rs` explores random models with drawn cutoffs, and fails for each cutoff that was met on one
//! side only. In all other builds a cutoff is a constant, and costs what a constant costs.

mod constants;
mod drawn;
pub mod list;

pub use drawn::{Cutoffs, Entered, has_weak_hashes};
pub use list::*;

/// Whether cutoffs can be set: in builds with debug assertions, which tests are. `cargo xtask soak` builds with optimisation and with these.
pub const IS_SETTABLE: bool = cfg!(debug_assertions);

/// A number that chooses between two ways of doing the same thing.
#[derive(Debug, Clone, Copy)]
pub struct Cutoff {
    /// The number of the cutoff in the list.
    index: usize,
    name: &'static str,
    usual: u64,
    smallest: u64,
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
        drawn::note(self.index, is_admitted);
        is_admitted
    }

    /// The cutoff as a size: of a block, a budget, a sample.
    #[must_use]
    #[inline(always)]
    pub fn number(self) -> u64 {
        let number = self.current();
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
    #[must_use]
    pub const fn range(self) -> (u64, u64) {
        (self.smallest, self.largest)
    }

    #[inline(always)]
    fn current(self) -> u64 {
        drawn::current(self.index).unwrap_or(self.usual)
    }

    /// How often it was met on either side by any thread of this process.
    #[must_use]
    pub fn sides(self) -> Sides {
        drawn::sides(self.index)
    }
}

/// The cutoffs of a thread, for another one that works for it.
#[derive(Debug, Clone, Default)]
pub struct Inherited {
    cutoffs: Option<Cutoffs>,
}

impl Inherited {
    /// The cutoffs of the current thread.
    #[must_use]
    pub fn of_this_thread() -> Self {
        Self { cutoffs: drawn::of_this_thread() }
    }

    /// Makes them those of the current thread, for as long as it lives.
    pub fn take_over(&self) {
        drawn::set(self.cutoffs.clone());
    }
}
