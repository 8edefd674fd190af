//! The nets of the project and of the contest: small ones are compared marking by marking, and those
//! that become small by reduction with the verdict that is known.

use std::path::Path;
use std::time::Duration;

use crate::oracle::{Explored, check};
use sanderling_net::{Format as _, Net, PlaceId, Source};
use sanderling_pnml::Pnml;
use sanderling_structural::{Budget, Preserved, reduce};
use sanderling_testkit::corpora::{Answer, KnownAnswers, corpora, skip};
use sanderling_testkit::files::own;

const LIMIT: usize = 1500;

fn read(path: &Path) -> Option<Net> {
    let source = Source::new(path.display().to_string(), std::fs::read(path).ok()?);
    let net = Pnml.parse(&source).ok()?.nets.into_iter().next()?;
    net.is_place_transition().then_some(net)
}

fn deadlocks() -> Preserved {
    Preserved { deadlocks: true, ..Preserved::default() }
}

#[test]
fn the_nets_of_the_project_keep_what_was_promised() {
    let mut checked = 0;
    for path in own("pnml") {
        let net = read(&path).expect("the project's nets are place/transition nets");
        let original = Explored::of(&net, LIMIT);
        for place in [None, net.place_ids().next(), net.place_ids().last()] {
            let preserved = Preserved { places: place.into_iter().collect(), ..deadlocks() };
            let reduction = reduce(&net, &preserved, &Budget::of(Duration::from_secs(60))).unwrap();
            check(&net, &original, &preserved, &reduction, LIMIT);
        }
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn the_known_deadlock_verdicts_hold_in_reduced_nets() {
    let test = "the_known_deadlock_verdicts_hold_in_reduced_nets";
    let Some(corpora) = corpora() else { return skip(test, "the collections' folder") };
    let known = KnownAnswers::read(&corpora);
    let Ok(models) = std::fs::read_dir(corpora.join("mcc")) else { return skip(test, "corpora/mcc") };
    let mut compared = 0;
    for model in models {
        let folder = model.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let Some(&Answer::Truth(has_deadlock)) = known.get(&name, "deadlock") else { continue };
        let path = folder.join("model.pnml");
        let is_small = std::fs::metadata(&path).is_ok_and(|file| file.len() < 1 << 20);
        let Some(net) = is_small.then(|| read(&path)).flatten() else { continue };
        let reduction = reduce(&net, &deadlocks(), &Budget::of(Duration::from_secs(60))).unwrap();
        let explored = Explored::of(reduction.net(), LIMIT);
        if explored.is_complete || explored.is_dead.contains(&true) {
            assert_eq!(explored.is_dead.contains(&true), has_deadlock, "{name}");
            compared += 1;
        }
        check(&net, &Explored::of(&net, 20), &deadlocks(), &reduction, 20);
    }
    eprintln!("{compared} verdicts compared");
    assert!(compared >= 20, "{compared}");
}

#[test]
fn the_places_of_a_fixed_pair_reach_the_same_contents() {
    for path in own("pnml") {
        let net = read(&path).expect("the project's nets are place/transition nets");
        let original = Explored::of(&net, LIMIT);
        let some = [0, net.places.len() / 2].into_iter().filter(|&place| place < net.places.len());
        let preserved = Preserved { places: some.map(PlaceId::new).collect(), ..Preserved::default() };
        let reduction = reduce(&net, &preserved, &Budget::of(Duration::from_secs(60))).unwrap();
        check(&net, &original, &preserved, &reduction, LIMIT);
    }
}
