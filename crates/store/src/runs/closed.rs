//! The closed runs that candidates are compared with, by the class of their levels.
//!
//! PERF: there may be as many classes as levels, if no state is ever met again, and the memory is queried after each
//! round. Totals are therefore updated, not recomputed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::run::Run;
use super::vault::Vault;

#[derive(Debug, Default)]
pub(super) struct Closed {
    by_class: BTreeMap<u64, Vec<Arc<Run>>>,
    /// The memory of runs other than those of levels, in bytes.
    bytes: usize,
    /// The maximum number of runs of any class so far, and the maximum memory of their indexes in bytes.
    max_runs: usize,
    max_index_bytes: usize,
}

impl Closed {
    /// Returns the runs of a class, the largest first.
    pub(super) fn of(&self, class: u64) -> &[Arc<Run>] {
        self.by_class.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Removes and returns the runs of a class. `levels` is the vault of the runs of the levels.
    pub(super) fn take(&mut self, class: u64, levels: &Arc<Vault>) -> Vec<Arc<Run>> {
        let runs = self.by_class.remove(&class).unwrap_or_default();
        self.bytes -= bytes(&runs, levels);
        runs
    }

    /// Sets the runs of a class that has none.
    pub(super) fn put(&mut self, class: u64, runs: Vec<Arc<Run>>, levels: &Arc<Vault>) {
        self.bytes += bytes(&runs, levels);
        self.max_runs = self.max_runs.max(runs.len());
        self.max_index_bytes = self.max_index_bytes.max(runs.iter().map(|run| run.bytes()).sum());
        self.by_class.insert(class, runs);
    }

    /// Returns the memory of runs other than those of levels, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the maximum number of runs that a class has had.
    pub(super) fn max_runs(&self) -> usize {
        self.max_runs
    }

    /// Checks that the stored totals agree with the runs.
    #[cfg(test)]
    pub(super) fn check(&self, levels: &Arc<Vault>) {
        let of_classes: Vec<usize> = self.by_class.values().map(|runs| bytes(runs, levels)).collect();
        assert_eq!(self.bytes, of_classes.iter().sum::<usize>());
        let runs = self.by_class.values().map(Vec::len).max().unwrap_or(0);
        assert!(self.max_runs >= runs);
        let index = |runs: &Vec<Arc<Run>>| runs.iter().map(|run| run.bytes()).sum();
        assert!(self.max_index_bytes >= self.by_class.values().map(index).max().unwrap_or(0));
    }

    /// Returns the maximum memory of the indexes of a class, in bytes.
    pub(super) fn max_index_bytes(&self) -> usize {
        self.max_index_bytes
    }
}

/// Returns the memory of runs and their vaults, in bytes, without those of levels, which are counted there. Merged runs
/// are sealed, so their memory does not change.
fn bytes(runs: &[Arc<Run>], levels: &Arc<Vault>) -> usize {
    let merged = runs.iter().filter(|run| !Arc::ptr_eq(run.vault(), levels));
    merged.map(|run| run.bytes() + run.vault().bytes()).sum()
}
