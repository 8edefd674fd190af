//! Lists the differences between two nets.
//!
//! Elements correspond if they have the same id. They are compared by their behaviour and their names: places
//! by sort, tokens and capacity, transitions by guard and code, arcs by their inscriptions. Parallel arcs of
//! one kind count as one arc, because they act as one. Positions in a drawing, the order in the file and the
//! name of the net are ignored.

use std::collections::HashMap;
use std::hash::Hash;

use sanderling_net::{ArcKind, Inscription, Net, Sort, SortDeclaration, Value};
use sanderling_report::{ArcDifference, AspectDifference, ChangeKind, ComparisonReport, Difference};

use super::coloured::sort_in_words;

/// No limit on the constants of a sort.
const WHOLE: usize = usize::MAX;

/// The compared aspects of an element: each has a name, and a value if the element has one.
type Aspects = Vec<(&'static str, Option<String>)>;

/// Lists the differences between an earlier net and a later one. The caller fills in `file`, `format` and
/// those of the other net. Takes time linear in the sizes of the nets.
#[must_use]
pub fn compare(before: &Net, after: &Net) -> ComparisonReport {
    let names = |net: &Net| -> [HashMap<String, String>; 2] {
        let called = |id: &String, name: &Option<String>| {
            name.clone().filter(|name| name != id).map(|name| (id.clone(), name))
        };
        [
            net.places.iter().filter_map(|one| called(&one.id, &one.name)).collect(),
            net.transitions.iter().filter_map(|one| called(&one.id, &one.name)).collect(),
        ]
    };
    let nodes = |old: &HashMap<String, String>, new: &HashMap<String, String>, found: Vec<Found<String>>| {
        let difference = |(change, id, aspects): Found<String>| {
            let name = new.get(&id).or_else(|| old.get(&id).filter(|_| change == ChangeKind::Removed));
            Difference { change, name: name.cloned(), id, aspects }
        };
        found.into_iter().map(difference).collect()
    };
    let (old, new) = (names(before), names(after));
    let declaration =
        |(change, (id, _), aspects): Found<(String, &str)>| Difference { change, id, name: None, aspects };
    let arc = |(change, (place, transition, kind), aspects): Found<Ends>| ArcDifference {
        change,
        place,
        transition,
        kind: kind_in_words(kind).to_owned(),
        aspects,
    };
    ComparisonReport::new(
        differences(&declarations(before), &declarations(after)).into_iter().map(declaration).collect(),
        [
            nodes(&old[0], &new[0], differences(&places(before), &places(after))),
            nodes(&old[1], &new[1], differences(&transitions(before), &transitions(after))),
        ],
        differences(&arcs(before), &arcs(after)).into_iter().map(arc).collect(),
    )
}

/// An element that differs, and how.
type Found<K> = (ChangeKind, K, Vec<AspectDifference>);

/// Compares two lists: first the removed and changed elements in the order of the first list, then the added
/// ones.
fn differences<K: Clone + Eq + Hash>(before: &[(K, Aspects)], after: &[(K, Aspects)]) -> Vec<Found<K>> {
    let new: HashMap<&K, &Aspects> = after.iter().map(|(key, aspects)| (key, aspects)).collect();
    let old: HashMap<&K, &Aspects> = before.iter().map(|(key, aspects)| (key, aspects)).collect();
    let gone_or_changed = before.iter().filter_map(|(key, aspects)| match new.get(key) {
        None => Some((ChangeKind::Removed, key.clone(), differing(aspects, &Vec::new()))),
        Some(others) if *others != aspects => {
            Some((ChangeKind::Changed, key.clone(), differing(aspects, others)))
        }
        Some(_) => None,
    });
    let added = after
        .iter()
        .filter(|(key, _)| !old.contains_key(key))
        .map(|(key, aspects)| (ChangeKind::Added, key.clone(), differing(&Vec::new(), aspects)));
    gone_or_changed.chain(added).collect()
}

/// Returns the aspects in which an element differs, in the order of the longer list.
fn differing(before: &Aspects, after: &Aspects) -> Vec<AspectDifference> {
    let value = |aspects: &Aspects, name| {
        aspects.iter().find(|(other, _)| *other == name).and_then(|(_, value)| value.clone())
    };
    let names = if before.len() > after.len() { before } else { after };
    let difference = |&(name, _): &(&'static str, _)| {
        let (before, after) = (value(before, name), value(after, name));
        (before != after).then(|| AspectDifference { aspect: name.to_owned(), before, after })
    };
    names.iter().filter_map(difference).collect()
}

fn places(net: &Net) -> Vec<(String, Aspects)> {
    let aspects = |place: &sanderling_net::Place| {
        vec![
            ("name", place.name.clone().filter(|name| *name != place.id)),
            ("sort", Some(net.sort_text(place.sort)).filter(|sort| sort != "dot")),
            ("initial", Some(in_words(net, &place.initial)).filter(|tokens| tokens != "0")),
            ("capacity", place.capacity.map(|most| most.to_string())),
        ]
    };
    net.places.iter().map(|place| (place.id.clone(), aspects(place))).collect()
}

fn transitions(net: &Net) -> Vec<(String, Aspects)> {
    let code = |transition: &sanderling_net::Transition| {
        let steps = transition.code.iter().map(|step| {
            let variable = &net.declarations.variables[step.variable.index()].id;
            format!("{variable} := {}", net.term_text(&step.value, WHOLE))
        });
        Some(steps.collect::<Vec<_>>().join("; ")).filter(|steps| !steps.is_empty())
    };
    let aspects = |transition: &sanderling_net::Transition| {
        vec![
            ("name", transition.name.clone().filter(|name| *name != transition.id)),
            ("guard", transition.guard.as_ref().map(|guard| net.term_text(guard, WHOLE))),
            ("code", code(transition)),
        ]
    };
    net.transitions.iter().map(|transition| (transition.id.clone(), aspects(transition))).collect()
}

/// The ids of an arc's place and transition, and its kind.
type Ends = (String, String, ArcKind);

/// Returns the arcs, with parallel arcs of one kind merged, in the order of the first of each.
fn arcs(net: &Net) -> Vec<(Ends, Aspects)> {
    let mut together: Vec<(Ends, Vec<&Inscription>)> = Vec::new();
    let mut position = HashMap::new();
    for arc in &net.arcs {
        let at = *position.entry((arc.place, arc.transition, arc.kind)).or_insert(together.len());
        if at == together.len() {
            let ends = (net.place(arc.place).id.clone(), net.transition(arc.transition).id.clone(), arc.kind);
            together.push((ends, Vec::new()));
        }
        together[at].1.push(&arc.inscription);
    }
    let aspects = |kind: ArcKind, inscriptions: &[&Inscription]| {
        let (name, text) = inscription(net, kind, inscriptions);
        vec![(name, text)]
    };
    together.into_iter().map(|(ends, inscriptions)| (ends.clone(), aspects(ends.2, &inscriptions))).collect()
}

/// Returns the combined inscription of parallel arcs.
fn inscription(net: &Net, kind: ArcKind, all: &[&Inscription]) -> (&'static str, Option<String>) {
    if kind == ArcKind::Reset {
        return ("weight", None);
    }
    let weights: Option<Vec<u64>> = all
        .iter()
        .map(|one| if let Inscription::Tokens(weight) = one { Some(*weight) } else { None })
        .collect();
    let together = |weights: Vec<u64>| {
        weights.into_iter().map(Some).reduce(|sum, weight| kind.aggregate(sum?, weight?)).flatten()
    };
    if let Some(weight) = weights.and_then(together) {
        return ("weight", Some(weight.to_string()));
    }
    let mut texts: Vec<String> = all.iter().map(|one| in_words(net, one)).collect();
    texts.sort();
    ("inscription", Some(texts.join(" + ")))
}

/// Returns the declarations of a net by id and kind, since ids are unique only within a kind.
fn declarations(net: &Net) -> Vec<((String, &'static str), Aspects)> {
    let declared = &net.declarations;
    let one = |id: &str, kind: &'static str, text: String| ((id.to_owned(), kind), vec![(kind, Some(text))]);
    let sorts = (0..)
        .map(sanderling_net::SortId::new)
        .zip(&declared.sorts)
        .filter(|(_, one)| one.sort != Sort::Dot)
        .map(|(id, SortDeclaration { id: name, .. })| one(name, "sort", sort_in_words(net, id, WHOLE)));
    let variables = declared
        .variables
        .iter()
        .map(|variable| one(&variable.id, "variable of", net.sort_text(variable.sort)));
    let operators = declared.operators.iter().map(|operator| {
        let parameters = operator.parameters.iter().map(|one| declared.variables[one.index()].id.as_str());
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        one(&operator.id, "operator", format!("({parameters}) = {}", net.term_text(&operator.body, WHOLE)))
    });
    let partitions = declared.partitions.iter().map(|partition| {
        let values =
            |values: &[Value]| values.iter().map(|one| format!("{one:?}")).collect::<Vec<_>>().join(" ");
        let classes =
            partition.elements.iter().map(|class| format!("{}: {}", class.id, values(&class.values)));
        one(&partition.id, "classes", classes.collect::<Vec<_>>().join(", "))
    });
    let assertions = net
        .assertions
        .iter()
        .map(|assertion| one(&assertion.id, "assertion", net.term_text(&assertion.condition, WHOLE)));
    let units = net.units.iter().flat_map(|units| &units.units).map(|unit| {
        let places = unit.places.iter().map(|&place| net.place(place).id.as_str()).collect::<Vec<_>>();
        one(&unit.id, "unit of", places.join(", "))
    });
    let finals = net.final_markings.iter().enumerate().map(|(index, marking)| {
        let held = marking.iter().map(|one| format!("{}={}", net.place(one.place).id, one.tokens));
        one(&format!("final marking {}", index + 1), "marking", held.collect::<Vec<_>>().join(", "))
    });
    sorts
        .chain(variables)
        .chain(operators)
        .chain(partitions)
        .chain(assertions)
        .chain(units)
        .chain(finals)
        .collect()
}

fn in_words(net: &Net, inscription: &Inscription) -> String {
    match inscription {
        Inscription::Tokens(tokens) => tokens.to_string(),
        Inscription::Term(term) => net.term_text(term, WHOLE),
    }
}

fn kind_in_words(kind: ArcKind) -> &'static str {
    match kind {
        ArcKind::Input => "input",
        ArcKind::Output => "output",
        ArcKind::Inhibitor => "inhibitor",
        ArcKind::Read => "read",
        ArcKind::Reset => "reset",
    }
}
