//! Reachability along arcs, without recursion and in time linear in the arcs.

use std::collections::VecDeque;

use crate::flow::{Flow, Node};

/// The direction in which arcs are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

/// Returns for each node, by its [index](Flow::index), whether it can be reached from `start`, which itself counts as
/// reached.
pub(crate) fn reached(flow: &Flow<'_>, start: Node, direction: Direction) -> Vec<bool> {
    search(flow, start, |node, visit| match direction {
        Direction::Forward => flow.successors(node).for_each(visit),
        Direction::Backward => flow.predecessors(node).for_each(visit),
    })
}

/// Returns for each node whether it can be reached from `start` by means of `neighbours`.
pub(crate) fn search(
    flow: &Flow<'_>,
    start: Node,
    neighbours: impl Fn(Node, &mut dyn FnMut(Node)),
) -> Vec<bool> {
    let mut is_reached = vec![false; flow.node_count()];
    is_reached[flow.index(start)] = true;
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        neighbours(node, &mut |next| {
            if !std::mem::replace(&mut is_reached[flow.index(next)], true) {
                open.push_back(next);
            }
        });
    }
    is_reached
}
