//! Paths to states of runs on disk, found backwards, level by level, as [over a tree](super::backwards).
//!
//! A state is identified by its level and its words. The words change when an assumption breaks, so all
//! paths are found before that.

use std::collections::HashMap;

use sanderling_cutoff::BACKWARD_STATES_OF_BLOCK;
use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::store::{DiskStates, disk_stop};

/// A level, and the words of a state there.
pub(super) type Position = (usize, Vec<u64>);

/// Returns the events from the initial state to each of these positions.
///
/// # Errors
/// If the states cannot be read, or if the search has to end.
pub(super) fn paths_to<S: Extremes + Adaptive>(
    search: &Search<'_, S, DiskStates>,
    positions: &[Position],
) -> Result<Vec<Vec<EventId>>, StopReason> {
    let mut paths = vec![Vec::new(); positions.len()];
    let mut wanted = Wanted::new();
    let deepest = positions.iter().map(|(level, _)| *level).max().unwrap_or(0);
    for level in (1..=deepest).rev() {
        for (path, (_, state)) in positions.iter().enumerate().filter(|(_, position)| position.0 == level) {
            wanted.entry(state.clone()).or_default().push(path);
        }
        wanted = step_back(search, level - 1, wanted, &mut paths)?;
    }
    paths.iter_mut().for_each(|path| path.reverse());
    Ok(paths)
}

/// States on the paths to others, and the numbers of these paths.
type Wanted = HashMap<Vec<u64>, Vec<usize>>;

/// Finds the first predecessor of each wanted state in a level, adds the events to the paths, and returns
/// the predecessors.
fn step_back<S: Extremes + Adaptive>(
    search: &Search<'_, S, DiskStates>,
    level: usize,
    mut wanted: Wanted,
    paths: &mut [Vec<EventId>],
) -> Result<Wanted, StopReason> {
    let (system, words) = (&search.system, search.system.words());
    let (mut scratch, mut events, mut successor) = (system.scratch(), Vec::new(), vec![0; words]);
    let (mut preds, mut states) = (Wanted::new(), Vec::new());
    let mut reader = search.store.runs().reader(level, 0);
    while !wanted.is_empty() {
        if let Some(reason) = search.cut() {
            return Err(reason);
        }
        states.clear();
        let read = reader.read::<0>(BACKWARD_STATES_OF_BLOCK.size(), &mut states);
        read.map_err(|error| disk_stop(error, search.cut()))?;
        assert!(!states.is_empty(), "a state has a predecessor in the level before");
        for state in states.chunks_exact(words) {
            events.clear();
            system.unpack::<0>(state, &mut scratch);
            system.enabled::<0>(state, &scratch, &mut events);
            for &event in &events {
                if system.fire::<0>(state, &scratch, event, &mut successor) == Fired::Successor
                    && let Some(found) = wanted.remove(&successor)
                {
                    found.iter().for_each(|&path| paths[path].push(event));
                    preds.entry(state.to_vec()).or_default().extend(found);
                }
            }
        }
    }
    Ok(preds)
}
