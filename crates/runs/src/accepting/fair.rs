//! Fairness of runs to events, or to agents.
//!
//! Source: D. Lehmann, A. Pnueli and J. Stavi, *Impartiality, Justice and Fairness: The Ethics of Concurrent
//! Termination*, ICALP 1981. A run that ends is fair. A component has a fair run if a run around the whole
//! component is fair. For strong fairness, remove the states in which an agent is enabled that does nothing
//! within the component. A fair run in the rest also counts: E. A. Emerson and C.-L. Lei, *Modalities for
//! Model Checking: Branching Time Logic Strikes Back*, Science of Computer Programming 8, 1987.

use std::collections::{HashMap, HashSet};

use sanderling_system::{Adaptive, EventId, System};

use super::Product;
use super::lasso::RunBuilder;
use super::search::Search;
use crate::nodes::Node;
use crate::on_the_fly::Halt;

/// The number of an agent.
pub(super) type Agent = u32;

/// The fairness of runs to each event or each agent. An agent is enabled if one of its events is, and acts
/// if one is fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fairness {
    /// An event that is enabled from some state on is fired again and again. Also called justice.
    Weak,
    /// An event that is enabled again and again is fired again and again. Also called compassion.
    Strong,
}

impl Fairness {
    /// Returns the agents that a cycle is unfair to, given the agents that are enabled in its states and
    /// those that act on it.
    pub(super) fn unfair<'e>(
        self,
        mut enabled: impl Iterator<Item = &'e [Agent]>,
        active: &HashSet<Agent>,
    ) -> HashSet<Agent> {
        let is_owed = |agent: &&Agent| !active.contains(agent);
        match self {
            Self::Strong => enabled.flatten().filter(is_owed).copied().collect(),
            Self::Weak => {
                let mut owed: HashSet<Agent> =
                    enabled.next().into_iter().flatten().filter(is_owed).copied().collect();
                for agents in enabled {
                    owed.retain(|agent| agents.contains(agent));
                }
                owed
            }
        }
    }
}

/// Number of nodes to process between two checks of the limits.
const NODES_AT_A_TIME: usize = 1 << 10;

/// Some nodes, with the edges between them.
struct Region {
    /// The edges of each node: the event, the position of the target, and the marks.
    edges: Vec<Vec<(Option<EventId>, usize, u32)>>,
    /// The agents that are enabled in each node.
    enabled: Vec<Vec<Agent>>,
}

/// Returns the nodes of a part of a component in which a run has all marks and is fair, if there is one.
pub(super) fn fair_part<S: Adaptive>(
    search: &Search<'_, S>,
    component: &[Node],
    fairness: Fairness,
) -> Result<Option<HashSet<Node>>, Halt> {
    let region = Region::of(search, component)?;
    let part = region.fair_part(fairness, search.product);
    Ok(part.map(|positions| positions.into_iter().map(|position| component[position]).collect()))
}

impl Region {
    fn of<S: Adaptive>(search: &Search<'_, S>, nodes: &[Node]) -> Result<Self, Halt> {
        let positions: HashMap<Node, usize> = nodes.iter().copied().zip(0..).collect();
        let (mut edges, mut enabled) = (Vec::with_capacity(nodes.len()), Vec::with_capacity(nodes.len()));
        let mut builder = RunBuilder::of(search);
        let mut bytes = nodes.len() * 2 * size_of::<(Node, usize)>();
        for (position, &node) in nodes.iter().enumerate() {
            if position.is_multiple_of(NODES_AT_A_TIME) {
                search.states.look_at_limits(search.path.len(), search.bytes() + bytes)?;
            }
            let steps = builder.steps(node).into_iter();
            let within = steps.filter_map(|step| {
                let target = positions.get(&step.node)?;
                Some((step.event, *target, step.marks))
            });
            edges.push(within.collect::<Vec<_>>());
            enabled.push(builder.agents(node));
            let room = |edges: &Vec<(Option<EventId>, usize, u32)>| size_of_val(edges.as_slice());
            bytes += edges.last().map_or(0, room)
                + enabled.last().map_or(0, |agents| size_of_val(agents.as_slice()));
            bytes += 2 * size_of::<Vec<Agent>>();
        }
        Ok(Self { edges, enabled })
    }

    fn fair_part<S: System>(&self, fairness: Fairness, product: &Product<'_, S>) -> Option<Vec<usize>> {
        let all_marks = product.automaton.all_marks();
        let mut parts = vec![(0..self.edges.len()).collect::<Vec<_>>()];
        let mut is_within = vec![false; self.edges.len()];
        while let Some(part) = parts.pop() {
            part.iter().for_each(|&position| is_within[position] = true);
            let (mut marks, mut active, mut is_cyclic) = (0, HashSet::new(), false);
            for &(event, target, added) in part.iter().flat_map(|&position| &self.edges[position]) {
                if is_within[target] {
                    is_cyclic = true;
                    marks |= added;
                    active.extend(event.into_iter().flat_map(|event| product.agents(event)));
                }
            }
            part.iter().for_each(|&position| is_within[position] = false);
            if !is_cyclic || marks != all_marks {
                continue;
            }
            let enabled = part.iter().map(|&position| self.enabled[position].as_slice());
            let unfair = fairness.unfair(enabled, &active);
            if unfair.is_empty() {
                return Some(part);
            }
            if fairness == Fairness::Strong {
                let owes =
                    |&position: &usize| self.enabled[position].iter().any(|agent| unfair.contains(agent));
                let rest: Vec<usize> = part.into_iter().filter(|position| !owes(position)).collect();
                parts.extend(self.components(&rest));
            }
        }
        None
    }

    /// Returns the components of some nodes.
    fn components(&self, within: &[usize]) -> Vec<Vec<usize>> {
        const OUTSIDE: usize = usize::MAX;
        const UNSEEN: usize = 0;
        // The number of each node while it is live.
        let mut numbers = vec![OUTSIDE; self.edges.len()];
        within.iter().for_each(|&position| numbers[position] = UNSEEN);
        let (mut components, mut live, mut path) = (Vec::new(), Vec::new(), Vec::new());
        for &first in within {
            if numbers[first] != UNSEEN {
                continue;
            }
            live.push(first);
            numbers[first] = live.len();
            path.push((first, 0, live.len()));
            while let Some((position, next, least)) = path.last_mut() {
                let position = *position;
                if let Some(&(_, target, _)) = self.edges[position].get(*next) {
                    *next += 1;
                    match numbers[target] {
                        OUTSIDE => {}
                        UNSEEN => {
                            live.push(target);
                            numbers[target] = live.len();
                            path.push((target, 0, live.len()));
                        }
                        number => *least = (*least).min(number),
                    }
                    continue;
                }
                let least = *least;
                path.pop();
                if least == numbers[position] {
                    let component = live.split_off(least - 1);
                    component.iter().for_each(|&one| numbers[one] = OUTSIDE);
                    components.push(component);
                } else if let Some((.., before)) = path.last_mut() {
                    *before = (*before).min(least);
                }
            }
        }
        components
    }
}
