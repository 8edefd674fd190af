//! `check --property-process`: its answers, output, hints and refusals.

use serde_json::json;

use crate::net_file::Folder;
use crate::running::run;
use crate::words;

/// A process that asks, and another one that may answer. The property process accepts if there is never an answer.
const ASKING: &str = "\
byte asked;
process Client {
  state idle;
  init idle;
  assert idle: asked < 2;
  trans
    idle -> idle { guard asked == 0; effect asked = 1; },
    idle -> idle { guard asked == 1; };
}
process Server {
  state idle;
  init idle;
  trans idle -> idle { guard asked == 1; effect asked = 0; };
}
process Unanswered {
  state any, waiting;
  init any;
  accept waiting;
  trans any -> any {}, any -> waiting { guard asked == 1; }, waiting -> waiting { guard asked == 1; };
}
system async property Unanswered;
";

#[test]
fn an_accepted_run_is_shown_with_its_repeated_part() {
    let folder = Folder::new();
    let file = folder.file("x.dve", ASKING);
    let ran = run(&words!["check", file, "--property-process"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    assert!(ran.out.contains(": violated: the property does not hold\n"), "{}", ran.out);
    assert!(ran.out.contains("\n  violated  property process Unanswered\n"), "{}", ran.out);
    assert!(!ran.out.contains("hint:"), "{}", ran.out);
    assert!(ran.out.contains("\n  property process Unanswered: any\n"), "{}", ran.out);
    assert!(ran.out.contains("  Unanswered any→waiting\n"), "{}", ran.out);
    let json = run(&words!["check", file, "--property-process", "--format", "json"]).json();
    assert_eq!(json["answers"][0]["property"], "property process Unanswered");
    let trace = &json["trace"];
    let events: Vec<_> = trace["steps"].as_array().unwrap().iter().map(|step| &step["event"]).collect();
    assert_eq!(events, ["Client.idle->idle", "Client.idle->idle#2", "Client.idle->idle#2"]);
    assert_eq!(trace["repeated_from"], 2);
    let process = json!({ "name": "Unanswered", "locations": ["any", "waiting"], "at": [0, 0, 1, 1] });
    assert_eq!(trace["property_process"], process);
    let stored = folder.file("run.json", "");
    let written = run(&words!["check", file, "--property-process", "--trace", stored]);
    assert_eq!(written.code, Some(1), "{written:?}");
    let replayed = run(&words!["replay", file, "--trace", stored]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

#[test]
fn property_processes_are_answered_after_other_properties_and_before_assertions() {
    let folder = Folder::new();
    let once = ASKING.replace(",\n    idle -> idle { guard asked == 1; };", ";");
    let file = folder.file("x.dve", once);
    for semantics in ["ltsmin", "divine2"] {
        let words = words![
            "check",
            file,
            "--assertions",
            "--property-process",
            "--ltl",
            "G F asked == 0",
            "--always",
            "asked < 2",
            "--dve-semantics",
            semantics,
            "--format",
            "json"
        ];
        let json = run(&words).json();
        let answers: Vec<_> = json["answers"].as_array().unwrap().iter().collect();
        let verdicts: Vec<_> = answers.iter().map(|one| (&one["property"], &one["verdict"])).collect();
        let expected = [
            ("ltl G F asked == 0", "holds"),
            ("always asked < 2", "holds"),
            ("property process Unanswered", "holds"),
            ("assert idle: asked < 2", "holds"),
        ];
        assert_eq!(json!(verdicts), json!(expected), "{semantics}");
    }
}

#[test]
fn other_questions_have_a_hint_that_the_property_process_is_ignored() {
    let folder = Folder::new();
    let file = folder.file("x.dve", ASKING);
    let hint = "the property process `Unanswered` is ignored; `check --property-process` checks whether it accepts a run";
    let ran = [
        run(&words!["explore", file]),
        run(&words!["deadlock", file]),
        run(&words!["check", file, "--always", "asked < 2"]),
    ];
    for ran in ran {
        assert!(ran.out.contains(&format!("  hint: {hint}\n")), "{}", ran.out);
    }
    let json = run(&words!["explore", file, "--format", "json"]).json();
    assert_eq!(json["hints"], json!([{ "kind": "property_process", "message": hint }]));
    let nothing = folder.file("y.dve", ASKING.replace("accept waiting;", ""));
    let ran = run(&words!["check", nothing, "--property-process"]);
    assert!(
        ran.out.contains("hint: no location of the property process `Unanswered` accepts"),
        "{}",
        ran.out
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn unsupported_property_processes_are_refused_with_their_position() {
    let folder = Folder::new();
    let none = folder.file("none.dve", "process P { state a; init a; } system async;");
    let ran = run(&words!["check", none, "--property-process"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("has no property process"), "{}", ran.err);
    let text = ASKING
        .replace("waiting -> waiting { guard asked == 1; }", "waiting -> waiting { effect asked = 2; }");
    let file = folder.file("effects.dve", text);
    let ran = run(&words!["check", file, "--property-process"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(
        ran.err.contains("an effect in the property process `Unanswered`, which is not supported"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains(":19:"), "{}", ran.err);
    let explored = run(&words!["explore", file]);
    assert_eq!(explored.code, Some(0), "{explored:?}");
    assert!(explored.out.contains("cannot be checked, since it has an effect"), "{}", explored.out);
    let file = folder.file("asking.dve", ASKING);
    for (option, value) in [("--order", "dfs"), ("--store", "tree"), ("--certificate", "x")] {
        let ran = run(&words!["check", file, "--property-process", option, value]);
        assert_eq!(ran.code, Some(3), "{option}: {ran:?}");
    }
}

/// Claims of Promela, each with its model and whether Spin 6.5.2 (`pan -a`, `-DNOREDUCE`) finds no error.
const CLAIMS: &[(&str, &str, bool)] = &[
    // The end of the claim, reached by a certain number of moves; an `atomic` of the model is one step.
    ("active proctype P() { atomic { x = 1; x = 3 } x = 2 }", "(x == 0); (x == 3) -> (x == 2)", false),
    ("active proctype P() { x = 1 }", "(x == 0); (x == 1); (x == 1); (x == 1); (x == 1); (x == 1)", false),
    (LOOP, "do :: x == 0 :: else -> break od", false),
    (LOOP, "do :: x == 1 -> goto endL :: true od; endL: x == 7", false),
    ("active proctype P() { x = 1 }", "end: do :: x == 0 -> skip od", false),
    // Acceptance, also at the end of a run, and by labels of processes.
    (
        "active proctype P() { x = 1; false }",
        "do :: true :: x == 1 -> break od; accept: do :: x == 1 od",
        false,
    ),
    (COUNTER, "S: if :: x == 3 -> goto accept_T :: true -> goto S fi; accept_T: x != 3 -> goto S", false),
    (COUNTER, "do :: x != 9 od", true),
    (COUNTER, "skip; skip; (x == 2); skip; accept: x != 3; goto accept", true),
    ("active proctype P() { do :: x = 1 :: x == 1 -> accept: x = 0 od }", "do :: true od", false),
    ("active proctype P() { do :: x = 1 :: x == 1 -> accept: x = 0 od }", "do :: x < 1 od", true),
    ("active proctype P() { x = 1; accept: x == 5 }", "do :: true od", false),
    // Assertions, and an `atomic` or `d_step` of the claim as one move.
    (LOOP, "do :: assert(x == 0) od", false),
    (LOOP, "do :: atomic { x == 1 -> assert(x == 0) } :: true od", false),
    (THREE, "do :: atomic { x == 1 -> x == 2 } break :: x != 1 od", true),
    (THREE, "do :: atomic { x == 1 -> x < 2 } -> x == 2 -> break :: x != 1 od", false),
    (THREE, "do :: d_step { x == 1 -> x < 2 } -> x == 2 -> break :: x != 1 od", false),
    // What a claim can read.
    (
        "active [2] proctype P() { byte i; do :: i = _pid; L: M: x = 1 :: x == 1 -> x = 0 od }",
        "do :: true :: P[1]:i == 1 && P[0]@M -> break od",
        false,
    ),
    (
        "active proctype P() { do :: x = 1 :: x == 1 -> progress: x = 0 od }",
        "do :: true :: np_ -> break od; accept: do :: np_ od",
        false,
    ),
    (
        "chan q = [2] of { byte }; active proctype P() { do :: q!1 :: q?1 od }",
        "do :: q?[1] && len(q) == 2 -> break :: else od",
        false,
    ),
    ("active proctype P() { x = 1 }", "do :: _pid == 0 -> break :: else od", false),
];

const LOOP: &str = "active proctype P() { do :: x = 1 :: x == 1 -> x = 0 od }";
const COUNTER: &str = "active proctype P() { do :: x < 4 -> x++ :: else -> x = 0 od }";
const THREE: &str = "active proctype P() { x = 1; x = 2; x = 3 }";

#[test]
fn never_claims_are_checked() {
    let folder = Folder::new();
    for (model, claim, holds) in CLAIMS {
        let file = folder.file("x.pml", format!("byte x; {model} never {{ {claim} }}"));
        let ran = run(&words!["check", file, "--property-process"]);
        assert_eq!(ran.code, Some(i32::from(!holds)), "{model} {claim} {ran:?}");
    }
}

#[test]
fn never_claims_that_are_no_automaton_are_refused() {
    let folder = Folder::new();
    let refused = [
        ("do :: timeout -> break :: else od", "`timeout` in the property process `never`"),
        ("do :: x = 1 od", "a statement that is no condition in the property process `never`"),
        ("byte y; do :: x == 1 od", "a variable of its own in the property process `never`"),
        ("do :: { x == 1 } unless { x == 0 } od", "`unless` in the property process `never`"),
        ("do :: P@missing od", "the label `missing` of `P`"),
        ("do :: P[0]:missing == 1 od", "the variable `missing` of `P`"),
    ];
    for (claim, message) in refused {
        let file = folder.file("x.pml", format!("byte x; {COUNTER} never {{ {claim} }}"));
        let ran = run(&words!["check", file, "--property-process"]);
        assert!(ran.code == Some(3) && ran.err.contains(message), "{claim} {ran:?}");
    }
    let file = folder.file("x.pml", format!("byte x; {COUNTER} never {{ true }} never other {{ true }}"));
    let ran = run(&words!["deadlock", file]);
    assert!(ran.err.contains("a further never claim"), "{ran:?}");
}

/// Labels that begin with `progress` or `accept` are queries; Spin decides them by `pan -l` and `pan -a`.
#[test]
fn labels_are_queries_about_runs() {
    let folder = Folder::new();
    for (model, query, holds) in [
        ("do :: x = 1 :: x = 2; progress: x = 3 od", "progress", false),
        ("do :: x = 2; L: progress: x = 3 od", "progress", true),
        ("progress: x = 1; x = 2; end: x == 3", "progress", true),
        ("accept: do :: x = 1 :: x = 2; x = 3 od", "acceptance", false),
        ("x = 1; x = 2; accept: x == 3", "acceptance", false),
        ("accept: x = 1; x = 2", "acceptance", true),
    ] {
        let file = folder.file("x.pml", format!("byte x; active proctype P() {{ {model} }}"));
        let ran = run(&words!["check", file, "--query", query]);
        assert_eq!(ran.code, Some(i32::from(!holds)), "{model} {ran:?}");
    }
    // Each label of a location is a name of it.
    let model = "byte x; active proctype P() { x = 1; L: M: x = 2 } ltl never_at_m { [] !(P@M) }";
    let file = folder.file("x.pml", model);
    assert_eq!(run(&words!["check", file, "--query", "never_at_m"]).code, Some(1));
    assert_eq!(run(&words!["check", file, "--reach", "P_0.M and x == 1"]).code, Some(0));
    let file = folder.file("x.pml", model.replace("P@M", "P@N"));
    let ran = run(&words!["check", file, "--query", "never_at_m"]);
    assert!(ran.code == Some(3) && ran.err.contains("the label `N` of `P`"), "{ran:?}");
}

/// An `atomic` that is too long to be one step is divided. As in Spin, the states within it are not seen.
#[test]
fn formulas_and_claims_are_not_about_the_states_within_an_atomic() {
    let folder = Folder::new();
    let model = "byte x; int i; active proctype P() { atomic { x = 1; for (i : 1 .. 2000) { skip } x = 0 } }";
    for (formula, holds) in [
        ("[] (x == 0)", true),
        ("(x == 0) U (i == 2001)", true),
        ("(x == 1) R (x == 0)", true),
        ("(i == 0) W (i == 2001)", true),
        ("[] (x == 0) && <> (i == 2001)", true),
        ("<> (x == 1)", false),
        ("[] (i == 0)", false),
        ("<> (i == 7)", false),
    ] {
        let file = folder.file("x.pml", format!("{model} ltl p {{ {formula} }}"));
        let ran = run(&words!["check", file, "--query", "p"]);
        assert_eq!(ran.code, Some(i32::from(!holds)), "{formula} {ran:?}");
    }
    for (claim, holds) in [
        ("do :: x == 0 :: x == 1 -> break od", true),
        ("(i == 0); (i == 2001); (i == 2001)", false),
        ("do :: i == 0 :: i == 2001 -> break od", false),
        ("(i == 0); (i == 0)", true),
    ] {
        let file = folder.file("x.pml", format!("{model} never {{ {claim} }}"));
        let ran = run(&words!["check", file, "--property-process"]);
        assert_eq!(ran.code, Some(i32::from(!holds)), "{claim} {ran:?}");
    }
    let file = folder.file("x.pml", model);
    assert_eq!(run(&words!["check", &file, "--always", "x == 0"]).code, Some(1));
    assert_eq!(run(&words!["check", file, "--always", "x == 0 or atomic != 0"]).code, Some(0));
}
