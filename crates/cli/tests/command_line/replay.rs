//! `replay`: a stored trace is a run of the net, or the program names the step that is not.

use serde_json::{Value, json};

use crate::net_file::{Folder, clock, source, two_locks};
use crate::running::{run, run_with_input};
use crate::words;

fn stored(folder: &Folder) -> (std::path::PathBuf, Value) {
    let net = folder.file("locks.pnml", two_locks());
    let report = run(&words!["deadlock", net, "--format", "json"]).json();
    (net, report)
}

#[test]
fn a_stored_answer_is_replayed_to_its_deadlock() {
    let folder = Folder::new();
    let (net, report) = stored(&folder);
    let whole = folder.file("answer.json", report.to_string());
    let alone = folder.file("trace.json", report["trace"].to_string());
    for trace in [whole, alone] {
        let ran = run(&words!["replay", net, "--trace", trace, "--format", "json"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let json = ran.json();
        assert_eq!(
            (&json["verdict"], &json["steps"], &json["deadlock"]),
            (&"holds".into(), &2.into(), &true.into())
        );
        assert_eq!(json["marking"], json!({"first1": 1, "first2": 1}));
    }
    let piped = run_with_input(&words!["replay", net, "--trace", "-"], report.to_string().as_bytes());
    assert!(piped.out.starts_with("holds:"), "{piped:?}");
}

#[test]
fn a_proof_that_a_net_is_unbounded_is_replayed() {
    let folder = Folder::new();
    let net = folder.file("source.pnml", source());
    let proof = folder.file("proof.json", run(&words!["explore", net, "--format", "json"]).out);
    let json = run(&words!["replay", net, "--trace", proof, "--format", "json"]).json();
    assert_eq!(json["verdict"], "holds", "{json}");
    assert!(json["marking"]["heap"].as_u64().unwrap() > 0, "{json}");
}

#[test]
fn a_trace_of_another_net_is_refused() {
    let folder = Folder::new();
    let (_, report) = stored(&folder);
    let trace = folder.file("trace.json", report.to_string());
    let ran =
        run(&words!["replay", folder.file("clock.pnml", clock()), "--trace", trace, "--format", "json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.json()["verdict"], "violated");
}

#[test]
fn a_step_that_is_not_enabled_or_has_a_wrong_effect_is_found() {
    let folder = Folder::new();
    let (net, report) = stored(&folder);
    let mut twice = report["trace"].clone();
    let first = twice["steps"][0].clone();
    twice["steps"].as_array_mut().unwrap().insert(1, first);
    let mut lie = report["trace"].clone();
    lie["steps"][1]["changed"][0]["after"] = json!(7);
    for trace in [twice, lie] {
        let file = folder.file("trace.json", trace.to_string());
        let ran = run(&words!["replay", net, "--trace", file, "--format", "json"]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert_eq!(ran.json()["failed_step"], 2, "{ran:?}");
    }
}

#[test]
fn a_file_that_is_not_a_trace_is_bad_input() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for content in ["", "[]", "{}", "{\"trace\": null}", "{\"steps\": 3}", "nonsense"] {
        let ran = run(&words!["replay", net, "--trace", folder.file("trace.json", content)]);
        assert_eq!(ran.code, Some(3), "{content}: {ran:?}");
    }
    let nothing = run(&words!["replay", net, "--trace", folder.file("trace", " \n")]);
    assert_eq!(nothing.code, Some(3), "{nothing:?}");
    // The text could be the name of a transition.
    let a_name = run(&words!["replay", net, "--trace", folder.file("trace", "nonsense")]);
    assert_eq!((a_name.code, a_name.out.contains("no transition `nonsense`")), (Some(1), true), "{a_name:?}");
}

#[test]
fn the_trace_of_an_answer_is_written_in_every_format_and_replayed() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for (name, options) in [
        ("run.json", &[][..]),
        ("run.xml", &[]),
        ("run.scn", &[]),
        ("run.csv", &[]),
        ("run", &["--trace-format", "scn"]),
    ] {
        let file = folder.path().join(name);
        let mut call = words!["deadlock", net, "--trace", file].to_vec();
        call.extend(options.iter().map(Into::into));
        let found = run(&call);
        assert_eq!(found.code, Some(1), "{found:?}");
        let ran = run(&words!["replay", net, "--trace", file, "--format", "json"]);
        assert_eq!((ran.code, &ran.json()["deadlock"]), (Some(0), &true.into()), "{name}: {ran:?}");
    }
}

#[test]
fn a_trace_file_without_a_format_or_without_a_trace_is_reported() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["deadlock", net, "--trace", folder.path().join("run.txt")]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("expected .json, .xml, .trc, .scn or .csv or, for a picture, .svg"), "{ran:?}");
    assert!(ran.err.contains("--trace-format (json, tapaal, scn, csv, svg)"), "{ran:?}");
    let file = folder.path().join("run.scn");
    let ran = run(&words!["explore", net, "--trace", file]);
    assert_eq!((ran.code, file.exists()), (Some(0), false), "{ran:?}");
    assert!(ran.err.contains("the answer has no trace"), "{ran:?}");
}

#[test]
fn a_broken_trace_is_shown_with_its_line() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for (name, text, message) in [
        ("run.scn", "a\nb;c\n", ":2:2"),
        ("run.xml", "<trace>\n <step/></trace>", ":2:2"),
        ("run.csv", "step,transition,binding,changes,error\n1,t\n", ":2:1"),
        ("run.xml", "<!DOCTYPE trace [<!ENTITY a 'b'>]><trace/>", ":1:1"),
    ] {
        let ran = run(&words!["replay", net, "--trace", folder.file(name, text)]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains(message), "{text}: {ran:?}");
    }
}

#[test]
fn the_run_of_a_program_is_drawn_as_a_sequence_chart() {
    let folder = Folder::new();
    let chart = folder.file("run.svg", "");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/alternating-bit.pml");
    let ran = run(&words!["check", program, "--query", "delivered", "--trace", &chart]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    let svg = std::fs::read_to_string(&chart).unwrap();
    assert!(svg.contains("toReceiver!data(number)") && svg.contains("and then for ever:"), "{svg}");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/philosophers-3.pnml");
    let ran = run(&words!["deadlock", net, "--trace", chart]);
    assert!(ran.code == Some(3) && ran.err.contains("a sequence chart shows a run of a program"), "{ran:?}");
}
