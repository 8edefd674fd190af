//! Positions for the nodes of a directed graph: drawn in layers, with edges that lead onwards if possible.
//!
//! The framework is that of Sugiyama, Tagawa and Toda (*Methods for Visual Understanding of Hierarchical System
//! Structures*, IEEE Transactions on Systems, Man, and Cybernetics, 1981): reverse edges until there is no cycle
//! (`acyclic`), give each node a layer (`layers`), a position in its layer (`order`), and coordinates (`coordinates`).
//! Each connected part is drawn separately, and the parts are arranged beside each other (`pack`). The layout is
//! independent of the meaning of the nodes.
//!
//! There are two differences: every step makes a fixed number of passes over nodes and edges, so that the time is
//! nearly linear and bounded for every graph; and edges bend in the layers that they pass only within a budget.
//!
//! INVARIANT: the boxes of two nodes never overlap.

mod acyclic;
mod coordinates;
mod layers;
mod order;
mod pack;

/// Point; y increases downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Horizontal position, to the right.
    pub x: f64,
    /// Vertical position, downwards.
    pub y: f64,
}

/// Size of a node, including its text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// Horizontal extent.
    pub width: f64,
    /// Vertical extent.
    pub height: f64,
}

/// Graph that is to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct Graph<'a> {
    /// Sizes of the nodes; a node is a position in this list.
    pub sizes: &'a [Size],
    /// Edges, from node to node. Loops and parallel edges are allowed.
    pub edges: &'a [(usize, usize)],
    /// Nodes that should come first, such as initially marked places.
    pub starts: &'a [usize],
    /// Definition of the layer of a node.
    pub layers: Layers<'a>,
    /// Distance between neighbours in a layer.
    pub gap: f64,
    /// Minimum distance between layers.
    pub layer_gap: f64,
}

/// Definition of the layers of nodes. If edges may lead to any layer, those within a layer have no bends.
#[derive(Debug, Clone, Copy)]
pub enum Layers<'a> {
    /// Layers by the longest path, whose nodes determine their number: edges lead onwards, except for some of each
    /// cycle.
    Longest,
    /// The distance from the first node of the part.
    Distance,
    /// The given layer of each node.
    Given(&'a [usize]),
}

/// Positions in a drawing. All coordinates are at least 0.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// Centre of each node.
    pub positions: Vec<Point>,
    /// Points that each edge passes between its ends.
    pub bends: Vec<Vec<Point>>,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
}

/// Computes a layout of a graph.
///
/// # Panics
/// If an edge or a start is not of the graph, or if layers are given and a node has none.
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
