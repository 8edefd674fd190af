//! Validation of places, transitions and arcs: ids and the requirements of each kind.

use std::collections::HashMap;

use super::Report;
use crate::{Arc, ArcKind, Diagnostic, Inscription, Net, Place, Point, SortId, Span};

/// Checks the ids of the nodes, and the ends and weights of arcs.
pub(super) fn check(net: &Net, report: &mut Report) {
    check_ids(net, report);
    for place in &net.places {
        check_place(net, place, report);
    }
    for transition in &net.transitions {
        check_points(transition.position.as_slice(), &transition.id, transition.span, report);
    }
    for arc in &net.arcs {
        check_arc(net, arc, report);
    }
}

/// Returns whether all positions in the net are finite.
pub(crate) fn positions_are_finite(net: &Net) -> bool {
    let places = net.places.iter().filter_map(|place| place.position.as_ref());
    let transitions = net.transitions.iter().filter_map(|transition| transition.position.as_ref());
    let bends = net.arcs.iter().flat_map(|arc| &arc.bends);
    places.chain(transitions).chain(bends).all(is_finite)
}

/// Returns the name of an arc for messages: its id or, without one, the nodes that it joins.
pub(crate) fn arc_name(net: &Net, arc: &Arc) -> String {
    match &arc.id {
        Some(id) if !id.is_empty() => id.clone(),
        _ => {
            let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
            let (from, to) =
                if arc.kind == ArcKind::Output { (transition, place) } else { (place, transition) };
            format!("{from} → {to}")
        }
    }
}

fn check_ids(net: &Net, report: &mut Report) {
    let mut seen: HashMap<&str, Option<Span>> = HashMap::new();
    let places = net.places.iter().map(|place| ("place", place.id.as_str(), place.span));
    let transitions = net.transitions.iter().map(|t| ("transition", t.id.as_str(), t.span));
    for (kind, id, span) in places.chain(transitions) {
        if id.is_empty() {
            report.add("", span, Diagnostic::error(format!("a {kind} without id")));
        } else if let Some(first) = seen.insert(id, span) {
            let twice =
                Diagnostic::error(format!("the id `{id}` belongs to two nodes")).expected("an id of its own");
            report.add(
                id,
                span,
                match first {
                    Some(first) => twice.related(first, "first used"),
                    None => twice,
                },
            );
        }
    }
}

fn check_place(net: &Net, place: &Place, report: &mut Report) {
    let sorts = net.declarations.sorts.len();
    check_points(place.position.as_slice(), &place.id, place.span, report);
    if place.sort.index() >= sorts {
        let missing = Diagnostic::error(format!("sort number {}, which is not declared", place.sort.index()));
        report.add(&place.id, place.span, missing.expected(format!("a number below {sorts}")));
    }
    match (&place.initial, place.capacity) {
        (Inscription::Tokens(tokens), _) if *tokens > 0 && place.sort != SortId::DOT => {
            let plain = Diagnostic::error("a number of plain tokens in a coloured place");
            report.add(&place.id, place.span, plain.expected("a multiset over the place's sort"));
        }
        (Inscription::Tokens(tokens), Some(capacity)) if *tokens > capacity => {
            let over = format!("{tokens} tokens at the start in a place with a capacity of {capacity}");
            report.add(&place.id, place.span, Diagnostic::warning(over));
        }
        _ => {}
    }
}

fn check_arc(net: &Net, arc: &Arc, report: &mut Report) {
    let (places, transitions) = (net.places.len(), net.transitions.len());
    if arc.place.index() >= places || arc.transition.index() >= transitions {
        let (place, transition) = (arc.place.index(), arc.transition.index());
        let lost = Diagnostic::error(format!(
            "an arc between place number {place} and transition number {transition}"
        ));
        let expected = format!("a place below {places} and a transition below {transitions}");
        report.add(arc.id.as_deref().unwrap_or_default(), arc.span, lost.expected(expected));
        return;
    }
    check_points(&arc.bends, &arc_name(net, arc), arc.span, report);
    let Inscription::Tokens(weight) = arc.inscription else { return };
    let problem = match arc.kind {
        ArcKind::Reset => return,
        _ if weight == 0 => Diagnostic::error("weight 0 on an arc").expected("a positive integer"),
        ArcKind::Inhibitor => return,
        _ if net.place(arc.place).sort != SortId::DOT => {
            Diagnostic::error("a plain weight on an arc of a coloured place")
                .expected("a multiset over the place's sort")
        }
        _ => return,
    };
    report.add(&arc_name(net, arc), arc.span, problem);
}

fn check_points(points: &[Point], element: &str, span: Option<Span>, report: &mut Report) {
    if !points.iter().all(is_finite) {
        let infinite = Diagnostic::error("a position that is not a finite number");
        report.add(element, span, infinite.help("remove the position, or give it in plain decimals"));
    }
}

fn is_finite(point: &Point) -> bool {
    point.x.is_finite() && point.y.is_finite()
}
