//! Lines between nodes: their ends and bends. The studio draws them in the same way.

use std::fmt::Write;

use super::canvas::Number;
use crate::layout::Point;

/// Outline of a node, relative to its centre.
#[derive(Debug, Clone, Copy)]
pub(super) enum Outline {
    /// A circle with this radius.
    Circle(f64),
    /// A box with half of its width and half of its height.
    Box(f64, f64),
}

pub(super) fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

pub(super) fn distance(a: Point, b: Point) -> f64 {
    (b.x - a.x).hypot(b.y - a.y)
}

/// Returns the direction from one point to another, as a vector of length 1; to the right if they are the same.
fn unit(from: Point, to: Point) -> Point {
    let length = distance(from, to);
    if length > 0.0 { point((to.x - from.x) / length, (to.y - from.y) / length) } else { point(1.0, 0.0) }
}

fn moved(from: Point, direction: Point, far: f64) -> Point {
    point(from.x + direction.x * far, from.y + direction.y * far)
}

/// Returns the point of a node's rim on the line from its centre to another point.
pub(super) fn rim(middle: Point, towards: Point, outline: Outline) -> Point {
    let direction = unit(middle, towards);
    let far = match outline {
        Outline::Circle(radius) => radius,
        Outline::Box(width, height) => (width / direction.x).abs().min((height / direction.y).abs()),
    };
    moved(middle, direction, far)
}

/// Returns the points of a line from one node to another: from rim to rim.
pub(super) fn between(
    (from, leaves): (Point, Outline),
    bends: &[Point],
    (to, enters): (Point, Outline),
) -> Vec<Point> {
    let first = rim(from, *bends.first().unwrap_or(&to), leaves);
    let last = rim(to, *bends.last().unwrap_or(&from), enters);
    [first].into_iter().chain(bends.iter().copied()).chain([last]).collect()
}

/// Returns a line through points, with rounded corners, as the commands of a path.
pub(super) fn line(points: &[Point]) -> String {
    let middle = |a: Point, b: Point| point(f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y));
    let mut path = format!("M{}", at(points[0]));
    for (index, corner) in points.windows(3).enumerate() {
        if index == 0 {
            let _ = write!(path, "L{}", at(middle(corner[0], corner[1])));
        }
        let _ = write!(path, "Q{} {}", at(corner[1]), at(middle(corner[1], corner[2])));
    }
    let _ = write!(path, "L{}", at(points[points.len() - 1]));
    path
}

/// Returns the head of an arrow at the end of a line.
pub(super) fn tip(points: &[Point], size: f64) -> String {
    let (end, direction) = end(points);
    let back = moved(end, direction, -size);
    let side =
        |sign: f64| point(back.x - direction.y * sign * size * 0.4, back.y + direction.x * sign * size * 0.4);
    format!("M{}L{}L{}Z", at(end), at(side(1.0)), at(side(-1.0)))
}

/// Returns the last point of a line, and the direction of the line at that point.
fn end(points: &[Point]) -> (Point, Point) {
    let (last, before) = (points[points.len() - 1], points[points.len() - 2]);
    (last, unit(before, last))
}

/// Returns the point at this distance before the end of a line.
pub(super) fn before_end(points: &[Point], distance: f64) -> Point {
    let (end, direction) = end(points);
    moved(end, direction, -distance)
}

/// Returns a line that ends this much earlier.
pub(super) fn cut(points: &[Point], distance: f64) -> Vec<Point> {
    let mut points = points.to_vec();
    let last = points.len() - 1;
    points[last] = before_end(&points, distance);
    points
}

/// Returns the point of a line at this fraction of its length.
pub(super) fn along(points: &[Point], share: f64) -> Point {
    let length: f64 = points.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
    let mut left = length * share;
    for pair in points.windows(2) {
        let piece = distance(pair[0], pair[1]);
        if left <= piece {
            return moved(pair[0], unit(pair[0], pair[1]), left);
        }
        left -= piece;
    }
    points[points.len() - 1]
}

/// Returns the bend of the nth of several lines between the same two nodes, which would coincide otherwise.
pub(super) fn aside(from: Point, to: Point, nth: usize, several: usize) -> Vec<Point> {
    if several < 2 {
        return Vec::new();
    }
    let direction = unit(from, to);
    let offset = (nth as f64 - (several - 1) as f64 / 2.0) * 26.0;
    let middle = point(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    vec![moved(middle, point(-direction.y, direction.x), offset)]
}

/// Returns a point as a path writes it.
pub(super) fn at(point: Point) -> String {
    format!("{} {}", Number(point.x), Number(point.y))
}
