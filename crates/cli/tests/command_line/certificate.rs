//! `--certificate`: the file written with an answer, and the cases without one.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use sanderling_certificate_check::schema::Certificate;
use sanderling_certificate_check::{Judgement, check};

use crate::running::{Ran, run, run_with_input};
use crate::words;

fn collection() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets")
}

/// Returns the checker's judgement of each claim in a certificate about a net, with the claim's name.
fn judged(net: &Path, certificate: &Path) -> Vec<(String, Judgement)> {
    let text = fs::read(certificate).unwrap();
    let read: Certificate = serde_json::from_slice(&text).unwrap();
    let names: Vec<String> = read.claims.iter().map(|claim| claim.name.clone()).collect();
    names.into_iter().zip(check(read, &fs::read(net).unwrap(), 0).unwrap()).collect()
}

fn assert_accepted(judged: &[(String, Judgement)], names: &[&str]) {
    assert!(judged.iter().all(|(_, one)| matches!(one, Judgement::Accepted(_))), "{judged:?}");
    assert_eq!(judged.iter().map(|(name, _)| name).collect::<Vec<_>>(), names);
}

#[test]
fn each_command_certifies_its_answers() {
    let folder = tempfile::tempdir().unwrap();
    let (net, file) = (collection().join("philosophers-3.pnml"), folder.path().join("certificate.json"));
    let certify = |words: &[&str]| -> Ran {
        let mut line: Vec<OsString> = words![words[0], net].into();
        line.extend(words[1..].iter().map(Into::into));
        line.extend(words!["--certificate", file]);
        run(&line)
    };
    assert_eq!(certify(&["deadlock"]).code, Some(1));
    assert_accepted(&judged(&net, &file), &["always not deadlock"]);
    assert_eq!(certify(&["explore"]).code, Some(0));
    assert_accepted(&judged(&net, &file), &["state space"]);
    let two = ["check", "--always", "tokens(eat_1, eat_2) <= 1", "--reach", "tokens(eat_3) = 2"];
    assert_eq!(certify(&two).code, Some(1));
    assert_accepted(&judged(&net, &file), &["always tokens(eat_1, eat_2) <= 1", "reach tokens(eat_3) = 2"]);
}

#[test]
fn ltl_answers_and_ctl_answers_about_markings_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let (net, file) = (collection().join("philosophers-3.pnml"), folder.path().join("certificate.json"));
    let mut line: Vec<OsString> = words!["check", net].into();
    for (option, formula) in [
        ("--ltl", "F deadlock"),
        ("--ltl", "G (deadlock -> X deadlock)"),
        ("--ltl", "eat_1 = 1"),
        ("--ltl", "G eat_1 <= 1"),
        ("--ctl", "AG eat_1 <= 1"),
        ("--ctl", "EF deadlock"),
        ("--ctl", "eat_1 = 0"),
        ("--ctl", "AG EF eat_1 = 1"),
    ] {
        line.extend(words![option, formula]);
    }
    line.extend(words!["--certificate", file]);
    assert_eq!(run(&line).code, Some(1));
    let mut judged = judged(&net, &file);
    let (name, last) = judged.pop().unwrap();
    assert!(
        matches!(&last, Judgement::NotProved(why) if why == "there are no certificates for such questions yet"),
        "{name}: {last:?}"
    );
    let names = [
        "ltl F deadlock",
        "ltl G (deadlock -> X deadlock)",
        "ltl eat_1 = 1",
        "ltl G eat_1 <= 1",
        "ctl AG eat_1 <= 1",
        "ctl EF deadlock",
        "ctl eat_1 = 0",
    ];
    assert_accepted(&judged, &names);
    let by = judged.iter().map(|(_, one)| match one {
        Judgement::Accepted(by) => by.split(' ').take(2).collect::<Vec<_>>().join(" "),
        other => panic!("{other:?}"),
    });
    let by: Vec<String> = by.collect();
    assert_eq!(by[..3], ["a run", "components of", "a run"]);
    assert_eq!(by[4..], ["a proof", "a run", "components of"]);
    let tight = run(&words![
        "check",
        net,
        "--ltl",
        "G (deadlock -> X deadlock)",
        "--property",
        "no livelock",
        "--certificate",
        file
    ]);
    assert_eq!(tight.code, Some(3), "{tight:?}");
}

#[test]
fn an_unknown_answer_is_not_certified() {
    let folder = tempfile::tempdir().unwrap();
    let (net, file) = (collection().join("kanban-2.pnml"), folder.path().join("certificate.json"));
    let ran = run(&words!["explore", net, "--max-states", "10", "--certificate", file]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let judged = judged(&net, &file);
    assert!(
        matches!(&judged[..], [(_, Judgement::NotProved(why))] if why.contains("not known")),
        "{judged:?}"
    );
}

#[test]
fn examinations_are_certified_answer_by_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (net, file) = (folder.path().join("model.pnml"), folder.path().join("certificate.json"));
    fs::copy(collection().join("philosophers-3.pnml"), &net).unwrap();
    let bound = "<property-set><property><id>B-00</id><description/><formula><place-bound><place>eat_1</place>\
                 <place>eat_2</place></place-bound></formula></property></property-set>";
    fs::write(folder.path().join("UpperBounds.xml"), bound).unwrap();
    let eats = "<tokens-count><place>eat_1</place></tokens-count>";
    let one = "<integer-constant>1</integer-constant>";
    let runs = format!(
        "<property-set><property><id>L-00</id><description/><formula><all-paths><globally><integer-le>{eats}{one}</integer-le></globally></all-paths></formula></property>\
         <property><id>L-01</id><description/><formula><all-paths><finally><integer-le>{one}{eats}</integer-le></finally></all-paths></formula></property>\
         <property><id>L-02</id><description/><formula><all-paths><globally><finally><integer-le>{eats}{one}</integer-le></finally></globally></all-paths></formula></property></property-set>"
    );
    fs::write(folder.path().join("LTLCardinality.xml"), runs).unwrap();
    for (examination, names) in [
        ("LTLCardinality", &["L-00", "L-01", "L-02"][..]),
        ("StateSpace", &["StateSpace"][..]),
        ("ReachabilityDeadlock", &["ReachabilityDeadlock"]),
        ("OneSafe", &["OneSafe"]),
        ("QuasiLiveness", &["QuasiLiveness"; 15]),
        ("StableMarking", &["StableMarking"; 15]),
        ("UpperBounds", &["B-00 (reached)", "B-00 (never more)"]),
        ("Liveness", &["Liveness"]),
    ] {
        let ran = run(&words!["mcc", folder.path(), "--examination", examination, "--certificate", file]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_accepted(&judged(&net, &file), names);
    }
    let dead = "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'><net id='n' \
                type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'><place id='p'/>\
                <transition id='t'/><arc id='a' source='p' target='t'/></page></net></pnml>";
    fs::write(&net, dead).unwrap();
    for examination in ["QuasiLiveness", "StableMarking"] {
        let ran = run(&words!["mcc", folder.path(), "--examination", examination, "--certificate", file]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_accepted(&judged(&net, &file), &[examination]);
    }
}

#[test]
fn programs_and_standard_input_are_refused() {
    let file = tempfile::tempdir().unwrap().path().join("certificate.json");
    let ran = run(&words!["deadlock", collection().join("jugs.dve"), "--certificate", file]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("place/transition nets"), "{}", ran.err);
    let net = fs::read(collection().join("philosophers-3.pnml")).unwrap();
    let ran = run_with_input(&words!["deadlock", "-", "--certificate", file], &net);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(!file.exists());
}
