//! A layer for each node, and the points at which edges pass the layers between their ends.
//!
//! A node's layer is the length of the longest way to it; then nodes with more edges out than in move towards what they lead to, so
//! that edges are short. An edge over several layers becomes a chain of points, one in each layer that it passes. INVARIANT: every edge
//! leads to a later layer.

use crate::acyclic::Forward;
use crate::pack::Part;

/// The points of edges at most: more are not worth their time, and the longest edges go straight.
const MOST_POINTS: usize = 20_000;

/// Nodes and points in layers. Numbers from the number of nodes on are points of edges.
#[derive(Debug)]
pub(crate) struct Layering {
    /// How many are nodes.
    pub(crate) nodes: usize,
    /// The layer of each node and point.
    pub(crate) layer: Vec<usize>,
    /// For each edge, the points that it passes, in the direction without cycles.
    pub(crate) chains: Vec<Vec<usize>>,
    /// The edges from one layer to the next, through points; those that go straight over several layers are not among them.
    pub(crate) steps: Vec<(usize, usize)>,
}

impl Layering {
    /// How many layers there are.
    pub(crate) fn depth(&self) -> usize {
        self.layer.iter().max().map_or(0, |last| last + 1)
    }
}

/// Gives every node a layer.
pub(crate) fn layering(part: &Part, forward: &Forward) -> Layering {
    let nodes = part.nodes.len();
    let mut layer = longest_ways(nodes, forward);
    shorten(&mut layer, forward);
    let mut layering =
        Layering { nodes, layer, chains: vec![Vec::new(); forward.edges.len()], steps: Vec::new() };
    let span = |layering: &Layering, edge: usize| {
        let (from, to) = forward.edges[edge];
        layering.layer[to] - layering.layer[from]
    };
    let mut by_span: Vec<usize> = (0..forward.edges.len()).collect();
    by_span.sort_by_key(|&edge| span(&layering, edge));
    let mut left = MOST_POINTS;
    for edge in by_span {
        let points = span(&layering, edge) - 1;
        if points > left {
            break;
        }
        left -= points;
        thread(&mut layering, forward, edge);
    }
    layering
}

fn longest_ways(nodes: usize, forward: &Forward) -> Vec<usize> {
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

/// Moves nodes towards what they lead to, where that makes more edges shorter than longer.
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

/// Leads an edge through the layers that it passes.
fn thread(layering: &mut Layering, forward: &Forward, edge: usize) {
    let (from, to) = forward.edges[edge];
    let mut last = from;
    for layer in layering.layer[from] + 1..layering.layer[to] {
        let point = layering.layer.len();
        layering.layer.push(layer);
        layering.chains[edge].push(point);
        layering.steps.push((last, point));
        last = point;
    }
    layering.steps.push((last, to));
}
