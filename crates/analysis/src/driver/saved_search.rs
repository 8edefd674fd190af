//! The counts and findings of a search, as a checkpoint stores them.

use std::time::Duration;

use sanderling_system::{Adaptive, Extremes};

use super::search::Search;
use crate::checkpoint::content::{SavedSearch, id};
use crate::phases::Phases;
use crate::store::Store;

/// The words of the initial state.
fn initial<S: Adaptive>(system: &S) -> Vec<u64> {
    let mut state = vec![0; system.words()];
    system.initial(&mut state);
    state
}

impl<S: Extremes + Adaptive, T: Store> Search<'_, S, T> {
    /// Returns what a checkpoint stores. `is_over` says that no work is left. Gathered extremes are already
    /// in the tally.
    pub(super) fn saved(&self, is_over: bool) -> SavedSearch {
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let Phases { fire, hash, look_up, retain } = self.stopwatch.clone().phases(self.clock.elapsed());
        SavedSearch {
            is_over,
            states: self.visits(),
            root: id(self.root),
            initial: initial(&self.system),
            events: self.system.events(),
            levels: self.levels.clone(),
            elapsed_ns: nanos(self.clock.elapsed()),
            phases_ns: [fire, hash, look_up, retain].map(|time| time.map(nanos)),
            peak_bytes: self.peak_bytes,
            relaxations: self.relaxations.saved(),
            tally: self.tally.saved(),
        }
    }

    /// Restores the system of a checkpoint, and returns whether that is possible. The number of events and
    /// the initial state identify most other layouts. The caller ensures that the net and the program are
    /// the same.
    pub(super) fn restore_system(&mut self, saved: &SavedSearch) -> bool {
        let Some(system) = self.relaxations.restore(&saved.relaxations, &self.system) else { return false };
        if let Some(system) = system {
            self.scratch = system.scratch();
            self.system = system;
        }
        self.stop = None;
        saved.initial == initial(&self.system) && saved.events == self.system.events()
    }

    /// Restores counts and findings, and returns whether they belong to such a search.
    pub(super) fn restore(&mut self, saved: &SavedSearch) -> bool {
        let time = Duration::from_nanos;
        let [fire, hash, look_up, retain] = saved.phases_ns.map(|nanos| nanos.map(time));
        self.stopwatch.take_over(Phases { fire, hash, look_up, retain });
        self.clock = self.clock.with_time_before(time(saved.elapsed_ns));
        self.peak_bytes = self.peak_bytes.max(saved.peak_bytes);
        self.levels.clone_from(&saved.levels);
        self.tally.restore(&saved.tally).is_some()
    }
}
