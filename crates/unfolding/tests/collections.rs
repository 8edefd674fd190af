//! Coloured nets of the Model Checking Contest, against the place/transition nets that the contest has of
//! them. Where the collection is not there, a line says so.

use std::path::{Path, PathBuf};

use sanderling_net::{Format, Net, Source};
use sanderling_unfolding::{Budget, unfold};

fn collection() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpora/mcc")).to_owned()
}

fn read(instance: &str) -> Option<Net> {
    let path = collection().join(instance).join("model.pnml");
    let source = Source::new(path.display().to_string(), std::fs::read(&path).ok()?);
    let parsed = sanderling_pnml::Pnml.parse(&source).unwrap_or_else(|found| panic!("{instance}: {found}"));
    parsed.nets.into_iter().next()
}

/// The pairs of a coloured instance and its twin that are there.
fn twins() -> Vec<(String, Net, Net)> {
    let Ok(folder) = std::fs::read_dir(collection()) else { return Vec::new() };
    let names = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let pair = |name: String| {
        let twin = name.contains("-COL-").then(|| read(&name.replace("-COL-", "-PT-")))??;
        Some((name.clone(), read(&name)?, twin))
    };
    names.filter_map(pair).collect()
}

#[test]
fn unfolded_nets_are_as_large_as_those_that_the_contest_unfolded() {
    let twins = twins();
    if twins.is_empty() {
        println!("skipped: there is no ../shared/corpora/mcc");
        return;
    }
    for (name, coloured, twin) in twins {
        let unfolding =
            unfold(&coloured, &Budget::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let sizes = |net: &Net| (net.places.len(), net.transitions.len(), net.arcs.len());
        let (ours, theirs) = (sizes(unfolding.net()), sizes(&twin));
        if name.starts_with("NeoElection") {
            // The contest's nets keep what can never be marked or enabled.
            assert!(
                ours.0 < theirs.0 && ours.1 < theirs.1 && ours.2 < theirs.2,
                "{name}: {ours:?} {theirs:?}"
            );
        } else {
            assert_eq!(ours, theirs, "{name}");
        }
    }
}
