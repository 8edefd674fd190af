//! Every file of the editors' collection: read, or refused with a reason that has a place.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::support::{files_below, shared, source};
use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Format, Severity};
use sanderling_pnml::Pnml;

#[derive(Debug, Default)]
struct Tally {
    loaded: usize,
    refused: usize,
    unrecognised: usize,
}

/// Places, transitions and arcs.
type Counts = (usize, usize, usize);

#[test]
fn every_file_of_an_editor_is_read_or_refused_where_it_is_wrong() {
    let Some(folder) = shared("corpora/editors") else { return };
    let (features, mut tally) = (features(&folder), Tally::default());
    for path in files_below(&folder) {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
        let source = source(&path);
        let is_pnml = Pnml.recognise(&source) == Recognition::ByContent;
        match Pnml.parse(&source) {
            Ok(parsed) => {
                assert!(is_pnml, "{name}");
                check_counts(&name, &parsed, features.get(&name).copied());
                tally.loaded += 1;
            }
            Err(found) => {
                let mut errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
                assert!(errors.any(|error| error.span.is_some()), "{name}: {found}");
                *(if is_pnml { &mut tally.refused } else { &mut tally.unrecognised }) += 1;
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.loaded >= 125 && tally.unrecognised == 40, "{tally:?}");
}

fn features(folder: &Path) -> HashMap<String, Counts> {
    let text = fs::read_to_string(folder.join("FEATURES.tsv")).unwrap();
    let counts = |line: &str| -> Option<(String, Counts)> {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |index: usize| fields[index].parse().ok();
        Some((fields[0].to_owned(), (number(6)?, number(7)?, number(8)?)))
    };
    text.lines().filter_map(counts).collect()
}

/// The table counts every element of that name anywhere in the file. It counts the places of
/// final markings (pm4py, PNAPI) and of queries (TAPAAL) too, and `arc` elements only, where
/// verifypn's files have others.
fn check_counts(name: &str, parsed: &Parsed, expected: Option<Counts>) {
    let Some((places, transitions, arcs)) = expected else { panic!("{name} is not in the table") };
    let count = |of: fn(&sanderling_net::Net) -> usize| parsed.nets.iter().map(of).sum::<usize>();
    let found =
        (count(|net| net.places.len()), count(|net| net.transitions.len()), count(|net| net.arcs.len()));
    let has_other_arcs = name.starts_with("tapaal-verifypn") && arcs == 0;
    let has_other_places =
        name.starts_with("pm4py/") || name.ends_with("/module.pnml") || name.ends_with(".tapn");
    // A place with values of several types is read as several, and so are its arcs.
    let has_parts = name.starts_with("browser-petri-net-editor/");
    let found = if has_parts { (found.0.min(places), found.1, found.2.min(arcs)) } else { found };
    assert!(found.0 == places || has_other_places && found.0 < places, "{name}: {found:?}");
    assert!(found.1 == transitions || has_other_places && found.1 < transitions, "{name}: {found:?}");
    assert!(found.2 == arcs || has_other_arcs && found.2 > 0, "{name}: {found:?}");
    assert!(found.0 + found.1 > 0, "{name} is empty");
}
