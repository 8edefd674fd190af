//! States on disk: sorted, compressed runs of keys, one breadth-first level at a time.
//!
//! A random disk access takes longer than expanding thousands of states, so states are never looked up on disk. The
//! successors of a whole breadth-first level are gathered in memory as distinct [`Candidates`]. If there are too many,
//! they are sorted and *spilled* as a run. At the end of the level, all of them are merged in order, and known states
//! are removed while the runs of all previous levels are read once in parallel: *delayed duplicate detection*. The
//! remaining states are the next level, which is itself a run. Levels in which the candidates [cannot be](Scope) are
//! skipped.
//!
//! Stern and Dill, *Using Magnetic Disk Instead of Main Memory in the Murφ Verifier* (CAV 1998), check the candidates
//! against one unsorted file; Korf, *Best-First Frontier Search with Delayed Duplicate Detection* (AAAI 2004), and
//! Edelkamp, Jabbar and Schrödl, *External A\** (KI 2004), against sorted ones. Here sorting also compresses the
//! states, since neighbours differ by little. Runs are [merged](LevelRuns) when they are as large as the next ones, as
//! in a log-structured merge tree (O'Neil et al., Acta Informatica 1996). If there are few candidates, most blocks of a
//! run are not read at all.
//!
//! INVARIANT: each known state is in exactly one part of one level, and in exactly one closed run of the class of that
//! level, if there are closed runs.

mod candidates;
mod closed;
pub(crate) mod coding;
mod cursor;
mod key;
mod levels;
mod merge;
mod run;
mod saved;
mod scope;
mod slots;
mod space;
#[cfg(test)]
mod tests;
mod translation;
mod vault;

pub use candidates::Candidates;
pub use key::{shard_of_key, state_of_key, to_key};
pub use levels::{LevelReader, LevelRuns};
pub use saved::{SavedFile, SavedRun, SavedRuns};
pub use scope::Scope;
pub use space::{RunError, Space, Usage};

/// A function that runs a number of jobs on the available threads.
pub type ShareOut<'a> = &'a (dyn Fn(usize, &(dyn Fn(usize) + Sync)) + 'a);

/// The means to do work: a function that distributes it, and a check whether to cancel it.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Distributes jobs.
    pub share_out: ShareOut<'a>,
    /// Whether the work is cancelled.
    pub is_cut: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").finish_non_exhaustive()
    }
}
