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
