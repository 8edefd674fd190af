//! The run that has been found: to a component with all marks, and round within it.
//!
//! Both are looked for breadth-first among the nodes that are live, and so are short, though not shortest: what the search has not seen
//! is not looked at. From one mark that is missing to the next the path is a shortest one.

use std::collections::{HashMap, VecDeque};

use sanderling_cutoff::SHORT_LASSO;
use sanderling_system::{Adaptive, EventId, Fired};

use super::AcceptedRun;
use super::search::{DONE, Search, UNSEEN};
use crate::nodes::Node;
use crate::on_the_fly::OnTheFly;

/// A step of system and automaton. Where the last state of a run is repeated, there is no event.
#[derive(Debug, Clone, Copy)]
struct Step {
    event: Option<EventId>,
    node: Node,
    marks: u32,
}

/// A search that has ended with a run.
pub(super) struct Telling<'s, 'a, S: Adaptive> {
    search: &'s Search<'a, S>,
    scratch: S::Scratch,
}

impl<'s, 'a, S: Adaptive> Telling<'s, 'a, S> {
    pub(super) fn of(search: &'s Search<'a, S>) -> Self {
        Self { scratch: search.states.system.scratch(), search }
    }

    /// The run to a node, whatever comes after it.
    pub(super) fn run_to(&mut self, node: Node) -> AcceptedRun {
        let path = self.search.path.iter().map(|frame| frame.node);
        let path: Vec<Node> = path.chain([node]).collect();
        let prefix = self.path_to(&|other| other == node, &path);
        AcceptedRun { prefix: events(&prefix), cycle: None }
    }

    /// The run to the component whose nodes have this number or a greater one, and round within it through all marks.
    pub(super) fn cycle_from(&mut self, first: u32) -> AcceptedRun {
        let search = self.search;
        let is_within = |node| {
            let number = search.numbers.get(node);
            number != DONE && number >= first
        };
        let path = search.path.iter().map(|frame| frame.node);
        let path: Vec<Node> = path.take_while(|&node| search.numbers.get(node) <= first).collect();
        let prefix = self.path_to(&is_within, &path);
        let entry = prefix.last().map_or(search.first(), |step| step.node);
        let (mut cycle, mut at) = (Vec::new(), entry);
        let mut missing = search.product.automaton.all_marks();
        while missing != 0 {
            let has_one = |step: &Step| step.marks & missing != 0;
            cycle.extend(self.nearest(at, &is_within, &has_one, usize::MAX).expect("all marks are within"));
            let last: &Step = cycle.last().expect("a path to a step has that");
            at = last.node;
            missing = cycle.iter().fold(missing, |missing, step| missing & !step.marks);
        }
        if at != entry || cycle.is_empty() {
            let back = self.nearest(at, &is_within, &|step| step.node == entry, usize::MAX);
            cycle.extend(back.expect("from each node of a component a path leads to each"));
        }
        AcceptedRun { prefix: events(&prefix), cycle: Some(events(&cycle)) }
    }

    /// A short path from the first node to one of some; where too many nodes are nearer, the one that is given.
    fn path_to(&mut self, is_wanted: &dyn Fn(Node) -> bool, otherwise: &[Node]) -> Vec<Step> {
        let search = self.search;
        if is_wanted(search.first()) {
            return Vec::new();
        }
        let is_live = |node| !matches!(search.numbers.get(node), UNSEEN | DONE);
        let short = self.nearest(search.first(), &is_live, &|step| is_wanted(step.node), SHORT_LASSO.size());
        short.unwrap_or_else(|| {
            let steps = otherwise.windows(2).map(|pair| {
                let mut steps = self.steps(pair[0]).into_iter();
                steps.find(|step| step.node == pair[1]).expect("each node of a path follows the one before")
            });
            steps.collect()
        })
    }

    /// The shortest path from a node, over some nodes alone, whose last step is wanted. `None` where there is none, or where more than
    /// `most` nodes are nearer.
    fn nearest(
        &mut self,
        from: Node,
        is_within: &dyn Fn(Node) -> bool,
        is_wanted: &dyn Fn(&Step) -> bool,
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

    /// The steps from a node to nodes whose states are stored.
    fn steps(&mut self, node: Node) -> Vec<Step> {
        let Search { product, states: OnTheFly { system, store, .. }, .. } = self.search;
        let state = store.state(node.state);
        let mut events = Vec::new();
        system.unpack::<0>(state, &mut self.scratch);
        system.enabled::<0>(state, &self.scratch, &mut events);
        let letter = product.letter(system, state, &self.scratch, &events);
        let mut next = Vec::new();
        if events.is_empty() {
            next.push((None, node.state));
        }
        let mut successor = vec![0; system.words()];
        for event in events {
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

fn events(steps: &[Step]) -> Vec<EventId> {
    steps.iter().filter_map(|step| step.event).collect()
}
