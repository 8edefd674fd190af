//! What can be reached from a node along arcs, without recursion and in time linear in the arcs.

use std::collections::VecDeque;

use crate::flow::{Flow, Node};

/// In which direction arcs are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

/// Whether each node, by its [index](Flow::index), can be reached from `start`, which is among them.
pub(crate) fn reached(flow: &Flow<'_>, start: Node, direction: Direction) -> Vec<bool> {
    search(flow, start, |node, visit| match direction {
        Direction::Forward => flow.successors(node).for_each(visit),
        Direction::Backward => flow.predecessors(node).for_each(visit),
    })
}

/// Whether each node can be reached from `start` where `neighbours` says what is next.
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
