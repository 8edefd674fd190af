//! Styles of the elements, in light and in dark.
//!
//! The colours are those of the studio. They are written out for each class, since some programs that show SVG files do
//! not support variables.

use std::fmt::Write;

/// Selector, property, and its value in light and in dark.
type Colour = (&'static str, &'static str, &'static str, &'static str);

const PAPER: (&str, &str) = ("#f7f7f5", "#14171d");
const CARD: (&str, &str) = ("#ffffff", "#1c2028");
const INK: (&str, &str) = ("#1c2330", "#e6e9ef");
const FAINT: (&str, &str) = ("#5b6472", "#a2abba");
const EDGE: (&str, &str) = ("#d5d8dd", "#363d4a");
const LINE: (&str, &str) = ("#6a7280", "#8b95a5");
const FILL: (&str, &str) = ("#ffffff", "#232935");
const BAR: (&str, &str) = ("#e6e9ee", "#2f3644");
const BAD: (&str, &str) = ("#b3202c", "#ff8f96");
const BAD_FILL: (&str, &str) = ("#fde3e4", "#4a1d22");

/// Style that does not depend on the colours.
const SHAPES: &str = "\
text { font-family: sans-serif; text-anchor: middle; }
.name, .note, .label { paint-order: stroke; stroke-width: 3px; stroke-linejoin: round; }
.start { text-anchor: start; }
.end { text-anchor: end; }
.name, .state text, .location text { font-size: 11.5px; }
.note { font-size: 10.5px; font-style: italic; }
.label { font-size: 11px; }
.count { font-size: 12px; font-weight: bold; }
.heading { font-size: 14px; font-weight: bold; text-anchor: start; }
.head { font-size: 12px; text-anchor: start; }
.arc { fill: none; stroke-width: 1.3px; }
.read { stroke-dasharray: 5 3; }
.reset { stroke-dasharray: 2 3; }
.ring { stroke-width: 1.3px; }
.place, .transition { stroke-width: 1.5px; }
.box, .location rect { stroke-width: 1.3px; }
.initial { stroke-width: 3.5px; }
.dead { stroke-width: 2.5px; }
.open { stroke-dasharray: 4 3; }
.initial.dead { stroke-width: 4px; }
.location .committed { stroke-width: 4px; }
";

/// Colours by class; later entries take precedence.
const COLOURS: [Colour; 21] = [
    of(".paper", "fill", PAPER),
    of("text", "fill", INK),
    of(".name, .note, .label", "stroke", PAPER),
    of(".label, .note, .head", "fill", FAINT),
    of(".partial", "fill", BAD),
    of(".frame", "fill", CARD),
    of(".frame", "stroke", EDGE),
    of(".process .label", "stroke", CARD),
    of(".arc, .ring", "stroke", LINE),
    of(".tip, .disc", "fill", LINE),
    of(".ring", "fill", PAPER),
    of(".place", "fill", FILL),
    of(".place, .transition", "stroke", INK),
    of(".transition", "fill", BAR),
    of(".token", "fill", INK),
    of(".box, .location rect", "fill", FILL),
    of(".box, .location rect", "stroke", INK),
    of(".box.dead", "fill", BAD_FILL),
    of(".box.dead", "stroke", BAD),
    of(".location .current", "fill", INK),
    of(".location .current ~ text", "fill", CARD),
];

const fn of(
    selector: &'static str,
    property: &'static str,
    (light, dark): (&'static str, &'static str),
) -> Colour {
    (selector, property, light, dark)
}

/// Returns the text of the style.
pub(super) fn style() -> String {
    let mut out = String::from(SHAPES);
    for (selector, property, light, _) in COLOURS {
        let _ = writeln!(out, "{selector} {{ {property}: {light}; }}");
    }
    out.push_str("@media (prefers-color-scheme: dark) {\n");
    for (selector, property, _, dark) in COLOURS {
        let _ = writeln!(out, "{selector} {{ {property}: {dark}; }}");
    }
    out.push_str("}\n");
    out
}
