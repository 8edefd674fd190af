//! Shortcuts through the states around a run.
//!
//! The *neighbourhood* of a run consists of the states found by a breadth-first search that starts from all
//! states of the run at once. A second search, from the initial state, finds a shortest run within it. Both
//! are repeated around the shorter run, and with more states if that did not help. If the first search is
//! exhaustive, the second one has seen all reachable states.

use std::collections::HashSet;

use sanderling_cutoff::SHORTENING_STATES;
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId};

use super::{End, Shortened, Steps};
use crate::observe::Goal;
use crate::witness::events_along;

/// Growth factor of the neighbourhood after an attempt without success.
const GROWTH: usize = 4;

/// Shortens a run, until a neighbourhood would take too much memory or more states than are allowed.
pub(super) fn look_around<S: Adaptive>(
    steps: &mut Steps<'_, S>,
    goal: &Goal<'_, S>,
    shortened: &mut Shortened,
    max_states: Option<u64>,
) -> Result<(), End> {
    let in_memory = steps.bytes / PackedStore::new(steps.system.words()).bytes_per_state();
    let most =
        max_states.map_or(in_memory, |most| in_memory.min(usize::try_from(most).unwrap_or(usize::MAX)));
    let mut size = SHORTENING_STATES.size().min(most);
    loop {
        let around = Neighbourhood::of(steps, goal, &shortened.events, size)?;
        let events = around.shortest_run(steps)?;
        debug_assert!(events.len() <= shortened.events.len(), "the run is in its neighbourhood");
        let is_of_use = events.len() < shortened.events.len();
        *shortened = Shortened { events, is_shortest: around.is_everything };
        if around.is_everything || (!is_of_use && size == most) {
            return Ok(());
        }
        if !is_of_use {
            size = (size * GROWTH).min(most);
        }
    }
}

/// The states around a run.
struct Neighbourhood {
    states: PackedStore,
    /// Those that meet the goal.
    goals: HashSet<StateId>,
    /// Whether the neighbourhood has all reachable states.
    is_everything: bool,
}

impl Neighbourhood {
    /// Finds the states of a run and about this number of states around them.
    fn of<S: Adaptive>(
        steps: &mut Steps<'_, S>,
        goal: &Goal<'_, S>,
        events: &[EventId],
        size: usize,
    ) -> Result<Self, End> {
        let words = steps.system.words();
        let (mut states, mut goals) = (PackedStore::new(words), HashSet::new());
        let mut queue: Vec<StateId> = Vec::new();
        for state in steps.states_along(events)?.chunks_exact(words) {
            // The predecessors of the starting states are irrelevant.
            if let Insertion::New(id) = states.insert::<0>(state, StateId::new(0, 0)) {
                queue.push(id);
            }
        }
        let (mut next, mut state, mut is_everything) = (0, vec![0; words], true);
        while next < queue.len() {
            let id = queue[next];
            state.copy_from_slice(states.state(id));
            steps.look_at(&state)?;
            if steps.meets(&state, goal) {
                goals.insert(id);
            }
            is_everything &= states.len() < size;
            if is_everything {
                steps.visit_successors(&state, |successor| match states.insert::<0>(successor, id) {
                    Insertion::New(id) => queue.push(id),
                    Insertion::Known(_) => {}
                    Insertion::Full => is_everything = false,
                })?;
            }
            next += 1;
        }
        Ok(Self { states, goals, is_everything })
    }

    /// Returns a shortest run to the goal within the neighbourhood.
    ///
    /// # Panics
    /// If there is none. That cannot happen, since the original run is one.
    fn shortest_run<S: Adaptive>(&self, steps: &mut Steps<'_, S>) -> Result<Vec<EventId>, End> {
        let mut reached = PackedStore::new(steps.system.words());
        let mut queue = vec![reached.insert_root(&steps.initial())];
        let (mut next, mut state) = (0, steps.initial());
        loop {
            let id = queue[next];
            state.copy_from_slice(reached.state(id));
            if self.states.find::<0>(&state).is_some_and(|id| self.goals.contains(&id)) {
                let path = reached.path_to(id);
                return events_along(
                    steps.system,
                    |id| reached.state(id).to_vec(),
                    &path,
                    &|_, _| false,
                    steps.is_over,
                )
                .ok_or(End::Limit);
            }
            steps.look_at(&state)?;
            steps.visit_successors(&state, |successor| {
                if self.states.find::<0>(successor).is_some()
                    && let Insertion::New(id) = reached.insert::<0>(successor, id)
                {
                    queue.push(id);
                }
            })?;
            next += 1;
        }
    }
}
