//! The depth-first pass: Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing
//! 1, 1972.
//!
//! The pass takes four bytes for each state, and the memory of the path.
//!
//! INVARIANT: `low` is stored only for the states on the path. When a state leaves the path, its results
//! pass to the state before it: whether an event leaves its component, and whether a goal is reachable. A
//! state with an unknown component is in the component of a state on the path. So an event from the end of
//! the path to it stays within the component.

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

use super::{ComponentQuery, Components};

/// Number of an unseen state.
const UNSEEN: u32 = 0;
/// Number of a state whose component is known.
const DONE: u32 = u32::MAX;
/// Number of a state whose component is known and cannot reach a goal.
const STUCK: u32 = u32::MAX - 1;

/// Number of steps between two checks of the time limit.
const STEPS_AT_A_TIME: u32 = 1 << 14;

/// A state on the path.
struct Frame {
    state: StateId,
    /// The time of discovery.
    number: u32,
    /// The earliest state of its component known to be reachable.
    low: u32,
    /// The start of the state's events among those of the path.
    first_event: usize,
    next_event: usize,
    /// Whether an event leaves its component.
    is_left: bool,
    /// Whether a goal is known to be reachable.
    reaches: bool,
}

pub(super) struct Pass<'a, 'q, S: System> {
    system: &'a S,
    store: &'a PackedStore,
    query: &'a ComponentQuery<'q, S>,
    /// The number of states in the shards before each shard.
    offsets: Vec<usize>,
    /// For each state, the time of discovery.
    numbers: Vec<u32>,
    last_number: u32,
    path: Vec<Frame>,
    events: Vec<EventId>,
    /// The seen states with unknown components, in the order of discovery.
    waiting: Vec<StateId>,
    scratch: S::Scratch,
    successor: Vec<u64>,
    /// Whether each group is enabled in a terminal component.
    enabled: Vec<bool>,
    found: Components,
}

impl<'a, 'q, S: System> Pass<'a, 'q, S> {
    pub(super) fn new(system: &'a S, store: &'a PackedStore, query: &'a ComponentQuery<'q, S>) -> Self {
        let lengths = store.shards().iter().map(sanderling_store::shard::Shard::len);
        let offsets = lengths.scan(0, |sum, length| Some(std::mem::replace(sum, *sum + length))).collect();
        let found = Components {
            recurrent: vec![true; query.groups],
            lacking: vec![None; query.groups],
            repeatable: vec![false; query.groups],
            ..Components::default()
        };
        Self {
            system,
            store,
            query,
            offsets,
            numbers: vec![UNSEEN; store.len()],
            last_number: UNSEEN,
            path: Vec::new(),
            events: Vec::new(),
            waiting: Vec::new(),
            scratch: system.scratch(),
            successor: vec![0; system.words()],
            enabled: vec![false; query.groups],
            found,
        }
    }

    /// Visits all states from a root. Returns `None` if the pass has to end early.
    pub(super) fn run(&mut self, root: StateId, is_over: &dyn Fn() -> bool) -> Option<()> {
        let mut steps = 0_u32;
        self.enter(root);
        while !self.path.is_empty() {
            self.step();
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS_AT_A_TIME) && is_over() {
                return None;
            }
        }
        Some(())
    }

    /// Returns the results, with the events that lead to states from which a goal is reachable.
    pub(super) fn finish(mut self, is_over: &dyn Fn() -> bool) -> Option<Components> {
        if self.query.goal.is_some() {
            self.found.useful = vec![false; self.query.groups];
            for (steps, state) in (1_u32..).zip(self.store.ids()) {
                self.see_what_is_useful(state);
                if steps.is_multiple_of(STEPS_AT_A_TIME) && is_over() {
                    return None;
                }
            }
        }
        Some(self.found)
    }

    fn number(&mut self, state: StateId) -> &mut u32 {
        &mut self.numbers[self.offsets[state.shard()] + state.position()]
    }

    /// Visits a state for the first time, and moves to it.
    fn enter(&mut self, state: StateId) {
        self.last_number += 1;
        let number = self.last_number;
        *self.number(state) = number;
        self.waiting.push(state);
        let first_event = self.events.len();
        self.list_events(state);
        let (system, words, events) = (self.system, self.store.state(state), &self.events[first_event..]);
        let goal = self.query.goal.as_ref();
        self.path.push(Frame {
            state,
            number,
            low: number,
            first_event,
            next_event: first_event,
            is_left: false,
            reaches: goal.is_none_or(|goal| goal(system, words, &self.scratch, events)),
        });
    }

    /// Appends the enabled events of a state to the events of the path.
    fn list_events(&mut self, state: StateId) {
        let words = self.store.state(state);
        self.system.unpack::<0>(words, &mut self.scratch);
        self.system.enabled::<0>(words, &self.scratch, &mut self.events);
    }

    /// Follows one event of the last state of the path, or leaves the state.
    fn step(&mut self) {
        let Some(frame) = self.path.last_mut() else { return };
        let Some(&event) = self.events.get(frame.next_event) else { return self.leave() };
        frame.next_event += 1;
        let state = frame.state;
        let Some(successor) = self.fire(state, event) else { return };
        self.see_what_is_disabled(state, event);
        match *self.number(successor) {
            UNSEEN => self.enter(successor),
            done @ (DONE | STUCK) => self.last(|frame| {
                frame.is_left = true;
                frame.reaches |= done == DONE;
            }),
            number => {
                self.repeat(event);
                self.last(|frame| frame.low = frame.low.min(number));
            }
        }
    }

    /// Fires an event, keeps the successor's words, and looks it up.
    fn fire(&mut self, state: StateId, event: EventId) -> Option<StateId> {
        let words = self.store.state(state);
        self.system.unpack::<0>(words, &mut self.scratch);
        let fired = self.system.fire::<0>(words, &self.scratch, event, &mut self.successor);
        let find = || self.store.find::<0>(&self.successor).expect("all reachable states are stored");
        (fired == Fired::Successor).then(find)
    }

    /// Records an event that leads to a state of the same component.
    fn repeat(&mut self, event: EventId) {
        for &group in (self.query.groups_of_event)(event) {
            self.found.repeatable[group as usize] = true;
        }
    }

    /// Checks whether the event just fired in the last state of the path disables another one there.
    fn see_what_is_disabled(&mut self, state: StateId, event: EventId) {
        let is_relevant = self.found.disabling.is_none()
            && self.query.may_disable.is_some_and(|may_disable| may_disable(event));
        let Some(frame) = self.path.last().filter(|_| is_relevant) else { return };
        let (before, after) = (frame.first_event, self.events.len());
        self.system.unpack::<0>(&self.successor, &mut self.scratch);
        self.system.enabled::<0>(&self.successor, &self.scratch, &mut self.events);
        self.events[after..].sort_unstable();
        let others = self.events[before..after].iter().filter(|&&other| other != event);
        let mut disabled = others.filter(|other| self.events[after..].binary_search(other).is_err());
        self.found.disabling = disabled.next().map(|&other| (state, event, other));
        self.events.truncate(after);
    }

    fn last(&mut self, change: impl FnOnce(&mut Frame)) {
        if let Some(frame) = self.path.last_mut() {
            change(frame);
        }
    }

    /// Leaves the last state of the path after all its events have been followed.
    fn leave(&mut self) {
        let Some(frame) = self.path.pop() else { return };
        self.events.truncate(frame.first_event);
        let is_root_of_component = frame.low == frame.number;
        if is_root_of_component {
            self.take_component(&frame);
        } else if let Some(before) = self.path.last() {
            self.repeat(self.events[before.next_event - 1]);
        }
        self.last(|before| {
            before.is_left |= is_root_of_component || frame.is_left;
            before.reaches |= frame.reaches;
            before.low = before.low.min(if is_root_of_component { u32::MAX } else { frame.low });
        });
    }

    /// Removes the component that begins with a state from the waiting states.
    fn take_component(&mut self, first: &Frame) {
        let begin = self.waiting.iter().rposition(|&state| state == first.state).unwrap_or(0);
        let states = self.waiting.split_off(begin);
        self.found.count += 1;
        self.found.largest = self.found.largest.max(states.len() as u64);
        for &state in &states {
            *self.number(state) = if first.reaches { DONE } else { STUCK };
        }
        if !first.is_left {
            self.found.terminal += 1;
            if self.found.ends.len() < 2 {
                self.found.ends.push((first.state, states.len() as u64));
            }
            if !first.reaches {
                self.found.stuck = self.found.stuck.or(Some(first.state));
            }
            self.see_what_recurs(&states);
        }
    }

    /// Restricts the events enabled in all terminal components to those enabled in this one.
    fn see_what_recurs(&mut self, states: &[StateId]) {
        self.enabled.fill(false);
        for &state in states {
            let first = self.events.len();
            self.list_events(state);
            for event in self.events.drain(first..) {
                for &group in (self.query.groups_of_event)(event) {
                    self.enabled[group as usize] = true;
                }
            }
        }
        let Components { recurrent, lacking, .. } = &mut self.found;
        for ((recurs, lacks), enabled) in recurrent.iter_mut().zip(lacking).zip(&self.enabled) {
            *recurs &= enabled;
            *lacks = lacks.or((!enabled).then_some(states[0]));
        }
    }

    /// Records the events of a state that lead to states from which a goal is reachable.
    fn see_what_is_useful(&mut self, state: StateId) {
        self.events.clear();
        self.list_events(state);
        for event in std::mem::take(&mut self.events) {
            if let Some(successor) = self.fire(state, event)
                && *self.number(successor) == DONE
            {
                for &group in (self.query.groups_of_event)(event) {
                    self.found.useful[group as usize] = true;
                }
            }
        }
    }
}
