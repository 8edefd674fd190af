//! The depth-first search for an accepting component: Couvreur, *On-the-fly Verification of Linear Temporal
//! Logic*, FM 1999.
//!
//! The nodes on the path belong to components, as far as these are known, each with the marks of its edges.
//! An edge to a node whose component is unfinished merges the components from there on. An accepted run is
//! found as soon as a component has all marks. Where we differ: a node stores its successors instead of its
//! events, so that a state is unpacked once for all of them.
//!
//! INVARIANT: the numbers of `roots` ascend, and so do those of `live`. A node is live from its numbering
//! until its component is finished. It belongs to the component of the last root with a number not above its
//! own.

use std::collections::HashSet;

use sanderling_store::StateId;
use sanderling_system::Adaptive;

use super::fair::fair_part;
use super::lasso::RunBuilder;
use super::nested::Left;
use super::waiting::{Waiting, Workspace};
use super::{Acceptance, Product};
use crate::nodes::{Node, Numbers};
use crate::on_the_fly::{Halt, OnTheFly};
use crate::sample::Sample;
use sanderling_analysis::Control;
use sanderling_analysis::StopReason;
use sanderling_analysis::building_blocks::Clock;

/// Number of an unseen node.
pub(super) const UNSEEN: u32 = 0;
/// Number of a node whose component is finished, without an accepted run.
pub(super) const DONE: u32 = u32::MAX;

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
    /// The start of its successors among those of the path, and the next one.
    successors: (usize, usize),
    /// The same for the automaton's edges. Each successor is combined with each edge.
    choices: (usize, usize),
}

/// The first node of a component, as far as known.
#[derive(Debug)]
struct Root {
    number: u32,
    /// The marks of the edge that led there.
    entry: u32,
    /// The marks of the edges within the component.
    marks: u32,
    /// Whether there are edges within the component.
    is_cyclic: bool,
}

/// The reason why a search ends before visiting every node.
enum Ending {
    /// A component with all marks, which begins with this number.
    Accepted(u32),
    /// A part of such a component with a fair run.
    Fair(u32, HashSet<Node>),
    /// A node from which every run is accepted.
    Universal(Node),
    Halted(Halt),
}

impl From<Halt> for Ending {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}

pub(super) struct Search<'a, S: Adaptive> {
    pub(super) states: OnTheFly<'a, S>,
    pub(super) product: &'a Product<'a, S>,
    pub(super) numbers: Numbers,
    pub(super) path: Vec<Frame>,
    successors: Vec<StateId>,
    choices: Vec<Choice>,
    roots: Vec<Root>,
    live: Vec<Node>,
    last_number: u32,
    sample: Option<Sample>,
    workspace: Workspace<'a>,
}

/// Searches the whole system or a sample, relaxing the system as assumptions break. Also returns what
/// another search can continue from.
pub(super) fn run<S: Adaptive>(
    mut system: S,
    product: &Product<'_, S>,
    sample: Option<Sample>,
    clock: Clock,
    control: &Control<'_>,
) -> (Acceptance, Option<Left<S>>) {
    let mut relaxations = 0_u32;
    loop {
        let states = OnTheFly::new(system, product.self_check.as_ref(), clock, control);
        let mut search = Search::new(states, product, sample);
        let ended = search.visit_all();
        let discrepancy = search.states.compared();
        let run = match ended {
            // The rest of the system may have an accepted run.
            Ok(()) if sample.is_some() => Err(StopReason::States),
            Ok(()) => Ok(None),
            Err(Ending::Accepted(number)) => Ok(Some(search.run(|builder| builder.cycle_from(number)))),
            Err(Ending::Fair(number, part)) => {
                Ok(Some(search.run(|builder| builder.fair_cycle(number, &part))))
            }
            Err(Ending::Universal(node)) => Ok(Some(search.run(|builder| builder.run_to(node)))),
            Err(Ending::Halted(Halt::Stop(reason))) => Err(reason),
            Err(Ending::Halted(Halt::Broken(state, event))) => {
                match search.states.relaxed(&mut relaxations, (&state, event)) {
                    Ok(next) => {
                        system = next;
                        continue;
                    }
                    Err(reason) => Err(reason),
                }
            }
        };
        let states = &search.states;
        let acceptance = Acceptance {
            run,
            states: states.store.len() as u64,
            visits: states.visits,
            firings: states.firings,
            bytes: states.store.bytes() + search.bytes(),
            discrepancy,
        };
        let OnTheFly { system, store, .. } = search.states;
        let left = acceptance.may_continue().then(|| Left::of(&store, system));
        return (acceptance, left);
    }
}

impl<'a, S: Adaptive> Search<'a, S> {
    fn new(states: OnTheFly<'a, S>, product: &'a Product<'a, S>, sample: Option<Sample>) -> Self {
        Self {
            states,
            product,
            numbers: Numbers::new(product.automaton.states()),
            path: Vec::new(),
            successors: Vec::new(),
            choices: Vec::new(),
            roots: Vec::new(),
            live: Vec::new(),
            last_number: UNSEEN,
            sample,
            workspace: product.waiting().map(Waiting::workspace).unwrap_or_default(),
        }
    }

    /// Returns the first node of all runs.
    pub(super) fn first(&self) -> Node {
        Node { state: self.states.root, location: self.product.automaton.initial() as u32 }
    }

    fn run<T>(&self, build: impl FnOnce(&mut RunBuilder<'_, 'a, S>) -> T) -> T {
        build(&mut RunBuilder::of(self))
    }

    fn visit_all(&mut self) -> Result<(), Ending> {
        self.enter(self.first(), 0)?;
        while let Some(frame) = self.path.last_mut() {
            let Some(&state) = self.successors.get(frame.successors.1) else {
                self.leave()?;
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
                UNSEEN => self.enter(node, marks)?,
                DONE => {}
                number => self.merge(number, marks)?,
            }
        }
        Ok(())
    }

    /// Visits a node for the first time, and moves to it.
    fn enter(&mut self, node: Node, marks: u32) -> Result<(), Ending> {
        if self.states.is_due() {
            self.states.look_at_limits(self.path.len(), self.bytes())?;
        }
        self.states.visits += 1;
        if self.last_number == DONE - 1 {
            return Err(Halt::Stop(StopReason::StoreFull).into());
        }
        self.last_number += 1;
        let number = self.last_number;
        self.numbers.set(node, number);
        if self.product.is_universal_from(node.location) {
            return Err(Ending::Universal(node));
        }
        self.live.push(node);
        self.roots.push(Root { number, entry: marks, marks: 0, is_cyclic: false });
        let (successors, choices) = (self.successors.len(), self.choices.len());
        self.expand(node)?;
        self.path.push(Frame {
            node,
            number,
            successors: (successors, successors),
            choices: (choices, choices),
        });
        Ok(())
    }

    /// Appends the successors of a node, and the automaton's edges that its letter allows.
    fn expand(&mut self, node: Node) -> Result<(), Ending> {
        self.states.unpack(node.state)?;
        let OnTheFly { system, state, scratch, events, .. } = &self.states;
        let letter = self.product.letter(system, state, scratch, events);
        if !self.product.is_defined(node.location, letter) {
            return Err(Halt::Stop(StopReason::UndefinedAtom).into());
        }
        let edges = self.product.automaton.edges(node.location as usize).iter();
        let allowed = edges.filter(|edge| edge.guard.allows(letter));
        let before = self.choices.len();
        self.choices.extend(allowed.map(|edge| Choice { location: edge.target as u32, marks: edge.marks }));
        if self.choices.len() == before {
            return Ok(());
        }
        if self.states.events.is_empty() && self.product.allows(node.location, None) {
            self.successors.push(node.state);
        }
        let waits = self.choices[before..].iter().all(|choice| choice.location == node.location);
        let OnTheFly { system, state, scratch, events, .. } = &mut self.states;
        let at = (node.location, waits);
        self.product.follow(&mut self.workspace, at, (system, state, scratch), events);
        if let Some(sample) = self.sample {
            sample.choose(node.state, events);
        }
        Ok(self.states.fire_all(node.state, &mut self.successors)?)
    }

    /// Merges all components from a live node on, since an edge leads back to it.
    fn merge(&mut self, number: u32, marks: u32) -> Result<(), Ending> {
        let mut all = marks;
        while let Some(root) = self.roots.pop() {
            all |= root.marks;
            if root.number <= number {
                let (first, entry) = (root.number, root.entry);
                self.roots.push(Root { number: first, entry, marks: all, is_cyclic: true });
                // Fair runs are examined when the component is finished.
                let is_accepted =
                    all == self.product.automaton.all_marks() && self.product.fairness.is_none();
                return if is_accepted { Err(Ending::Accepted(first)) } else { Ok(()) };
            }
            all |= root.entry;
        }
        unreachable!("a live node belongs to a component on the path")
    }

    /// Leaves the last node of the path after all its edges have been followed.
    fn leave(&mut self) -> Result<(), Ending> {
        let Some(frame) = self.path.last() else { return Ok(()) };
        let (first, number) = (frame.node, frame.number);
        let root = self.roots.last().filter(|root| root.number == number);
        if let Some(&Root { marks, is_cyclic, .. }) = root {
            let begin = self.live.iter().rposition(|&node| node == first).expect("it is live");
            if let Some(fairness) = self.product.fairness.filter(|_| is_cyclic)
                && marks == self.product.automaton.all_marks()
                && let Some(part) = fair_part(self, &self.live[begin..], fairness)?
            {
                return Err(Ending::Fair(number, part));
            }
            self.roots.pop();
            for node in self.live.drain(begin..) {
                self.numbers.set(node, DONE);
            }
        }
        if let Some(frame) = self.path.pop() {
            self.successors.truncate(frame.successors.0);
            self.choices.truncate(frame.choices.0);
        }
        Ok(())
    }

    /// Returns the memory besides the store, in bytes. It never decreases.
    pub(super) fn bytes(&self) -> usize {
        self.numbers.bytes()
            + self.path.capacity() * size_of::<Frame>()
            + self.live.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.successors.capacity() * size_of::<StateId>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.product.waiting().map_or(0, Waiting::bytes)
    }
}
