//! The drawing of a net: the position of each node, and its text.
//!
//! If the file has positions of nodes, they are kept; the drawing is only moved and scaled, so that neighbours do not
//! touch. If it has positions of some nodes, the others are laid out below, and pages that would be drawn over each
//! other are put side by side. A program is drawn as its processes, each an automaton.

mod pages;
mod program;

use std::collections::HashMap;

use sanderling_net::{Arc, ArcKind, Inscription, Net, SortId, Term};

use crate::layout::{Graph, Layers, Layout, Point, Size, layout};
use crate::text::{LINE, Wrap, flat, width};
use crate::{Drawing, Kinds, Line, Node};

/// Maximum number of nodes of a drawing.
const MAX_NODES: usize = 5000;
/// Distance between the boxes of neighbours.
const GAP: f64 = 36.0;
/// Usual minimum distance between the nodes of a file.
const APART: f64 = 70.0;
/// Maximum width and height of a file's drawing; a larger one is ignored.
const MAX_EXTENT: f64 = 1e7;
/// Breaking of names into lines.
const NAMES: Wrap = Wrap { size: 11.5, width: 120.0, lines: 3, breaks_names: true };
/// Maximum number of characters of a term in a drawing.
const LONGEST_LABEL: usize = 60;
/// Margin around a drawing.
const MARGIN: f64 = 50.0;

/// Draws a net.
#[must_use]
pub fn drawing(net: &Net) -> Drawing {
    if let Some(program) = &net.program {
        return program::drawing(net, program);
    }
    let mut drawing = Drawing { places: places(net), transitions: transitions(net), ..Drawing::default() };
    if net.places.len() + net.transitions.len() > MAX_NODES {
        drawing.is_too_large = true;
        return drawing;
    }
    let net = &*pages::apart(net);
    drawing.arcs = net.arcs.iter().map(|arc| line(net, arc)).collect();
    match Given::of(net) {
        Some(given) => put_given(&mut drawing, net, &given),
        None => put_laid_out(&mut drawing, net),
    }
    drawing
}

pub(crate) fn places(net: &Net) -> Vec<Node> {
    let node = |place: &sanderling_net::Place| Node {
        id: place.id.clone(),
        name: place.name.clone().filter(|name| *name != place.id),
        note: (place.sort != SortId::DOT).then(|| net.sort_text(place.sort)),
        capacity: place.capacity.map(|capacity| capacity.to_string()),
        ..Node::default()
    };
    net.places.iter().map(node).collect()
}

pub(crate) fn transitions(net: &Net) -> Vec<Node> {
    let node = |transition: &sanderling_net::Transition| Node {
        id: transition.id.clone(),
        name: transition.name.clone().filter(|name| *name != transition.id),
        note: transition.guard.as_ref().map(|guard| net.term_text(guard, LONGEST_LABEL)),
        ..Node::default()
    };
    net.transitions.iter().map(node).collect()
}

fn line(net: &Net, arc: &Arc) -> Line {
    let label = match &arc.inscription {
        _ if arc.kind == ArcKind::Reset => String::new(),
        Inscription::Tokens(1) => String::new(),
        Inscription::Tokens(weight) => weight.to_string(),
        Inscription::Term(term) => net.term_text(term, LONGEST_LABEL),
    };
    let kind = match arc.kind {
        ArcKind::Input => Kinds::Input,
        ArcKind::Output => Kinds::Output,
        ArcKind::Inhibitor => Kinds::Inhibitor,
        ArcKind::Read => Kinds::Read,
        ArcKind::Reset => Kinds::Reset,
    };
    let (place, transition) = (net.place(arc.place).id.clone(), net.transition(arc.transition).id.clone());
    Line { place, transition, kind, label, bends: Vec::new() }
}

/// Positions in a file: those of places, then those of transitions.
struct Given {
    points: Vec<Option<Point>>,
    /// Scale of the drawing relative to the file.
    scale: f64,
    /// Smallest coordinates.
    least: Point,
}

impl Given {
    /// Returns the positions, if those of the file make a drawing.
    fn of(net: &Net) -> Option<Self> {
        let places = net.places.iter().map(|place| place.position);
        let all = places.chain(net.transitions.iter().map(|transition| transition.position));
        let points: Vec<Option<Point>> =
            all.map(|point| point.map(|point| Point { x: point.x, y: point.y })).collect();
        let known: Vec<Point> = points.iter().copied().flatten().collect();
        if known.iter().any(|point| !point.x.is_finite() || !point.y.is_finite()) {
            return None;
        }
        let distance = usual_distance(&known)?;
        let least = |part: fn(&Point) -> f64| known.iter().map(part).fold(f64::INFINITY, f64::min);
        let least = Point { x: least(|point| point.x), y: least(|point| point.y) };
        let given = Self { scale: if distance < APART { APART / distance } else { 1.0 }, points, least };
        known.iter().all(|point| is_near(given.scaled(point.x, point.y))).then_some(given)
    }

    fn scaled(&self, x: f64, y: f64) -> Point {
        Point { x: (x - self.least.x) * self.scale + MARGIN, y: (y - self.least.y) * self.scale + MARGIN }
    }
}

/// Returns whether a point is not too far away for a drawing.
fn is_near(point: Point) -> bool {
    point.x.abs() <= MAX_EXTENT && point.y.abs() <= MAX_EXTENT
}

/// Returns the usual distance of nodes from the nearest other node: a quarter of them are nearer. `None` if that makes
/// no drawing, since many nodes are at one point.
fn usual_distance(points: &[Point]) -> Option<f64> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut nearest: Vec<f64> = (0..sorted.len()).map(|index| nearest(&sorted, index)).collect();
    nearest.sort_by(f64::total_cmp);
    let usual = *nearest.get(nearest.len() / 4)?;
    (usual > 0.0).then_some(usual.min(1e9))
}

/// Returns the distance to the nearest of some points that are sorted from left to right.
fn nearest(sorted: &[Point], index: usize) -> f64 {
    let here = sorted[index];
    let mut least = f64::INFINITY;
    let (before, after) = (sorted[..index].iter().rev(), sorted[index + 1..].iter());
    for side in [&mut before.into_iter() as &mut dyn Iterator<Item = &Point>, &mut after.into_iter()] {
        for point in side {
            if (point.x - here.x).abs() >= least {
                break;
            }
            least = least.min((point.x - here.x).hypot(point.y - here.y));
        }
    }
    least
}

/// Puts nodes at their positions of the file, and those without a position below.
fn put_given(drawing: &mut Drawing, net: &Net, given: &Given) {
    let left: Vec<usize> = (0..given.points.len()).filter(|&node| given.points[node].is_none()).collect();
    drawing.is_from_file = left.is_empty();
    let nodes = nodes_mut(drawing);
    let (mut width, mut height) = (0.0_f64, 0.0_f64);
    for (node, point) in nodes.into_iter().zip(&given.points) {
        let Some(point) = point else { continue };
        let point = given.scaled(point.x, point.y);
        (node.x, node.y) = (point.x, point.y);
        (width, height) = (width.max(point.x), height.max(point.y));
    }
    for (line, arc) in drawing.arcs.iter_mut().zip(&net.arcs) {
        let bend = |bend: &sanderling_net::Point| given.scaled(bend.x, bend.y);
        let bends = arc.bends.iter().map(bend);
        line.bends = bends.filter(|&bend| is_near(bend)).map(|bend| [bend.x, bend.y]).collect();
    }
    if !left.is_empty() {
        let below = laid_out(net, &left);
        let top = height + APART;
        let mut nodes = nodes_mut(drawing);
        for (&node, point) in left.iter().zip(&below.positions) {
            (nodes[node].x, nodes[node].y) = (point.x + MARGIN, point.y + top);
        }
        (width, height) = (width.max(below.width + MARGIN), top + below.height);
    }
    (drawing.width, drawing.height) = (width + MARGIN, height + MARGIN);
}

fn put_laid_out(drawing: &mut Drawing, net: &Net) {
    let all: Vec<usize> = (0..net.places.len() + net.transitions.len()).collect();
    let layout = laid_out(net, &all);
    for (node, point) in nodes_mut(drawing).into_iter().zip(&layout.positions) {
        (node.x, node.y) = (point.x + MARGIN, point.y + MARGIN);
    }
    for (line, bends) in drawing.arcs.iter_mut().zip(&layout.bends) {
        line.bends = bends.iter().map(|bend| [bend.x + MARGIN, bend.y + MARGIN]).collect();
    }
    (drawing.width, drawing.height) = (layout.width + 2.0 * MARGIN, layout.height + 2.0 * MARGIN);
}

fn nodes_mut(drawing: &mut Drawing) -> Vec<&mut Node> {
    drawing.places.iter_mut().chain(&mut drawing.transitions).collect()
}

/// Lays out some nodes of a net and the arcs between them; marked places come first.
fn laid_out(net: &Net, nodes: &[usize]) -> Layout {
    let position: HashMap<usize, usize> = nodes.iter().enumerate().map(|(at, &node)| (node, at)).collect();
    let places = net.places.len();
    let name = |node: usize| match node.checked_sub(places) {
        None => net.places[node].name.as_ref().unwrap_or(&net.places[node].id),
        Some(transition) => {
            let transition = &net.transitions[transition];
            transition.name.as_ref().unwrap_or(&transition.id)
        }
    };
    let sizes: Vec<Size> = nodes.iter().map(|&node| size_with_label(name(node))).collect();
    let end = |node: usize| position.get(&node).copied();
    let edges = net.arcs.iter().filter_map(|arc| {
        let (place, transition) = (end(arc.place.index())?, end(places + arc.transition.index())?);
        Some(if arc.kind == ArcKind::Output { (transition, place) } else { (place, transition) })
    });
    let is_marked = |place: &usize| net.places[*place].initial != Inscription::Tokens(0);
    let marked = (0..places).filter(is_marked).filter_map(end);
    layout(&Graph {
        sizes: &sizes,
        edges: &edges.collect::<Vec<_>>(),
        starts: &marked.collect::<Vec<_>>(),
        layers: Layers::Longest,
        gap: GAP,
        layer_gap: GAP,
    })
}

/// Returns the size of a node with its name below it.
fn size_with_label(name: &str) -> Size {
    let lines = lines_of_name(name);
    let widest = lines.iter().map(|line| width(line, NAMES.size)).fold(40.0, f64::max);
    Size { width: widest, height: 42.0 + lines.len() as f64 * NAMES.size * LINE }
}

/// Returns the lines of a name beside its node.
pub(crate) fn lines_of_name(name: &str) -> Vec<String> {
    NAMES.wrapped(&flat(name))
}

/// Returns the initial marking of a place, as a term.
pub(crate) fn initial_term(net: &Net, term: &Term) -> String {
    net.term_text(term, LONGEST_LABEL)
}

#[cfg(test)]
mod tests;
