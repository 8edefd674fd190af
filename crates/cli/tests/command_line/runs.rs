//! `check`: formulas of LTL and CTL, and the runs that violate them.

use serde_json::{Value, json};

use crate::net_file::{Folder, document, pnml, two_locks};
use crate::running::run;
use crate::words;

/// A token that moves between `a` and `b`, or to `c`, where it stays for ever, or to `d`, where nothing is enabled.
fn round() -> String {
    let places = [("a", 1), ("b", 0), ("c", 0), ("d", 0)];
    let go = |from, to| ([(from, 1)], [(to, 1)]);
    let rules = [
        ("go", go("a", "b")),
        ("back", go("b", "a")),
        ("leave", go("b", "c")),
        ("stay", go("c", "c")),
        ("end", go("b", "d")),
    ];
    let rules: Vec<_> = rules.iter().map(|(id, (from, to))| (*id, &from[..], &to[..])).collect();
    document(&[pnml("round", &places, &rules)])
}

/// Returns the ids of the transitions of a trace, and the position from which they are repeated.
fn events(trace: &Value) -> (Vec<&str>, Option<u64>) {
    let steps = trace["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    (steps.iter().map(|step| step["event"].as_str().unwrap()).collect(), trace["repeated_from"].as_u64())
}

#[test]
fn formulas_about_runs_have_their_verdicts_and_runs() {
    let folder = Folder::new();
    let net = folder.file("round.pnml", round());
    type Run<'a> = Option<(Vec<&'a str>, Option<u64>)>;
    let expected: [(&str, &str, &str, Run<'_>); 12] = [
        ("--ltl", "G (go -> F leave)", "holds", None),
        ("--ltl", "G (b = 1 -> X (a = 1 or c = 1 or d = 1))", "holds", None),
        ("--ltl", "G not d = 1", "violated", Some((vec!["go", "end"], None))),
        ("--ltl", "F (c = 1 or d = 1)", "violated", Some((vec!["go", "back"], Some(0)))),
        ("--ltl", "(F G c = 1) or (G F a = 1)", "violated", Some((vec!["go", "end"], Some(2)))),
        ("--ltl", "ltl (not c = 1) W leave", "holds", None),
        ("--ctl", "AG EF deadlock", "violated", None),
        ("--ctl", "EF d = 1", "holds", Some((vec!["go", "end"], None))),
        ("--ctl", "A[a = 1 or b = 1 W c = 1 or d = 1]", "holds", None),
        ("--property", "ctl EG (a = 1 or b = 1)", "holds", None),
        ("--response", "go leads to c = 1", "violated", None),
        ("--home", "a = 1", "violated", None),
    ];
    for (option, formula, verdict, run_expected) in expected {
        let ran = run(&words!["check", net, option, formula, "--format", "json"]);
        let json = ran.json();
        assert_eq!(json["verdict"], verdict, "{formula}: {ran:?}");
        assert_eq!(ran.code, Some(i32::from(verdict == "violated")), "{formula}");
        let trace = &json["trace"];
        if let Some(expected) = run_expected {
            assert_eq!(events(trace), expected, "{formula}");
        }
        if formula == "go leads to c = 1" {
            assert!(trace["repeated_from"].is_u64(), "{formula}: {trace}");
            assert_eq!(json["answers"][0]["property"], "ltl G ((go) -> F (c = 1))");
        }
    }
}

#[test]
fn livelocks_are_runs_without_an_end_and_without_progress() {
    let folder = Folder::new();
    let net = folder.file("round.pnml", round());
    type Run<'a> = Option<(Vec<&'a str>, u64)>;
    let expected: [(&str, Run<'_>); 6] = [
        ("go, stay", None),
        ("*", None),
        ("b*, s*y", None),
        ("stay, end", Some((vec!["go", "back"], 0))),
        ("\"go\",back", Some((vec!["go", "leave", "stay"], 2))),
        ("end", Some((vec!["go", "back"], 0))),
    ];
    for (pattern, run_expected) in expected {
        let ran = run(&words!["check", net, "--livelock", pattern, "--format", "json"]);
        let json = ran.json();
        assert_eq!(json["verdict"], if run_expected.is_some() { "violated" } else { "holds" }, "{ran:?}");
        assert_eq!(json["answers"][0]["property"], format!("no livelock without {pattern}"));
        if let Some((steps, repeated_from)) = run_expected {
            assert_eq!(events(&json["trace"]), (steps, Some(repeated_from)), "{pattern}");
        }
    }
    let file = folder.path().join("run.json");
    let ran = run(&words!["check", net, "--property", "no livelock", "--always", "a <= 1", "--trace", file]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("violated  no livelock\n  holds     always a <= 1"), "{}", ran.out);
    assert_eq!(run(&words!["replay", net, "--trace", file]).code, Some(0));
    for (pattern, more, part) in [
        ("x*", &[][..], "no transition of the net matches"),
        ("back back", &[], "expected `,` and another transition"),
        ("b*", &["--order", "dfs"], "do not support this option"),
        ("b*", &["--certificate", "c"], "have no certificates"),
        ("b*", &["--trace", "run.csv"], "livelocks"),
        ("b*", &["--fair", "weak:process"], "the net does not define"),
        ("b*", &["--fair", "fair"], "weak:process"),
    ] {
        let words = words!["check", net, "--livelock", pattern];
        let refused = run(&words.iter().cloned().chain(more.iter().map(Into::into)).collect::<Vec<_>>());
        assert_eq!(refused.code, Some(3), "{refused:?}");
        assert!(refused.err.contains(part), "{part}: {}", refused.err);
    }
}

#[test]
fn an_infinite_run_is_shown_stored_and_replayed() {
    let folder = Folder::new();
    let net = folder.file("round.pnml", round());
    for name in ["run.json", "run.xml"] {
        let file = folder.path().join(name);
        let ran = run(&words!["check", net, "--ltl", "F (c = 1 or d = 1)", "--trace", file]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.out.contains("  and then for ever:\n  1  go"), "{}", ran.out);
        let replayed = run(&words!["replay", net, "--trace", file]);
        assert_eq!(replayed.code, Some(0), "{replayed:?}");
        let stored = std::fs::read_to_string(&file).unwrap();
        let broken = stored.replace("\"back\"", "\"leave\"");
        assert_ne!(stored, broken);
        let broken = folder.file(name, broken);
        assert_eq!(run(&words!["replay", net, "--trace", broken]).code, Some(1), "{name}");
    }
    let lasso = json!({ "steps": [{ "event": "go" }, { "event": "leave" }, { "event": "stay" }], "repeated_from": 2 });
    for (repeated_from, part) in [
        (json!(2), None),
        (json!(0), Some("cannot be repeated forever: they lead to another marking")),
        (json!(3), Some("but a transition is enabled there")),
        (json!(4), Some("is not a step of the run")),
        (Value::Null, None),
    ] {
        let mut lasso = lasso.clone();
        lasso["repeated_from"] = repeated_from;
        let file = folder.file("lasso.json", lasso.to_string());
        let ran = run(&words!["replay", net, "--trace", file]);
        assert_eq!(ran.code, Some(i32::from(part.is_some())), "{lasso}: {ran:?}");
        assert!(part.is_none_or(|part| ran.out.contains(part)), "{lasso}: {}", ran.out);
    }
}

#[test]
fn formulas_about_runs_and_properties_of_markings_are_answered_in_their_order() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let file = folder.file("properties.txt", "always tokens(b) <= 1; ctl AG EF first1 = 1\nreach deadlock\n");
    let ran = run(&words![
        "check",
        net,
        "--ltl",
        "G F deadlock",
        "--properties",
        file,
        "--home",
        "idle1 = 1",
        "--always",
        "b <= 1",
        "--format",
        "json"
    ]);
    let json = ran.json();
    let answers: Vec<_> = json["answers"].as_array().unwrap().iter().collect();
    let column = |key: &str| -> Vec<&str> { answers.iter().map(|one| one[key].as_str().unwrap()).collect() };
    assert_eq!(
        column("property"),
        [
            "ltl G F deadlock",
            "always tokens(b) <= 1",
            "ctl AG EF first1 = 1",
            "reach deadlock",
            "ctl AG EF (idle1 = 1)",
            "always b <= 1"
        ]
    );
    assert_eq!(column("verdict"), ["violated", "holds", "holds", "holds", "violated", "holds"]);
    assert_eq!(json["states"], 6);
}

#[test]
fn options_incompatible_with_formulas_about_runs_are_refused() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let scn = folder.path().join("run.scn");
    for (more, part) in [
        (words!["--retain", "sweep"].to_vec(), "a search for runs keeps all states"),
        (words!["--store", "bitstate"].to_vec(), "stores whole states, and restarts with the tree store"),
        (words!["--order", "dfs"].to_vec(), "do not support this option"),
        (words!["--depth", "3"].to_vec(), "omit `--depth`"),
        (words!["--disk-size", "1G"].to_vec(), "writes nothing to disk: omit `--disk-size`"),
        (words!["--progress-measure", "learn:1"].to_vec(), "omit `--progress-measure`"),
        (words!["--shortest", "--fair", "weak"].to_vec(), "omit `--shortest`"),
        (words!["--trace", scn].to_vec(), "choose `json` or `tapaal`"),
        (words!["--certificate", "c.json", "--fair", "weak"].to_vec(), "have no certificates"),
    ] {
        let words = [&words!["check", net, "--ltl", "F deadlock"][..], &more[..]].concat();
        let ran = run(&words);
        assert_eq!(ran.code, Some(3), "{words:?}: {ran:?}");
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    }
    let tree = run(&words!["check", net, "--ctl", "AG EF deadlock", "--shortest"]);
    assert_eq!(tree.code, Some(3), "{tree:?}");
    let of_markings = run(&words!["check", net, "--ctl", "EF deadlock", "--trace", scn]);
    assert_eq!(of_markings.code, Some(0), "a run to a marking has an end: {of_markings:?}");
    for (option, text, place, part) in [
        ("--ltl", "F idle3 = 1", "1:3", "no place `idle3`"),
        ("--ctl", "F idle1 = 1", "1:1", "in CTL, write a path quantifier before"),
        ("--home", "idle3 = 1", "1:1", "no place `idle3`"),
        ("--response", "idle1 = 1 leads to idle3 = 1", "1:20", "no place `idle3`"),
        ("--response", "idle1 = 1 -> first1 = 1", "1:1", "no ` leads to `"),
        ("--response", "idle1 = 1) leads to (first1 = 1", "1:10", "found `)`"),
    ] {
        let ran = run(&words!["check", net, option, text]);
        assert_eq!(ran.code, Some(3), "{text}: {ran:?}");
        assert!(ran.err.contains(part) && ran.err.contains(place), "{text}: {}", ran.err);
    }
}

#[test]
fn a_limit_leaves_a_formula_about_runs_open_with_the_reason() {
    let folder = Folder::new();
    let net = folder.file("round.pnml", round());
    for option in ["--ltl", "--ctl"] {
        let formula =
            if option == "--ltl" { "G (b = 1 -> X not b = 1)" } else { "AG (b = 1 -> AX not b = 1)" };
        // A decision diagram would decide the formula of CTL without a limit on states.
        let limited = words!["check", net, option, formula, "--max-states", "2", "--proof", "off"];
        let ran = run(&[&limited[..], &words!["--format", "json"]].concat());
        let json = ran.json();
        assert_eq!((ran.code, &json["verdict"]), (Some(2), &json!("unknown")), "{formula}: {ran:?}");
        assert_eq!(json["answers"][0]["reason"], "state_limit", "{formula}");
    }
}

#[test]
fn each_formula_about_runs_has_the_reason_why_it_is_open() {
    let folder = Folder::new();
    let move_one: [(&str, &[_], &[_]); 1] = [("move", &[("a", 1)], &[("b", 1)])];
    let net = folder.file("moved.pnml", document(&[pnml("moved", &[("a", 70), ("b", 0)], &move_one)]));
    let few = "G (b = 1 -> X not b = 1)";
    let atoms: Vec<String> = (0..65).map(|tokens| format!("F a = {tokens}")).collect();
    let many = format!("G (a = 70 -> X (a = 70 or {}))", atoms.join(" and "));
    let ran =
        run(&words!["check", net, "--ltl", many, "--ltl", few, "--max-states", "2", "--format", "json"]);
    let json = ran.json();
    let reasons: Vec<_> =
        json["answers"].as_array().unwrap().iter().map(|one| one["reason"].clone()).collect();
    assert_eq!(reasons, ["unsupported", "state_limit"], "{ran:?}");
    assert_eq!(json["reason_text"], "the formula has more than 64 atoms");
    let report = run(&words!["check", net, "--ltl", few, "--format", "json"]).json();
    assert!(
        report["peak_memory_bytes"].as_u64() > Some(0) && report["bits_per_state"].as_u64() > Some(0),
        "{report}"
    );
}

#[test]
fn properties_of_runs_are_checked_for_programs() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/peterson-3.dve");
    for (option, formula, verdict, has_cycle) in [
        ("--ltl", "G not (P0.cs and P1.cs)", "holds", None),
        ("--ltl", "G (P0.claim -> F P0.cs)", "violated", Some(true)),
        ("--ctl", "AG EF P0.cs", "holds", None),
        ("--ctl", "EF (P0.cs and level[1] == 2)", "holds", Some(false)),
    ] {
        let json = run(&words!["check", net, option, formula, "--format", "json"]).json();
        assert_eq!(json["verdict"], verdict, "{formula}");
        let trace = Some(&json["trace"]).filter(|trace| trace.is_object());
        assert_eq!(trace.map(|trace| trace["repeated_from"].is_u64()), has_cycle, "{formula}");
    }
}

#[test]
fn trees_of_runs_are_shown_in_text_json_and_files() {
    let folder = Folder::new();
    let net = folder.file("round.pnml", round());
    let json = run(&words!["check", net, "--home", "a = 1", "--format", "json"]).json();
    assert_eq!(events(&json["trace"]).0, ["go", "leave"]);
    let expected =
        json!([{ "after": 2, "formula": "EF (tokens(a) == 1)", "holds": false, "shown_by": "nothing" }]);
    assert_eq!(json["trace"]["branches"], expected);

    let formula = "EX (EX a = 1 and EX c = 1)";
    let text = run(&words!["check", net, "--ctl", formula]).out;
    assert!(
        text.contains(
            "  1  go    a 1→0, b 0→1\n  2  back  a 0→1, b 1→0\n\
             \x20 after step 1, `EX (tokens(a) == 1)` holds: the run shows it\n\
             \x20 after step 1, `EX (tokens(c) == 1)` holds:\n\
             \x20     start: b\n      1  leave  b 1→0, c 0→1\n"
        ),
        "{text}"
    );
    let files =
        ["json", "scn", "csv", "xml"].map(|ending| (ending, folder.path().join(format!("run.{ending}"))));
    for (ending, file) in files {
        let ran = run(&words!["check", net, "--ctl", formula, "--trace", file]);
        let is_json = ending == "json";
        assert_eq!(ran.err.contains("branches of the run are not written"), !is_json, "{ran:?}");
        let written = std::fs::read_to_string(&file).unwrap();
        assert_eq!(written.contains("\"branch\""), is_json, "{written}");
        assert_eq!(
            written.contains("2 branches are left out"),
            ["scn", "xml"].contains(&ending),
            "{written}"
        );
        let replayed = run(&words!["replay", net, "--trace", file, "--format", "json"]).json();
        assert_eq!((&replayed["verdict"], &replayed["steps"]), (&json!("holds"), &json!(2)));
    }
    let broken = std::fs::read_to_string(folder.path().join("run.json")).unwrap().replace("leave", "end");
    let file = folder.file("broken.json", broken);
    let ran = run(&words!["replay", net, "--trace", file]);
    assert!(ran.out.contains("in the run that branches off there, step 1: "), "{ran:?}");
}

/// The models are a program that flips a bit, and a ring with a token.
#[test]
fn runs_that_violate_formulas_are_short() {
    let folder = Folder::new();
    let flip = folder.file(
        "flip.dve",
        "byte x = 0;\nprocess A { state s; init s; trans s -> s { effect x = 0; }, s -> s { effect x = 1; }; }\nsystem async;\n",
    );
    for (formula, steps) in [
        ("X x == 0", 1),
        ("X X x == 0", 2),
        ("G x == 0", 1),
        ("X x == 1", 1),
        ("G F x == 1", 1),
        ("F x == 1", 1),
        ("F G x == 0", 2),
        ("F G x == 1", 1),
        ("G (x == 1 -> X x == 1)", 2),
        ("(G F x == 0) and (G F x == 1)", 1),
        ("(F G x == 0) or (F G x == 1)", 2),
    ] {
        for shortest in [&[][..], &["--shortest"]] {
            let mut words = words!["check", flip, "--ltl", formula, "--format", "json"].to_vec();
            words.extend(shortest.iter().map(Into::into));
            let json = run(&words).json();
            assert_eq!(json["verdict"], "violated", "{formula}: {json}");
            let run = &json["trace"]["steps"];
            assert_eq!(run.as_array().map(Vec::len), Some(steps), "{formula}: {run}");
        }
    }
}
