//! Positions for the nodes of a directed graph: drawn in layers, edges leading onwards where they can.
//!
//! The framework of Sugiyama, Tagawa and Toda (*Methods for Visual Understanding of Hierarchical System Structures*, IEEE Transactions on
//! Systems, Man, and Cybernetics, 1981): turn edges around until there is no cycle (`acyclic`), give each node a layer
//! (`layers`), a place in its layer (`order`), and coordinates (`coordinates`). Each connected part is drawn for itself, and the parts
//! are put beside each other (`pack`). It knows nothing of what the nodes are.
//!
//! Where we differ: every step makes a fixed number of passes over nodes and edges, so that the time is nearly linear and
//! bounded for whatever graph; and edges bend in the layers that they pass only as far as a budget allows.
//!
//! INVARIANT: the boxes of two nodes never overlap.

mod acyclic;
mod coordinates;
mod layers;
mod order;
mod pack;

/// A point; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// The size of a node, with what is written on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// What is to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct Graph<'a> {
    /// The nodes; a node is a position here.
    pub sizes: &'a [Size],
    /// The edges, from node to node. Loops and parallel edges are allowed.
    pub edges: &'a [(usize, usize)],
    /// Nodes that should come first, such as those that are marked at the start.
    pub starts: &'a [usize],
    /// What the layer of a node is.
    pub layers: Layers<'a>,
    /// The distance between neighbours in a layer.
    pub gap: f64,
    /// The distance between layers, at least.
    pub layer_gap: f64,
}

/// What the layers of nodes are. Where edges may lead to any layer, those within a layer have no bends.
#[derive(Debug, Clone, Copy)]
pub enum Layers<'a> {
    /// As many as there are nodes on the longest path: edges lead onwards, but for some of each cycle.
    Longest,
    /// The distance from the first node of its part.
    Distance,
    /// As given, for each node.
    Given(&'a [usize]),
}

/// Where everything is. Nothing is left of 0 or above it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// The middle of each node.
    pub positions: Vec<Point>,
    /// The points that each edge passes between its ends.
    pub bends: Vec<Vec<Point>>,
    /// How wide the drawing is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// Lays a graph out.
///
/// # Panics
/// Where an edge or a start is not of the graph, or where layers are given and a node has none.
#[must_use]
pub fn layout(graph: &Graph<'_>) -> Layout {
    let parts = pack::parts(graph);
    let drawn: Vec<pack::Drawn> = parts.into_iter().map(|part| draw(graph, part)).collect();
    pack::packed(graph, &drawn)
}

/// Draws a connected part.
fn draw(graph: &Graph<'_>, part: pack::Part) -> pack::Drawn {
    let layering = match graph.layers {
        Layers::Longest => layers::by_longest_path(&part),
        Layers::Distance => layers::by_distance(&part),
        Layers::Given(layers) => layers::as_given(&part, layers),
    };
    let rows = order::ordered(&layering);
    let sizes: Vec<Size> = part.nodes.iter().map(|&node| graph.sizes[node]).collect();
    let drawing = coordinates::assign(&layering, &rows, &sizes, (graph.gap, graph.layer_gap));
    let bends = part.edges.iter().enumerate().map(|(index, _)| {
        let points = layering.chains[index].iter().map(|&node| drawing.points[node]);
        if layering.is_turned[index] { points.rev().collect() } else { points.collect() }
    });
    pack::Drawn {
        bends: bends.collect(),
        positions: drawing.points[..part.nodes.len()].to_vec(),
        width: drawing.width,
        height: drawing.height,
        part,
    }
}

#[cfg(test)]
mod tests;
