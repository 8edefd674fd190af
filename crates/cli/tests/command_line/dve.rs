//! Models of processes, from the user's point of view.

use serde_json::json;

use crate::net_file::Folder;
use crate::running::{Ran, run, run_with_input};
use crate::words;

/// A client sends its counter, up to 3, and the server divides by the difference: 12 / (3 - n).
const SERVER: &str = "\
byte sum[2];
channel c;
process Client {
  byte n;
  state a;
  init a;
  trans a -> a { guard n < 4; sync c!n; effect n = n + 1; };
}
process Server {
  byte v;
  state wait, work;
  init wait;
  commit work;
  assert work: v < 3, wait: sum[0] >= 0;
  trans
    wait -> work { sync c?v; },
    work -> wait { effect sum[1] = 12 / (3 - v); };
}
system async;
";

/// Three steps. The last one stores 256 in a byte.
const OVERFLOW: &str = "\
byte x = 253;
process P { state a; init a; trans a -> a { guard x != 0; effect x = x + 1; }; }
system async;
";

fn server() -> (Folder, std::path::PathBuf) {
    let folder = Folder::new();
    let file = folder.file("server.dve", SERVER);
    (folder, file)
}

fn statistics(ran: &Ran) -> [serde_json::Value; 4] {
    let json = ran.json();
    ["verdict", "states", "firings", "deadlocks"].map(|key| json[key].clone())
}

#[test]
fn a_model_error_is_a_violation_with_the_run_to_it() {
    let (folder, file) = server();
    let ran = run(&words!["deadlock", file]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("violated: model error in line 17: a division by zero"), "{ran:?}");
    let steps: Vec<&str> =
        ran.out.lines().filter(|line| line.starts_with("  7 ") || line.starts_with("  8 ")).collect();
    assert_eq!(
        steps,
        [
            "  7  Client a → a (line 7), Server wait → work (line 16)  c!n, c?v  Client.n 3→4, Server.v 2→3",
            "  8  Server work → wait (line 17)                                   model error: a division by zero",
        ],
        "{}",
        ran.out
    );
    let stored = run(&words!["deadlock", file, "--format", "json"]);
    let error = &stored.json()["model_error"];
    assert_eq!(stored.json()["reason"], "model_error");
    assert_eq!(
        (&error["message"], &error["event"]),
        (&json!("a division by zero"), &json!("Server.work->wait"))
    );
    assert_eq!(error["moves"][0]["line"], 17);
    assert_eq!(error["trace"]["steps"][7]["error"], "a division by zero");
    let replayed = run(&words!["replay", file, "--trace", folder.file("run.json", stored.out)]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert!(replayed.out.contains("(then a model error: a division by zero)"), "{replayed:?}");
}

#[test]
fn steps_name_values_processes_and_communications() {
    let (_folder, file) = server();
    let json = run(&words!["explore", file, "--format", "json"]).json();
    let trace = &json["model_error"]["trace"];
    let initial = json!({"sum": [0, 0], "Client": "a", "Client.n": 0, "Server": "wait", "Server.v": 0});
    assert_eq!(trace["initial"], initial);
    assert_eq!(
        trace["steps"][2],
        json!({
            "event": "Client.a->a/Server.wait->work",
            "binding": {},
            "moves": [
                {"process": "Client", "line": 7, "column": 9, "from": "a", "to": "a"},
                {"process": "Server", "line": 16, "column": 5, "from": "wait", "to": "work"}
            ],
            "communication": "c!n, c?v",
            "changed": [
                {"place": "Client.n", "before": 1, "after": 2},
                {"place": "Server", "before": "wait", "after": "work"},
                {"place": "Server.v", "before": 0, "after": 1}
            ]
        })
    );
    assert_eq!(trace["steps"][1]["changed"][0], json!({"place": "sum", "before": [0, 0], "after": [0, 4]}));
}

#[test]
fn properties_that_are_decided_before_a_model_error_keep_their_answers() {
    let (_folder, file) = server();
    let words = words![
        "check",
        file,
        "--reach",
        "fireable(\"Server.work->wait\")",
        "--always",
        "not deadlock",
        "--assertions"
    ];
    let ran = run(&[&words[..], &words!["--format", "json"]].concat());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let answers = ran.json()["answers"].clone();
    let fields: Vec<_> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| ["name", "property", "verdict", "reason"].map(|key| answer[key].clone()))
        .collect();
    let unknown = "model_error";
    assert_eq!(
        json!(fields),
        json!([
            [null, "reach fireable(\"Server.work->wait\")", "holds", null],
            [null, "always not deadlock", "unknown", unknown],
            ["Server.work", "assert work: v < 3", "violated", null],
            ["Server.wait", "assert wait: sum[0] >= 0", "unknown", unknown],
        ])
    );
}

#[test]
fn the_error_state_is_a_state() {
    let (folder, file) = server();
    let ran = run(&words!["explore", file, "--model-errors", "state", "--format", "json"]);
    assert_eq!(
        statistics(&ran),
        [json!("violated"), json!(9), json!(8), json!(1)],
        "an assertion fails: {ran:?}"
    );
    assert_eq!(ran.json()["options"]["model_errors"], "state");
    let dead = run(&words!["deadlock", file, "--model-errors", "state", "--format", "json"]);
    assert_eq!(dead.json()["trace"]["steps"][7]["error"], "a division by zero", "{dead:?}");
    let replayed = run(&words!["replay", file, "--trace", folder.file("run.json", dead.out)]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    let drawn = run(&words!["graph", file, "--model-errors", "state"]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    assert!(drawn.out.contains("s8 [label=\"model error\", style=\"rounded,filled\""), "{drawn:?}");
    let partly = run(&words!["graph", file]);
    assert_eq!(partly.code, Some(2), "{partly:?}");
    assert!(partly.err.contains("only a part is drawn: the search ended at a model error"), "{partly:?}");
}

#[test]
fn a_step_whose_guard_is_a_model_error_counts_as_enabled() {
    let folder = Folder::new();
    let model = "byte x; process P { state a, b; init a; assert a: 1 / x == 1; \
        trans a -> b { guard 1 / x == 1; }; } system async;";
    let file = folder.file("x.dve", model);
    let words = words!["check", file, "--model-errors", "state", "--assertions", "--format", "json"];
    for (formula, verdict, length) in
        [("fireable(\"P.a->b\")", "holds", 0), ("not fireable(\"P.a->b\")", "holds", 1)]
    {
        let json = run(&[&words[..], &words!["--reach", formula]].concat()).json();
        assert_eq!(json["answers"][0]["verdict"], verdict, "{formula}: {json}");
        assert_eq!(
            json["answers"][0]["trace"]["steps"].as_array().unwrap().len(),
            length,
            "{formula}: {json}"
        );
        assert_eq!(json["answers"][1]["verdict"], "violated", "what is undefined does not hold: {json}");
    }
}

#[test]
fn both_semantics_of_the_language_can_be_chosen() {
    let folder = Folder::new();
    let file = folder.file("x.dve", OVERFLOW);
    let wraps = run(&words!["explore", file, "--format", "json"]);
    assert_eq!(statistics(&wraps), [json!("computed"), json!(4), json!(3), json!(1)], "{wraps:?}");
    let errs = run(&words!["explore", file, "--format", "json", "--dve-semantics", "divine2"]);
    assert_eq!(statistics(&errs), [json!("computed"), json!(4), json!(3), json!(1)], "{errs:?}");
    assert_eq!(errs.json()["options"]["dve_semantics"], "divine2");
    assert_eq!(errs.json()["options"]["model_errors"], "state", "DiVinE 2 has an error state");
    let reported = run(&words!["explore", file, "--dve-semantics", "divine2", "--model-errors", "report"]);
    assert_eq!(reported.code, Some(1), "{reported:?}");
    assert!(reported.out.contains("model error in line 2"), "{reported:?}");
}

#[test]
fn exploring_continues_after_a_violated_assertion() {
    let folder = Folder::new();
    let model = "byte x; process P { state a; init a; assert a: x < 2; \
        trans a -> a { effect x = (x + 1) % 5; }; } system async;";
    let file = folder.file("x.dve", model);
    let ran = run(&words!["explore", file, "--format", "json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(statistics(&ran), [json!("violated"), json!(5), json!(5), json!(0)]);
    assert_eq!(ran.json()["trace"]["steps"].as_array().unwrap().len(), 2);
    assert_eq!(ran.json()["exhaustive"], true);
    let checked = run(&words!["check", file, "--assertions", "--format", "json"]);
    // Only the latter uses stubborn sets, and reports this.
    let (mut checked, explored) = (checked.json(), ran.json());
    let with = checked["answers"][0]["decided_by"].as_object_mut().unwrap().remove("with");
    assert_eq!(with, Some(json!(["stubborn_sets"])));
    assert_eq!(checked["answers"], explored["answers"]);
    assert!(run(&words!["explore", file]).out.contains("violated: not every assertion holds"));
    assert_eq!(run(&words!["deadlock", file]).code, Some(0), "it asks for nothing else");
}

#[test]
fn a_model_without_assertions_has_none_to_check() {
    let folder = Folder::new();
    let ran = run(&words!["check", folder.file("x.dve", OVERFLOW), "--assertions"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("makes no assertions"), "{ran:?}");
}

#[test]
fn info_shows_processes_variables_and_widths() {
    let (_folder, file) = server();
    let json = run(&words!["info", file, "--format", "json"]).json();
    let program = &json["program"];
    assert_eq!(program["processes"][1]["committed"], json!(["work"]));
    assert_eq!(program["processes"][0]["variables"][0]["place"], "Client.n");
    assert_eq!(program["variables"][0]["type"], "byte[2]");
    assert_eq!(program["channels"], json!([{"name": "c", "capacity": 0, "items": null, "bits": 0}]));
    assert_eq!((&program["assertions"], &program["declared_bits"]), (&json!(2), &json!(2 * 8 + 8 + 1 + 8)));
    let bits = json["layout"]["bits_per_state"].as_u64().unwrap();
    assert!(bits > 0 && bits <= program["declared_bits"].as_u64().unwrap(), "{json}");
    let out = run(&words!["info", file]).out;
    assert!(out.contains("\n  Server  2 locations  2 transitions  1 bit; committed: work\n"), "{out}");
    assert!(out.contains("\n  c  rendezvous\n"), "{out}");
}

#[test]
fn the_widths_of_buffers_count_messages_and_their_number() {
    let folder = Folder::new();
    let model = "channel {byte, int} c[2]; process P { state a; init a; \
        trans a -> a { sync c!{1, 2}; }; } process L { state q; init q; } system async property L;";
    let file = folder.file("x.dve", model);
    let json = run(&words!["info", file, "--format", "json"]).json();
    assert_eq!(json["program"]["declared_bits"], 2 * (8 + 16) + 2);
    assert_eq!(json["program"]["channels"][0]["items"], json!(["byte", "int"]));
    assert_eq!(json["program"]["left_out"].as_array().unwrap().len(), 1);
    let out = run(&words!["info", file]).out;
    assert!(out.contains("buffer for 2 messages  {byte, int}"), "{out}");
    assert!(out.contains("left out: the property process `L`"), "{out}");
}

#[test]
fn a_model_error_can_be_tried_in_the_simulator() {
    let (_folder, file) = server();
    let script = "1\n1\n1\n1\n1\n1\n1\n1\nServer.wait->work\nback\nmarking\n";
    let ran = run_with_input(&words!["simulate", file], script.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert!(
        ran.out.contains("   1  Server work → wait (line 17)  model error: a division by zero\n"),
        "{ran:?}"
    );
    let tried = "Server work → wait (line 17): model error: a division by zero; it leads to no marking\n";
    assert!(ran.out.contains(tried), "{ran:?}");
    assert!(ran.out.contains("there is no enabled transition or command `Server.wait->work`"), "{ran:?}");
    assert!(ran.out.ends_with("sum=[0, 12], Client=a, Client.n=3, Server=wait, Server.v=2\n"), "{ran:?}");
}

#[test]
fn a_transition_that_waits_is_explained() {
    let (_folder, file) = server();
    let ran =
        run_with_input(&words!["simulate", file], b"Server.work->wait\n1\nClient.a->a/Server.wait->work\n");
    assert!(ran.out.contains("`Server.work->wait` is not enabled: `Server` is not `work`"), "{ran:?}");
    assert!(ran.out.contains("is not enabled: `Server` is not `wait`"), "{ran:?}");
}

#[test]
fn a_run_by_hand_is_a_trace_that_can_be_replayed() {
    let (folder, file) = server();
    let ran = run_with_input(&words!["simulate", file, "--format", "json"], b"random 5\n");
    let replayed =
        run(&words!["replay", file, "--trace", folder.file("run.json", &ran.out), "--format", "json"]);
    assert_eq!((replayed.code, &replayed.json()["steps"]), (Some(0), &json!(5)), "{replayed:?}");
    assert_eq!(replayed.json()["marking"], ran.json()["marking"]);
    for (key, value) in [("after", json!(9)), ("before", json!([1]))] {
        let mut lie = ran.json()["trace"].clone();
        lie["steps"][2]["changed"][0][key] = value;
        let refused = run(&words!["replay", file, "--trace", folder.file("lie.json", lie.to_string())]);
        assert_eq!(refused.code, Some(1), "{refused:?}");
    }
    let mut early = ran.json()["trace"].clone();
    early["steps"][4]["error"] = json!("a division by zero");
    let refused = run(&words!["replay", file, "--trace", folder.file("early.json", early.to_string())]);
    assert!(refused.out.contains("has no model error"), "{refused:?}");
}

#[test]
fn a_model_goes_through_json_unchanged() {
    let (folder, file) = server();
    let net = folder.path().join("server.json");
    assert_eq!(run(&words!["convert", file, "-o", net]).code, Some(0));
    let (direct, converted) =
        (run(&words!["explore", file, "--format", "json"]), run(&words!["explore", net, "--format", "json"]));
    assert_eq!(direct.json()["model_error"], converted.json()["model_error"]);
    assert_eq!(statistics(&direct), statistics(&converted));
    assert_eq!(run(&words!["convert", file, "--to", "pnml"]).code, Some(3));
}

#[test]
fn mixed_radix_is_refused_and_token_bounds_are_omitted() {
    let (_folder, file) = server();
    let refused = run(&words!["explore", file, "--encoding", "radix"]);
    assert_eq!(refused.code, Some(3), "{refused:?}");
    assert!(refused.err.contains("mixed radix packs numbers of tokens"), "{refused:?}");
    let json =
        run(&words!["explore", file, "--bounds", "--model-errors", "state", "--format", "json"]).json();
    assert_eq!((json.get("bounds"), &json["dead_transitions"]), (None, &json!([])));
}

#[test]
fn every_order_driver_and_number_of_threads_agrees() {
    let (_folder, file) = server();
    for options in
        [&["--order", "dfs"][..], &["--driver", "sequential"], &["--threads", "2"], &["--encoding", "fields"]]
    {
        let mut words = words!["explore", file, "--format", "json", "--model-errors", "state"].to_vec();
        words.extend(options.iter().map(Into::into));
        let ran = run(&words);
        assert_eq!(statistics(&ran)[1..], [json!(9), json!(8), json!(1)], "{options:?}");
    }
}

#[test]
fn errors_in_a_model_are_shown_with_their_line() {
    let folder = Folder::new();
    let ran = run(&words![
        "explore",
        folder.file("x.dve", "byte x;\nprocess P { state a init a; }\nsystem async;\n")
    ]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("x.dve:2:21"), "{ran:?}");
    let sync = "process P { state a; init a; }\nsystem sync;\n";
    let ran = run(&words!["info", folder.file("y.dve", sync), "--format", "json"]);
    assert_eq!(ran.json()["diagnostics"][0]["line"], 2, "{ran:?}");
    assert!(run(&["formats"]).out.contains(".dve"));
}

#[test]
fn properties_of_a_program_can_test_its_values() {
    let file = "../../nets/peterson-3.dve";
    let holds = "always not (P0.cs and P1.cs)";
    let ran = run(&words![
        "check",
        file,
        "--always",
        "not (P0.cs and P1.cs)",
        "--reach",
        "level[P0.stage] + 1 < P1.stage",
        "--reach",
        "level[0] > 3",
        "--format",
        "json"
    ]);
    let json = ran.json();
    let answers: Vec<_> = (0..3).map(|at| json["answers"][at]["verdict"].clone()).collect();
    assert_eq!(answers, [json!("holds"), json!("holds"), json!("violated")], "{ran:?}");
    assert_eq!(json["answers"][0]["property"], json!(holds));
    let ran = run(&words!["explore", file, "--order", "best", "--heuristic", "P0.stage - level[1] % 2"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn a_deadlock_can_be_excepted_by_its_values() {
    let folder = Folder::new();
    let end = "byte x; process P { state a, b; init a; trans a -> b { effect x = 7; }; } system async;";
    let file = folder.file("end.dve", end);
    for (except, code) in [("x == 7 and P.b", 0), ("x == 6", 1), ("P.a", 1)] {
        let ran = run(&words!["deadlock", &file, "--except", except]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
    }
}

#[test]
fn tokens_of_a_program_are_refused_with_position_and_advice() {
    let file = "../../nets/peterson-3.dve";
    let ran = run(&words!["check", file, "--always", "P0.cs or tokens(level) <= 2"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("--always:1:17") && ran.err.contains("`level[0]`"), "{ran:?}");
}
