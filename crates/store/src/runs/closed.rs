//! What candidates are compared with: closed runs, by the class of their levels.
//!
//! PERF: there may be as many classes as levels, where no state is ever met again, and what they take is asked for after each round: so it is
//! kept, and not added up.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::run::Run;
use super::vault::Vault;

#[derive(Debug, Default)]
pub(super) struct Closed {
    by_class: BTreeMap<u64, Vec<Arc<Run>>>,
    /// The memory of runs that are not those of levels.
    bytes: usize,
    /// Of any class so far: the most runs, and the most memory of their indexes.
    max_runs: usize,
    max_index_bytes: usize,
}

impl Closed {
    /// The runs of a class, the largest first.
    pub(super) fn of(&self, class: u64) -> &[Arc<Run>] {
        self.by_class.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Takes the runs of a class out. `levels` is where the runs of the levels are.
    pub(super) fn take(&mut self, class: u64, levels: &Arc<Vault>) -> Vec<Arc<Run>> {
        let runs = self.by_class.remove(&class).unwrap_or_default();
        self.bytes -= bytes(&runs, levels);
        runs
    }

    /// Puts runs in for a class that has none.
    pub(super) fn put(&mut self, class: u64, runs: Vec<Arc<Run>>, levels: &Arc<Vault>) {
        self.bytes += bytes(&runs, levels);
        self.max_runs = self.max_runs.max(runs.len());
        self.max_index_bytes = self.max_index_bytes.max(runs.iter().map(|run| run.bytes()).sum());
        self.by_class.insert(class, runs);
    }

    /// The memory of runs that are not those of levels.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The most runs that a class has had.
    pub(super) fn max_runs(&self) -> usize {
        self.max_runs
    }

    /// Sees that what is kept of it is what it adds up to.
    #[cfg(test)]
    pub(super) fn check(&self, levels: &Arc<Vault>) {
        let of_classes: Vec<usize> = self.by_class.values().map(|runs| bytes(runs, levels)).collect();
        assert_eq!(self.bytes, of_classes.iter().sum::<usize>());
        let runs = self.by_class.values().map(Vec::len).max().unwrap_or(0);
        assert!(self.max_runs >= runs);
        let index = |runs: &Vec<Arc<Run>>| runs.iter().map(|run| run.bytes()).sum();
        assert!(self.max_index_bytes >= self.by_class.values().map(index).max().unwrap_or(0));
    }

    /// The most memory that the runs of a class have taken but for what they hold.
    pub(super) fn max_index_bytes(&self) -> usize {
        self.max_index_bytes
    }
}

/// The memory of runs and of their vaults, but for those of levels, which are counted there. What is merged is sealed, so that it stays the same.
fn bytes(runs: &[Arc<Run>], levels: &Arc<Vault>) -> usize {
    let merged = runs.iter().filter(|run| !Arc::ptr_eq(run.vault(), levels));
    merged.map(|run| run.bytes() + run.vault().bytes()).sum()
}
