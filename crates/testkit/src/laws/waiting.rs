//! The conditions of stubborn sets, on a whole state space.
//!
//! A reduction determines in each state which events are fired; the others *wait*. On the graph of all states the
//! promises of the reduction are checked, with the names of the literature. In each state, as long as only waiting
//! events occur: 1. (D2) the chosen events stay enabled; 2. (D1) each of them commutes with every event that occurs, or
//! leads to the end; 3. (up-sets) nothing that the search looks for is found: no goal, no deadlock if these are
//! included, no event that is undefined, no end. These conditions are stronger than stubborn sets need, and strong
//! stubborn sets satisfy them.

use std::collections::HashMap;

use sanderling_system::{Adaptive, Dependencies, EventId, Fired, Relaxed, Room};

use super::walk::{attempt, enabled, initial};

/// All states of a system, with the successor of each event; an event that is undefined has none.
#[derive(Debug)]
pub struct StateSpace<S> {
    /// System, without the assumptions that broke.
    pub system: S,
    /// States; the initial one is the first.
    pub states: Vec<Vec<u64>>,
    /// Enabled events of each state.
    pub edges: Vec<Vec<(EventId, Option<usize>)>>,
}

/// Removes some of the events that are enabled in a state.
pub type Select<'a, S> = dyn FnMut(&S, &[u64], &mut Vec<EventId>) + 'a;

impl<S: Dependencies + Adaptive> StateSpace<S> {
    /// Explores all states, if there are no more than `limit`.
    #[must_use]
    pub fn of(mut system: S, limit: usize) -> Option<Self> {
        // Each relaxation starts again.
        for round in 0..200 {
            match Self::try_of(system, limit)? {
                Ok(space) => return Some(space),
                Err((earlier, state, event)) => {
                    match earlier.relax(&state, event, Room { others_too: round > 3, ..Room::default() }) {
                        Relaxed::System(relaxed) => system = relaxed,
                        Relaxed::Unrepresentable => return None,
                    }
                }
            }
        }
        None
    }

    #[expect(clippy::type_complexity, reason = "the state and the event that broke an assumption")]
    fn try_of(system: S, limit: usize) -> Option<Result<Self, (S, Vec<u64>, EventId)>> {
        let root = initial(&system);
        let mut numbers = HashMap::from([(root.clone(), 0)]);
        let (mut states, mut edges) = (vec![root], Vec::new());
        let mut scratch = system.scratch();
        while edges.len() < states.len() {
            let state = states[edges.len()].clone();
            let mut out = Vec::new();
            for event in enabled::<S, 0>(&system, &state, &mut scratch) {
                let target = match attempt::<S, 0>(&system, &state, &mut scratch, event) {
                    (Fired::Undefined, _) => None,
                    (Fired::AssumptionBroken, _) => return Some(Err((system, state, event))),
                    (Fired::Successor, successor) => {
                        let number = *numbers.entry(successor.clone()).or_insert(states.len());
                        if number == states.len() {
                            states.push(successor);
                        }
                        Some(number)
                    }
                };
                out.push((event, target));
            }
            edges.push(out);
            if states.len() > limit {
                return None;
            }
        }
        Some(Ok(Self { system, states, edges }))
    }

    fn target(&self, state: usize, event: EventId) -> Option<Option<usize>> {
        self.edges[state].iter().find(|edge| edge.0 == event).map(|edge| edge.1)
    }

    /// Checks the promises of a reduction that in each state fires the events which `select` leaves over. `goals`
    /// returns the goals of each state; a goal that is met is no longer looked for. A deadlock is a goal if `deadlocks`
    /// is true. Returns how many events waited in all states.
    ///
    /// # Errors
    /// If a promise is broken; the error contains it and the state.
    pub fn check_waiting(
        &self,
        select: &mut Select<'_, S>,
        goals: &dyn Fn(usize) -> Vec<bool>,
        deadlocks: bool,
    ) -> Result<usize, String> {
        let met: Vec<Vec<bool>> = (0..self.states.len()).map(goals).collect();
        let mut waiting = 0;
        for start in 0..self.states.len() {
            let mut chosen: Vec<EventId> = self.edges[start].iter().map(|edge| edge.0).collect();
            let all = chosen.len();
            select(&self.system, &self.states[start], &mut chosen);
            waiting += all - chosen.len();
            self.check_state(start, &chosen, &met, deadlocks && all > 0)
                .map_err(|broken| format!("in state {start}, where {chosen:?} are chosen: {broken}"))?;
        }
        Ok(waiting)
    }

    fn check_state(
        &self,
        start: usize,
        chosen: &[EventId],
        met: &[Vec<bool>],
        deadlocks: bool,
    ) -> Result<(), String> {
        // States that are reached while the chosen events wait.
        let mut reached = vec![start];
        let mut is_reached = vec![false; self.states.len()];
        is_reached[start] = true;
        let mut next = 0;
        while let Some(&state) = reached.get(next) {
            next += 1;
            let is_new = |(now, before): (&bool, &bool)| *now && !before;
            if met[state].iter().zip(&met[start]).any(is_new) {
                return Err(format!("a goal is met in state {state} without them"));
            }
            if deadlocks && self.edges[state].is_empty() {
                return Err(format!("state {state} is a deadlock without them"));
            }
            for &(event, target) in &self.edges[state] {
                if chosen.contains(&event) {
                    continue;
                }
                let Some(target) = target else {
                    return Err(format!("{event:?} is undefined in state {state} without them"));
                };
                if self.system.is_end(&self.states[target]) {
                    return Err(format!("{event:?} leads to the end from state {state} without them"));
                }
                for &key in chosen {
                    self.check_swap(state, (event, target), key)?;
                }
                if !std::mem::replace(&mut is_reached[target], true) {
                    reached.push(target);
                }
            }
        }
        Ok(())
    }

    /// Checks that a chosen event may occur before another one as well as after it.
    fn check_swap(
        &self,
        state: usize,
        (event, target): (EventId, usize),
        key: EventId,
    ) -> Result<(), String> {
        let about = || format!("{key:?} and {event:?} in state {state}");
        let (Some(before), Some(behind)) = (self.target(state, key), self.target(target, key)) else {
            return Err(format!("D2: {} do not leave each other enabled", about()));
        };
        let (Some(before), Some(behind)) = (before, behind) else {
            let is_alike = before.is_none() && behind.is_none();
            return if is_alike { Ok(()) } else { Err(format!("D1: {}: undefined in one order", about())) };
        };
        if self.system.is_end(&self.states[before]) && before == behind {
            return Ok(());
        }
        match self.target(before, event) {
            Some(Some(end)) if end == behind => Ok(()),
            _ => Err(format!("D1: {} do not commute", about())),
        }
    }
}
