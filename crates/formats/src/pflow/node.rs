//! Places, transitions and reference places.

use sanderling_net::{Diagnostic, Place, Report, Transition};
use sanderling_xml::Element;

use crate::pflow::element::{Parts, shortened, span};

/// A reference place.
pub(crate) struct Reference {
    pub(crate) id: String,
    /// The id of the place, or of another reference place.
    pub(crate) to: String,
}

/// Reads a place. `isStatic` means that all runs of a workflow share its tokens; there is only one run here. `type` and
/// `nid` are names in Petrinator.
pub(crate) fn place(element: Element<'_>, report: &mut Report) -> Place {
    let once = ["id", "x", "y", "label", "tokens", "isStatic", "tokenLimit", "processId", "type", "nid"];
    let parts = Parts::of(element, &once, &[], report);
    let tokens = parts.number("tokens", report).unwrap_or(0);
    let capacity = capacity(&parts, report);
    if let Some(limit) = capacity.filter(|&limit| limit < tokens) {
        let found = format!("{tokens} tokens at the start in a place with a limit of {limit}");
        report.say(
            Diagnostic::error(found)
                .expected("a limit that the place keeps from the start")
                .help("PNEditor reads the place as empty: correct the limit or the tokens")
                .at(span(element)),
        );
    }
    parts.is_true("isStatic", report);
    Place {
        name: label(&parts),
        capacity,
        position: parts.position(report),
        span: Some(span(element)),
        ..Place::with_tokens(parts.text("id"), tokens)
    }
}

/// Reads the capacity; a limit of 0 or below means that there is none.
fn capacity(parts: &Parts<'_>, report: &mut Report) -> Option<u64> {
    let limit = parts.get("tokenLimit")?.text();
    let is_negative =
        limit.strip_prefix('-').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    if is_negative { None } else { parts.number("tokenLimit", report).filter(|&limit| limit > 0) }
}

/// Reads a transition. `timing` handles its times. Whether it is observed, and its cost, do not affect firing.
pub(crate) fn transition(element: Element<'_>, report: &mut Report) -> Transition {
    let once = [
        "id",
        "x",
        "y",
        "label",
        "behavior",
        "timed",
        "rate",
        "automatic",
        "informed",
        "enableWhenTrue",
        "guard",
        "cost",
        "processId",
        "type",
        "nid",
        "stochasticProperties",
        "distribution",
        "labelVar1",
        "labelVar2",
        "var1",
        "var2",
    ];
    let parts = Parts::of(element, &once, &[], report);
    let guard = parts.text("guard");
    if !matches!(guard.as_str(), "" | "none") {
        let found = format!("the guard `{}`: a variable outside of the net", shortened(&guard));
        let remedy = "remove the guard in the editor if the variable may have either value at any time";
        report.say(Diagnostic::error(found).expected("`none`").help(remedy).at(span(element)));
    }
    let (name, position) = (label(&parts), parts.position(report));
    Transition { name, position, span: Some(span(element)), ..Transition::plain(parts.text("id")) }
}

/// Reads a reference place.
pub(crate) fn reference(element: Element<'_>, report: &mut Report) -> Reference {
    let once = ["id", "x", "y", "label", "connectedPlaceId", "type", "nid"];
    let parts = Parts::of(element, &once, &[], report);
    Reference { id: parts.text("id"), to: parts.text("connectedPlaceId") }
}

fn label(parts: &Parts<'_>) -> Option<String> {
    Some(parts.text("label")).filter(|label| !label.is_empty())
}
