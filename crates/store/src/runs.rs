//! States on disk: sorted, compressed runs of keys, level by level.
//!
//! A random look at a disk takes longer than expanding thousands of states, so nothing is looked up there. The successors of a
//! whole breadth-first level are gathered in memory as [`Candidates`], without those that are there already. Where there are too
//! many, they are sorted and *spilled* as a run. When the level is done, all of them are merged in order, and
//! what is known is taken out while the runs of all levels before are read once, side by side: *delayed
//! duplicate detection*. What is left is the next level, and a run itself. Levels in which the candidates [cannot be](Scope) are left out.
//!
//! Stern and Dill, *Using Magnetic Disk Instead of Main Memory in the Murφ Verifier* (CAV 1998), check the candidates against one
//! unsorted file; Korf, *Best-First Frontier Search with Delayed Duplicate Detection* (AAAI 2004), and Edelkamp, Jabbar and Schrödl,
//! *External A\** (KI 2004), against sorted ones. Here the sorted runs are also what compresses states: neighbours differ by little. Runs are
//! [merged](LevelRuns) when they are as large as those behind them, as in a log-structured merge tree (O'Neil et al.,
//! Acta Informatica 1996), and where candidates are few, most blocks of a run are not read at all.
//!
//! INVARIANT: each known state is in exactly one part of one level, and in exactly one closed run of the class of that level, if there are closed runs.

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

/// Does each of so many jobs, on whatever threads there are.
pub type ShareOut<'a> = &'a (dyn Fn(usize, &(dyn Fn(usize) + Sync)) + 'a);

/// How long work may take: what shares it out, and what says that it has to end.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Shares jobs out.
    pub share_out: ShareOut<'a>,
    /// Whether to end in the middle.
    pub is_cut: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").finish_non_exhaustive()
    }
}
