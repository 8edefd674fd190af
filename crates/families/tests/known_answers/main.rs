//! The nets in `nets/` are what their sidecars say.
//!
//! Each is read, explored by the naive explorer, and compared with its known answers, all keys of
//! them. So a sidecar's statistics stand on the reference semantics and on the source that it names,
//! before any engine is compared with them. Programs have an explorer of their own, in `programs`.

mod programs;

use std::fs;
use std::path::{Path, PathBuf};

use sanderling_families::Family;
use sanderling_net::{Format, Net, PlaceId, Source, TransitionId};
use sanderling_pnml::Pnml;
use sanderling_testkit::files::own;
use sanderling_testkit::naive::{self, Explored, Stopped};
use toml::{Table, Value};

/// More states than any bounded net in `nets/` has.
const LIMIT: usize = 20_000;

/// The files whose names end so, each with its sidecar.
fn sidecars(extension: &str) -> Vec<(PathBuf, Table)> {
    let sidecar = |path: &Path| fs::read_to_string(path.with_extension("toml")).unwrap();
    own(extension).into_iter().map(|path| (path.clone(), sidecar(&path).parse().unwrap())).collect()
}

fn read(path: &Path) -> Net {
    let source = Source::new(path.to_string_lossy(), fs::read(path).unwrap());
    let mut parsed = Pnml.parse(&source).unwrap();
    assert_eq!((parsed.nets.len(), parsed.warnings.to_string()), (1, String::new()), "{}", path.display());
    parsed.nets.remove(0)
}

/// A count as the sidecars write it: an integer, or a string where it does not fit.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

#[test]
fn there_are_at_least_sixteen_nets() {
    assert!(sidecars("pnml").len() >= 16);
}

#[test]
fn the_statistics_are_those_of_the_naive_explorer() {
    for (path, answers) in sidecars("pnml") {
        let net = read(&path);
        let name = path.display();
        let sizes =
            [("places", net.places.len()), ("transitions", net.transitions.len()), ("arcs", net.arcs.len())];
        for (key, size) in sizes {
            assert_eq!(text(&answers[key]), size.to_string(), "{name}: {key}");
        }
        match naive::explore(&net, LIMIT) {
            Ok(explored) => compare(&net, &answers, &explored, &name.to_string()),
            Err(Stopped::LimitReached) => assert_eq!(text(&answers["states"]), "+inf", "{name}"),
            Err(stopped) => panic!("{name}: {stopped:?}"),
        }
    }
}

fn compare(net: &Net, answers: &Table, explored: &Explored, name: &str) {
    let statistics = [
        ("states", explored.states().to_string()),
        ("firings", explored.firings.to_string()),
        ("deadlocks", explored.deadlocks.len().to_string()),
        ("max_tokens_in_place", explored.max_tokens_in_place.to_string()),
        ("max_tokens_in_marking", explored.max_tokens_in_marking.to_string()),
        ("deadlock", if explored.deadlocks.is_empty() { "holds" } else { "violated" }.to_owned()),
    ];
    for (key, found) in statistics {
        assert_eq!(text(&answers[key]), found, "{name}: {key}");
    }
    let nearest = answers.get("nearest_deadlock").map(text);
    assert_eq!(nearest, explored.shortest_deadlock().map(|distance| distance.to_string()), "{name}");
    let claim = net.units.as_ref().filter(|units| units.claims_safe).map(|_| explored.is_unit_safe);
    assert_eq!(answers.get("unit_safe").map(|value| value.as_bool().unwrap()), claim, "{name}");
    if let Some(dead) = answers.get("dead_transitions") {
        assert_eq!(
            dead.as_array().unwrap().iter().map(text).collect::<Vec<_>>(),
            dead_transitions(net, explored),
            "{name}"
        );
    }
    if let Some(bounds) = answers.get("bounds") {
        for (place, bound) in bounds.as_table().unwrap() {
            assert_eq!(
                text(bound),
                explored.bounds[place_of(net, place).index()].to_string(),
                "{name}: {place}"
            );
        }
    }
}

fn dead_transitions<'a>(net: &'a Net, explored: &Explored) -> Vec<&'a str> {
    let is_dead = |id: &TransitionId| !explored.fired.contains(id);
    net.transition_ids().filter(is_dead).map(|id| net.transition(id).id.as_str()).collect()
}

fn place_of(net: &Net, id: &str) -> PlaceId {
    net.place_ids().find(|&place| net.place(place).id == id).unwrap_or_else(|| panic!("no place `{id}`"))
}

#[test]
fn the_nets_of_families_are_what_gen_writes() {
    let mut compared = 0;
    for (path, answers) in sidecars("pnml") {
        let (Some(family), Some(size)) = (answers.get("family"), answers.get("size")) else { continue };
        let size = u64::try_from(size.as_integer().unwrap()).unwrap();
        let net = Family::named(family.as_str().unwrap()).unwrap().net(size).unwrap();
        let mut written = Vec::new();
        Pnml.write(&net, &mut written).unwrap();
        assert!(fs::read(&path).unwrap() == written, "{} is not what `gen` writes", path.display());
        compared += 1;
    }
    assert!(compared > 0);
}
