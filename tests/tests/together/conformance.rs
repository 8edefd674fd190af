//! The conformance nets of PNML, from the file to the statistics.

use std::path::PathBuf;

use sanderling::{Control, Question, analyse};
use sanderling_net::Net;
use sanderling_report::{Count, NupnClaim, Report, Verdict};
use sanderling_testkit::corpora::{CONFORMANCE, Expectation, reference, skip};
use sanderling_tests::{Configuration, check_self_covering, read_nets};

fn folder(test: &str) -> Option<PathBuf> {
    let folder = reference().map(|reference| reference.join("pnml-conformance"));
    let folder = folder.filter(|folder| folder.is_dir());
    if folder.is_none() {
        skip(test, "../shared/reference/pnml-conformance");
    }
    folder
}

/// Returns the net of a file, or the one with this id if there are several.
fn net(folder: &std::path::Path, expected: &Expectation) -> Net {
    let nets = read_nets(&folder.join(expected.file).with_extension("pnml")).nets;
    assert!(expected.net.is_some() || nets.len() == 1, "{} holds one net", expected.file);
    let is_meant = |net: &Net| expected.net.is_none_or(|id| net.id == id);
    nets.into_iter().find(is_meant).unwrap_or_else(|| panic!("no such net: {expected:?}"))
}

fn explored(net: &Net, configuration: &Configuration) -> Report {
    analyse(net, &configuration.request(Question::Explore), &Control::default()).unwrap()
}

fn statistics(report: &Report) -> [Option<Count>; 5] {
    [
        report.states,
        report.firings,
        report.deadlocks,
        report.max_tokens_in_place,
        report.max_tokens_in_marking,
    ]
}

#[test]
fn conformance_nets_have_their_statistics_in_every_configuration() {
    let Some(folder) = folder("conformance_nets_have_their_statistics_in_every_configuration") else {
        return;
    };
    for expected in CONFORMANCE {
        let net = net(&folder, expected);
        for configuration in Configuration::all() {
            let report = explored(&net, &configuration);
            let about = format!("{expected:?} {configuration:?}");
            assert_eq!(report.verdict, Verdict::Computed, "{about}");
            let Some(known) = expected.statistics else {
                check_self_covering(&net, report.unbounded.as_ref().expect("a proof"));
                let [states, firings, _, in_place, in_marking] = statistics(&report);
                assert_eq!([states, firings, in_place, in_marking], [Some(Count::Infinite); 4], "{about}");
                continue;
            };
            let known: [Count; 5] = [
                known.states.into(),
                known.firings.into(),
                known.deadlocks.into(),
                known.max_tokens_in_place.into(),
                known.max_tokens_in_marking.into(),
            ];
            assert_eq!(statistics(&report), known.map(Some), "{about}");
        }
    }
}

#[test]
fn a_false_claim_of_unit_safety_is_reported_with_its_places() {
    let Some(folder) = folder("a_false_claim_of_unit_safety_is_reported_with_its_places") else { return };
    let expected = CONFORMANCE.iter().find(|expected| expected.file == "C13").unwrap();
    let net = net(&folder, expected);
    for configuration in Configuration::all() {
        let report = explored(&net, &configuration);
        let NupnClaim::Refuted { mut places, marking } = report.nupn_claim else {
            panic!("{configuration:?}: {:?}", report.nupn_claim)
        };
        places.sort();
        assert_eq!(places, ["p0", "p1"], "{configuration:?}");
        assert_eq!(marking.len(), 2, "{configuration:?}: {marking:?}");
    }
}
