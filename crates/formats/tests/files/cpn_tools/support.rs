//! A net as a few lines of text.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use sanderling_net::{ArcKind, Inscription, Net, Term};
pub(crate) use sanderling_testkit::files::{ending_in, expect, shared, source};

/// Our own examples of this kind.
pub(crate) fn examples(kind: &str) -> Vec<PathBuf> {
    ending_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cpn-tools").join(kind), "cpn")
}

/// The text of an example.
pub(crate) fn example(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cpn-tools").join(name)).unwrap()
}

/// A line for each declaration, node and arc.
pub(crate) fn listing(net: &Net) -> String {
    let mut text = String::new();
    for declared in &net.declarations.sorts[1..] {
        writeln!(text, "sort {:?}: {:?}", declared.id, declared.sort).unwrap();
    }
    for variable in &net.declarations.variables {
        let sort = &net.declarations.sorts[variable.sort.index()].id;
        writeln!(text, "variable {:?}: {sort}", variable.id).unwrap();
    }
    for place in &net.places {
        let sort = &net.declarations.sorts[place.sort.index()].id;
        let (tokens, at) = (tokens(net, &place.initial), place.position);
        let at = at.map_or(String::new(), |at| format!(" @({}, {})", at.x, at.y));
        writeln!(text, "place {:?}{} of {sort}: {tokens}{at}", place.id, named(place.name.as_deref()))
            .unwrap();
    }
    for transition in &net.transitions {
        let guard =
            transition.guard.as_ref().map_or(String::new(), |guard| format!(" if {}", term(net, guard)));
        writeln!(text, "transition {:?}{}{guard}", transition.id, named(transition.name.as_deref())).unwrap();
    }
    for arc in &net.arcs {
        let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
        let ends = match arc.kind {
            ArcKind::Output => format!("{transition} -> {place}"),
            _ => format!("{place} -> {transition}"),
        };
        let bends: String = arc.bends.iter().map(|bend| format!(" @({}, {})", bend.x, bend.y)).collect();
        writeln!(text, "{:?} {ends}: {}{bends}", arc.kind, tokens(net, &arc.inscription)).unwrap();
    }
    text
}

fn named(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!(" called {name:?}"))
}

fn tokens(net: &Net, inscription: &Inscription) -> String {
    match inscription {
        Inscription::Tokens(count) => count.to_string(),
        Inscription::Term(multiset) => term(net, multiset),
    }
}

fn term(net: &Net, of: &Term) -> String {
    let all = |parts: &[Term]| parts.iter().map(|part| term(net, part)).collect::<Vec<_>>().join(", ");
    let sort = |sort: &sanderling_net::SortId| net.declarations.sorts[sort.index()].id.clone();
    match of {
        Term::Variable(variable) => net.declarations.variables[variable.index()].id.clone(),
        Term::Literal { sort, value } => net.value_text(*sort, value),
        Term::Tuple(parts) => format!("({})", all(parts)),
        Term::All(of) => format!("all {}", sort(of)),
        Term::Empty(of) => format!("empty {}", sort(of)),
        Term::Apply(operator, parts) => format!("{operator:?}[{}]", all(parts)),
    }
}
