//! The child elements of nodes and arcs: each is one value, as text.

use sanderling_net::{Diagnostic, Point, Report, Span};
use sanderling_xml::Element;

/// Returns the span of an element's tag.
pub(crate) fn span(element: Element<'_>) -> Span {
    place(&element.span())
}

/// Converts a span of the XML text.
pub(crate) fn place(found: &sanderling_xml::Span) -> Span {
    let clamp = |byte| u32::try_from(byte).unwrap_or(u32::MAX);
    let (start, end) = (clamp(found.bytes.start), clamp(found.bytes.end));
    Span { line: found.line, column: found.column, start, end }
}

/// The children of a node or an arc.
pub(crate) struct Parts<'d> {
    parts: Vec<Element<'d>>,
}

impl<'d> Parts<'d> {
    /// Collects the children of an element. `once` and `often` are the names that may occur once or repeatedly. Other
    /// content is an error, and so is content other than text in children of `once`.
    pub(crate) fn of(element: Element<'d>, once: &[&str], often: &[&str], report: &mut Report) -> Self {
        let parts = element.children();
        let mut seen = Vec::new();
        for part in &parts {
            let name = part.name();
            if once.contains(&name) {
                if !seen.contains(&name) {
                    seen.push(name);
                } else {
                    report
                        .say(Diagnostic::error(format!("a second `{name}`")).expected("one").at(span(*part)));
                }
                refuse_beside_text(*part, report);
            } else if !often.contains(&name) {
                report.say(unknown(*part, element));
            }
        }
        refuse_beside_parts(element, report);
        Self { parts }
    }

    /// Returns the child with this name.
    pub(crate) fn get(&self, name: &str) -> Option<Element<'d>> {
        self.parts.iter().copied().find(|part| part.name() == name)
    }

    /// Returns the children with this name.
    pub(crate) fn all(&self, name: &'static str) -> impl Iterator<Item = Element<'d>> {
        self.parts.iter().copied().filter(move |part| part.name() == name)
    }

    /// Returns the text of the child with this name; empty if there is none.
    pub(crate) fn text(&self, name: &str) -> String {
        self.get(name).map_or(String::new(), |part| part.text().into_owned())
    }

    /// Returns the number in the child with this name; `None` if the child is missing or wrong.
    pub(crate) fn number(&self, name: &str, report: &mut Report) -> Option<u64> {
        let part = self.get(name)?;
        let text = part.text();
        let number = Some(&*text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = number.and_then(|text| text.parse().ok());
        if number.is_none() {
            let found = format!("`{name}` is `{}`", shortened(&text));
            report.say(Diagnostic::error(found).expected("a number from 0 to 2^64 - 1").at(span(part)));
        }
        number
    }

    /// Returns whether the child with this name exists and is `true`.
    pub(crate) fn is_true(&self, name: &str, report: &mut Report) -> bool {
        let Some(part) = self.get(name) else { return false };
        let text = part.text();
        if !matches!(&*text, "true" | "false" | "1" | "0") {
            let found = format!("`{name}` is `{}`", shortened(&text));
            report.say(Diagnostic::error(found).expected("`true` or `false`").at(span(part)));
        }
        matches!(&*text, "true" | "1")
    }

    /// Returns the position in the drawing.
    pub(crate) fn position(&self, report: &mut Report) -> Option<Point> {
        let (x, y) = (self.get("x")?, self.get("y")?);
        match (coordinate(x), coordinate(y)) {
            (Some(x), Some(y)) => Some(Point { x, y }),
            _ if x.text().is_empty() && y.text().is_empty() => None,
            _ => {
                let found = "a position that is no pair of numbers; it is ignored";
                report.say(Diagnostic::warning(found).at(span(x)));
                None
            }
        }
    }
}

fn coordinate(element: Element<'_>) -> Option<f64> {
    element.text().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Refuses content of an element other than elements.
pub(crate) fn refuse_beside_parts(element: Element<'_>, report: &mut Report) {
    refuse_attributes(element, report);
    let text = element.text();
    if !text.is_empty() {
        let found = format!("the text `{}` in `{}`", shortened(&text), element.name());
        report.say(Diagnostic::error(found).expected("elements only").help(REMEDY).at(span(element)));
    }
}

fn refuse_attributes(element: Element<'_>, report: &mut Report) {
    if let Some((name, _)) = element.attributes().next() {
        let found =
            format!("the attribute `{}` of `{}`, which is not known", shortened(name), element.name());
        report.say(Diagnostic::error(found).help(REMEDY).at(span(element)));
    }
}

/// Refuses content of a value other than text. Only Petrinator's distributions have attributes.
pub(crate) fn refuse_beside_text(value: Element<'_>, report: &mut Report) {
    if value.name() == "stochasticProperties" {
        return;
    }
    refuse_attributes(value, report);
    if let Some(part) = value.children().first() {
        report.say(unknown(*part, value));
    }
}

fn unknown(part: Element<'_>, within: Element<'_>) -> Diagnostic {
    let found =
        format!("the element `{}` in `{}`, which is not known", shortened(part.name()), within.name());
    Diagnostic::error(found).help(REMEDY).at(span(part))
}

const REMEDY: &str = "remove it if the net is the same without it, or save the net as PNML from the editor";

/// Returns the beginning of a text, for a message.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
