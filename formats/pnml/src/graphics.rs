//! Positions in drawings. They do not change the meaning of a net, so a position that cannot be read is ignored with a
//! warning.

use sanderling_net::{Diagnostic, Point};

use crate::document::Reading;
use crate::element::Element;
use crate::report::Step;

impl<'a> Reading<'a> {
    /// Returns the positions in a `graphics` element, in order.
    pub(crate) fn positions(&mut self) -> Step<Vec<Point>> {
        let mut points = Vec::new();
        while let Some(child) = self.child()? {
            if child.name == "position" && child.is_pnml() {
                points.extend(self.point(&child, "x", "y"));
            }
            self.cursor.skip()?;
        }
        Ok(points)
    }

    /// Returns the point in two attributes.
    pub(crate) fn point(&mut self, element: &Element<'a>, x: &str, y: &str) -> Option<Point> {
        let (x, y) = (element.filled(x)?, element.filled(y)?);
        if let (Some(x), Some(y)) = (coordinate(&x), coordinate(&y)) {
            return Some(Point { x, y });
        }
        self.report.say_once("position", || {
            Diagnostic::warning("a position that is no pair of decimal numbers, which is ignored")
                .at(element.span)
        });
        None
    }

    /// Returns the point of a PIPE or TAPAAL arc path.
    pub(crate) fn path_point(&mut self, element: &Element<'a>) -> Option<Point> {
        self.point(element, "x", "y").or_else(|| self.point(element, "xCoord", "yCoord"))
    }
}

fn coordinate(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite())
}
