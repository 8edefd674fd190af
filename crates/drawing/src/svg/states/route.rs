//! The lines of arrows, which cross no box.
//!
//! A layer is a column, or a row if the layers are below each other; between two of them is a gap. A line crosses a
//! column straight, through the space that the layout reserved for it, and changes its position in the gaps, in curves.
//! If several lines meet the same side of a state, each has a point of its own there, in the order of their origins.
//!
//! `u` is the direction from layer to layer, and `v` the one across.

use std::collections::HashMap;
use std::fmt::Write;

use super::arrow::Arrow;
use super::node::Node;
use crate::layout::{Layout, Point};
use crate::svg::boxes::Rect;
use crate::svg::canvas::Canvas;
use crate::svg::geometry::{at, point, tip};

/// Maximum distance between two lines at the side of a state.
const APART: f64 = 12.0;
/// Length at each corner of a side that has no lines.
const CORNER: f64 = 8.0;
/// Length of the head of an arrow.
const TIP: f64 = 8.0;

/// Routes of all lines.
pub(super) struct Routes<'d> {
    drawn: &'d Layout,
    layers: &'d [usize],
    states: usize,
    ends: Vec<(usize, usize)>,
    rects: Vec<Rect>,
    is_sideways: bool,
    /// Start and end of each layer, along `u`.
    columns: HashMap<usize, (f64, f64)>,
    /// Points at which each half of an arrow meets its state and its label, across.
    ports: Vec<(f64, f64)>,
}

impl<'d> Routes<'d> {
    pub(super) fn new(nodes: &[Node<'_>], arrows: &[Arrow], layers: &'d [usize], drawn: &'d Layout) -> Self {
        let taken = nodes.iter().map(Node::size).chain(arrows.iter().map(Arrow::size));
        let taken = taken.zip(&drawn.positions);
        let taken: Vec<Rect> =
            taken.map(|(size, &middle)| Rect::around(middle, size.width / 2.0, size.height / 2.0)).collect();
        let boxes = nodes.iter().zip(&drawn.positions).map(|(node, &middle)| node.rect(middle));
        let rects = boxes.chain(taken[nodes.len()..].iter().copied()).collect();
        let is_sideways = are_apart(&columns(&taken, layers, true));
        let mut routes = Self {
            columns: columns(&taken, layers, is_sideways),
            ends: arrows.iter().map(|arrow| (arrow.source, arrow.target)).collect(),
            states: nodes.len(),
            ports: Vec::new(),
            drawn,
            layers,
            rects,
            is_sideways,
        };
        routes.ports = routes.ports();
        routes
    }

    /// Draws an arrow: a line to its label, and one from there on.
    pub(super) fn draw(&self, canvas: &mut Canvas, arrow: usize) {
        for half in [2 * arrow, 2 * arrow + 1] {
            let stops = self.stops(half);
            stops.iter().for_each(|&stop| canvas.reach(Rect::around(self.point(stop), 0.0, 0.0)));
            canvas.path("arc", &self.line(&stops));
        }
        let half = 2 * arrow + 1;
        let (edge, across) = (self.edge(half), self.ports[half].0);
        let ends = [edge + self.outwards(half) * TIP, edge].map(|u| self.point((u, across)));
        canvas.path("tip", &tip(&ends, TIP));
    }

    /// Returns the point at which a half of an arrow meets its state, along `u`.
    fn edge(&self, half: usize) -> f64 {
        let (first, last) = self.span(self.half(half).0);
        if self.outwards(half) > 0.0 { last } else { first }
    }

    /// Returns the direction from the state to the label.
    fn outwards(&self, half: usize) -> f64 {
        let (state, label) = self.half(half);
        if self.layers[label] > self.layers[state] { 1.0 } else { -1.0 }
    }

    /// Returns the state of a half of an arrow, and its label.
    fn half(&self, half: usize) -> (usize, usize) {
        let (source, target) = self.ends[half / 2];
        (if is_second(half) { target } else { source }, self.states + half / 2)
    }

    /// Returns the points of a half of an arrow, pairs at the two sides of each column that it crosses, from its source
    /// to its target.
    fn stops(&self, half: usize) -> Vec<(f64, f64)> {
        let (state, label) = self.half(half);
        let (at_state, at_label) = self.ports[half];
        let outwards = self.outwards(half);
        let column = |node: usize| self.columns[&self.layers[node]];
        let near = |(first, last): (f64, f64)| if outwards > 0.0 { first } else { last };
        let far = |(first, last): (f64, f64)| if outwards > 0.0 { last } else { first };
        // The line ends straight, at the base of the head of the arrow.
        let is_second = is_second(half);
        let start = self.edge(half) + if is_second { outwards * (TIP - 1.0) } else { 0.0 };
        let gap = if outwards > 0.0 { start.max(far(column(state))) } else { start.min(far(column(state))) };
        let mut stops = vec![(start, at_state), (gap, at_state)];
        for (layer, bend) in self.layers_between(state, label).zip(self.bends(half)) {
            if let Some(&column) = self.columns.get(&layer) {
                stops.extend([(near(column), bend), (far(column), bend)]);
            }
        }
        stops.extend([(near(column(label)), at_label), (near(self.span(label)), at_label)]);
        if is_second {
            stops.reverse();
        }
        stops.dedup();
        stops
    }

    fn layers_between(&self, state: usize, label: usize) -> impl Iterator<Item = usize> {
        let (from, to) = (self.layers[state], self.layers[label]);
        let (first, last) = (from.min(to) + 1, from.max(to));
        // Layers without nodes do not exist in the layout.
        let layers = (first..last).filter(|layer| self.columns.contains_key(layer));
        let mut layers: Vec<usize> = layers.collect();
        if to < from {
            layers.reverse();
        }
        layers.into_iter()
    }

    /// Returns the points at which a half of an arrow crosses the columns between its ends, from the state on.
    fn bends(&self, half: usize) -> Vec<f64> {
        let bends = self.drawn.bends[half].iter().map(|&bend| self.uv(bend).1);
        if is_second(half) { bends.rev().collect() } else { bends.collect() }
    }

    /// Returns the points across for both ends of every half of an arrow.
    fn ports(&self) -> Vec<(f64, f64)> {
        let halves = 2 * self.ends.len();
        let mut ports = vec![(0.0, 0.0); halves];
        // Halves that meet at the same side of a state or of a label, with the position of their other end.
        let mut sides: HashMap<(usize, bool), Vec<(f64, usize)>> = HashMap::new();
        for half in 0..halves {
            let (state, label) = self.half(half);
            let is_onward = self.outwards(half) > 0.0;
            let bends = self.bends(half);
            let (first, last) = (bends.first().copied(), bends.last().copied());
            let from_state = first.unwrap_or_else(|| self.across(label));
            let from_label = last.unwrap_or_else(|| self.across(state));
            sides.entry((state, is_onward)).or_default().push((from_state, half));
            sides.entry((label, !is_onward)).or_default().push((from_label, half));
        }
        for ((node, _), mut met) in sides {
            met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (&(_, half), port) in met.iter().zip(self.spread(node, met.len())) {
                let (state, label) = &mut ports[half];
                *(if node < self.states { state } else { label }) = port;
            }
        }
        ports
    }

    /// Returns points at a side of a node for this number of lines.
    fn spread(&self, node: usize, lines: usize) -> impl Iterator<Item = f64> {
        let rect = self.rects[node];
        let side = if self.is_sideways { rect.height() } else { rect.width() };
        let apart = ((side - 2.0 * CORNER).max(2.0) / lines as f64).min(APART);
        let first = self.across(node) - apart * (lines as f64 - 1.0) / 2.0;
        (0..lines).map(move |line| first + apart * line as f64)
    }

    fn across(&self, node: usize) -> f64 {
        self.uv(self.rects[node].middle()).1
    }

    /// Returns the start and end of a node, along `u`.
    fn span(&self, node: usize) -> (f64, f64) {
        span(self.rects[node], self.is_sideways)
    }

    fn uv(&self, Point { x, y }: Point) -> (f64, f64) {
        if self.is_sideways { (x, y) } else { (y, x) }
    }

    fn point(&self, (u, v): (f64, f64)) -> Point {
        if self.is_sideways { point(u, v) } else { point(v, u) }
    }

    /// Returns a path that is straight across columns, and curved across gaps.
    fn line(&self, stops: &[(f64, f64)]) -> String {
        let mut path = format!("M{}", at(self.point(stops[0])));
        for pair in stops.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if (from.1 - to.1).abs() > 0.05 {
                let middle = f64::midpoint(from.0, to.0);
                let controls = [(middle, from.1), (middle, to.1)].map(|control| at(self.point(control)));
                let _ = write!(path, "C{} {} {}", controls[0], controls[1], at(self.point(to)));
            } else {
                let _ = write!(path, "L{}", at(self.point(to)));
            }
        }
        path
    }
}

/// Returns whether a half of an arrow leads from its label to its target. The halves of an arrow have consecutive
/// numbers.
fn is_second(half: usize) -> bool {
    half % 2 == 1
}

fn span(rect: Rect, is_sideways: bool) -> (f64, f64) {
    if is_sideways { (rect.left, rect.right) } else { (rect.top, rect.bottom) }
}

/// Returns the start and end of each layer.
fn columns(rects: &[Rect], layers: &[usize], is_sideways: bool) -> HashMap<usize, (f64, f64)> {
    let mut columns: HashMap<usize, (f64, f64)> = HashMap::new();
    for (&rect, &layer) in rects.iter().zip(layers) {
        let (first, last) = span(rect, is_sideways);
        let column = columns.entry(layer).or_insert((first, last));
        *column = (column.0.min(first), column.1.max(last));
    }
    columns
}

/// Returns whether no two layers overlap along `u`.
fn are_apart(columns: &HashMap<usize, (f64, f64)>) -> bool {
    let mut sorted: Vec<_> = columns.iter().collect();
    sorted.sort_by_key(|(layer, _)| **layer);
    sorted.windows(2).all(|pair| pair[0].1.1 <= pair[1].1.0)
}
