//! The depth-first search for an accepting component: Couvreur, *On-the-fly Verification of Linear Temporal Logic*, FM 1999.
//!
//! The nodes on the path belong to components as far as these are known, each with the marks of its edges. An edge that leads back to a
//! node whose component is not finished merges the components from there on; as soon as one has all marks, there is an accepted run. We
//! differ in that a node remembers its successors rather than its events, so that a state is unpacked once for all of them.
//!
//! INVARIANT: the numbers of `roots` ascend, and so do those of `live`; a node is live from when it is numbered until its component is
//! left for good, and belongs to the component of the last root whose number is not above its own.

use std::time::Instant;

use sanderling_cutoff::RELAXATIONS_ONE_BY_ONE;
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, Fired, with_few_words};

use super::lasso::Telling;
use super::numbers::Numbers;
use super::{Acceptance, Node, Product};
use crate::control::{Control, Progress};
use crate::limits::{Clock, Limits, StopReason};
use crate::relaxation::relaxed;
use crate::self_check::{Checks, compare};

/// The number of a node that has not been seen.
pub(super) const UNSEEN: u32 = 0;
/// The number of a node whose component is finished, and has no accepted run.
pub(super) const DONE: u32 = u32::MAX;

/// So many nodes are entered before somebody looks whether a limit is reached.
const NODES_AT_A_TIME: u64 = 1 << 10;

/// An edge of the automaton that the letter of a state allows.
#[derive(Debug, Clone, Copy)]
struct Choice {
    location: u32,
    marks: u32,
}

/// A node on the path.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) node: Node,
    number: u32,
    /// Where its successors begin, among those of the path, and which is the next to be taken.
    successors: (usize, usize),
    /// The same of the automaton's edges: each successor is taken with each of them.
    choices: (usize, usize),
}

/// The first node of a component, as far as that is known.
#[derive(Debug)]
struct Root {
    number: u32,
    /// The marks of the edge that led there.
    entry: u32,
    /// The marks of the edges within.
    marks: u32,
}

/// Why a search does not go on.
enum Halt {
    /// A component with all marks, which begins with this number.
    Accepted(u32),
    /// A node from which every run is accepted.
    Universal(Node),
    /// An event broke an assumption in a state.
    Broken(Vec<u64>, EventId),
    Stop(StopReason),
}

pub(super) struct Search<'a, S: Adaptive> {
    pub(super) system: S,
    pub(super) product: &'a Product<'a, S>,
    pub(super) store: PackedStore,
    pub(super) numbers: Numbers,
    pub(super) path: Vec<Frame>,
    root: StateId,
    successors: Vec<StateId>,
    choices: Vec<Choice>,
    roots: Vec<Root>,
    live: Vec<Node>,
    last_number: u32,
    events: Vec<EventId>,
    scratch: S::Scratch,
    state: Vec<u64>,
    successor: Vec<u64>,
    visits: u64,
    firings: u64,
    checks: Checks,
    clock: Clock,
    control: &'a Control<'a>,
}

/// Searches, with a system that assumes ever less.
pub(super) fn run<S: Adaptive>(
    mut system: S,
    product: &Product<'_, S>,
    limits: Limits,
    control: &Control<'_>,
) -> Acceptance {
    let clock = Clock::start(limits);
    let mut relaxations = 0_u32;
    loop {
        let mut search = Search::new(system, product, clock, control);
        let ended = with_few_words!(search.system.words(), W => search.visit_all::<W>());
        control.count_compared(search.checks.states());
        let run = match ended {
            Ok(()) => Ok(None),
            Err(Halt::Accepted(number)) => Ok(Some(search.told(|telling| telling.cycle_from(number)))),
            Err(Halt::Universal(node)) => Ok(Some(search.told(|telling| telling.run_to(node)))),
            Err(Halt::Stop(reason)) => Err(reason),
            Err(Halt::Broken(state, event)) => {
                relaxations += 1;
                match relaxed(&search.system, &state, event, !RELAXATIONS_ONE_BY_ONE.admits(relaxations)) {
                    Ok(next) => {
                        system = next;
                        continue;
                    }
                    Err(reason) => Err(reason),
                }
            }
        };
        return Acceptance {
            run,
            states: search.store.len() as u64,
            visits: search.visits,
            firings: search.firings,
            bytes: search.bytes(),
            discrepancy: search.checks.discrepancy().cloned(),
        };
    }
}

impl<'a, S: Adaptive> Search<'a, S> {
    fn new(system: S, product: &'a Product<'a, S>, clock: Clock, control: &'a Control<'a>) -> Self {
        let words = system.words();
        let mut store = PackedStore::new(words);
        let mut state = vec![0; words];
        system.initial(&mut state);
        let root = store.insert_root(&state);
        let sampling = product.self_check.as_ref().map(|check| check.sampling);
        Self {
            scratch: system.scratch(),
            system,
            product,
            store,
            numbers: Numbers::new(product.automaton.states()),
            path: Vec::new(),
            root,
            successors: Vec::new(),
            choices: Vec::new(),
            roots: Vec::new(),
            live: Vec::new(),
            last_number: UNSEEN,
            events: Vec::new(),
            state,
            successor: vec![0; words],
            visits: 0,
            firings: 0,
            checks: Checks::new(sampling),
            clock,
            control,
        }
    }

    /// The node in which runs begin.
    pub(super) fn first(&self) -> Node {
        Node { state: self.root, location: self.product.automaton.initial() as u32 }
    }

    fn told<T>(&self, tell: impl FnOnce(&mut Telling<'_, 'a, S>) -> T) -> T {
        tell(&mut Telling::of(self))
    }

    fn visit_all<const W: usize>(&mut self) -> Result<(), Halt> {
        self.enter::<W>(self.first(), 0)?;
        while let Some(frame) = self.path.last_mut() {
            let Some(&state) = self.successors.get(frame.successors.1) else {
                self.leave();
                continue;
            };
            let Some(&Choice { location, marks }) = self.choices.get(frame.choices.1) else {
                frame.successors.1 += 1;
                frame.choices.1 = frame.choices.0;
                continue;
            };
            frame.choices.1 += 1;
            let node = Node { state, location };
            match self.numbers.get(node) {
                UNSEEN => self.enter::<W>(node, marks)?,
                DONE => {}
                number => self.merge(number, marks)?,
            }
        }
        Ok(())
    }

    /// Sees a node for the first time, and goes to it.
    fn enter<const W: usize>(&mut self, node: Node, marks: u32) -> Result<(), Halt> {
        if self.visits.is_multiple_of(NODES_AT_A_TIME) || self.clock.states_left(self.visits) == 0 {
            self.look_at_limits()?;
        }
        if self.last_number == DONE - 1 {
            return Err(Halt::Stop(StopReason::StoreFull));
        }
        self.visits += 1;
        self.last_number += 1;
        let number = self.last_number;
        self.numbers.set(node, number);
        if self.product.automaton.is_universal_from(node.location as usize) {
            return Err(Halt::Universal(node));
        }
        self.live.push(node);
        self.roots.push(Root { number, entry: marks, marks: 0 });
        let (successors, choices) = (self.successors.len(), self.choices.len());
        self.expand::<W>(node)?;
        self.path.push(Frame {
            node,
            number,
            successors: (successors, successors),
            choices: (choices, choices),
        });
        Ok(())
    }

    /// Appends the successors of a node, and the automaton's edges that its letter allows.
    fn expand<const W: usize>(&mut self, node: Node) -> Result<(), Halt> {
        self.state.copy_from_slice(self.store.state(node.state));
        self.system.unpack::<W>(&self.state, &mut self.scratch);
        self.events.clear();
        self.system.enabled::<W>(&self.state, &self.scratch, &mut self.events);
        self.check::<W>()?;
        let letter = self.product.letter(&self.system, &self.state, &self.scratch, &self.events);
        if !self.product.is_told(node.location, letter) {
            return Err(Halt::Stop(StopReason::Untold));
        }
        let edges = self.product.automaton.edges(node.location as usize).iter();
        let allowed = edges.filter(|edge| edge.guard.allows(letter));
        let before = self.choices.len();
        self.choices.extend(allowed.map(|edge| Choice { location: edge.target as u32, marks: edge.marks }));
        if self.choices.len() == before {
            return Ok(());
        }
        if self.events.is_empty() {
            self.successors.push(node.state);
        }
        for position in 0..self.events.len() {
            let event = self.events[position];
            self.firings += 1;
            match self.system.fire::<W>(&self.state, &self.scratch, event, &mut self.successor) {
                Fired::Successor => {}
                Fired::AssumptionBroken => return Err(Halt::Broken(self.state.clone(), event)),
                Fired::Undefined => return Err(Halt::Stop(StopReason::Undefined)),
            }
            match self.store.insert::<W>(&self.successor, node.state) {
                Insertion::New(state) | Insertion::Known(state) => self.successors.push(state),
                Insertion::Full => return Err(Halt::Stop(StopReason::StoreFull)),
            }
        }
        Ok(())
    }

    /// Compares the state at hand with the reference, if it is due.
    fn check<const W: usize>(&mut self) -> Result<(), Halt> {
        let Some(check) = &self.product.self_check else { return Ok(()) };
        if !self.checks.count() || !self.checks.may_compare() {
            return Ok(());
        }
        let (began, seen) = (Instant::now(), (self.state.as_slice(), &self.scratch));
        let result = compare::<S, W>((&self.system, check), seen, &self.events, &self.checks);
        self.checks.note(began, result);
        match self.checks.discrepancy() {
            Some(_) => Err(Halt::Stop(StopReason::Discrepancy)),
            None => Ok(()),
        }
    }

    /// An edge leads back to a node that is live: all components from there on are one.
    fn merge(&mut self, number: u32, marks: u32) -> Result<(), Halt> {
        let mut all = marks;
        while let Some(root) = self.roots.pop() {
            all |= root.marks;
            if root.number <= number {
                let (first, entry) = (root.number, root.entry);
                self.roots.push(Root { number: first, entry, marks: all });
                let is_accepted = all == self.product.automaton.all_marks();
                return if is_accepted { Err(Halt::Accepted(first)) } else { Ok(()) };
            }
            all |= root.entry;
        }
        unreachable!("a live node belongs to a component on the path")
    }

    /// Leaves the last node of the path, all of whose edges have been followed.
    fn leave(&mut self) {
        let Some(frame) = self.path.pop() else { return };
        self.successors.truncate(frame.successors.0);
        self.choices.truncate(frame.choices.0);
        if self.roots.last().is_some_and(|root| root.number == frame.number) {
            self.roots.pop();
            while let Some(node) = self.live.pop() {
                self.numbers.set(node, DONE);
                if node == frame.node {
                    break;
                }
            }
        }
    }

    /// The bytes that are taken; they never become fewer.
    fn bytes(&self) -> usize {
        self.store.bytes()
            + self.numbers.bytes()
            + self.path.capacity() * size_of::<Frame>()
            + self.live.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.successors.capacity() * size_of::<StateId>()
            + self.choices.capacity() * size_of::<Choice>()
    }

    fn look_at_limits(&self) -> Result<(), Halt> {
        let bytes = self.bytes();
        self.control.report(|| Progress {
            states: self.visits,
            stored: self.store.len() as u64,
            open: self.path.len() as u64,
            firings: self.firings,
            level: 0,
            bytes,
            elapsed: self.clock.elapsed(),
        });
        if self.control.is_cancelled() {
            return Err(Halt::Stop(StopReason::Cancelled));
        }
        self.clock.exceeded(self.visits, bytes).map_or(Ok(()), |reason| Err(Halt::Stop(reason)))
    }
}
