//! Strongly connected components of a state space that has been explored, and what can always happen again.
//!
//! From every state a search ends, sooner or later, in a component that nothing leads out of. So an event can be
//! enabled again from every state exactly where it is enabled in some state of each of these *terminal* components. They are
//! found in one depth-first pass: Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1, 1972.
//! Successors are not stored: events are fired once more, and their successors looked up. The pass takes four
//! bytes for each state, and what lies on the path.
//!
//! INVARIANT: `low` is kept for the states on the path alone; when one of them is left, what it has learned goes to the
//! state before it, whether something leads out of its component included.

use std::time::Instant;

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

use crate::control::Control;

/// What the components of a state space are like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components {
    /// The number of terminal components.
    pub count: u64,
    /// The states of the largest.
    pub largest: u64,
    /// How many of them nothing leads out of.
    pub terminal: u64,
    /// For each group of events, whether one of them is enabled in each terminal component: whether from every state
    /// one of them can be enabled again.
    pub recurrent: Vec<bool>,
}

/// Finds the components of all states of a store, which has to hold every state that is reachable from its root.
/// `group_of_event` says which of so many groups each event is in. `None` where the time is over or somebody cancels.
///
/// Takes time linear in the firings, and four bytes a state.
///
/// # Panics
/// Where a successor is not in the store.
#[must_use]
pub fn components<S: System>(
    system: &S,
    (store, root): (&PackedStore, StateId),
    (group_of_event, groups): (&[u32], usize),
    deadline: Option<Instant>,
    control: &Control<'_>,
) -> Option<Components> {
    let mut pass = Pass::new(system, store, group_of_event, groups);
    let mut steps = 0_u32;
    pass.enter(root);
    while !pass.path.is_empty() {
        pass.step();
        steps = steps.wrapping_add(1);
        let is_over =
            || control.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if steps.is_multiple_of(1 << 14) && is_over() {
            return None;
        }
    }
    Some(pass.found)
}

/// The number of a state that has not been seen.
const UNSEEN: u32 = 0;
/// The number of a state whose component is known.
const DONE: u32 = u32::MAX;

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
}

struct Pass<'a, S: System> {
    system: &'a S,
    store: &'a PackedStore,
    group_of_event: &'a [u32],
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
    fn new(system: &'a S, store: &'a PackedStore, group_of_event: &'a [u32], groups: usize) -> Self {
        let lengths = store.shards().iter().map(sanderling_store::shard::Shard::len);
        let offsets = lengths.scan(0, |sum, length| Some(std::mem::replace(sum, *sum + length))).collect();
        Self {
            system,
            store,
            group_of_event,
            offsets,
            numbers: vec![UNSEEN; store.len()],
            last_number: UNSEEN,
            path: Vec::new(),
            events: Vec::new(),
            waiting: Vec::new(),
            scratch: system.scratch(),
            successor: vec![0; system.words()],
            enabled: vec![false; groups],
            found: Components { count: 0, largest: 0, terminal: 0, recurrent: vec![true; groups] },
        }
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
        self.path.push(Frame {
            state,
            number,
            low: number,
            first_event,
            next_event: first_event,
            is_left: false,
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
        let words = self.store.state(state);
        self.system.unpack::<0>(words, &mut self.scratch);
        if self.system.fire::<0>(words, &self.scratch, event, &mut self.successor) != Fired::Successor {
            return;
        }
        let successor = self.store.find::<0>(&self.successor).expect("all reachable states are stored");
        match *self.number(successor) {
            UNSEEN => self.enter(successor),
            DONE => self.last(|frame| frame.is_left = true),
            number => self.last(|frame| frame.low = frame.low.min(number)),
        }
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
        }
        self.last(|before| {
            before.is_left |= is_root_of_component || frame.is_left;
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
            *self.number(state) = DONE;
        }
        if !first.is_left {
            self.found.terminal += 1;
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
                self.enabled[self.group_of_event[event.index()] as usize] = true;
            }
        }
        for (recurs, enabled) in self.found.recurrent.iter_mut().zip(&self.enabled) {
            *recurs &= enabled;
        }
    }
}
