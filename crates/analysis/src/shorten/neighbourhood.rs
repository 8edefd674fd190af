//! Short cuts through the states around a run.
//!
//! The *neighbourhood* of a run is what a breadth-first search sees that begins in all states of the run at the same time. A shortest run
//! within it is found by a second search, from the initial state, that stays there. Each is done anew around the shorter run,
//! and with more states where that was of no use. Where the first search comes to its end, the second one has seen all reachable states.

use std::collections::HashSet;

use sanderling_cutoff::{SHORTENING_BYTES, SHORTENING_STATES};
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId};

use super::{Broken, Shortened, Steps};
use crate::observe::Goal;
use crate::witness::Witness;

/// Where a neighbourhood was of no use, the next one has so many times its states.
const GROWTH: usize = 4;

/// Makes a run shorter until the time is over, or a neighbourhood would take too much memory.
pub(super) fn look_around<S: Adaptive>(
    steps: &mut Steps<'_, S>,
    goal: &Goal<'_, S>,
    shortened: &mut Shortened,
    is_over: &impl Fn() -> bool,
) -> Result<(), Broken> {
    let most = SHORTENING_BYTES.size() / PackedStore::new(steps.system.words()).bytes_per_state();
    let mut size = SHORTENING_STATES.size().min(most);
    while shortened.events.len() > 1 && !is_over() {
        let Some(around) = Neighbourhood::of(steps, goal, &shortened.events, size, is_over)? else { break };
        let Some(events) = around.shortest_run(steps, is_over)? else { break };
        debug_assert!(events.len() <= shortened.events.len(), "the run is in its neighbourhood");
        shortened.is_shortest = around.is_everything;
        let is_of_use = events.len() < shortened.events.len();
        shortened.events = events;
        match (is_of_use, around.is_everything) {
            (_, true) => break,
            (true, false) => {}
            (false, false) if size < most => size = (size * GROWTH).min(most),
            (false, false) => break,
        }
    }
    Ok(())
}

/// The states around a run.
struct Neighbourhood {
    states: PackedStore,
    /// Those that meet the goal.
    goals: HashSet<StateId>,
    /// Whether there are no others.
    is_everything: bool,
}

impl Neighbourhood {
    /// About so many states around a run; nothing where there is no time for it.
    fn of<S: Adaptive>(
        steps: &mut Steps<'_, S>,
        goal: &Goal<'_, S>,
        events: &[EventId],
        size: usize,
        is_over: &impl Fn() -> bool,
    ) -> Result<Option<Self>, Broken> {
        let mut states = PackedStore::new(steps.system.words());
        let mut goals = HashSet::new();
        let along = steps.states_along(events)?;
        let mut queue: Vec<StateId> = Vec::new();
        for state in &along {
            // Where it begins is of no interest here.
            if let Insertion::New(id) = states.insert::<0>(state, StateId::new(0, 0)) {
                queue.push(id);
            }
        }
        let mut next = 0;
        while next < queue.len() {
            if next % 256 == 0 && is_over() {
                return Ok(None);
            }
            let (id, state) = (queue[next], states.state(queue[next]).to_vec());
            steps.look_at(&state);
            if steps.meets(&state, goal) {
                goals.insert(id);
            }
            if states.len() < size {
                steps.visit_successors(&state, |successor| {
                    if let Insertion::New(id) = states.insert::<0>(successor, id) {
                        queue.push(id);
                    }
                })?;
            }
            next += 1;
        }
        let is_everything = states.len() < size;
        Ok(Some(Self { states, goals, is_everything }))
    }

    /// A shortest run to the goal that does not leave the neighbourhood; nothing where there is no time for it.
    fn shortest_run<S: Adaptive>(
        &self,
        steps: &mut Steps<'_, S>,
        is_over: &impl Fn() -> bool,
    ) -> Result<Option<Vec<EventId>>, Broken> {
        let mut reached = PackedStore::new(steps.system.words());
        let mut queue = vec![reached.insert_root(&steps.initial())];
        let mut next = 0;
        while next < queue.len() {
            if next % 256 == 0 && is_over() {
                return Ok(None);
            }
            let (id, state) = (queue[next], reached.state(queue[next]).to_vec());
            if self.states.find::<0>(&state).is_some_and(|id| self.goals.contains(&id)) {
                return Ok(Some(Witness::to(steps.system, &reached, id).events));
            }
            steps.look_at(&state);
            steps.visit_successors(&state, |successor| {
                if self.states.find::<0>(successor).is_some()
                    && let Insertion::New(id) = reached.insert::<0>(successor, id)
                {
                    queue.push(id);
                }
            })?;
            next += 1;
        }
        Ok(None)
    }
}
