//! A layer for each node, and the points at which edges pass the layers between their ends.
//!
//! A node's layer is given, or it is its distance from the first node, or it is the length of the longest path to it,
//! after edges have been reversed so that there is no cycle; then nodes with more edges out than in move towards their
//! successors, so that edges are short. An edge over several layers becomes a chain of points, one in each layer that
//! it passes. INVARIANT: every step leads to the next layer.

use std::collections::VecDeque;

use super::acyclic::{Forward, forward};
use super::pack::Part;

/// Maximum number of points of edges: more are not worth their time, and the longest edges are drawn straight.
const MAX_POINTS: usize = 20_000;

/// Nodes and points in layers. Numbers from the number of nodes on are points of edges.
#[derive(Debug)]
pub(crate) struct Layering {
    /// Number of nodes.
    pub(crate) nodes: usize,
    /// Layer of each node and point.
    pub(crate) layer: Vec<usize>,
    /// Points that each edge passes, from the earlier layer to the later one.
    pub(crate) chains: Vec<Vec<usize>>,
    /// Whether each edge leads to an earlier layer.
    pub(crate) is_turned: Vec<bool>,
    /// Edges from one layer to the next, through points. Edges that are drawn straight over several layers are not
    /// included.
    pub(crate) steps: Vec<(usize, usize)>,
}

impl Layering {
    /// Returns the number of layers.
    pub(crate) fn depth(&self) -> usize {
        self.layer.iter().max().map_or(0, |last| last + 1)
    }

    /// Adds the points of an edge in the layers that it passes.
    fn thread(&mut self, edge: usize, (from, to): (usize, usize)) {
        let mut last = from;
        for layer in self.layer[from] + 1..self.layer[to] {
            let point = self.layer.len();
            self.layer.push(layer);
            self.chains[edge].push(point);
            self.steps.push((last, point));
            last = point;
        }
        self.steps.push((last, to));
    }
}

/// Returns layers by the longest path.
pub(crate) fn by_longest_path(part: &Part) -> Layering {
    let forward = forward(part);
    let mut layer = longest_paths(part.nodes.len(), &forward);
    shorten(&mut layer, &forward);
    threaded(&part.edges, layer)
}

/// Returns layers by the distance from the first node. For nodes that are not reachable from it, edges count in both
/// directions.
pub(crate) fn by_distance(part: &Part) -> Layering {
    let mut layer = vec![usize::MAX; part.nodes.len()];
    let mut neighbours = vec![Vec::new(); part.nodes.len()];
    for &(from, to) in &part.edges {
        neighbours[from].push(to);
    }
    spread(&mut layer, &neighbours);
    for &(from, to) in &part.edges {
        neighbours[to].push(from);
    }
    spread(&mut layer, &neighbours);
    threaded(&part.edges, layer)
}

/// Returns the given layers, without those that have no node.
pub(crate) fn as_given(part: &Part, given: &[usize]) -> Layering {
    let layer: Vec<usize> = part.nodes.iter().map(|&node| given[node]).collect();
    let mut used = layer.clone();
    used.sort_unstable();
    used.dedup();
    let position = |layer: &usize| used.binary_search(layer).expect("it is among those that are used");
    threaded(&part.edges, layer.iter().map(position).collect())
}

/// Gives nodes without a layer their distance from those that have one, or from the first node.
fn spread(layer: &mut [usize], neighbours: &[Vec<usize>]) {
    if let Some(first) = layer.first_mut() {
        *first = 0;
    }
    let mut open: VecDeque<usize> = (0..layer.len()).filter(|&node| layer[node] != usize::MAX).collect();
    while let Some(node) = open.pop_front() {
        for &next in &neighbours[node] {
            if layer[next] == usize::MAX {
                layer[next] = layer[node] + 1;
                open.push_back(next);
            }
        }
    }
}

/// Adds the points of edges in the layers between their ends, the short edges first, within the budget.
fn threaded(edges: &[(usize, usize)], layer: Vec<usize>) -> Layering {
    let is_turned: Vec<bool> = edges.iter().map(|&(from, to)| layer[from] > layer[to]).collect();
    let span = |&edge: &usize| layer[edges[edge].0].abs_diff(layer[edges[edge].1]);
    let mut by_span: Vec<usize> = (0..edges.len()).filter(|edge| span(edge) > 0).collect();
    by_span.sort_by_key(span);
    let mut left = MAX_POINTS;
    let enough = by_span.iter().position(|edge| {
        let room = left.checked_sub(span(edge) - 1);
        left = room.unwrap_or(0);
        room.is_none()
    });
    by_span.truncate(enough.unwrap_or(by_span.len()));
    let mut layering = Layering {
        nodes: layer.len(),
        layer,
        chains: vec![Vec::new(); edges.len()],
        is_turned,
        steps: Vec::new(),
    };
    for edge in by_span {
        let (from, to) = edges[edge];
        let ends = if layering.is_turned[edge] { (to, from) } else { (from, to) };
        layering.thread(edge, ends);
    }
    layering
}

fn longest_paths(nodes: usize, forward: &Forward) -> Vec<usize> {
    let mut outgoing = vec![Vec::new(); nodes];
    for &(from, to) in &forward.edges {
        outgoing[from].push(to);
    }
    let mut layer = vec![0; nodes];
    for &node in &forward.sorted {
        for &to in &outgoing[node] {
            layer[to] = layer[to].max(layer[node] + 1);
        }
    }
    layer
}

/// Moves nodes towards their successors if that makes more edges shorter than longer.
fn shorten(layer: &mut [usize], forward: &Forward) {
    let mut outgoing = vec![Vec::new(); layer.len()];
    let mut incoming = vec![0_usize; layer.len()];
    for &(from, to) in &forward.edges {
        outgoing[from].push(to);
        incoming[to] += 1;
    }
    for &node in forward.sorted.iter().rev() {
        let nearest = outgoing[node].iter().map(|&to| layer[to]).min();
        if let Some(nearest) = nearest.filter(|_| outgoing[node].len() > incoming[node]) {
            layer[node] = nearest - 1;
        }
    }
}
