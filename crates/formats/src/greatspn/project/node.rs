//! Places, transitions and arcs of a page.

use sanderling_net::{
    Arc, ArcKind, Diagnostic, Inscription, Operator, Place, PlaceId, Point, SortId, Term, Transition,
    TransitionId, Value,
};
use sanderling_xml::Element;

use super::page::{End, Page};
use super::scope::Domain;
use crate::greatspn::lower::{Inhibited, Lower, Number, inhibitor};
use crate::greatspn::text::{Step, error, remedied, shortened, span};
use crate::greatspn::timing::Firing;

/// Attributes of each kind of node, in addition to those for drawing and the tags for composition.
const ATTRIBUTES: [(&str, &[&str]); 7] = [
    ("place", &["marking", "domain", "type", "partition"]),
    ("transition", &["type", "delay", "priority", "weight", "nservers", "guard"]),
    ("arc", &["head", "tail", "kind", "type", "mult", "multiplicity", "broken"]),
    ("constant", &["consttype", "value", "domain"]),
    ("template", &["type", "last-binding"]),
    ("color-class", &["definition"]),
    ("color-var", &["domain"]),
];

/// Returns an attribute of a node or an arc that the editor does not write.
pub(super) fn unknown_attribute<'d>(element: Element<'d>) -> Option<&'d str> {
    let (_, known) = ATTRIBUTES.iter().find(|(kind, _)| *kind == element.name())?;
    let is_drawing = |name: &str| {
        let words = [
            "name",
            "x",
            "y",
            "width",
            "height",
            "rotation",
            "magnets",
            "alt-name-fn",
            "shown-as",
            "superposition-tags",
        ];
        words.contains(&name) || ["-x", "-y", "-k", "-magnet"].iter().any(|end| name.ends_with(end))
    };
    element.attributes().map(|(name, _)| name).find(|name| !is_drawing(name) && !known.contains(name))
}

/// Returns whether a place is continuous (holds a real number), or a transition is.
pub(super) fn is_fluid(node: Element<'_>) -> bool {
    matches!(
        (node.name(), node.attribute("type")),
        ("place", Some("CONTINUOUS")) | ("transition", Some("CONT"))
    )
}

/// Returns the error about a continuous place or transition.
pub(super) fn fluid(node: Element<'_>) -> Box<Diagnostic> {
    let name = shortened(node.attribute("name").unwrap_or_default());
    let found = format!("the fluid {} `{name}`, which is not supported", node.name());
    remedied(found, "only discrete nets can be read: change its type in the editor")
}

/// Reads a place.
pub(super) fn place<'d>(page: &mut Page<'d>, element: Element<'d>) {
    let name = element.attribute("name").unwrap_or_default();
    let kind = match element.attribute("type") {
        None | Some("DISCRETE") => Ok(()),
        Some(other) => Err(error(format!("a place of the type `{}`", shortened(other)), "`DISCRETE`")),
    };
    page.keep_value(kind, element, "type");
    let domain = page.scope.domain(element.attribute("domain").unwrap_or_default());
    let domain = page.keep_value(domain, element, "domain");
    let domain = domain.unwrap_or(Domain { sort: SortId::DOT, classes: Vec::new() });
    let initial = initial(page, element.attribute("marking").unwrap_or_default(), &domain);
    let initial = page.keep_value(initial, element, "marking").unwrap_or(Inscription::Tokens(0));
    let id = page.net.add_place(Place {
        sort: domain.sort,
        initial,
        position: position(element),
        span: Some(span(&element.span())),
        ..Place::with_tokens(name, 0)
    });
    page.domains.push(domain);
    page.nodes.insert(name, End::Place(id));
}

fn initial(page: &mut Page<'_>, text: &str, domain: &Domain) -> Step<Inscription> {
    let mut lower = Lower { scope: &mut page.scope, has_variables: false };
    if text.trim().is_empty() || text.trim() == "0" {
        return Ok(Inscription::Tokens(0));
    }
    if !domain.classes.is_empty() {
        return Ok(Inscription::Term(Box::new(lower.tokens(text, domain)?)));
    }
    match lower.count(text)? {
        Number::Known(number) => natural(number).map(Inscription::Tokens),
        Number::Term(_) => Err(error(format!("the marking `{}`", shortened(text)), "a number")),
    }
}

fn natural(number: i64) -> Step<u64> {
    u64::try_from(number).map_err(|_| error(format!("{number} tokens"), "a natural number"))
}

fn position(element: Element<'_>) -> Option<Point> {
    let coordinate = |name| element.attribute(name)?.parse().ok().filter(|number: &f64| number.is_finite());
    Some(Point { x: coordinate("x")?, y: coordinate("y")? })
}

/// Reads a transition.
pub(super) fn transition<'d>(page: &mut Page<'d>, element: Element<'d>) {
    let name = element.attribute("name").unwrap_or_default();
    let firing = firing(page, element);
    if let Some(firing) = page.keep_value(firing, element, "type") {
        page.firings.push((firing, span(&element.span())));
    }
    let guard = match element.attribute("guard").filter(|guard| !guard.trim().is_empty()) {
        None => Ok(None),
        Some(text) => (Lower { scope: &mut page.scope, has_variables: true }).guard(text),
    };
    let guard = page.keep_value(guard, element, "guard").flatten();
    let id = page.net.add_transition(Transition {
        guard,
        position: position(element),
        span: Some(span(&element.span())),
        ..Transition::plain(name)
    });
    page.nodes.insert(name, End::Transition(id));
}

/// Reads the firing rule of a transition. If its priority is not a number, or its weight is not the same in every
/// marking, the rule depends on the marking.
fn firing(page: &mut Page<'_>, element: Element<'_>) -> Step<Firing> {
    let is_constant = |attribute| is_constant(element.attribute(attribute).unwrap_or("1"));
    match element.attribute("type").unwrap_or("EXP") {
        "EXP" if is_constant("delay") => Ok(Firing::Exponential),
        "EXP" | "GEN" => Ok(Firing::Other),
        "IMM" => {
            let text = element.attribute("priority").unwrap_or("1");
            Ok(match (Lower { scope: &mut page.scope, has_variables: false }).count(text) {
                Ok(Number::Known(priority)) if is_constant("weight") => Firing::Immediate { priority },
                _ => Firing::Other,
            })
        }
        other => {
            Err(error(format!("a transition of the type `{}`", shortened(other)), "`EXP`, `IMM` or `GEN`"))
        }
    }
}

/// Returns whether a rate or a weight is the same positive number in every marking. Constants are assumed to be
/// positive.
fn is_constant(text: &str) -> bool {
    text.trim().parse::<f64>().map_or_else(|_| !text.contains(['#', '[', '-']), |number| number > 0.0)
}

/// Reads an arc.
pub(super) fn arc<'d>(page: &mut Page<'d>, element: Element<'d>) {
    let step = joined(page, element);
    page.keep(step, span(&element.span()), "");
}

fn joined<'d>(page: &mut Page<'d>, element: Element<'d>) -> Step<()> {
    let end = |attribute: &str| {
        let name = element.attribute(attribute).unwrap_or_default();
        page.nodes.get(name).copied().ok_or_else(|| {
            let found = format!("the {attribute} of an arc, `{}`, which no node is called", shortened(name));
            Box::new(error(found, "a place or a transition").at(span(&element.value_span(attribute))))
        })
    };
    let (tail, head) = (end("tail")?, end("head")?);
    let kind = element.attribute("kind").or(element.attribute("type")).unwrap_or_default();
    let (place, transition, kind) = direction(tail, head, kind)?;
    let attribute = if element.attribute("mult").is_some() { "mult" } else { "multiplicity" };
    let domain = page.domains[place.index()].clone();
    let text = element.attribute(attribute).filter(|text| !text.trim().is_empty()).unwrap_or("1");
    let inscription = inscription(page, text, &domain, kind)
        .map_err(|error| Box::new(error.at(span(&element.value_span(attribute)))))?;
    let bends = element.named("point").filter_map(position).collect();
    let at = Some(span(&element.span()));
    page.net.add_arc(Arc { inscription, bends, span: at, ..Arc::weighted(place, transition, kind, 1) });
    Ok(())
}

/// Returns the ends and the kind of an arc.
fn direction(tail: End, head: End, kind: &str) -> Step<(PlaceId, TransitionId, ArcKind)> {
    match (tail, head, kind) {
        (End::Place(place), End::Transition(transition), "INHIBITOR") => {
            Ok((place, transition, ArcKind::Inhibitor))
        }
        (End::Place(place), End::Transition(transition), "" | "INPUT" | "INPUT_OR_OUTPUT") => {
            Ok((place, transition, ArcKind::Input))
        }
        (End::Transition(transition), End::Place(place), "" | "OUTPUT" | "INPUT_OR_OUTPUT") => {
            Ok((place, transition, ArcKind::Output))
        }
        (_, _, "" | "INPUT" | "OUTPUT" | "INHIBITOR" | "INPUT_OR_OUTPUT") => {
            let found = format!("an arc of the kind `{kind}` between these nodes");
            Err(error(found, "a place and a transition, in the direction of the arc"))
        }
        _ => Err(error(
            format!("an arc of the kind `{}`", shortened(kind)),
            "`INPUT`, `OUTPUT` or `INHIBITOR`",
        )),
    }
}

fn inscription(page: &mut Page<'_>, text: &str, domain: &Domain, kind: ArcKind) -> Step<Inscription> {
    let mut lower = Lower { scope: &mut page.scope, has_variables: true };
    let term = |term| Inscription::Term(Box::new(term));
    if !domain.classes.is_empty() {
        return Ok(match kind {
            ArcKind::Inhibitor => match inhibitor(&mut lower, text, domain)? {
                Inhibited::Tokens(weight) => Inscription::Tokens(weight),
                Inhibited::Term(forbidden) => term(forbidden),
            },
            _ => term(lower.tokens(text, domain)?),
        });
    }
    match lower.count(text)? {
        Number::Known(weight @ 1..) => natural(weight).map(Inscription::Tokens),
        Number::Known(weight) => Err(error(format!("weight {weight} on an arc"), "a positive number")),
        Number::Term(_) if kind == ArcKind::Inhibitor => {
            let found = format!("the weight `{}` of an inhibitor arc", shortened(text));
            Err(error(found, "a number that does not depend on colours"))
        }
        Number::Term(weight) => {
            let token = Term::Literal { sort: SortId::DOT, value: Value::Dot };
            Ok(term(Term::Apply(Operator::NumberOf, vec![weight, token])))
        }
    }
}
