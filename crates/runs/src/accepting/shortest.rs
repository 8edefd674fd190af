//! Shortening an accepted run.
//!
//! The product is explored breadth-first around the initial node, as far as a shorter run can reach. The
//! length of a run is the number of events in its prefix and its cycle. Candidates for the first node of a
//! cycle are the nodes of components with all marks, nearest first. From each candidate, a breadth-first
//! search over pairs of a node and the missing marks finds a shortest cycle. A run that is accepted with any
//! continuation ends at the last event that matters: the edge to a universal location depends on the letter
//! of the state before.
//!
//! If the automaton needs several rounds of the same events and states, the cycle is reduced to one round.
//!
//! INVARIANT: the run is no longer than the known one. If no limit stopped the search, no run of the product
//! is shorter. A run of the system alone may be shorter if the automaton needs several rounds of its cycle.

use std::collections::{HashMap, VecDeque};

use sanderling_cutoff::SHORTENING_BYTES;
use sanderling_system::{Adaptive, EventId, Fired};

use super::lasso::Step;
use super::{AcceptedRun, Product};
use crate::nodes::Node;
use crate::on_the_fly::{Halt, OnTheFly};
use sanderling_analysis::Control;
use sanderling_analysis::building_blocks::Clock;
use sanderling_analysis::{Limits, StopReason};

/// A shortened run.
#[derive(Debug)]
pub struct ShorterRun {
    /// The run.
    pub run: AcceptedRun,
    /// Why the search was stopped, or `None` if no run of the product is shorter.
    pub stopped: Option<StopReason>,
}

/// Memory of a node besides its state and its edges, in bytes.
const BYTES_OF_NODE: usize = 64;

/// Searches for a shorter accepted run than a known one, breadth-first within the limits. `limits.states`
/// limits the nodes of the product.
///
/// Fires all events, including those that stubborn sets would leave out.
///
/// # Panics
/// If the product requires fair runs.
pub fn shorten_run<S: Adaptive>(
    mut system: S,
    product: &Product<'_, S>,
    run: AcceptedRun,
    limits: Limits,
    control: &Control<'_>,
) -> ShorterRun {
    assert!(product.fairness.is_none(), "fair runs are not made shorter");
    let (mut relaxations, mut run) = (0, run);
    let clock = Clock::start(limits, control);
    loop {
        let states = OnTheFly::new(system, None, clock, control);
        let mut graph = Graph::new(states, product, length(&run));
        let halted = graph.explore().and_then(|()| graph.find_cycles()).err();
        if let Some(best) = graph.best.take() {
            run = best;
        }
        // A property process shows its locations along the run, so all its rounds are kept.
        if product.defined.is_empty() && !matches!(halted, Some(Halt::Broken(..))) {
            graph.fold(&mut run);
        }
        match halted {
            None => return ShorterRun { run, stopped: None },
            Some(Halt::Stop(reason)) => return ShorterRun { run, stopped: Some(reason) },
            Some(Halt::Broken(state, event)) => {
                match graph.states.relaxed(&mut relaxations, (&state, event)) {
                    Ok(next) => system = next,
                    Err(reason) => return ShorterRun { run, stopped: Some(reason) },
                }
            }
        }
    }
}

/// Returns the number of events of a run.
fn length(run: &AcceptedRun) -> usize {
    run.prefix.len() + run.cycle.as_ref().map_or(0, Vec::len)
}

/// The explored part of the product.
struct Graph<'p, 'a, S: Adaptive> {
    states: OnTheFly<'a, S>,
    product: &'p Product<'a, S>,
    numbers: HashMap<Node, usize>,
    nodes: Vec<Explored>,
    edges: usize,
    /// The length of the shortest known run.
    shortest: usize,
    /// That run, if it was found here.
    best: Option<AcceptedRun>,
}

/// A node with a shortest path to it.
struct Explored {
    node: Node,
    /// The number of events on the path.
    depth: usize,
    /// The predecessor on the path, and the event. The first node is its own predecessor.
    before: (usize, Option<EventId>),
    /// The edges to numbered nodes, once the node has been expanded.
    edges: Vec<Edge>,
}

#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    event: Option<EventId>,
    marks: u32,
}

impl Edge {
    fn cost(self) -> usize {
        usize::from(self.event.is_some())
    }
}

impl<'p, 'a, S: Adaptive> Graph<'p, 'a, S> {
    fn new(states: OnTheFly<'a, S>, product: &'p Product<'a, S>, shortest: usize) -> Self {
        Self { states, product, numbers: HashMap::new(), nodes: Vec::new(), edges: 0, shortest, best: None }
    }

    /// Explores the nodes that a shorter run can visit, in the order of their distance.
    fn explore(&mut self) -> Result<(), Halt> {
        let first = Node { state: self.states.root, location: self.product.automaton.initial() as u32 };
        let mut open = VecDeque::from([self.number(first, 0, (0, None))]);
        if self.product.is_universal_from(first.location) {
            self.keep(0, AcceptedRun { prefix: Vec::new(), cycle: None });
        }
        while let Some(at) = open.pop_front() {
            // A node is open twice if a step without an event gave it a shorter path later.
            if self.nodes[at].depth >= self.shortest || !self.nodes[at].edges.is_empty() {
                continue;
            }
            if self.states.is_due() {
                self.states.look_at_limits(open.len(), self.bytes())?;
            }
            self.states.visits += 1;
            for Step { event, node, marks } in self.steps(at)? {
                let depth = self.nodes[at].depth;
                if self.product.is_universal_from(node.location) {
                    let run = AcceptedRun { prefix: self.path_to(at), cycle: None };
                    self.keep(depth, run);
                    continue;
                }
                let known = self.nodes.len();
                let depth = depth + usize::from(event.is_some());
                let to = self.number(node, depth, (at, event));
                self.nodes[at].edges.push(Edge { to, event, marks });
                self.edges += 1;
                if to < known && depth >= self.nodes[to].depth {
                    continue;
                }
                (self.nodes[to].depth, self.nodes[to].before) = (depth, (at, event));
                match event {
                    Some(_) => open.push_back(to),
                    None => open.push_front(to),
                }
            }
        }
        Ok(())
    }

    /// Returns the number of a node, and numbers it if it is new.
    fn number(&mut self, node: Node, depth: usize, before: (usize, Option<EventId>)) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(Explored { node, depth, before, edges: Vec::new() });
            self.nodes.len() - 1
        })
    }

    /// Returns the steps from a node, with all events that the product allows.
    fn steps(&mut self, at: usize) -> Result<Vec<Step>, Halt> {
        let node = self.nodes[at].node;
        self.states.unpack(node.state)?;
        let OnTheFly { system, state, scratch, events, .. } = &mut self.states;
        let letter = self.product.letter(system, state, scratch, events);
        if !self.product.is_defined(node.location, letter) {
            return Err(Halt::Stop(StopReason::UndefinedAtom));
        }
        let is_last = events.is_empty();
        events.retain(|&event| self.product.allows(node.location, Some(event)));
        let mut successors = Vec::new();
        self.states.fire_all(node.state, &mut successors)?;
        let fired = self.states.events.iter().copied().map(Some).zip(successors);
        let repeated = (is_last && self.product.allows(node.location, None)).then_some((None, node.state));
        let next: Vec<_> = fired.chain(repeated).collect();
        let edges = self.product.automaton.edges(node.location as usize).iter();
        let steps = edges.filter(|edge| edge.guard.allows(letter)).flat_map(|edge| {
            let (location, marks) = (edge.target as u32, edge.marks);
            next.iter().map(move |&(event, state)| Step { event, node: Node { state, location }, marks })
        });
        Ok(steps.collect())
    }

    /// Keeps a run if it is shorter than all known ones.
    fn keep(&mut self, length: usize, run: AcceptedRun) {
        if length < self.shortest {
            (self.shortest, self.best) = (length, Some(run));
        }
    }

    fn path_to(&self, mut at: usize) -> Vec<EventId> {
        let mut events = Vec::new();
        while at != 0 {
            let (before, event) = self.nodes[at].before;
            events.extend(event);
            at = before;
        }
        events.reverse();
        events
    }

    /// Finds a shortest cycle through each node that may begin one.
    fn find_cycles(&mut self) -> Result<(), Halt> {
        let component = self.accepting_components();
        let mut candidates: Vec<usize> =
            (0..self.nodes.len()).filter(|&at| component[at].is_some()).collect();
        candidates.sort_by_key(|&at| self.nodes[at].depth);
        for entry in candidates {
            let depth = self.nodes[entry].depth;
            if depth >= self.shortest {
                return Ok(());
            }
            let is_within = |at: usize| component[at] == component[entry];
            if let Some(cycle) = self.cycle(entry, self.shortest - depth, &is_within)? {
                let length = depth + cycle.len();
                self.keep(length, AcceptedRun { prefix: self.path_to(entry), cycle: Some(cycle) });
            }
        }
        Ok(())
    }

    /// Returns a shortest cycle of fewer than `limit` events through all marks, over some nodes.
    fn cycle(
        &mut self,
        entry: usize,
        limit: usize,
        is_within: &dyn Fn(usize) -> bool,
    ) -> Result<Option<Vec<EventId>>, Halt> {
        /// A node, and the marks that are missing there. The cycle ends at `END`.
        type Point = (usize, u32);
        const END: Point = (usize::MAX, 0);
        let start: Point = (entry, self.product.automaton.all_marks());
        // The predecessor of each point, the event between them, and the number of events up to it.
        let mut before: HashMap<Point, (Point, Option<EventId>, usize)> = HashMap::new();
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((point, cost)) = open.pop_front() {
            if point == END {
                let (mut events, mut at) = (Vec::new(), END);
                while at != start {
                    let (earlier, event, _) = before[&at];
                    events.extend(event);
                    at = earlier;
                }
                events.reverse();
                return Ok(Some(events));
            }
            if self.states.is_due() {
                self.states.look_at_limits(open.len(), self.bytes() + before.len() * BYTES_OF_NODE)?;
            }
            self.states.firings += 1;
            for &edge in &self.nodes[point.0].edges {
                let missing = point.1 & !edge.marks;
                let next = if (edge.to, missing) == (entry, 0) { END } else { (edge.to, missing) };
                let cost = cost + edge.cost();
                let is_known = next == start || before.get(&next).is_some_and(|&(.., known)| known <= cost);
                if cost >= limit || !is_within(edge.to) || is_known {
                    continue;
                }
                before.insert(next, (point, edge.event, cost));
                match edge.event {
                    Some(_) => open.push_back((next, cost)),
                    None => open.push_front((next, cost)),
                }
            }
        }
        Ok(None)
    }

    /// For each node, returns the number of its component if that has a cycle through all marks. Tarjan's
    /// algorithm, without recursion.
    fn accepting_components(&self) -> Vec<Option<usize>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.nodes.len();
        let (mut order, mut low) = (vec![UNSEEN; count], vec![UNSEEN; count]);
        let (mut component, mut is_done) = (vec![None; count], vec![false; count]);
        let (mut stack, mut path, mut next) = (Vec::new(), Vec::<(usize, usize)>::new(), 0);
        for root in 0..count {
            if order[root] != UNSEEN {
                continue;
            }
            path.push((root, 0));
            while let Some(&mut (at, ref mut edge)) = path.last_mut() {
                if *edge == 0 && order[at] == UNSEEN {
                    (order[at], low[at]) = (next, next);
                    next += 1;
                    stack.push(at);
                }
                if let Some(&Edge { to, .. }) = self.nodes[at].edges.get(*edge) {
                    *edge += 1;
                    if order[to] == UNSEEN {
                        path.push((to, 0));
                    } else if !is_done[to] {
                        low[at] = low[at].min(order[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    low[parent] = low[parent].min(low[at]);
                }
                if low[at] == order[at] {
                    let begin = stack.iter().rposition(|&node| node == at).unwrap_or(0);
                    let members = stack.split_off(begin);
                    members.iter().for_each(|&node| is_done[node] = true);
                    if self.is_accepting(&members) {
                        members.iter().for_each(|&node| component[node] = Some(at));
                    }
                }
            }
        }
        component
    }

    /// Whether the edges among the nodes of a component have all marks.
    fn is_accepting(&self, members: &[usize]) -> bool {
        let within: std::collections::HashSet<usize> = members.iter().copied().collect();
        let edges = members.iter().flat_map(|&node| &self.nodes[node].edges);
        let mut inner = edges.filter(|edge| within.contains(&edge.to)).peekable();
        inner.peek().is_some()
            && inner.fold(0, |marks, edge| marks | edge.marks) & self.product.automaton.all_marks()
                == self.product.automaton.all_marks()
    }

    /// Reduces a cycle that repeats the same states several times to one round, and removes its events from
    /// the end of the prefix.
    fn fold(&self, run: &mut AcceptedRun) {
        let Some(cycle) = run.cycle.as_mut().filter(|cycle| !cycle.is_empty()) else { return };
        let bytes = (run.prefix.len() + cycle.len() + 1) * self.states.system.words() * size_of::<u64>();
        if bytes > SHORTENING_BYTES.size() {
            return;
        }
        let Some(states) = self.states_along(run.prefix.iter().chain(cycle.iter())) else { return };
        let entry = run.prefix.len();
        let is_round = |period: usize| {
            cycle.len().is_multiple_of(period)
                && states[entry] == states[entry + period]
                && cycle[period..].iter().zip(cycle.iter()).all(|(later, earlier)| later == earlier)
        };
        let period = (1..=cycle.len()).find(|&period| is_round(period)).unwrap_or(cycle.len());
        cycle.truncate(period);
        // Compares the states of the cycle, from its last one backwards, with those of the prefix.
        let same = (1..=entry).take_while(|&back| {
            let within = (period - back % period) % period;
            let event = cycle[(period - (back - 1) % period) - 1];
            run.prefix[entry - back] == event && states[entry - back] == states[entry + within]
        });
        let rotated = same.count();
        run.prefix.truncate(entry - rotated);
        cycle.rotate_right(rotated % period);
    }

    /// Returns the states along some events from the initial state, or `None` if the system cannot fire them
    /// without another layout.
    fn states_along<'e>(&self, events: impl Iterator<Item = &'e EventId>) -> Option<Vec<Vec<u64>>> {
        let system = &self.states.system;
        let (mut scratch, mut states) = (system.scratch(), vec![vec![0; system.words()]]);
        system.initial(&mut states[0]);
        for &event in events {
            let (state, mut successor) = (states.last()?, vec![0; system.words()]);
            system.unpack::<0>(state, &mut scratch);
            let fired = system.fire::<0>(state, &scratch, event, &mut successor);
            if fired != Fired::Successor {
                return None;
            }
            states.push(successor);
        }
        Some(states)
    }

    /// Returns the memory besides the store, in bytes.
    fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Explored>() + BYTES_OF_NODE) + self.edges * size_of::<Edge>()
    }
}
