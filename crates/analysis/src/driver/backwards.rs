//! The way to a state whose predecessor nobody has noted: found backwards, level by level.
//!
//! A state of a breadth-first level has a predecessor in the level before. So the states of that level
//! are expanded once more until one is found that an event leads from to the state; and so on to the
//! initial state. That takes as long as the search did at most, and no memory.

use sanderling_store::Unfolded;
use sanderling_system::{EventId, Fired, System};

use crate::limits::StopReason;
use crate::tree_states::TreeStates;

/// So many states are read at a time.
const BLOCK: usize = 1 << 12;

/// The events from the initial state to the one with a number. Each level starts at a number, and the
/// last one ends where none starts.
///
/// # Errors
/// Where the states cannot be read.
pub(super) fn way_to<S: System>(
    system: &S,
    states: &mut TreeStates,
    levels: &[usize],
    number: usize,
) -> Result<Vec<EventId>, StopReason> {
    let mut target = Unfolded::default();
    let mut keys = Vec::new();
    states.read(number..number + 1, &mut keys)?;
    states.tree().unfold(&keys, &mut target);
    let mut wanted = target.state(0).to_vec();
    let level = levels.partition_point(|&start| start <= number) - 1;
    let mut way = Vec::with_capacity(level);
    for borders in levels[..=level].windows(2).rev() {
        let mut blocks = (borders[0]..borders[1]).step_by(BLOCK);
        let step = blocks.find_map(|start| {
            let numbers = start..borders[1].min(start + BLOCK);
            if let Err(reason) = states.read(numbers, &mut keys) {
                return Some(Err(reason));
            }
            step_to(system, states, &keys, &wanted).map(Ok)
        });
        let (state, event) = step.expect("a state has a predecessor in the level before")?;
        way.push(event);
        wanted = state;
    }
    way.reverse();
    Ok(way)
}

/// The first of some states from which an event leads to the one wanted, and the event.
fn step_to<S: System>(
    system: &S,
    states: &TreeStates,
    keys: &[u64],
    wanted: &[u64],
) -> Option<(Vec<u64>, EventId)> {
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    let (mut unfolded, mut successor) = (Unfolded::default(), vec![0; system.words()]);
    states.tree().unfold(keys, &mut unfolded);
    (0..keys.len()).find_map(|at| {
        let state = unfolded.state(at);
        events.clear();
        system.unpack::<0>(state, &mut scratch);
        system.enabled::<0>(state, &scratch, &mut events);
        let leads_there = |&&event: &&EventId| {
            system.fire::<0>(state, &scratch, event, &mut successor) == Fired::Successor
                && successor == wanted
        };
        let event = *events.iter().find(leads_there)?;
        Some((state.to_vec(), event))
    })
}
