//! What is proved about the nets of the contest is what is known about them.

use std::path::Path;
use std::time::Duration;

use sanderling_model::Structure;
use sanderling_net::{Format, Net, Source};
use sanderling_pnml::Pnml;
use sanderling_proof::{Budget, Prover};
use sanderling_testkit::corpora::{Answer, KnownAnswers, corpora, skip};

/// Larger files are left to be measured.
const MAX_BYTES: usize = 60_000;

fn small_net(folder: &Path, instance: &str) -> Option<Net> {
    let bytes = std::fs::read(folder.join("mcc").join(instance).join("model.pnml")).ok()?;
    if bytes.len() > MAX_BYTES {
        return None;
    }
    let nets = Pnml.parse(&Source::new("model.pnml", bytes)).ok()?.nets;
    nets.into_iter().next().filter(Net::is_place_transition)
}

#[test]
fn deadlock_freedom_is_proved_where_it_is_known_and_nowhere_else() {
    let Some(folder) = corpora() else {
        return skip("deadlock freedom of the contest's nets", "../shared/corpora");
    };
    let known = KnownAnswers::read(&folder);
    let (mut free, mut proved) = (0, 0);
    for instance in known.models() {
        let Some(&Answer::Truth(has_deadlock)) = known.get(instance, "deadlock") else { continue };
        let Some(net) = small_net(&folder, instance) else { continue };
        let structure = Structure::build(&net).unwrap();
        let proof = Prover::new(&structure).deadlock_free(&Budget::of_time(Duration::from_millis(500)));
        if let Some(proof) = &proof {
            assert!(!has_deadlock, "{instance}: {proof:?}");
            assert!(proof.check(&structure), "{instance}");
        }
        free += u32::from(!has_deadlock);
        proved += u32::from(proof.is_some());
    }
    println!("deadlock freedom: {proved} of {free} proved");
    assert!(proved * 2 >= free, "{proved} of {free}");
}
