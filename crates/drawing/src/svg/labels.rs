//! Positions of labels with little overlap.
//!
//! Each label has a few possible positions, the best one first. The labels are placed one after the other, each where
//! it overlaps existing nodes, other labels and, less badly, lines the least. Near elements are found in a grid, in
//! which a line marks a bounded number of cells.

use std::collections::HashMap;

use super::boxes::Rect;
use super::canvas::Canvas;
use super::geometry::{along, distance, point};
use crate::layout::Point;
use crate::text::{LINE, width};

/// Side of a cell.
const CELL: f64 = 48.0;
/// Maximum number of points of a line that are remembered, and the distance between them.
const MAX_POINTS: usize = 200;
const STEP: f64 = 8.0;
/// Cost of covering a point of a line; the cost of covering a square unit of a node is 1.
const COST_OF_LINE: f64 = 5.0;
/// Additional cost of each later position.
const COST_OF_PLACE: f64 = 6.0;

/// Lines of text, each with a class and the size of its font.
#[derive(Debug, Default)]
pub(super) struct Label {
    pub(super) lines: Vec<(&'static str, f64, String)>,
}

/// Possible position of a label: its box, and the alignment of its text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub(super) rect: Rect,
    pub(super) side: &'static str,
}

impl Label {
    pub(super) fn add(&mut self, class: &'static str, size: f64, lines: Vec<String>) {
        let lines = lines.into_iter().filter(|line| !line.is_empty());
        self.lines.extend(lines.map(|line| (class, size, line)));
    }

    /// Returns half its width and half its height.
    pub(super) fn half(&self) -> (f64, f64) {
        let wide = self.lines.iter().map(|(_, size, line)| width(line, *size)).fold(0.0, f64::max);
        let high: f64 = self.lines.iter().map(|(_, size, _)| size * LINE).sum();
        (wide / 2.0, high / 2.0)
    }

    /// Returns the spots around a node of radius `reach`: below, above and beside it.
    pub(super) fn around(&self, node: Point, reach: f64) -> Vec<Spot> {
        let (wide, high) = self.half();
        let (below, aside) = (reach + high + 3.0, reach + wide + 5.0);
        let spot = |x: f64, y: f64, side| Spot {
            rect: Rect::around(point(node.x + x, node.y + y), wide, high),
            side,
        };
        let diagonal = reach * 0.7 + high;
        vec![
            spot(0.0, below, ""),
            spot(0.0, -below, ""),
            spot(aside, 0.0, "start"),
            spot(-aside, 0.0, "end"),
            spot(aside - 6.0, diagonal, "start"),
            spot(aside - 6.0, -diagonal, "start"),
            spot(6.0 - aside, diagonal, "end"),
            spot(6.0 - aside, -diagonal, "end"),
        ]
    }

    /// Returns the spots along a line: on it, and beside it.
    pub(super) fn beside(&self, points: &[Point]) -> Vec<Spot> {
        let (wide, high) = self.half();
        let mut spots = Vec::new();
        for share in [0.5, 0.4, 0.6, 0.3, 0.7] {
            let (here, next) = (along(points, share), along(points, share + 0.05));
            let length = distance(here, next).max(f64::MIN_POSITIVE);
            let across = point(-(next.y - here.y) / length, (next.x - here.x) / length);
            let far = across.x.abs() * wide + across.y.abs() * high + 3.0;
            for sign in [1.0, -1.0] {
                let sign = if across.y > 0.0 { -sign } else { sign };
                let middle = point(here.x + across.x * far * sign, here.y + across.y * far * sign);
                spots.push(Spot { rect: Rect::around(middle, wide, high), side: "" });
            }
        }
        spots
    }

    /// Draws the label.
    pub(super) fn write(&self, spot: Spot, canvas: &mut Canvas) {
        canvas.reach(spot.rect);
        let x = match spot.side {
            "start" => spot.rect.left,
            "end" => spot.rect.right,
            _ => spot.rect.middle().x,
        };
        let mut y = spot.rect.top;
        for (class, size, line) in &self.lines {
            let class =
                if spot.side.is_empty() { (*class).to_owned() } else { format!("{class} {}", spot.side) };
            canvas.text(&class, point(x, y + size * 0.95), line);
            y += size * LINE;
        }
    }
}

/// Space that is already taken.
#[derive(Debug, Default)]
pub(super) struct Room {
    boxes: Vec<Rect>,
    boxes_of: HashMap<(i64, i64), Vec<usize>>,
    points_of: HashMap<(i64, i64), Vec<Point>>,
}

impl Room {
    /// Marks a box as taken.
    pub(super) fn take(&mut self, rect: Rect) {
        for cell in cells(rect) {
            self.boxes_of.entry(cell).or_default().push(self.boxes.len());
        }
        self.boxes.push(rect);
    }

    /// Marks a line as taken.
    pub(super) fn take_line(&mut self, points: &[Point]) {
        let length: f64 = points.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
        let steps = ((length / STEP) as usize).clamp(1, MAX_POINTS);
        for step in 0..=steps {
            let here = along(points, step as f64 / steps as f64);
            self.points_of.entry(cell(here)).or_default().push(here);
        }
    }

    /// Returns the spot with the least cost, and marks it as taken.
    pub(super) fn put(&mut self, spots: &[Spot]) -> Spot {
        let cost = |(at, spot): (usize, &Spot)| self.cost(spot.rect) + at as f64 * COST_OF_PLACE;
        let costs: Vec<f64> = spots.iter().enumerate().map(cost).collect();
        let best = (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        let spot = spots[best.expect("a label has a spot")];
        self.take(spot.rect);
        spot
    }

    fn cost(&self, rect: Rect) -> f64 {
        let near = || cells(rect);
        let mut boxes: Vec<usize> =
            near().filter_map(|cell| self.boxes_of.get(&cell)).flatten().copied().collect();
        boxes.sort_unstable();
        boxes.dedup();
        let covered: f64 = boxes.iter().map(|&one| self.boxes[one].overlap(rect)).sum();
        let points = near().filter_map(|cell| self.points_of.get(&cell)).flatten();
        covered + points.filter(|&&point| rect.contains(point)).count() as f64 * COST_OF_LINE
    }
}

fn cell(point: Point) -> (i64, i64) {
    ((point.x / CELL).floor() as i64, (point.y / CELL).floor() as i64)
}

/// Returns the cells that a box touches. Boxes of labels and nodes are small.
fn cells(rect: Rect) -> impl Iterator<Item = (i64, i64)> {
    let (first, last) = (cell(point(rect.left, rect.top)), cell(point(rect.right, rect.bottom)));
    (first.0..=last.0).flat_map(move |x| (first.1..=last.1).map(move |y| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_stands_below_its_node_unless_something_else_is_there() {
        let mut label = Label::default();
        label.add("name", 10.0, vec!["name".into()]);
        let spots = label.around(point(0.0, 0.0), 20.0);
        let mut room = Room::default();
        room.take(Rect::around(point(0.0, 0.0), 20.0, 20.0));
        assert_eq!(room.put(&spots).rect, spots[0].rect);
        assert_eq!(room.put(&spots).rect, spots[1].rect, "another label is below");
        let mut room = Room::default();
        room.take_line(&[point(0.0, 0.0), point(0.0, 9e9)]);
        room.take_line(&[point(0.0, 0.0), point(0.0, 100.0)]);
        assert_eq!(room.put(&spots).rect, spots[1].rect, "a line is below");
    }
}
