//! States as boxes with their markings, and with a loop if an edge leads from the state to itself.

use std::collections::HashMap;

use sanderling_report::{GraphState, StateGraph};

use super::arrow::{Arrow, size_of, write_lines};
use super::marking::marking;
use crate::layout::{Point, Size};
use crate::svg::boxes::Rect;
use crate::svg::canvas::Canvas;
use crate::svg::geometry::{at, point, tip};
use crate::text::Wrap;

/// Breaking of markings into lines.
const MARKING: Wrap = Wrap { size: 11.5, width: 170.0, lines: 5, breaks_names: false };
/// Extent of a loop beyond its corner, to the right and upwards.
const LOOP: f64 = 16.0;

/// State.
#[derive(Debug)]
pub(super) struct Node<'g> {
    state: &'g GraphState,
    number: usize,
    is_dead: bool,
    lines: Vec<String>,
    /// Half the width and half the height of its box.
    pub(super) half: (f64, f64),
    loops: Option<Arrow>,
}

/// Returns all states of a graph.
pub(super) fn nodes(graph: &StateGraph, mut loops: HashMap<usize, Arrow>) -> Vec<Node<'_>> {
    let dead = graph.dead_states();
    let states = graph.states.iter().enumerate();
    states.map(|(number, state)| Node::new(state, (number, dead[number]), loops.remove(&number))).collect()
}

impl<'g> Node<'g> {
    fn new(state: &'g GraphState, (number, is_dead): (usize, bool), loops: Option<Arrow>) -> Self {
        let lines = MARKING.wrapped(&marking(state));
        let (wide, high) = size_of(&lines, MARKING.size);
        let half = ((wide / 2.0 + 9.0).max(18.0), (high / 2.0 + 7.0).max(15.0));
        Self { state, number, is_dead, lines, half, loops }
    }

    /// Returns the space that the loop takes to the right of the box, and above it.
    fn room_of_loop(&self) -> (f64, f64) {
        let size = self.loops.as_ref().map(Arrow::size);
        size.map_or((0.0, 0.0), |size| (LOOP + size.width, LOOP.max(size.height / 2.0 + LOOP / 2.0)))
    }

    /// Returns the size including the loop.
    pub(super) fn size(&self) -> Size {
        let (right, above) = self.room_of_loop();
        Size { width: 2.0 * self.half.0 + right, height: 2.0 * self.half.1 + above }
    }

    /// Returns the box, given the centre of the state with its loop.
    pub(super) fn rect(&self, middle: Point) -> Rect {
        let (right, above) = self.room_of_loop();
        Rect::around(point(middle.x - right / 2.0, middle.y + above / 2.0), self.half.0, self.half.1)
    }

    /// Draws the state around a centre.
    pub(super) fn draw(&self, canvas: &mut Canvas, middle: Point) {
        let rect = self.rect(middle);
        canvas.reach(rect);
        let kinds =
            [(self.number == 0, " initial"), (self.is_dead, " dead"), (!self.state.expanded, " open")];
        let kinds: String = kinds.into_iter().filter(|(is, _)| *is).map(|(_, kind)| kind).collect();
        let dead = if self.is_dead { ", deadlock" } else { "" };
        let title = format!("state {}{dead}: {}", self.number, marking(self.state));
        canvas.group("state", &title, |canvas| {
            canvas.rect(&format!("box{kinds}"), rect, 9.0);
            write_lines(canvas, "", &self.lines, MARKING.size, rect.middle());
        });
        if let Some(arrow) = &self.loops {
            draw_loop(canvas, point(rect.right, rect.top));
            arrow.write(canvas, point(rect.right + LOOP + arrow.size().width / 2.0, rect.top - LOOP / 2.0));
        }
    }
}

/// Draws a loop around the upper right corner of a box.
fn draw_loop(canvas: &mut Canvas, corner: Point) {
    let from = |x: f64, y: f64| at(point(corner.x + x, corner.y + y));
    let curve = [from(-13.0, 0.0), from(-16.0, -LOOP * 1.3), from(LOOP * 1.2, -LOOP * 1.1), from(6.0, 8.5)];
    canvas.path("arc", &format!("M{}C{} {} {}", curve[0], curve[1], curve[2], curve[3]));
    let tail = point(corner.x + 9.0, corner.y + 6.0);
    canvas.path("tip", &tip(&[tail, point(corner.x, corner.y + 12.0)], 8.0));
}
