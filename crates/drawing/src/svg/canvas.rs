//! The picture under construction: elements of SVG, and their extent.

use std::fmt::{self, Write};

use sanderling_report::xml;

use super::boxes::Rect;
use super::style::style;
use crate::layout::Point;

/// Margin around the picture.
const MARGIN: f64 = 16.0;

/// Number in SVG notation, rounded to a tenth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number(pub(super) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero makes zero of minus zero.
        let tenths = (self.0 * 10.0).round() / 10.0 + 0.0;
        if tenths.is_finite() { write!(f, "{tenths}") } else { f.write_str("0") }
    }
}

/// Picture.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    elements: String,
    extent: Option<Rect>,
}

impl Canvas {
    /// Extends the picture to include a box.
    pub(super) fn reach(&mut self, rect: Rect) {
        self.extent = Some(self.extent.map_or(rect, |extent| extent.with(rect)));
    }

    /// Returns the extent of the picture, without its margin.
    pub(super) fn extent(&self) -> Rect {
        self.extent.unwrap_or(Rect::around(Point::default(), 0.0, 0.0))
    }

    /// Adds a group with the elements that `draw` draws. Its title is shown when a pointer is over it.
    pub(super) fn group(&mut self, class: &str, title: &str, draw: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.elements, "<g class=\"{class}\">");
        if !title.is_empty() {
            let _ = writeln!(self.elements, "<title>{}</title>", xml::escaped(title));
        }
        draw(self);
        self.elements.push_str("</g>\n");
    }

    /// Adds a path of these commands.
    pub(super) fn path(&mut self, class: &str, commands: &str) {
        let _ = writeln!(self.elements, "<path class=\"{class}\" d=\"{commands}\"/>");
    }

    pub(super) fn circle(&mut self, class: &str, middle: Point, radius: f64) {
        let (x, y, radius) = (Number(middle.x), Number(middle.y), Number(radius));
        let _ = writeln!(self.elements, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// Adds a box with rounded corners.
    pub(super) fn rect(&mut self, class: &str, rect: Rect, rounding: f64) {
        let (x, y, rounding) = (Number(rect.left), Number(rect.top), Number(rounding));
        let (width, height) = (Number(rect.width()), Number(rect.height()));
        let _ = writeln!(
            self.elements,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{rounding}\"/>"
        );
    }

    /// Adds a line of text on this base line.
    pub(super) fn text(&mut self, class: &str, base: Point, text: &str) {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let (x, y) = (Number(base.x), Number(base.y));
        let _ = writeln!(self.elements, "<text{class} x=\"{x}\" y=\"{y}\">{}</text>", xml::escaped(text));
    }

    /// Returns the document.
    pub(super) fn finish(self, title: &str) -> String {
        let extent = self.extent().grown(MARGIN);
        let (left, top) = (extent.left.floor(), extent.top.floor());
        let (width, height) = ((extent.right - left).ceil(), (extent.bottom - top).ceil());
        let [x, y, width, height] = [left, top, width, height].map(Number);
        let (title, style, elements) = (xml::escaped(title), style(), self.elements);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{x} {y} {width} {height}\">\n<title>{title}</title>\n<style>\n{style}</style>\n\
             <rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n{elements}</svg>\n"
        )
    }
}
