//! The programs in `nets/` are what their sidecars say: held against the direct interpreter of the
//! syntax tree, and the sizes of their nets against the lowering.

use sanderling_dve::syntax::Model;
use sanderling_dve::{Dve, Semantics, parse};
use sanderling_net::{Format, Source};
use sanderling_testkit::dve::{Errors, Explored, explore};
use toml::Table;

use super::{Path, fs, sidecars, text};

/// More states than any program in `nets/` has.
const LIMIT: usize = 50_000;

fn source(path: &Path) -> Source {
    Source::new(path.to_string_lossy(), fs::read(path).unwrap())
}

#[test]
fn there_are_at_least_twelve_programs() {
    assert!(sidecars("dve").len() >= 12);
}

#[test]
fn places_and_transitions_of_programs_are_those_of_the_lowering() {
    for (path, answers) in sidecars("dve") {
        let parsed = Dve { semantics: Semantics::Ltsmin }.parse(&source(&path)).unwrap();
        assert!(parsed.warnings.is_empty(), "{}", parsed.warnings);
        let [net] = &parsed.nets[..] else { panic!("one net") };
        for (key, size) in [("places", net.places.len()), ("transitions", net.transitions.len())] {
            assert_eq!(text(&answers[key]), size.to_string(), "{}: {key}", path.display());
        }
    }
}

#[test]
fn the_statistics_of_programs_are_those_of_the_direct_interpreter() {
    for (path, answers) in sidecars("dve") {
        let model = parse::parse(&source(&path), Semantics::Ltsmin).unwrap().model;
        let explored = explore(&model, Semantics::Ltsmin, Errors::State, LIMIT).unwrap();
        compare(&model, &answers, &explored.expect("few states"), &path.display().to_string());
    }
}

fn compare(model: &Model, answers: &Table, explored: &Explored, name: &str) {
    let statistics = [
        ("states", explored.states.to_string()),
        ("firings", explored.edges.to_string()),
        ("deadlocks", explored.deadlocks.to_string()),
        ("deadlock", if explored.deadlocks == 0 { "holds" } else { "violated" }.to_owned()),
    ];
    for (key, found) in statistics {
        assert_eq!(text(&answers[key]), found, "{name}: {key}");
    }
    let known = answers.get("model_error").map(text);
    assert_eq!(known, explored.first_fault.map(|distance| distance.to_string()), "{name}: model_error");
    if let Some(dead) = answers.get("dead_transitions") {
        let transitions = answers["transitions"].as_integer().unwrap();
        let never = transitions - i64::try_from(explored.fired.len()).unwrap();
        assert_eq!(i64::try_from(dead.as_array().unwrap().len()).unwrap(), never, "{name}");
    }
    compare_assertions(model, answers, explored, name);
}

fn compare_assertions(model: &Model, answers: &Table, explored: &Explored, name: &str) {
    let ids = assertion_ids(model);
    let known = answers["assertions"].as_table().unwrap();
    assert_eq!(known.len(), ids.len(), "{name}: assertions");
    for (place, id) in ids {
        let distance = explored.violated.get(&place);
        let verdict = if distance.is_some() { "violated" } else { "holds" };
        assert_eq!(known[&id].as_str(), Some(verdict), "{name}: {id}");
        let nearest = answers.get("nearest_violations").and_then(|known| known.get(&id)).map(text);
        assert_eq!(nearest, distance.map(ToString::to_string), "{name}: {id}");
    }
}

/// The process and the position of each assertion, with the name that it has in sidecars.
fn assertion_ids(model: &Model) -> Vec<((usize, usize), String)> {
    let mut ids: Vec<((usize, usize), String)> = Vec::new();
    for (index, process) in model.processes.iter().enumerate() {
        for (position, assertion) in process.assertions.iter().enumerate() {
            let name = format!("{}.{}", process.name.text, assertion.location.text);
            let numbered = |n: usize| if n == 1 { name.clone() } else { format!("{name}#{n}") };
            let is_free = |id: &String| ids.iter().all(|(_, other)| other != id);
            let id = (1..).map(numbered).find(is_free).expect("some number is free");
            ids.push(((index, position), id));
        }
    }
    ids
}
