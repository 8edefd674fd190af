//! Nets as lines of text, used as expected results of examples: everything in a net except its positions in a file.

use std::fmt::Write;

use sanderling_net::format::Parsed;
use sanderling_net::{Arc, ArcKind, Inscription, Net, Operator, Point, SortId, Term};

/// Returns the content of a file: its nets and warnings.
#[must_use]
pub fn listing(parsed: &Parsed) -> String {
    let nets: String = parsed.nets.iter().map(net_listing).collect();
    let warnings: String = parsed.warnings.iter().map(|warning| format!("{warning}\n")).collect();
    nets + &warnings
}

/// Returns the net without positions in a file.
#[must_use]
pub fn without_spans(mut net: Net) -> Net {
    net.places.iter_mut().for_each(|place| place.span = None);
    net.transitions.iter_mut().for_each(|transition| transition.span = None);
    net.arcs.iter_mut().for_each(|arc| arc.span = None);
    net
}

/// Returns a line for each declaration, node and arc.
fn net_listing(net: &Net) -> String {
    let mut text = format!("net {:?}{}\n", net.id, named(net.name.as_deref()));
    text.push_str(&declarations(net));
    for place in &net.places {
        let tokens = inscription(net, &place.initial);
        let sort = Some(place.sort).filter(|sort| *sort != SortId::DOT);
        let sort = sort.map_or(String::new(), |sort| format!(" of sort {:?}", sort_id(net, sort)));
        let capacity = place.capacity.map_or(String::new(), |capacity| format!(" capacity {capacity}"));
        let (name, at) = (named(place.name.as_deref()), points(place.position.as_slice()));
        writeln!(text, "  place {:?}{name}: {tokens}{sort}{capacity}{at}", place.id).unwrap();
    }
    for transition in &net.transitions {
        let (name, at) = (named(transition.name.as_deref()), points(transition.position.as_slice()));
        let guard = transition.guard.as_ref();
        let guard = guard.map_or(String::new(), |guard| format!(" if {}", term(net, guard)));
        writeln!(text, "  transition {:?}{name}{guard}{at}", transition.id).unwrap();
    }
    for arc in &net.arcs {
        writeln!(text, "  {}", arc_listing(net, arc)).unwrap();
    }
    text
}

fn arc_listing(net: &Net, arc: &Arc) -> String {
    let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
    let (from, to) = if arc.kind == ArcKind::Output { (transition, place) } else { (place, transition) };
    let id = arc.id.as_ref().map_or(String::new(), |id| format!(" {id:?}"));
    let kind = format!("{:?}", arc.kind).to_lowercase();
    let weight = inscription(net, &arc.inscription);
    format!("{kind}{id}: {from:?} -> {to:?} weight {weight}{}", points(&arc.bends))
}

fn declarations(net: &Net) -> String {
    let mut text = String::new();
    for declared in &net.declarations.sorts[1..] {
        writeln!(text, "  sort {:?}: {:?}", declared.id, declared.sort).unwrap();
    }
    for declared in &net.declarations.variables {
        writeln!(text, "  variable {:?}: {}", declared.id, sort_id(net, declared.sort)).unwrap();
    }
    for declared in &net.declarations.partitions {
        writeln!(
            text,
            "  partition {:?} of {}: {:?}",
            declared.id,
            sort_id(net, declared.sort),
            declared.elements
        )
        .unwrap();
    }
    for declared in &net.declarations.operators {
        let of = |parameter: &sanderling_net::VariableId| &net.declarations.variables[parameter.index()].id;
        let parameters: Vec<&String> = declared.parameters.iter().map(of).collect();
        let body = term(net, &declared.body);
        writeln!(text, "  operator {:?} {parameters:?}: {body}", declared.id).unwrap();
    }
    text
}

fn inscription(net: &Net, inscription: &Inscription) -> String {
    match inscription {
        Inscription::Tokens(count) => count.to_string(),
        Inscription::Term(multiset) => term(net, multiset),
    }
}

fn term(net: &Net, of: &Term) -> String {
    match of {
        Term::Variable(variable) => net.declarations.variables[variable.index()].id.clone(),
        Term::Literal { sort, value } => net.value_text(*sort, value),
        Term::Tuple(parts) => format!("<{}>", terms(net, parts)),
        Term::All(sort) => format!("all {}", sort_id(net, *sort)),
        Term::Empty(sort) => format!("empty {}", sort_id(net, *sort)),
        Term::Apply(Operator::Declared(id), arguments) => {
            format!("{}({})", net.operator(*id).id, terms(net, arguments))
        }
        Term::Apply(operator, arguments) => format!("{operator:?}({})", terms(net, arguments)),
    }
}

fn terms(net: &Net, terms: &[Term]) -> String {
    terms.iter().map(|part| term(net, part)).collect::<Vec<_>>().join(", ")
}

fn sort_id(net: &Net, id: SortId) -> &str {
    &net.declarations.sorts[id.index()].id
}

fn named(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!(" called {name:?}"))
}

fn points(points: &[Point]) -> String {
    points.iter().map(|Point { x, y }| format!(" @({x}, {y})")).collect()
}
