//! The picture of a state graph: boxes with markings, arrows with transitions.
//!
//! The label of an arrow is a node of the layout, between the source and the target of the arrow: so labels never
//! overlap anything else. All edges from one state to another are one arrow. A loop is at the upper right corner of its
//! state, in a box that has room for both.

mod arrow;
mod layers;
mod marking;
mod node;
mod route;

use sanderling_report::text::grouped;
use sanderling_report::{Count, Reason, StateGraph, Tokens};

use super::boxes::Rect;
use super::canvas::Canvas;
use super::geometry::point;
use super::{TooLarge, small_enough};
use crate::layout::{Graph, Layers, Layout, Size, layout};
use crate::text::{Wrap, flat, width};
use arrow::{Arrow, arrows};
use node::{Node, nodes};
use route::Routes;

/// Distance between neighbours, and distance between layers, which contains the arrows.
const GAP: f64 = 14.0;
const LAYER_GAP: f64 = 44.0;
/// Height of the lines of the head, and shortening of the name of the file.
const HEAD: f64 = 17.0;
const FILE: Wrap = Wrap { size: 12.0, width: 500.0, lines: 1, breaks_names: true };

/// Returns the picture.
pub(super) fn picture(graph: &StateGraph) -> Result<String, TooLarge> {
    small_enough(graph.states.len())?;
    let (loops, arrows) = arrows(graph);
    let nodes = nodes(graph, loops);
    let layers = layers::layers(nodes.len(), &arrows);
    let drawn = laid_out(&nodes, &arrows, &layers);
    let routes = Routes::new(&nodes, &arrows, &layers, &drawn);
    let mut canvas = Canvas::default();
    for (index, arrow) in arrows.iter().enumerate() {
        routes.draw(&mut canvas, index);
        arrow.write(&mut canvas, drawn.positions[nodes.len() + index]);
    }
    for (node, &at) in nodes.iter().zip(&drawn.positions) {
        node.draw(&mut canvas, at);
    }
    draw_head(&mut canvas, graph);
    Ok(canvas.finish(&flat(&graph.file)))
}

/// Computes positions for the states, and for the labels of the arrows after them.
fn laid_out(nodes: &[Node<'_>], arrows: &[Arrow], layers: &[usize]) -> Layout {
    let sizes: Vec<Size> = nodes.iter().map(Node::size).chain(arrows.iter().map(Arrow::size)).collect();
    let halves = |(label, arrow): (usize, &Arrow)| {
        let label = nodes.len() + label;
        [(arrow.source, label), (label, arrow.target)]
    };
    let edges: Vec<(usize, usize)> = arrows.iter().enumerate().flat_map(halves).collect();
    let starts = &[0][..nodes.len().min(1)];
    let layers = Layers::Given(layers);
    layout(&Graph { sizes: &sizes, edges: &edges, starts, layers, gap: GAP, layer_gap: LAYER_GAP })
}

/// Returns whether the number of deadlocks is known. It is not if none was seen in a part of the states, nor if the
/// states are those of a coverability graph: markings that they cover may be deadlocks.
fn knows_deadlocks(graph: &StateGraph, dead: usize) -> bool {
    let is_covering =
        graph.states.iter().any(|state| state.marking.iter().any(|(_, tokens)| is_infinite(tokens)));
    dead > 0 || graph.exhaustive && !is_covering
}

fn is_infinite(tokens: &Tokens) -> bool {
    matches!(tokens, Tokens::Plain(Count::Infinite))
}

/// Draws the subject of the picture, and what is missing from it.
fn draw_head(canvas: &mut Canvas, graph: &StateGraph) {
    let count = |count: usize, one: &str| {
        format!("{} {one}{}", grouped(count.into()), if count == 1 { "" } else { "s" })
    };
    let dead = graph.dead_states().into_iter().filter(|&is_dead| is_dead).count();
    let (states, edges) = (count(graph.states.len(), "state"), count(graph.edges.len(), "edge"));
    let deadlocks = knows_deadlocks(graph, dead).then(|| format!(", {}", count(dead, "deadlock")));
    let summary = format!("{states}, {edges}{}", deadlocks.unwrap_or_default());
    let mut lines = vec![("head", FILE.wrapped(&flat(&graph.file)).remove(0)), ("head", summary)];
    if !graph.exhaustive {
        let reason = graph.reason.map_or("the search ended early", Reason::in_words);
        lines.push(("head partial", format!("only a part: {reason}; dashed states lead on")));
    }
    let Rect { left, top, .. } = canvas.extent();
    for (number, (class, text)) in lines.iter().rev().enumerate() {
        let base = point(left, top - 14.0 - number as f64 * HEAD);
        canvas.reach(Rect { left, top: base.y - 12.0, right: left + width(text, 12.0), bottom: base.y });
        canvas.text(class, base, text);
    }
}
