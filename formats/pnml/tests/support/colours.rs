//! Declarations and terms as text: `sum(a, number of(2, x))`.

use std::fmt::Write;

use sanderling_net::{Inscription, Net, Operator, SortId, Term};

/// A line for each declaration, but for `dot`.
pub(crate) fn declarations(net: &Net) -> String {
    let mut text = String::new();
    let called =
        |name: &Option<String>| name.as_ref().map_or(String::new(), |name| format!(" called {name:?}"));
    for declared in &net.declarations.sorts[1..] {
        writeln!(text, "  sort {:?}{}: {:?}", declared.id, called(&declared.name), declared.sort).unwrap();
    }
    for declared in &net.declarations.variables {
        writeln!(
            text,
            "  variable {:?}{}: {}",
            declared.id,
            called(&declared.name),
            sort(net, declared.sort)
        )
        .unwrap();
    }
    for declared in &net.declarations.partitions {
        writeln!(
            text,
            "  partition {:?} of {}: {:?}",
            declared.id,
            sort(net, declared.sort),
            declared.elements
        )
        .unwrap();
    }
    for declared in &net.declarations.operators {
        let body = term(net, &declared.body);
        writeln!(text, "  operator {:?} {:?}: {body}", declared.id, declared.parameters).unwrap();
    }
    text
}

/// Tokens.
pub(crate) fn inscription(net: &Net, inscription: &Inscription) -> String {
    match inscription {
        Inscription::Tokens(count) => count.to_string(),
        Inscription::Term(multiset) => term(net, multiset),
    }
}

/// A term.
pub(crate) fn term(net: &Net, term: &Term) -> String {
    match term {
        Term::Variable(variable) => net.declarations.variables[variable.index()].id.clone(),
        Term::Literal { sort, value } => net.value_text(*sort, value),
        Term::Tuple(parts) => format!("<{}>", terms(net, parts)),
        Term::All(of) => format!("all {}", sort(net, *of)),
        Term::Empty(of) => format!("empty {}", sort(net, *of)),
        Term::Apply(operator, arguments) => format!("{}({})", name(net, *operator), terms(net, arguments)),
    }
}

fn terms(net: &Net, terms: &[Term]) -> String {
    terms.iter().map(|part| term(net, part)).collect::<Vec<_>>().join(", ")
}

fn sort(net: &Net, id: SortId) -> &str {
    &net.declarations.sorts[id.index()].id
}

fn name(net: &Net, operator: Operator) -> String {
    match operator {
        Operator::Declared(id) => net.operator(id).id.clone(),
        other => format!("{other:?}"),
    }
}
