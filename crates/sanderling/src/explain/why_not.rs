//! Explains why a transition is not enabled.

use sanderling_net::semantics::{Firing, Interpreter, Marking};
use sanderling_net::{Arc, ArcKind, Net, TransitionId, Value};

use crate::replay::marking_display::{MarkingDisplay, literal};

/// Returns the first reason found why a transition is not enabled in a marking.
#[must_use]
pub fn why_not(display: &MarkingDisplay<'_>, marking: &Marking, transition: TransitionId) -> String {
    let net = display.net();
    let fired = Interpreter::new(net).fire(&mut marking.clone(), &Firing::plain(transition));
    if net.is_place_transition() {
        return fired.err().map_or_else(|| "it is enabled".into(), |error| error.explain(net));
    }
    let mut arcs = display.arcs(transition).iter();
    let reason = arcs.find_map(|arc| {
        Some((arc, literal(&arc.inscription)?))
            .and_then(|(arc, value)| why_unsatisfied(net, marking, arc, value))
    });
    reason.unwrap_or_else(|| "its guard does not hold".into())
}

/// Returns why an arc with a constant is not satisfied, if it is not.
fn why_unsatisfied(net: &Net, marking: &Marking, arc: &Arc, value: &Value) -> Option<String> {
    let place = net.place(arc.place);
    let is_there = marking.place(arc.place).count(value) > 0;
    let text = net.value_text(place.sort, value);
    match arc.kind {
        ArcKind::Input | ArcKind::Read if !is_there => Some(format!("`{}` is not `{text}`", place.id)),
        ArcKind::Inhibitor if is_there => Some(format!("`{}` is `{text}`", place.id)),
        _ => None,
    }
}
