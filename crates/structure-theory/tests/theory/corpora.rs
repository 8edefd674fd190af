//! What is concluded about the nets of the contest is what is known about them.

use std::path::Path;
use std::time::{Duration, Instant};

use sanderling_model::Structure;
use sanderling_net::{Format, Net, Source};
use sanderling_pnml::Pnml;
use sanderling_structure_theory::{Budget, Claim, Flow, PlaceWeightings, conclusions};
use sanderling_testkit::corpora::{Answer, KnownAnswers, corpora, skip};

/// Larger files are left to be measured.
const MAX_BYTES: usize = 200_000;

fn small_net(folder: &Path, instance: &str) -> Option<Net> {
    let bytes = std::fs::read(folder.join("mcc").join(instance).join("model.pnml")).ok()?;
    if bytes.len() > MAX_BYTES {
        return None;
    }
    let nets = Pnml.parse(&Source::new("model.pnml", bytes)).ok()?.nets;
    nets.into_iter().next().filter(Net::is_place_transition)
}

/// Whether a claim agrees with the known answers; nothing where these do not speak of it.
fn agrees(claim: Claim, has_deadlock: Option<bool>, is_live: Option<bool>) -> Option<bool> {
    match claim {
        Claim::Live | Claim::LiveAndBounded => is_live,
        Claim::NotLive => is_live.map(|is_live| !is_live),
        Claim::DeadlockFree => has_deadlock.map(|has_deadlock| !has_deadlock),
        Claim::NotWellFormed | Claim::Sound | Claim::Unsound => None,
    }
}

#[test]
fn conclusions_about_the_contests_nets_agree_with_known_answers() {
    let Some(folder) = corpora() else {
        return skip("conclusions about the contest's nets", "../shared/corpora");
    };
    let known = KnownAnswers::read(&folder);
    let (mut nets, mut compared, mut decided) = (0, 0, 0);
    for instance in known.models() {
        let Some(net) = small_net(&folder, instance) else { continue };
        let truth = |kind| match known.get(instance, kind) {
            Some(&Answer::Truth(truth)) => Some(truth),
            _ => None,
        };
        let structure = Structure::build(&net).unwrap();
        let (flow, start) = (Flow::of(&structure), Instant::now());
        let is_stopped = || start.elapsed() > Duration::from_millis(500);
        let budget = Budget::new(&is_stopped);
        for conclusion in conclusions(&net, &flow, &budget) {
            let agreement = agrees(conclusion.claim(), truth("deadlock"), truth("live"));
            assert_ne!(
                agreement,
                Some(false),
                "{instance}: {} {}",
                conclusion.claim(),
                conclusion.explain(&net)
            );
            compared += u32::from(agreement.is_some());
        }
        let weightings = PlaceWeightings::decide(&flow, &budget);
        decided += u32::from(weightings.structurally_bounded.truth().is_some());
        nets += 1;
    }
    println!("{nets} nets, {compared} conclusions compared, {decided} weightings decided");
    assert!(compared > nets / 8 && decided * 10 > nets * 9, "{compared} and {decided} of {nets}");
}
