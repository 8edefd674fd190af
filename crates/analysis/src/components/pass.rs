//! The depth-first pass: Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1, 1972.
//!
//! The pass takes four bytes for each state, and what lies on the path.
//!
//! INVARIANT: `low` is kept for the states on the path alone; when one of them is left, what it has learned goes to the
//! state before it: whether something leads out of its component, and whether a goal can be reached. A state whose component is not
//! known lies in that of a state on the path, so that an event which leads there from the last of the path stays within the component.

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

use super::{ComponentQuery, Components};

/// The number of a state that has not been seen.
const UNSEEN: u32 = 0;
/// The number of a state whose component is known.
const DONE: u32 = u32::MAX;
/// The same, where no goal can be reached from there.
const STUCK: u32 = u32::MAX - 1;

/// So many steps are taken before somebody looks whether the time is over.
const STEPS_AT_A_TIME: u32 = 1 << 14;

/// A state on the path.
struct Frame {
    state: StateId,
    /// When it was seen.
    number: u32,
    /// The earliest state of its component that it is known to lead to.
    low: u32,
    /// Where the state's events begin, among all of the path.
    first_event: usize,
    next_event: usize,
    /// Whether something leads out of its component.
    is_left: bool,
    /// Whether a goal is known to be reachable.
    reaches: bool,
}

pub(super) struct Pass<'a, S: System> {
    system: &'a S,
    store: &'a PackedStore,
    query: &'a ComponentQuery<'a, S>,
    /// The states of all shards before each.
    offsets: Vec<usize>,
    /// For each state, when it was seen.
    numbers: Vec<u32>,
    last_number: u32,
    path: Vec<Frame>,
    events: Vec<EventId>,
    /// The states that were seen and whose components are not known, in the order in which they were seen.
    waiting: Vec<StateId>,
    scratch: S::Scratch,
    successor: Vec<u64>,
    /// The groups that are enabled in a terminal component.
    enabled: Vec<bool>,
    found: Components,
}

impl<'a, S: System> Pass<'a, S> {
    pub(super) fn new(system: &'a S, store: &'a PackedStore, query: &'a ComponentQuery<'a, S>) -> Self {
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

    /// Visits all states from a root; `None` where it has to end before.
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

    /// What was found, with the events that lead to where goals can be reached.
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

    /// Sees a state for the first time, and goes to it.
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

    /// Appends what is enabled in a state to the events of the path.
    fn list_events(&mut self, state: StateId) {
        let words = self.store.state(state);
        self.system.unpack::<0>(words, &mut self.scratch);
        self.system.enabled::<0>(words, &self.scratch, &mut self.events);
    }

    /// Goes along one event of the last state of the path, or leaves it.
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

    /// Fires an event, leaves the successor's words where they are, and looks it up.
    fn fire(&mut self, state: StateId, event: EventId) -> Option<StateId> {
        let words = self.store.state(state);
        self.system.unpack::<0>(words, &mut self.scratch);
        let fired = self.system.fire::<0>(words, &self.scratch, event, &mut self.successor);
        let find = || self.store.find::<0>(&self.successor).expect("all reachable states are stored");
        (fired == Fired::Successor).then(find)
    }

    /// An event leads to a state of the same component.
    fn repeat(&mut self, event: EventId) {
        let group = self.group(event);
        self.found.repeatable[group] = true;
    }

    fn group(&self, event: EventId) -> usize {
        self.query.group_of_event[event.index()] as usize
    }

    /// Looks whether an event that has just been fired in the last state of the path disables another one there.
    fn see_what_is_disabled(&mut self, state: StateId, event: EventId) {
        let is_asked = self.found.disabling.is_none()
            && self.query.may_disable.is_some_and(|may_disable| may_disable(event));
        let Some(frame) = self.path.last().filter(|_| is_asked) else { return };
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

    /// Leaves the last state of the path, all of whose events have been followed.
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

    /// Takes the component that begins with a state from those that wait.
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

    /// Of what has been enabled in all terminal components, leaves what is enabled in this one.
    fn see_what_recurs(&mut self, states: &[StateId]) {
        self.enabled.fill(false);
        for &state in states {
            let first = self.events.len();
            self.list_events(state);
            for event in self.events.drain(first..) {
                self.enabled[self.query.group_of_event[event.index()] as usize] = true;
            }
        }
        let Components { recurrent, lacking, .. } = &mut self.found;
        for ((recurs, lacks), enabled) in recurrent.iter_mut().zip(lacking).zip(&self.enabled) {
            *recurs &= enabled;
            *lacks = lacks.or((!enabled).then_some(states[0]));
        }
    }

    /// Takes note of the events of a state that lead to where a goal can be reached.
    fn see_what_is_useful(&mut self, state: StateId) {
        self.events.clear();
        self.list_events(state);
        for event in std::mem::take(&mut self.events) {
            if let Some(successor) = self.fire(state, event)
                && *self.number(successor) == DONE
            {
                let group = self.group(event);
                self.found.useful[group] = true;
            }
        }
    }
}
