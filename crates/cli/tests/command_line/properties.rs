//! `check`: properties from options and files.

use std::ffi::OsString;

use crate::net_file::{Folder, two_locks};
use crate::running::run;
use crate::words;

#[test]
fn invariants_and_reachability_have_their_verdicts_and_traces() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for (option, formula, code, verdict, steps) in [
        ("--always", "tokens(a) <= 1", 0, "holds", None),
        ("--always", "tokens(both1) = 0", 1, "violated", Some(2)),
        ("--reach", "tokens(both1) = 1", 0, "holds", Some(2)),
        ("--reach", "tokens(a) >= 2", 1, "violated", None),
        ("--property", "always not deadlock", 1, "violated", Some(2)),
        ("--property", "reach fireable(leave_1)", 0, "holds", Some(2)),
        ("--property", "EF (both1 = 1 AND NOT FIREABLE(leave_2))", 0, "holds", Some(2)),
        ("--property", "AG a <= 1", 0, "holds", None),
        ("--always", "a <= 1", 0, "holds", None),
        ("--always", "A[] a <= 1", 0, "holds", None),
        ("--reach", "not AG a <= 1", 1, "violated", None),
    ] {
        let ran = run(&words!["check", net, option, formula, "--format", "json"]);
        assert_eq!(ran.code, Some(code), "{formula}: {ran:?}");
        let json = ran.json();
        assert_eq!(json["question"], "check");
        assert_eq!(json["verdict"], verdict, "{formula}");
        assert_eq!(json["answers"][0]["verdict"], verdict, "{formula}");
        assert_eq!(json["trace"]["steps"].as_array().map(Vec::len), steps, "{formula}");
    }
}

#[test]
fn a_check_without_a_property_is_refused_with_an_example() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let refused = |words: &[OsString]| {
        let ran = run(words);
        assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{ran:?}");
        ran.err
    };
    let message = refused(&words!["check", net]);
    assert!(
        message.contains("no property: expected a property such as `'always tokens(p) <= 1'`"),
        "{message}"
    );
    assert!(message.contains("'always not deadlock'`; see `sanderling check --help`"), "{message}");
    for name in ["deadlock_free", "deadlock free"] {
        let message = refused(&words!["check", net, name]);
        assert!(message.contains("help: write `--deadlock-free`"), "{message}");
    }
    for words in [["always", "not", "deadlock"], ["ltl", "F", "deadlock"]] {
        let message = refused(&[words!["check", net].to_vec(), words.map(OsString::from).to_vec()].concat());
        let expected = format!("`{}` is not a complete property", words[0]);
        assert!(message.contains(&expected) && message.contains("in quotes"), "{message}");
    }
    let message = refused(&words!["check", "always tokens(a) <= 1"]);
    assert!(message.contains("no net: expected a file"), "{message}");
}

#[test]
fn a_property_beside_the_file_is_checked_as_with_its_option() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for property in ["always tokens(a) <= 1", "AG a <= 1", "ltl G a <= 1", "no livelock without take_a_1"] {
        let answers = |words: &[OsString]| run(words).json()["answers"].clone();
        let beside = answers(&words!["check", property, net, "--format", "json"]);
        let option = answers(&words!["check", net, "--property", property, "--format", "json"]);
        assert_eq!(beside[0]["verdict"], option[0]["verdict"], "{property}");
        assert_eq!(beside[0]["property"], option[0]["property"], "{property}");
        assert!(beside[0]["verdict"].is_string() && beside.as_array().unwrap().len() == 1, "{beside}");
    }
    let ran = run(&words!["check", net, "tokens(a) <= 1"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("expected `always` or `reach` and a condition"), "{ran:?}");
}

#[test]
fn several_properties_are_answered_in_their_order() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let file = folder.file("properties.txt", "always tokens(b) <= 1\nreach deadlock\n");
    let ran = run(&words![
        "check",
        net,
        "--reach",
        "tokens(both2) = 1",
        "--properties",
        file,
        "--always",
        "tokens(a) = 1",
        "--format",
        "json"
    ]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let json = ran.json();
    let verdicts: Vec<&str> = json["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["holds", "holds", "holds", "violated"], "{ran:?}");
    assert!(run(&words!["check", net, "--properties", file]).out.contains("every property holds"));
}

#[test]
fn an_error_in_a_formula_is_shown_with_its_column() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["check", net, "--always", "tokens(nowhere) <= 3"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("--always:1:8"), "{ran:?}");
    assert!(ran.err.contains("tokens(nowhere) <= 3") && ran.err.contains('^'), "{ran:?}");
    let json = run(&words!["check", net, "--property", "always tokens(a <= 3", "--format", "json"]).json();
    assert_eq!(json["diagnostics"][0]["line"], 1, "{json}");
}

#[test]
fn a_quantifier_behind_the_option_for_the_other_one_is_refused() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for (option, formula, other) in [
        ("--always", "EF a <= 1", "reach"),
        ("--reach", "not EF a <= 1", "always"),
        ("--reach", "always true", "always"),
    ] {
        let ran = run(&words!["check", net, option, formula]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let help = format!("for a property with its quantifier, or `--{other}`");
        assert!(ran.err.contains(&help) && ran.err.contains(&format!("{option}:1:1")), "{ran:?}");
    }
}

#[test]
fn a_file_without_properties_is_refused() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for content in [&b""[..], b"\xff\xfe", b"nonsense"] {
        let ran = run(&words!["check", net, "--properties", folder.file("properties.txt", content)]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
    }
}
