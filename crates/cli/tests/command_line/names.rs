//! Nodes by their names, in output for people.

use std::ffi::OsString;
use std::fs;

use crate::net_file::{Folder, document};
use crate::running::{run, run_with_input};
use crate::words;

/// A token goes from `p1` to `p2` and to `p3`. Both of these have the name "done"; only `p1` and the first transition
/// have unique names.
fn drawn() -> String {
    let place = |id: &str, name: &str, tokens: u32| {
        format!(
            "<place id=\"{id}\"><name><text>{name}</text></name><initialMarking><text>{tokens}</text></initialMarking></place>"
        )
    };
    let arc = |source: &str, target: &str| {
        format!("<arc id=\"{source}{target}\" source=\"{source}\" target=\"{target}\"/>")
    };
    document(&[format!(
        "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"page\">{}{}{}\
         <transition id=\"t1\"><name><text>send\n it</text></name></transition><transition id=\"t2\"/>{}{}{}{}</page></net>",
        place("p1", "in box", 1),
        place("p2", "done", 0),
        place("p3", "done", 0),
        arc("p1", "t1"),
        arc("t1", "p2"),
        arc("p2", "t2"),
        arc("t2", "p3"),
    )])
}

/// Asserts that a command shows the expected text by names (the default), by ids and by both.
fn shows(words: &[OsString], names: &str, ids: &str, both: &str) {
    for (which, shown) in [("names", names), ("ids", ids), ("both", both)] {
        let mut words = words.to_vec();
        words.extend(words!["--names", which]);
        let ran = run(&words);
        assert!(ran.out.contains(shown), "{which}: {ran:?}");
    }
    assert!(run(words).out.contains(names), "names are the default: {words:?}");
}

#[test]
fn names_are_shown_where_they_are_unique_and_ids_elsewhere() {
    let folder = Folder::new();
    let net = folder.file("drawn.pnml", drawn());
    let ran = run(&words!["deadlock", net]);
    assert!(
        ran.out.contains("  start: in box\n  1  send it  in box 1→0, p2 0→1\n  2  t2       p2 1→0, p3 0→1\n"),
        "{ran:?}"
    );
    let ran = run(&words!["deadlock", net, "--names", "ids"]);
    assert!(ran.out.contains("  start: p1\n  1  t1  p1 1→0, p2 0→1\n"), "{ran:?}");
    let ran = run(&words!["deadlock", net, "--names", "both"]);
    assert!(ran.out.contains("  1  t1 \"send it\"  p1 \"in box\" 1→0, p2 \"done\" 0→1\n"), "{ran:?}");
}

#[test]
fn bounds_pages_and_pictures_show_names() {
    let folder = Folder::new();
    let net = folder.file("drawn.pnml", drawn());
    for (words, names, ids, both) in [
        (
            words!["explore", net, "--bounds"].to_vec(),
            "\n  in box  1\n  p2      1\n",
            "\n  p1  1\n",
            "\n  p2 \"done\"    1\n",
        ),
        (
            words!["analyse", net].to_vec(),
            "in box + p2 + p3 = 1",
            "p1 + p2 + p3 = 1",
            "p1 \"in box\" + p2 \"done\"",
        ),
        (words!["graph", net].to_vec(), "send it", "t1", "t1 \\\"send it\\\""),
        (
            words!["check", net, "--reach", "p3 = 1"].to_vec(),
            "start: in box\n",
            "start: p1\n",
            "start: p1 \"in box\"\n",
        ),
    ] {
        shows(&words, names, ids, both);
    }
}

#[test]
fn descriptions_and_drawings_of_nets_have_names() {
    let folder = Folder::new();
    let net = folder.file("drawn.pnml", drawn());
    let coloured = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/coloured/philosophers-3.pnml");
    let text = fs::read_to_string(coloured).unwrap();
    let named = text.replacen("<text>eat</text>", "<text>having lunch</text>", 1);
    let coloured = folder.file("coloured.pnml", named);
    for (words, names, ids, both) in [
        (
            words!["info", net].to_vec(),
            "  in box + p2 + p3 = 1\n",
            "  p1 + p2 + p3 = 1\n",
            "p1 \"in box\" + p2 \"done\" +",
        ),
        (words!["info", coloured].to_vec(), "\n  having lunch ", "\n  eat ", "\n  eat \"having lunch\" "),
        (words!["graph", net, "--structure"].to_vec(), ">in box<", ">p1<", ">p1 \"in box\"<"),
        (
            words!["simulate", net].to_vec(),
            "start: in box\n   1  send it\n",
            "start: p1\n   1  t1\n",
            "   1  t1 \"send it\"\n",
        ),
    ] {
        shows(&words, names, ids, both);
    }
    // A name of two nodes is not shown for either.
    assert!(run(&words!["graph", net, "--structure"]).out.contains(">p2<"));
}

#[test]
fn a_transition_fires_by_its_name_and_by_its_id_and_json_has_ids() {
    let folder = Folder::new();
    let net = folder.file("drawn.pnml", drawn());
    let ran = run_with_input(&words!["simulate", net], b"send it\nsend it\ntrace\nback\nt1\n");
    assert!(ran.out.contains("\nsend it: in box 1→0, p2 0→1\nafter 1 firing: p2\n   1  t2\n"), "{ran:?}");
    assert!(ran.out.contains("`send it` is not enabled: place `in box`"), "{ran:?}");
    assert!(ran.out.contains("\n  start: in box\n  1  send it  in box 1→0, p2 0→1\n"), "{ran:?}");
    assert_eq!(ran.out.matches("\nsend it: in box").count(), 2, "{ran:?}");
    let json = run_with_input(&words!["simulate", net, "--format", "json"], b"send it\n").json();
    assert_eq!(json["trace"]["steps"][0]["event"], "t1");
    assert_eq!(json["marking"]["p2"], 1);
}

#[test]
fn json_has_ids_and_a_table_of_names() {
    let folder = Folder::new();
    let net = folder.file("drawn.pnml", drawn());
    for which in ["names", "ids", "both"] {
        let json = run(&words!["deadlock", net, "--names", which, "--format", "json"]).json();
        assert_eq!(json["trace"]["initial"]["p1"], 1);
        assert_eq!(json["trace"]["steps"][0]["event"], "t1");
        assert_eq!(json["names"], serde_json::json!({ "p1": "in box", "t1": "send it" }));
    }
}

#[test]
fn stored_traces_have_ids_and_replay() {
    let folder = Folder::new();
    let net = folder.file("drawn.pnml", drawn());
    for name in ["run.json", "run.xml", "run.scn", "run.csv"] {
        let trace = folder.path().join(name);
        run(&words!["deadlock", net, "--trace", trace]);
        let text = fs::read_to_string(&trace).unwrap();
        assert!(text.contains("t1") && !text.contains("in box"), "{text}");
        let ran = run(&words!["replay", net, "--trace", trace]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
    let ran =
        run(&words!["replay", net, "--trace", folder.file("one.json", r#"{"steps": [{"event": "t1"}]}"#)]);
    assert!(ran.out.contains("reached: p2"), "{ran:?}");
}

#[test]
fn nodes_of_an_unfolding_have_the_name_of_the_coloured_one() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/coloured/philosophers-3.pnml");
    let folder = Folder::new();
    let text = fs::read_to_string(net).unwrap();
    assert!(text.contains("<place id=\"eat\">"), "the net has changed");
    let start = text.find("<place id=\"eat\">").unwrap();
    let named = match text[start..].find("<name><text>") {
        Some(at) if at < 200 => {
            let at = start + at + "<name><text>".len();
            let end = at + text[at..].find('<').unwrap();
            format!("{}having lunch{}", &text[..at], &text[end..])
        }
        _ => text.replace("<place id=\"eat\">", "<place id=\"eat\"><name><text>having lunch</text></name>"),
    };
    let file = folder.file("named.pnml", named);
    let ran = run(&words!["explore", file, "--bounds"]);
    assert!(ran.out.contains("  having lunch(p1)"), "{ran:?}");
    let ran = run(&words!["explore", file, "--bounds", "--names", "ids"]);
    assert!(ran.out.contains("  eat(p1)") && !ran.out.contains("lunch"), "{ran:?}");
}
