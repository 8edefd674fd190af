//! Construction of the accepted run: a path to a component with all marks, and a cycle in it.
//!
//! Both parts are found breadth-first among the live nodes. So they are short, but may not be shortest,
//! since nodes that the search has not seen are ignored. From one missing mark to the next, the path is a
//! shortest one.

use std::collections::{HashMap, HashSet, VecDeque};

use sanderling_cutoff::SHORT_LASSO;
use sanderling_system::{Adaptive, EventId, Fired};

use super::fair::Agent;
use super::search::{DONE, Search, UNSEEN};
use super::{AcceptedRun, Fairness};
use crate::nodes::Node;
use crate::on_the_fly::OnTheFly;
use sanderling_analysis::building_blocks::events_of;

/// A step of system and automaton. There is no event if the final state of a run is repeated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) event: Option<EventId>,
    pub(super) node: Node,
    pub(super) marks: u32,
}

/// The renderer of a run after a successful search.
pub(super) struct RunBuilder<'s, 'a, S: Adaptive> {
    search: &'s Search<'a, S>,
    scratch: S::Scratch,
}

impl<'s, 'a, S: Adaptive> RunBuilder<'s, 'a, S> {
    pub(super) fn of(search: &'s Search<'a, S>) -> Self {
        Self { scratch: search.states.system.scratch(), search }
    }

    /// Returns the run to a node, with any continuation.
    pub(super) fn run_to(&mut self, node: Node) -> AcceptedRun {
        let path = self.search.path.iter().map(|frame| frame.node);
        let path: Vec<Node> = path.chain([node]).collect();
        let prefix = self.path_to(&|other| other == node, &path);
        AcceptedRun { prefix: events(&prefix), cycle: None }
    }

    /// Returns the run to the component whose nodes have at least this number, and around it through all
    /// marks.
    pub(super) fn cycle_from(&mut self, first: u32) -> AcceptedRun {
        let search = self.search;
        let is_within = |node| is_from(search, first, node);
        let prefix = self.path_to(&is_within, &self.path_to_component(first));
        let cycle = self.cycle(self.end_of(&prefix), &is_within, None);
        AcceptedRun { prefix: events(&prefix), cycle: Some(events(&cycle)) }
    }

    /// Returns the run to a part of that component, and around it so that it is fair.
    pub(super) fn fair_cycle(&mut self, first: u32, part: &HashSet<Node>) -> AcceptedRun {
        let search = self.search;
        let is_within = |node| part.contains(&node);
        let path = self.path_to_component(first);
        let mut prefix = self.path_to(&is_within, &path);
        let end = self.end_of(&prefix);
        if !is_within(end) {
            let is_near = |node| is_from(search, first, node);
            let rest = self.nearest(end, &is_near, &mut |step| is_within(step.node), usize::MAX);
            prefix.extend(rest.expect("from each node of a component a path leads to each"));
        }
        let entry = self.end_of(&prefix);
        let cycle = self.cycle(entry, &is_within, search.product.fairness);
        AcceptedRun { prefix: events(&prefix), cycle: Some(events(&cycle)) }
    }

    /// Returns a cycle from a node within some strongly connected nodes: through all marks, and fair.
    fn cycle(
        &mut self,
        entry: Node,
        is_within: &dyn Fn(Node) -> bool,
        fairness: Option<Fairness>,
    ) -> Vec<Step> {
        let (mut cycle, mut at) = (Vec::<Step>::new(), entry);
        loop {
            let missing = cycle
                .iter()
                .fold(self.search.product.automaton.all_marks(), |missing, step| missing & !step.marks);
            let next = if missing != 0 {
                self.nearest(at, is_within, &mut |step| step.marks & missing != 0, usize::MAX)
            } else if at != entry || cycle.is_empty() {
                self.nearest(at, is_within, &mut |step| step.node == entry, usize::MAX)
            } else if let Some((fairness, agent)) = fairness.zip(self.unfair(&cycle, fairness)) {
                self.fair_step(at, is_within, (fairness, agent))
            } else {
                return cycle;
            };
            cycle.extend(next.expect("all marks are within, and from each node a path leads to each"));
            at = cycle.last().expect("a path has a step").node;
        }
    }

    /// Returns an agent that a cycle is unfair to.
    fn unfair(&mut self, cycle: &[Step], fairness: Option<Fairness>) -> Option<Agent> {
        let fairness = fairness?;
        let enabled: Vec<Vec<Agent>> = cycle.iter().map(|step| self.agents(step.node)).collect();
        let events = cycle.iter().filter_map(|step| step.event);
        let active: HashSet<Agent> = events.flat_map(|event| self.search.product.agents(event)).collect();
        fairness.unfair(enabled.iter().map(Vec::as_slice), &active).into_iter().min()
    }

    /// Returns the shortest path to an action of an agent, or, if that suffices, to a node in which the
    /// agent is disabled.
    fn fair_step(
        &mut self,
        from: Node,
        is_within: &dyn Fn(Node) -> bool,
        (fairness, agent): (Fairness, Agent),
    ) -> Option<Vec<Step>> {
        let product = self.search.product;
        let is_active =
            |step: &Step| step.event.is_some_and(|event| product.agents(event).any(|one| one == agent));
        let active = self.nearest(from, is_within, &mut { is_active }, usize::MAX);
        if active.is_some() || fairness == Fairness::Strong {
            return active;
        }
        let mut other = Self::of(self.search);
        let mut lacks = |step: &Step| !other.agents(step.node).contains(&agent);
        self.nearest(from, is_within, &mut lacks, usize::MAX)
    }

    /// Returns the search's path to the first node of the component that begins with a number.
    fn path_to_component(&self, first: u32) -> Vec<Node> {
        let path = self.search.path.iter().map(|frame| frame.node);
        path.take_while(|&node| self.search.numbers.get(node) <= first).collect()
    }

    fn end_of(&self, path: &[Step]) -> Node {
        path.last().map_or(self.search.first(), |step| step.node)
    }

    /// Returns a short path from the first node to a wanted one. If too many nodes are nearer, returns the
    /// given path.
    fn path_to(&mut self, is_wanted: &dyn Fn(Node) -> bool, otherwise: &[Node]) -> Vec<Step> {
        let search = self.search;
        if is_wanted(search.first()) {
            return Vec::new();
        }
        let is_live = |node| !matches!(search.numbers.get(node), UNSEEN | DONE);
        let short =
            self.nearest(search.first(), &is_live, &mut |step| is_wanted(step.node), SHORT_LASSO.size());
        short.unwrap_or_else(|| {
            let steps = otherwise.windows(2).map(|pair| {
                let mut steps = self.steps(pair[0]).into_iter();
                steps.find(|step| step.node == pair[1]).expect("each node of a path follows the one before")
            });
            steps.collect()
        })
    }

    /// Returns the shortest path from a node, over some nodes only, whose last step is wanted. Returns
    /// `None` if there is none, or if more than `most` nodes are nearer.
    fn nearest(
        &mut self,
        from: Node,
        is_within: &dyn Fn(Node) -> bool,
        is_wanted: &mut dyn FnMut(&Step) -> bool,
        most: usize,
    ) -> Option<Vec<Step>> {
        let mut before: HashMap<Node, (Node, Step)> = HashMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(node) = open.pop_front() {
            if before.len() > most {
                return None;
            }
            for step in self.steps(node) {
                if !is_within(step.node) {
                    continue;
                }
                if is_wanted(&step) {
                    let mut path = vec![step];
                    let mut at = node;
                    while at != from {
                        let (earlier, step) = before[&at];
                        path.push(step);
                        at = earlier;
                    }
                    path.reverse();
                    return Some(path);
                }
                if step.node != from && !before.contains_key(&step.node) {
                    before.insert(step.node, (node, step));
                    open.push_back(step.node);
                }
            }
        }
        None
    }

    /// Returns the events of a node.
    pub(super) fn events(&mut self, node: Node) -> Vec<EventId> {
        let OnTheFly { system, store, .. } = &self.search.states;
        events_of(system, store.state(node.state), &mut self.scratch)
    }

    /// Returns the agents that are enabled in a node, without duplicates.
    pub(super) fn agents(&mut self, node: Node) -> Vec<Agent> {
        let product = self.search.product;
        let mut agents: Vec<Agent> =
            self.events(node).into_iter().flat_map(|event| product.agents(event)).collect();
        agents.sort_unstable();
        agents.dedup();
        agents
    }

    /// Returns the steps from a node to nodes whose states are stored.
    pub(super) fn steps(&mut self, node: Node) -> Vec<Step> {
        let events = self.events(node);
        let Search { product, states: OnTheFly { system, store, .. }, .. } = self.search;
        let state = store.state(node.state);
        let letter = product.letter(system, state, &self.scratch, &events);
        let mut next = Vec::new();
        let allows = |event| product.allows(node.location, event);
        if events.is_empty() && allows(None) {
            next.push((None, node.state));
        }
        let mut successor = vec![0; system.words()];
        for event in events.into_iter().filter(|&event| allows(Some(event))) {
            let fired = system.fire::<0>(state, &self.scratch, event, &mut successor);
            let found = store.find::<0>(&successor).filter(|_| fired == Fired::Successor);
            next.extend(found.map(|state| (Some(event), state)));
        }
        let edges = product.automaton.edges(node.location as usize).iter();
        let steps = edges.filter(|edge| edge.guard.allows(letter)).flat_map(|edge| {
            let (location, marks) = (edge.target as u32, edge.marks);
            next.iter().map(move |&(event, state)| Step { event, node: Node { state, location }, marks })
        });
        steps.collect()
    }
}

/// Whether a node belongs to the component that begins with a number.
fn is_from<S: Adaptive>(search: &Search<'_, S>, first: u32, node: Node) -> bool {
    let number = search.numbers.get(node);
    number != DONE && number >= first
}

fn events(steps: &[Step]) -> Vec<EventId> {
    steps.iter().filter_map(|step| step.event).collect()
}
