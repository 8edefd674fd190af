//! Axis-parallel boxes, for the space that elements of a picture take.

use crate::layout::Point;

/// Box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Rect {
    /// Returns the box with this centre, half a width and half a height.
    pub(super) fn around(middle: Point, half_width: f64, half_height: f64) -> Self {
        let Point { x, y } = middle;
        Self { left: x - half_width, top: y - half_height, right: x + half_width, bottom: y + half_height }
    }

    pub(super) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn middle(self) -> Point {
        Point { x: f64::midpoint(self.left, self.right), y: f64::midpoint(self.top, self.bottom) }
    }

    /// Returns the smallest box around both.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the box with this much more on each side.
    pub(super) fn grown(self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// Returns the area of the common part of two boxes.
    pub(super) fn overlap(self, other: Self) -> f64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }

    pub(super) fn contains(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }
}
