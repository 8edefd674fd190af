//! Construction of the run that a nested search has found.
//!
//! The threads have paths that are as long as depth-first searches go. So the nearest node of the accepted
//! cycle is found breadth-first, and from there a shortest cycle, unless too many nodes are nearer. In that
//! case the run follows the threads' paths.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;

use sanderling_cutoff::SHORT_LASSO;
use sanderling_system::{Adaptive, EventId};
use sanderling_temporal::Buchi;

use super::expansion::Expander;
use super::memory::{IdentityHasher, Memory, Node};
use crate::accepting::AcceptedRun;

/// An event and its target node. There is no event if the final state of a run is repeated.
type Step<Id> = (Option<EventId>, Node<Id>);

/// The predecessor of each node, and the event from it.
type Before<Id> = HashMap<Node<Id>, Step<Id>, BuildHasherDefault<IdentityHasher>>;

/// The renderer of runs.
pub(super) struct RunBuilder<'s, 'a, S: Adaptive, M: Memory> {
    pub(super) expander: Expander<'s, 'a, S, M>,
    pub(super) buchi: &'s Buchi,
    /// The number of nodes that may be visited to shorten a path.
    pub(super) nodes: usize,
}

/// Approximate memory of a visited node, in bytes.
pub(super) const BYTES_OF_NODE: usize = 96;

/// Returns the number of nodes that may be visited within this memory.
pub(super) fn affordable(bytes_left: usize) -> usize {
    SHORT_LASSO.size().min(bytes_left / BYTES_OF_NODE)
}

impl<S: Adaptive, M: Memory> RunBuilder<'_, '_, S, M> {
    /// Returns the run along a path, with any continuation.
    pub(super) fn run_to(&mut self, way: &[Node<M::Id>]) -> AcceptedRun {
        let (first, last) = (way[0], way[way.len() - 1]);
        let prefix = if first == last { Some(Vec::new()) } else { self.nearest(first, last, None) };
        AcceptedRun { prefix: prefix.unwrap_or_else(|| self.along(way)), cycle: None }
    }

    /// Returns the run along a path to the first node of a cycle, and around it.
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

    /// Returns the events along a sequence of nodes.
    fn along(&mut self, nodes: &[Node<M::Id>]) -> Vec<EventId> {
        let mut events = Vec::with_capacity(nodes.len());
        for pair in nodes.windows(2) {
            let steps = self.steps(pair[0]).expect("the search has been there");
            let step = steps.into_iter().find(|&(_, node)| node == pair[1]);
            events.extend(step.expect("each node of a path follows the one before").0);
        }
        events
    }

    /// Returns the events on a shortest path of at least one step from a node to another, within a component
    /// if that is given. Returns `None` if too many nodes are nearer.
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

    /// Returns the steps from a node, or `None` if an event cannot be fired or there is no memory.
    fn steps(&mut self, node: Node<M::Id>) -> Option<Vec<Step<M::Id>>> {
        let (mut successors, mut locations) = (Vec::new(), Vec::new());
        self.expander.expand(node, (&mut successors, &mut locations)).ok()?;
        // If no event is enabled, the state is its own successor.
        let events = self.expander.events.iter().map(|&event| Some(event)).chain([None]);
        let next = events.zip(successors);
        let steps = next.flat_map(|(event, state)| {
            locations.iter().map(move |&location| (event, Node { state, location }))
        });
        Some(steps.collect())
    }
}
