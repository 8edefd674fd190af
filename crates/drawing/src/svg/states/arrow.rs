//! Arrows: all edges from one state to another.

use std::collections::HashMap;

use sanderling_report::StateGraph;

use crate::layout::{Point, Size};
use crate::svg::boxes::Rect;
use crate::svg::canvas::Canvas;
use crate::svg::geometry::point;
use crate::text::{LINE, Wrap, flat, width};

/// Breaking of transitions into lines.
const EVENTS: Wrap = Wrap { size: 11.0, width: 130.0, lines: 3, breaks_names: false };

/// All edges from one state to another.
#[derive(Debug)]
pub(super) struct Arrow {
    pub(super) source: usize,
    pub(super) target: usize,
    events: String,
    lines: Vec<String>,
}

/// Returns the loop of each state that has one, and all other arrows in the order of their first edges.
pub(super) fn arrows(graph: &StateGraph) -> (HashMap<usize, Arrow>, Vec<Arrow>) {
    let mut number: HashMap<(usize, usize), usize> = HashMap::new();
    let mut events: Vec<((usize, usize), Vec<&str>)> = Vec::new();
    let is_there = |state: &usize| *state < graph.states.len();
    for edge in &graph.edges {
        let ends = (edge.source as usize, edge.target as usize);
        if !is_there(&ends.0) || !is_there(&ends.1) {
            continue;
        }
        let at = *number.entry(ends).or_insert_with(|| {
            events.push((ends, Vec::new()));
            events.len() - 1
        });
        events[at].1.push(&edge.event);
    }
    let arrows = events.into_iter().map(|(ends, events)| Arrow::new(ends, &events));
    let (loops, arrows): (Vec<_>, Vec<_>) = arrows.partition(|arrow| arrow.source == arrow.target);
    (loops.into_iter().map(|arrow| (arrow.source, arrow)).collect(), arrows)
}

impl Arrow {
    fn new((source, target): (usize, usize), events: &[&str]) -> Self {
        // The words of one transition are kept together.
        let words: Vec<String> = events.iter().map(|event| flat(event).replace(' ', "\u{a0}")).collect();
        let events = words.join(", ");
        Self { source, target, lines: EVENTS.wrapped(&events), events }
    }

    /// Returns the size of the label.
    pub(super) fn size(&self) -> Size {
        let (wide, high) = size_of(&self.lines, EVENTS.size);
        Size { width: wide + 8.0, height: high + 2.0 }
    }

    /// Writes the transitions around a point.
    pub(super) fn write(&self, canvas: &mut Canvas, middle: Point) {
        let Size { width, height } = self.size();
        canvas.reach(Rect::around(middle, width / 2.0, height / 2.0));
        let title = if self.lines.len() > 1 { self.events.as_str() } else { "" };
        canvas.group("edge", title, |canvas| write_lines(canvas, "label", &self.lines, EVENTS.size, middle));
    }
}

/// Returns the width and height of lines in a font of this size.
pub(super) fn size_of(lines: &[String], size: f64) -> (f64, f64) {
    let wide = lines.iter().map(|line| width(line, size)).fold(0.0, f64::max);
    (wide, lines.len() as f64 * size * LINE)
}

/// Writes lines below each other around a point.
pub(super) fn write_lines(canvas: &mut Canvas, class: &str, lines: &[String], size: f64, middle: Point) {
    let top = middle.y - lines.len() as f64 * size * LINE / 2.0;
    for (number, text) in lines.iter().enumerate() {
        canvas.text(class, point(middle.x, top + size * (number as f64 * LINE + 0.95)), text);
    }
}
