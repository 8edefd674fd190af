//! Models in Promela: ends, formulas, assertions and limits, as users see them.

use crate::net_file::Folder;
use crate::running::run;
use crate::words;

/// A process that waits at an end label, and one that stops at a wrong place.
const ENDS: &str = "chan c = [0] of { byte }; byte got;
active proctype Server() { byte x; end: do :: c?x -> got = x od }
active proctype Client() { c!1; c!2 }
ltl delivered { <> (got == 2) }
ltl lost { [] (got != 2) }";

#[test]
fn a_process_at_an_end_label_is_no_deadlock() {
    let folder = Folder::new();
    let good = folder.file("good.pml", ENDS);
    let wrong = folder.file("wrong.pml", ENDS.replace("end: do", "wait: do"));
    for (file, code, count) in [(&good, 0, false), (&wrong, 1, false), (&good, 1, true)] {
        let mut line = words!["deadlock", file].to_vec();
        if count {
            line.extend(words!["--except", "false"]);
        }
        let ran = run(&line);
        assert_eq!(ran.code, Some(code), "{ran:?}");
    }
    let ran = run(&words!["deadlock", good]);
    assert!(ran.out.contains("each process has ended or is at an end label"), "{ran:?}");
}

#[test]
fn formulas_of_the_model_are_queries() {
    let folder = Folder::new();
    let file = folder.file("model.pml", ENDS);
    for (query, code) in [("delivered", 0), ("lost", 1)] {
        let ran = run(&words!["check", file, "--query", query]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
    }
    let listed = run(&words!["info", file]).out;
    assert!(listed.contains("1  delivered") && listed.contains("2  lost"), "{listed}");
}

#[test]
fn a_process_that_was_not_foreseen_leaves_the_answer_unknown() {
    let folder = Folder::new();
    // Each process creates the next one, and two counters make more states than are searched in advance.
    let endless = "byte a, b;
        active proctype Count() { do :: a++ :: b++ od }
        proctype P(byte n) { n > 0; run P(n) }
        init { do :: a == 255 && b == 255 -> run P(1) od }";
    let file = folder.file("endless.pml", endless);
    let ran = run(&words!["explore", file, "--format", "json"]);
    let json = ran.json();
    assert_eq!(
        (&json["verdict"], &json["model_error"]),
        (&"unknown".into(), &serde_json::Value::Null),
        "{json}"
    );
    assert!(json["reason_text"].as_str().unwrap().contains("more processes than were found"), "{json}");
    let ran = run(&words!["explore", file, "--model-errors", "state"]);
    assert!(ran.code != Some(0) && ran.err.contains("number of processes is not known"), "{ran:?}");
}

#[test]
fn a_blocked_d_step_is_an_error_of_the_model() {
    let folder = Folder::new();
    let file = folder.file("blocked.pml", "byte x; active proctype P() { d_step { x = 1; x == 2 } }");
    let ran = run(&words!["explore", file]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.out
            .contains("model error in line 1: the value 0, which is not of the sort `number of executable"),
        "{ran:?}"
    );
}

#[test]
fn all_processes_of_one_step_move() {
    // One step of `A` moves `B` and `C`, too: under fairness, no process is neglected in this run.
    let folder = Folder::new();
    let text = "chan p = [0] of { byte }; chan q = [0] of { byte }; byte turn;
        active proctype A() { do :: atomic { p!1 } od }
        active proctype B() { byte x; do :: atomic { p?x; q!1 } od }
        active proctype C() { byte y; do :: atomic { q?y; turn = 1 - turn } od }";
    let file = folder.file("three.pml", text);
    let json =
        run(&words!["check", file, "--ltl", "G turn == 0", "--fair", "weak:process", "--format", "json"])
            .json();
    assert_eq!(json["verdict"], "violated", "{json}");
    let steps = json["answers"][0]["trace"]["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["moves"].as_array().unwrap().len() == 3), "{json}");
}

#[test]
fn macros_are_defined_on_the_command_line() {
    let folder = Folder::new();
    let text = "#ifndef N\n#define N 1\n#endif\nbyte x;\nltl reached { <> (x == N) }
        active proctype P() { do :: x < N -> x++ :: x == N -> break od }";
    let file = folder.file("model.pml", text);
    let states = |define: &[&str]| {
        let mut line = words!["explore", file, "--format", "json"].to_vec();
        line.extend(define.iter().map(|word| (*word).into()));
        let json = run(&line).json();
        (json["states"].as_u64().unwrap(), json["options"]["define"].clone())
    };
    let (few, nothing) = states(&[]);
    let (many, defined) = states(&["-DN=40"]);
    assert!(nothing.is_null() && defined == serde_json::json!(["N=40"]), "{defined}");
    assert_eq!(many - few, 39 * 2);
    assert_eq!(states(&["--define", "N=40"]).0, many);
    let checked = run(&words!["check", file, "--query", "reached", "-D", "N=3"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let unused = run(&words!["explore", file, "-D", "M=3"]);
    assert!(
        unused.code == Some(0) && unused.err.contains("`M=3` of a macro that the model does not use"),
        "{unused:?}"
    );
    let wrong = run(&words!["explore", file, "-D", "3"]);
    assert!(wrong.code == Some(3) && wrong.err.contains("expected `NAME` or `NAME=VALUE`"), "{wrong:?}");
}
