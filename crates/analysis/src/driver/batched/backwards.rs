//! Paths to states without stored predecessors, found backwards, level by level.
//!
//! A state of a breadth-first level has a predecessor in the level before. The search expands that level
//! again until it finds a state with an event to the wanted one, and repeats this down to the initial state.
//! This takes at most as long as the search did, needs hardly any memory, and finds many paths in the time
//! of one.
//!
//! The states that [meet goals](super::met) have numbers that do not change.

use std::ops::ControlFlow;

use sanderling_cutoff::BACKWARD_STATES_OF_BLOCK;
use sanderling_store::Unfolded;
use sanderling_system::{Adaptive, EventId, Extremes, Fired, System};

use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::store::TreeStates;

/// Returns the events from the initial state to each of the states with these numbers. `levels` holds the
/// first number of each level.
///
/// # Errors
/// If the states cannot be read, or if the search has to end.
pub(super) fn paths_to<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, TreeStates>,
    levels: &[usize],
    numbers: &[usize],
) -> Result<Vec<Vec<EventId>>, StopReason> {
    let level_of = |number: usize| levels.partition_point(|&start| start <= number) - 1;
    let mut paths = vec![Vec::new(); numbers.len()];
    let mut wanted: Vec<Wanted> = Vec::new();
    let deepest = numbers.iter().map(|&number| level_of(number)).max().unwrap_or(0);
    for level in (1..=deepest).rev() {
        for (path, &number) in numbers.iter().enumerate().filter(|&(_, &number)| level_of(number) == level) {
            Wanted::add(&mut wanted, state(&mut search.store, number)?, vec![path]);
        }
        wanted = step_back(search, levels[level - 1]..levels[level], wanted, &mut paths)?;
    }
    paths.iter_mut().for_each(|path| path.reverse());
    Ok(paths)
}

/// A state on the paths to others, and the numbers of these paths.
pub(super) struct Wanted {
    pub(super) state: Vec<u64>,
    pub(super) paths: Vec<usize>,
}

impl Wanted {
    pub(super) fn add(all: &mut Vec<Self>, state: Vec<u64>, paths: Vec<usize>) {
        match all.iter_mut().find(|other| other.state == state) {
            Some(other) => other.paths.extend(paths),
            None => all.push(Self { state, paths }),
        }
    }
}

fn state(states: &mut TreeStates, number: usize) -> Result<Vec<u64>, StopReason> {
    let (mut unfolded, mut keys) = (Unfolded::default(), Vec::new());
    states.read(number..number + 1, &mut keys)?;
    states.tree().unfold(&keys, &mut unfolded);
    Ok(unfolded.state(0).to_vec())
}

/// Finds the first predecessor of each wanted state in the level before, adds the events to the paths, and
/// returns the predecessors.
fn step_back<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, TreeStates>,
    level: std::ops::Range<usize>,
    mut wanted: Vec<Wanted>,
    paths: &mut [Vec<EventId>],
) -> Result<Vec<Wanted>, StopReason> {
    let (mut preds, mut keys) = (Vec::new(), Vec::new());
    for start in level.clone().step_by(BACKWARD_STATES_OF_BLOCK.size()) {
        if let Some(reason) = search.cut() {
            return Err(reason);
        }
        search.store.read(start..level.end.min(start + BACKWARD_STATES_OF_BLOCK.size()), &mut keys)?;
        let met = each_firing(&search.system, &search.store, &keys, |state, event, successor| {
            if let Some(at) = wanted.iter().position(|wanted| wanted.state == successor) {
                let found = wanted.swap_remove(at);
                found.paths.iter().for_each(|&path| paths[path].push(event));
                Wanted::add(&mut preds, state.to_vec(), found.paths);
            }
            if wanted.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if met.is_break() {
            return Ok(preds);
        }
    }
    unreachable!("a state has a predecessor in the level before")
}

/// Fires all events of some states, in order.
fn each_firing<S: System>(
    system: &S,
    states: &TreeStates,
    keys: &[u64],
    mut take: impl FnMut(&[u64], EventId, &[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    let (mut unfolded, mut successor) = (Unfolded::default(), vec![0; system.words()]);
    states.tree().unfold(keys, &mut unfolded);
    for at in 0..keys.len() {
        let state = unfolded.state(at);
        events.clear();
        system.unpack::<0>(state, &mut scratch);
        system.enabled::<0>(state, &scratch, &mut events);
        for &event in &events {
            if system.fire::<0>(state, &scratch, event, &mut successor) == Fired::Successor {
                take(state, event, &successor)?;
            }
        }
    }
    ControlFlow::Continue(())
}
