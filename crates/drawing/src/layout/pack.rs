//! The connected parts of a graph, and the drawing of all of them.
//!
//! Parts are put on shelves, the highest first, until a shelf is as wide as the drawing should be: a little wider than
//! high, like screens.

use super::{Graph, Layout, Point};

/// Desired ratio of the width of a drawing to its height.
pub(crate) const ASPECT: f64 = 1.6;

/// Connected part of a graph.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// Nodes of the graph that belong to the part, with those in front that should come first.
    pub(crate) nodes: Vec<usize>,
    /// Edges of the part, by positions in `nodes`, without loops.
    pub(crate) edges: Vec<(usize, usize)>,
    /// Number of each of these edges in the graph.
    pub(crate) edge_numbers: Vec<usize>,
}

/// Part with its drawing.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) part: Part,
    pub(crate) positions: Vec<Point>,
    pub(crate) bends: Vec<Vec<Point>>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Divides a graph into its connected parts.
pub(crate) fn parts(graph: &Graph<'_>) -> Vec<Part> {
    let part_of = numbered(graph);
    let mut parts: Vec<Part> = Vec::new();
    let mut position = vec![usize::MAX; graph.sizes.len()];
    for node in graph.starts.iter().copied().chain(0..graph.sizes.len()) {
        if position[node] != usize::MAX {
            continue;
        }
        if parts.len() <= part_of[node] {
            parts.resize_with(part_of[node] + 1, Part::default);
        }
        let part = &mut parts[part_of[node]];
        position[node] = part.nodes.len();
        part.nodes.push(node);
    }
    for (number, &(from, to)) in graph.edges.iter().enumerate() {
        if from != to {
            let part = &mut parts[part_of[from]];
            part.edges.push((position[from], position[to]));
            part.edge_numbers.push(number);
        }
    }
    parts
}

/// Returns the number of each node's part.
fn numbered(graph: &Graph<'_>) -> Vec<usize> {
    let neighbours = both_ways(graph.sizes.len(), graph.edges);
    let mut part_of = vec![usize::MAX; graph.sizes.len()];
    let mut parts = 0;
    for first in 0..graph.sizes.len() {
        if part_of[first] != usize::MAX {
            continue;
        }
        part_of[first] = parts;
        let mut open = vec![first];
        while let Some(node) = open.pop() {
            for &next in &neighbours[node] {
                if part_of[next] == usize::MAX {
                    part_of[next] = parts;
                    open.push(next);
                }
            }
        }
        parts += 1;
    }
    part_of
}

fn both_ways(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); nodes];
    for &(from, to) in edges {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    neighbours
}

/// Returns all parts in one drawing.
pub(crate) fn packed(graph: &Graph<'_>, drawn: &[Drawn]) -> Layout {
    let gap = graph.gap;
    let area: f64 = drawn.iter().map(|one| (one.width + gap) * (one.height + gap)).sum();
    let widest = drawn.iter().map(|one| one.width).fold(0.0, f64::max);
    let shelf_width = (area * ASPECT).sqrt().max(widest);
    let mut by_height: Vec<&Drawn> = drawn.iter().collect();
    by_height.sort_by(|a, b| b.height.total_cmp(&a.height));
    let mut layout = Layout {
        positions: vec![Point::default(); graph.sizes.len()],
        bends: vec![Vec::new(); graph.edges.len()],
        ..Layout::default()
    };
    let (mut corner, mut shelf_height) = (Point::default(), 0.0_f64);
    for one in by_height {
        if corner.x > 0.0 && corner.x + one.width > shelf_width {
            corner = Point { x: 0.0, y: corner.y + shelf_height + gap };
            shelf_height = 0.0;
        }
        put(&mut layout, one, corner);
        shelf_height = shelf_height.max(one.height);
        layout.width = layout.width.max(corner.x + one.width);
        layout.height = layout.height.max(corner.y + one.height);
        corner.x += one.width + gap;
    }
    layout
}

fn put(layout: &mut Layout, one: &Drawn, corner: Point) {
    let moved = |point: &Point| Point { x: point.x + corner.x, y: point.y + corner.y };
    for (&node, point) in one.part.nodes.iter().zip(&one.positions) {
        layout.positions[node] = moved(point);
    }
    for (&edge, bends) in one.part.edge_numbers.iter().zip(&one.bends) {
        layout.bends[edge] = bends.iter().map(moved).collect();
    }
}
