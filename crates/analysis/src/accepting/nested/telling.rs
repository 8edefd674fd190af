//! The run that a nested search has found.
//!
//! Its threads know a way along their paths, which is as long as depth-first searches go. So the nearest node of the cycle that accepts is looked
//! for breadth-first, and from there the nearest way round, as long as not too many nodes are nearer; otherwise the paths are told.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;

use sanderling_cutoff::SHORT_LASSO;
use sanderling_system::{Adaptive, EventId};
use sanderling_temporal::Buchi;

use super::expansion::Expander;
use super::memory::{AsItIs, Memory, Node};
use crate::accepting::AcceptedRun;

/// An event, if it is not the last state of a run that is repeated, and the node that it leads to.
type Step<Id> = (Option<EventId>, Node<Id>);

/// From which node a node was come to, and by what.
type Before<Id> = HashMap<Node<Id>, Step<Id>, BuildHasherDefault<AsItIs>>;

/// What tells runs.
pub(super) struct Telling<'s, 'a, S: Adaptive, M: Memory> {
    pub(super) expander: Expander<'s, 'a, S, M>,
    pub(super) buchi: &'s Buchi,
    /// So many nodes may be looked at for a shorter way.
    pub(super) nodes: usize,
}

/// The memory that a node takes which is looked at, about.
pub(super) const BYTES_OF_NODE: usize = 96;

/// How many nodes may be looked at within so much memory.
pub(super) fn affordable(bytes_left: usize) -> usize {
    SHORT_LASSO.size().min(bytes_left / BYTES_OF_NODE)
}

impl<S: Adaptive, M: Memory> Telling<'_, '_, S, M> {
    /// The run along a path, whatever comes after it.
    pub(super) fn run_to(&mut self, way: &[Node<M::Id>]) -> AcceptedRun {
        let (first, last) = (way[0], way[way.len() - 1]);
        let prefix = if first == last { Some(Vec::new()) } else { self.nearest(first, last, None) };
        AcceptedRun { prefix: prefix.unwrap_or_else(|| self.along(way)), cycle: None }
    }

    /// The run along a path to the first node of a cycle, and round it.
    pub(super) fn round(&mut self, way: &[Node<M::Id>], cycle: &[Node<M::Id>]) -> AcceptedRun {
        let accepts = |node: &Node<M::Id>| self.buchi.states()[node.location as usize].is_accepting;
        let at = cycle.iter().position(accepts).expect("an accepted cycle goes through an accepting node");
        let (first, node) = (way[0], cycle[at]);
        let prefix = if first == node { Some(Vec::new()) } else { self.nearest(first, node, None) };
        let prefix = prefix.unwrap_or_else(|| {
            let rest = cycle[..=at].iter().skip(1);
            self.along(&way.iter().chain(rest).copied().collect::<Vec<_>>())
        });
        let component = self.buchi.states()[node.location as usize].component;
        let round = self.nearest(node, node, Some(component)).unwrap_or_else(|| {
            let round = cycle[at..].iter().chain(&cycle[..=at]);
            self.along(&round.copied().collect::<Vec<_>>())
        });
        AcceptedRun { prefix, cycle: Some(round) }
    }

    /// The events along nodes of which each leads to the next.
    fn along(&mut self, nodes: &[Node<M::Id>]) -> Vec<EventId> {
        let mut events = Vec::with_capacity(nodes.len());
        for pair in nodes.windows(2) {
            let steps = self.steps(pair[0]).expect("the search has been there");
            let step = steps.into_iter().find(|&(_, node)| node == pair[1]);
            events.extend(step.expect("each node of a path follows the one before").0);
        }
        events
    }

    /// The events on a shortest way of at least one step from a node to one, within a component if that is given; `None` where too many nodes are
    /// nearer.
    fn nearest(
        &mut self,
        from: Node<M::Id>,
        to: Node<M::Id>,
        component: Option<usize>,
    ) -> Option<Vec<EventId>> {
        let mut before: Before<M::Id> = HashMap::default();
        let mut open = VecDeque::from([from]);
        while let Some(node) = open.pop_front() {
            for (event, next) in self.steps(node)? {
                if component.is_some_and(|one| self.buchi.states()[next.location as usize].component != one) {
                    continue;
                }
                if next == to {
                    let mut events = vec![event];
                    let mut at = node;
                    while at != from {
                        let (event, earlier) = before[&at];
                        events.push(event);
                        at = earlier;
                    }
                    return Some(events.into_iter().rev().flatten().collect());
                }
                if before.len() >= self.nodes {
                    return None;
                }
                if next != from && !before.contains_key(&next) {
                    before.insert(next, (event, node));
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// What a node leads to; `None` where an event cannot be fired, or there is no room.
    fn steps(&mut self, node: Node<M::Id>) -> Option<Vec<Step<M::Id>>> {
        let (mut successors, mut locations) = (Vec::new(), Vec::new());
        self.expander.expand(node, (&mut successors, &mut locations)).ok()?;
        // Where no event is enabled, the state follows itself.
        let events = self.expander.events.iter().map(|&event| Some(event)).chain([None]);
        let next = events.zip(successors);
        let steps = next.flat_map(|(event, state)| {
            locations.iter().map(move |&location| (event, Node { state, location }))
        });
        Some(steps.collect())
    }
}
