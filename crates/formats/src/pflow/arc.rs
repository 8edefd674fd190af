//! Arcs with unresolved ends.

use sanderling_net::{ArcKind, Diagnostic, Point, Report, Span};
use sanderling_xml::Element;

use crate::pflow::element::{Parts, shortened, span};

/// An arc between ids.
pub(crate) struct Drawn {
    pub(crate) id: Option<String>,
    pub(crate) source: String,
    pub(crate) target: String,
    /// The kind of the arc, if it leads from a place to a transition.
    pub(crate) kind: ArcKind,
    pub(crate) weight: u64,
    pub(crate) bends: Vec<Point>,
    pub(crate) span: Span,
}

/// Reads an arc. The `real` ids are those of the places behind reference places.
pub(crate) fn arc(element: Element<'_>, report: &mut Report) -> Option<Drawn> {
    let once = [
        "id",
        "sourceId",
        "destinationId",
        "multiplicity",
        "type",
        "inhibitory",
        "reset",
        "realSourceId",
        "realDestinationId",
    ];
    let parts = Parts::of(element, &once, &["breakPoint"], report);
    let kind = kind(&parts, report)?;
    Some(Drawn {
        id: parts.get("id").map(|id| id.text().into_owned()),
        source: parts.text("sourceId"),
        target: parts.text("destinationId"),
        kind,
        weight: weight(element, &parts, kind, report)?,
        bends: parts.all("breakPoint").filter_map(|bend| point(bend, report)).collect(),
        span: span(element),
    })
}

fn weight(element: Element<'_>, parts: &Parts<'_>, kind: ArcKind, report: &mut Report) -> Option<u64> {
    if parts.get("multiplicity").is_none() {
        let none = Diagnostic::error("an arc without `multiplicity`").expected("a positive number");
        report.say(none.at(span(element)));
    }
    let weight = parts.number("multiplicity", report)?;
    if weight == 0 && kind != ArcKind::Reset {
        report.say(Diagnostic::error("weight 0 on an arc").expected("a positive number").at(span(element)));
        return None;
    }
    Some(weight)
}

/// Returns the kind of the arc: from a word or, as in older versions of PNEditor, from two flags.
fn kind(parts: &Parts<'_>, report: &mut Report) -> Option<ArcKind> {
    let (inhibits, resets) = (parts.is_true("inhibitory", report), parts.is_true("reset", report));
    let word = parts.text("type");
    let kind = match word.as_str() {
        "" if inhibits && resets => None,
        "" if inhibits => Some(ArcKind::Inhibitor),
        "" if resets => Some(ArcKind::Reset),
        "" | "regular" if !inhibits && !resets => Some(ArcKind::Input),
        "inhibitor" if !resets => Some(ArcKind::Inhibitor),
        "reset" if !inhibits => Some(ArcKind::Reset),
        "read" if !inhibits && !resets => Some(ArcKind::Read),
        _ => None,
    };
    if kind.is_none() {
        let word = if word.is_empty() { "inhibitory and reset" } else { &word };
        let part = parts.get("type").or(parts.get("reset"))?;
        let unknown = Diagnostic::error(format!("an arc of the type `{}`", shortened(word)));
        report.say(unknown.expected("`regular`, `inhibitor`, `reset` or `read`").at(span(part)));
    }
    kind
}

fn point(bend: Element<'_>, report: &mut Report) -> Option<Point> {
    Parts::of(bend, &["x", "y"], &[], report).position(report)
}
