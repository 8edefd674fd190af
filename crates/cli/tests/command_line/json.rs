//! The JSON output of the program matches `docs/json.md`.

use std::path::{Path, PathBuf};

use sanderling_report::{Failure, Progress, Report, StructureReport};
use serde_json::Value;

use crate::net_file::{Folder, document, pnml, source, switches, two_locks};
use crate::running::run;
use crate::words;

#[test]
fn an_answer_has_the_documented_keys_and_the_right_statistics() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["explore", net, "--format", "json", "--levels", "--bounds"]);
    let json = ran.json();
    for (key, value) in [
        ("schema", Value::from(3)),
        ("file", net.to_str().unwrap().into()),
        ("format", "pnml".into()),
        ("question", "explore".into()),
        ("verdict", "computed".into()),
        ("reason", Value::Null),
        ("states", 6.into()),
        ("firings", 8.into()),
        ("deadlocks", 1.into()),
        ("max_tokens_in_place", 1.into()),
        ("max_tokens_in_marking", 4.into()),
        ("levels", serde_json::json!([1, 2, 3])),
        ("exhaustive", true.into()),
        ("trace", Value::Null),
    ] {
        assert_eq!(json[key], value, "{key}");
    }
    assert_eq!(json["bounds"]["a"], 1);
    assert_eq!(json["dead_transitions"], serde_json::json!([]));
    let report: Report = serde_json::from_value(json).unwrap();
    let time = report.time_s;
    assert!(time.total >= time.parse + time.compile + time.search, "{time:?}");
    assert!(report.peak_memory_bytes >= report.store_bytes && report.store_bytes > 0, "{report:?}");
    assert!(report.bits_per_state >= 3, "{report:?}");
}

#[test]
fn statistics_that_were_not_computed_are_null() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["check", net, "--ltl", "G F tokens(a) == 1", "--format", "json"]);
    let json = ran.json();
    assert_eq!(json["verdict"], "violated");
    for key in ["states", "max_tokens_in_place", "max_tokens_in_marking"] {
        assert!(json[key].is_null(), "{key}: {ran:?}");
    }
    let table = run(&words!["check", net, "--ltl", "G F tokens(a) == 1", "--format", "csv"]);
    let rows: Vec<Vec<&str>> = table.out.lines().map(|line| line.split(',').collect()).collect();
    let column = rows[0].iter().position(|&name| name == "max_tokens_in_place").unwrap();
    assert_eq!(rows[1][column], "", "{table:?}");
}

#[test]
fn counts_too_large_for_a_float_are_strings() {
    let folder = Folder::new();
    let net = document(&[pnml("large", &[("p", u64::MAX), ("q", 3)], &[])]);
    let json = run(&words!["explore", folder.file("large.pnml", net), "--format", "json"]).json();
    assert_eq!(json["max_tokens_in_place"], "18446744073709551615");
    assert_eq!(json["max_tokens_in_marking"], "18446744073709551618");
}

#[test]
fn a_deadlock_comes_with_its_trace() {
    let folder = Folder::new();
    let ran = run(&words!["deadlock", folder.file("locks.pnml", two_locks()), "--format", "json"]);
    let trace = &ran.json()["trace"];
    assert_eq!(trace["initial"]["idle1"], 1);
    assert_eq!(trace["steps"].as_array().unwrap().len(), 2);
    assert_eq!(trace["steps"][0]["binding"], serde_json::json!({}));
    assert_eq!(trace["steps"][0]["changed"].as_array().unwrap().len(), 3);
}

#[test]
fn every_order_driver_encoding_and_number_of_threads_agrees() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for options in [
        &["--order", "dfs"][..],
        &["--driver", "sequential"],
        &["--driver", "batched", "--threads", "2"],
        &["--encoding", "radix"],
        &["--encoding", "fields", "--seed", "7"],
    ] {
        let mut words = words!["explore", net, "--format", "json"].to_vec();
        words.extend(options.iter().map(Into::into));
        let json = run(&words).json();
        assert_eq!(
            (&json["states"], &json["firings"], &json["deadlocks"]),
            (&6.into(), &8.into(), &1.into()),
            "{options:?}"
        );
    }
}

#[test]
fn a_search_to_a_depth_reports_the_states_within_the_depth() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let options: [&[&str]; 3] =
        [&[], &["--increment", "1", "--frontier-tree", "off"], &["--depth-thresholds", "off"]];
    for (depth, states, firings, code) in [("1", 3, 2, 2), ("2", 6, 8, 0), ("1e3", 6, 8, 0)] {
        for chosen in options {
            let mut words = words!["explore", net, "--format", "json", "--depth", depth].to_vec();
            words.extend(chosen.iter().map(Into::into));
            let ran = run(&words);
            let json = ran.json();
            assert_eq!((ran.code, &json["states"]), (Some(code), &states.into()), "{words:?}");
            assert_eq!(json["firings"], firings, "{words:?}");
            assert_eq!(json["depth"]["complete"], code == 0, "{words:?}");
            let reason = if code == 0 { Value::Null } else { "depth_limit".into() };
            assert_eq!((&json["reason"], &json["options"]["order"]), (&reason, &"depth".into()), "{words:?}");
        }
    }
}

#[test]
fn options_incompatible_with_a_depth_are_a_usage_error() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for (option, value) in [
        ("--order", "dfs"),
        ("--threads", "2"),
        ("--retain", "sweep"),
        ("--reduce", "chains"),
        ("--increment", "0"),
    ] {
        let ran = run(&words!["explore", net, "--depth", "3", option, value]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains(option), "{ran:?}");
    }
    let ran = run(&words!["explore", net, "--increment", "3"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[test]
fn an_unbounded_net_is_explored_to_a_depth() {
    let folder = Folder::new();
    let ran =
        run(&words!["explore", folder.file("source.pnml", source()), "--depth", "300", "--format=json"]);
    assert_eq!((ran.code, &ran.json()["states"]), (Some(2), &301.into()), "{ran:?}");
    assert_eq!(ran.json()["reason"], "depth_limit");
}

#[test]
fn info_counts_places_transitions_and_arcs() {
    let folder = Folder::new();
    let ran = run(&words!["info", folder.file("locks.pnml", two_locks()), "--format", "json"]);
    let report: StructureReport = serde_json::from_value(ran.json()).unwrap();
    assert_eq!((report.places, report.transitions, report.arcs), (8, 6, 20));
    assert_eq!(report.arcs_by_kind.get("input"), Some(&10));
    assert_eq!(report.initial_tokens, Some(4u64.into()));
    assert_eq!(ran.json()["question"], "info");
    assert!(!report.invariants.is_empty());
    assert!(run(&words!["info", folder.file("locks.pnml", two_locks())]).out.contains("transitions"));
}

fn philosophers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets/coloured/philosophers-3.pnml")
}

#[test]
fn info_describes_a_coloured_net_as_its_file_has_it() {
    let net = philosophers();
    let described = |more: &[&str]| -> StructureReport {
        let mut words = words!["info", net, "--format", "json"].to_vec();
        words.extend(more.iter().map(std::ffi::OsString::from));
        serde_json::from_value(run(&words).json()).unwrap()
    };
    let report = described(&[]);
    let coloured = report.coloured.expect("the net is coloured");
    assert_eq!((report.places, report.transitions, report.arcs), (4, 3, 9));
    assert_eq!((report.initial_tokens, report.unfolding), (Some(6u64.into()), None));
    assert_eq!(coloured.sorts[0].values, Some(3u64.into()));
    assert_eq!(coloured.variables.get("x").map(String::as_str), Some("Philosopher"));
    assert_eq!(coloured.inscriptions.0[0], ("x".to_owned(), 7));
    let unfolded = described(&["--unfold"]);
    assert_eq!((unfolded.places, unfolded.coloured), (12, None));
    assert!(unfolded.unfolding.is_some() && !unfolded.invariants.is_empty());
    assert!(described(&["--reduce"]).reduction.is_some(), "the rules are those of the unfolding");
}

#[test]
fn a_coloured_net_that_cannot_be_unfolded_is_described_at_once() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(philosophers()).unwrap();
    let start = text.find("<cyclicenumeration").expect("its sort is an enumeration");
    let end = text.find("</cyclicenumeration>").unwrap() + "</cyclicenumeration>".len();
    let range = "<finiteintrange start=\"1\" end=\"4000000000\"/>";
    let huge = text.replace(&text[start..end], range).replace("<successor>", "").replace("</successor>", "");
    let file = folder.file("huge.pnml", huge);
    let ran = run(&words!["info", file]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("4000000000 values") && ran.out.contains("8000000000"), "{ran:?}");
}

#[test]
fn info_shows_what_structural_rules_remove() {
    let folder = Folder::new();
    let locks = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["info", locks, "--reduce", "--format", "json"]);
    let report: StructureReport = serde_json::from_value(ran.json()).unwrap();
    let reduction = report.reduction.expect("it was requested");
    assert!(reduction.deadlocks && reduction.places < report.places, "{reduction:?}");
    let removed: usize = reduction.rules.iter().map(|rule| rule.places).sum();
    assert_eq!(removed, report.places - reduction.places);
    assert!(run(&words!["info", locks, "--reduce"]).out.contains("reduced to"));
    assert!(run(&words!["info", locks, "--format=json"]).json().get("reduction").is_none());
}

#[test]
fn convert_writes_the_reduced_net_with_the_same_deadlocks() {
    let folder = Folder::new();
    let locks = folder.file("locks.pnml", two_locks());
    let smaller = folder.path().join("smaller.pnml");
    let ran = run(&words!["convert", locks, "--reduce", "-o", smaller]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let (before, after) = (run(&words!["deadlock", locks]), run(&words!["deadlock", smaller]));
    assert_eq!((before.code, after.code), (Some(1), Some(1)), "{after:?}");
}

#[test]
fn nodes_to_keep_must_exist() {
    let folder = Folder::new();
    let locks = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["info", locks, "--reduce=reach", "--keep", "nothing_of_the_kind"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("nothing_of_the_kind"), "{ran:?}");
    assert_eq!(run(&words!["info", locks, "--keep", "x"]).code, Some(3));
}

#[test]
fn a_failure_is_one_object_too() {
    let folder = Folder::new();
    let cases = [
        (words!["explore", folder.path().join("missing.pnml"), "--format", "json"].to_vec(), "input"),
        (words!["explore", folder.file("bad.pnml", "<pnml><net"), "--format=json"].to_vec(), "input"),
        (words!["explore", "--format", "json"].to_vec(), "usage"),
        (words!["--format", "json", "fly"].to_vec(), "usage"),
    ];
    for (words, kind) in cases {
        let ran = run(&words);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let failure: Failure = serde_json::from_value(ran.json()).unwrap();
        assert_eq!(failure.error.to_string(), kind, "{ran:?}");
        assert!(!failure.message.is_empty());
    }
    let missing: Failure = serde_json::from_value(run(&["explore", "--format", "json"]).json()).unwrap();
    assert_eq!(missing.message, "the following required arguments were not provided: <FILE>...");
    let message = run(&["--format", "json"]).json()["message"].to_string();
    assert!(message.contains("requires a subcommand"), "{message}");
}

#[test]
fn progress_is_lines_of_json_on_standard_error() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(17));
    let ran = run(&words!["explore", net, "--progress", "json", "--format", "json"]);
    assert_eq!(ran.json()["states"], 1 << 17);
    let lines: Vec<Progress> = ran.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.is_sorted_by(|a, b| a.states <= b.states), "{lines:?}");
    assert!(lines.iter().all(|line| line.states <= (1u64 << 17).into()), "{lines:?}");
    assert_eq!(run(&words!["explore", net, "--progress", "none"]).err, "");
}

#[test]
fn the_formats_are_listed() {
    let json = run(&["formats", "--format", "json"]).json();
    let names: Vec<&str> =
        json["formats"].as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"pnml"), "{names:?}");
    assert!(run(&["formats"]).out.contains("pnml"));
}
