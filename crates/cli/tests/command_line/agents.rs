//! The tools for agents, as agents call them: over pipes, in both generations of the protocol.

mod session;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use session::{GENERATIONS, Generation, Session};

use crate::net_file::{document, pnml, switches};
use crate::running::run;

const NETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets");

fn file(name: &str) -> Value {
    json!({ "path": Path::new(NETS).join(name) })
}

fn text(text: &str) -> Value {
    json!({ "text": text, "name": "model.pnml" })
}

/// A model whose only deadlock is `steps` firings away.
fn long(steps: u64) -> Value {
    text(&document(&[pnml("long", &[("a", steps), ("b", 0)], &[("t", &[("a", 1)], &[("b", 1)])])]))
}

/// A model with too many states to explore.
fn endless() -> Value {
    text(&switches(60))
}

#[test]
fn a_session_finds_replays_and_explains_a_deadlock_in_both_generations() {
    for generation in GENERATIONS {
        let mut session = Session::usual(generation);
        let philosophers = || file("philosophers-3.pnml");
        let valid = session.answer("validate", json!({ "model": philosophers() }));
        assert_eq!(valid["report"]["kind"], "place_transition");
        assert_eq!(valid["report"]["place_ids"].as_array().unwrap().len(), valid["report"]["places"]);
        let arguments = json!({ "model": philosophers(), "deadlock": true, "shortest": true, "max_seconds": 30, "max_memory_mb": 256 });
        let found = session.answer("check", arguments);
        assert_eq!((&found["verdict"], &found["reason"]), (&json!("violated"), &Value::Null), "{found}");
        assert!(
            found["summary"].as_str().unwrap().contains("a run of 3 firings leads to a deadlock"),
            "{found}"
        );
        assert!(found["cut"].is_null() && found["what_to_try"].is_null(), "{found}");
        let trace = &found["report"]["trace"];
        let again = session.answer("replay", json!({ "model": philosophers(), "trace": trace }));
        assert_eq!((&again["verdict"], &again["report"]["deadlock"]), (&json!("holds"), &json!(true)));
        let explained =
            session.answer("explain", json!({ "model": philosophers(), "events": trace["steps"] }));
        let report = &explained["report"];
        assert_eq!((&report["deadlock"], &report["can_happen"]), (&json!(true), &json!([])));
        assert_eq!(report["steps"], trace["steps"]);
        assert_eq!(report["marking"], again["report"]["marking"]);
        let cannot = report["cannot_happen"].as_array().unwrap();
        assert_eq!(cannot.len(), valid["report"]["transition_ids"].as_array().unwrap().len());
        assert!(
            cannot.iter().all(|one| one["because"].as_str().unwrap().contains("is not enabled")),
            "{report}"
        );
        assert_eq!(session.end(), Some(0));
    }
}

#[test]
fn the_server_introduces_itself_and_its_tools_with_schemas_and_required_budgets() {
    for generation in GENERATIONS {
        let (mut session, info) = Session::begin(generation, &[]);
        let introduction = info.to_string();
        assert!(
            introduction.contains("sanderling") && introduction.contains("max_seconds"),
            "{introduction}"
        );
        match generation {
            Generation::Initialised => assert_eq!(info["protocolVersion"], "2025-06-18"),
            Generation::Stateless => assert!(introduction.contains("2026-07-28"), "{introduction}"),
        }
        let listed = session.ask("tools/list", json!({}));
        let tools = listed["result"]["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["validate", "check", "explore", "analyse", "replay", "explain", "more"]);
        for tool in tools {
            let input = &tool["inputSchema"];
            assert_eq!(input["type"], "object", "{tool}");
            assert_eq!(input["additionalProperties"], false, "{tool}");
            // A client that reads a schema part by part needs no references.
            assert!(!input.to_string().contains("$ref"), "{tool}");
            assert!(
                input["properties"].as_object().unwrap().values().all(|one| one["description"].is_string()),
                "{tool}"
            );
            assert_eq!(tool["outputSchema"]["type"], "object");
            assert!(tool["description"].as_str().unwrap().len() > 100);
            let required = input["required"].to_string();
            let searches = matches!(tool["name"].as_str().unwrap(), "check" | "explore" | "analyse");
            assert_eq!(
                required.contains("max_seconds") && required.contains("max_memory_mb"),
                searches,
                "{tool}"
            );
        }
        assert_eq!(session.end(), Some(0));
    }
}

#[test]
fn nothing_is_searched_without_a_budget() {
    let mut session = Session::usual(Generation::Stateless);
    for tool in ["check", "explore", "analyse"] {
        for missing in ["max_seconds", "max_memory_mb"] {
            let mut arguments =
                json!({ "model": file("kanban-2.pnml"), "max_seconds": 5, "max_memory_mb": 64 });
            arguments.as_object_mut().unwrap().remove(missing);
            let problem = session.problem(tool, arguments);
            assert!(
                problem["problem"].as_str().unwrap().contains(&format!("`{missing}` is missing")),
                "{problem}"
            );
        }
    }
    for (seconds, megabytes) in [
        (json!(0), json!(64)),
        (json!(-1), json!(64)),
        (json!(1e9), json!(64)),
        (json!(5), json!(0)),
        (json!(5), json!(100_000_000)),
    ] {
        let arguments =
            json!({ "model": file("kanban-2.pnml"), "max_seconds": seconds, "max_memory_mb": megabytes });
        session.problem("explore", arguments);
    }
}

#[test]
fn errors_come_with_advice_and_the_session_continues() {
    let mut session = Session::usual(Generation::Initialised);
    let budget = |mut arguments: Value| {
        (arguments["max_seconds"], arguments["max_memory_mb"]) = (json!(10), json!(128));
        arguments
    };
    let net = || file("philosophers-3.pnml");
    let wrong = json!({ "text": "process P { state a; init b; }", "name": "wrong.dve" });
    let problem = session.problem("validate", json!({ "model": wrong }));
    let found = &problem["diagnostics"][0];
    assert_eq!((&found["line"], &found["column"]), (&json!(1), &json!(31)), "{problem}");
    assert!(found["expected"].is_string(), "{problem}");
    let assert_problem = |problem: &Value, part: &str| {
        assert!(problem["problem"].as_str().unwrap().contains(part), "{problem}");
    };
    assert_problem(&session.problem("validate", json!({ "model": {} })), "exactly one of `path` and `text`");
    assert_problem(
        &session.problem("validate", json!({ "model": { "path": "no/such/file.pnml" } })),
        "no/such/file.pnml",
    );
    assert_problem(&session.problem("validate", json!({ "model": net(), "colour": 1 })), "colour");
    assert_problem(&session.problem("validate", json!({ "model": { "path": 7 } })), "`model.path`");
    assert_problem(
        &session.problem("check", budget(json!({ "model": net() }))),
        "either `deadlock` or `properties`",
    );
    let problem = session
        .problem("check", budget(json!({ "model": net(), "properties": ["always tokens(eat_1 <= 1"] })));
    assert!(problem["diagnostics"][0]["column"].is_number(), "{problem}");
    for (options, part) in [
        (json!({ "time": "1h" }), "the option `time` is not available here"),
        (json!({ "memory": "1G" }), "the option `memory` is not available here"),
        (json!({ "checkpoint": "x" }), "the option `checkpoint` is not available here"),
        (json!({ "disk": "x" }), "the option `disk` is not available here"),
        (json!({ "order": "sideways" }), "sideways"),
    ] {
        assert_problem(
            &session.problem("explore", budget(json!({ "model": net(), "options": options }))),
            part,
        );
    }
    assert_problem(
        &session.problem(
            "explain",
            json!({ "model": net(), "events": ["take_left_first_1", "take_left_first_1"] }),
        ),
        "event number 2",
    );
    assert_problem(
        &session.problem("explain", json!({ "model": net(), "why_not": ["nothing"] })),
        "the unknown transition",
    );
    assert_problem(
        &session.problem("replay", json!({ "model": net(), "events": ["a"], "trace": { "steps": [] } })),
        "not both",
    );
    let refused = session
        .answer("replay", json!({ "model": net(), "events": ["take_left_first_1", "take_left_first_1"] }));
    assert_eq!((&refused["verdict"], &refused["report"]["failed_step"]), (&json!("violated"), &json!(2)));
    assert_problem(&session.problem("more", json!({ "answer": "answer9", "path": "" })), "not kept");
    // An unknown tool is an error of the protocol. A line that is not a message is ignored.
    let unknown = session.ask("tools/call", json!({ "name": "divine", "arguments": {} }));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("unknown tool `divine`"), "{unknown}");
    assert_eq!(session.ask("no/such/method", json!({}))["error"]["code"], -32601);
    session.send_line("{ this is not JSON");
    session.send_line(r#"{"jsonrpc":"2.0","id":"x","method":7}"#);
    assert_eq!(session.answer("validate", json!({ "model": net() }))["report"]["kind"], "place_transition");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn an_answer_that_is_too_large_is_cut_and_the_rest_can_be_read() {
    const STEPS: usize = 3000;
    let mut session = Session::usual(Generation::Stateless);
    let arguments = json!({ "model": long(STEPS as u64), "deadlock": true, "max_seconds": 60, "max_memory_mb": 256, "max_answer_kb": 8 });
    let found = session.answer("check", arguments);
    assert!(found.to_string().len() < 12 << 10, "{}", found.to_string().len());
    assert_eq!(found["verdict"], "violated");
    assert!(found["summary"].as_str().unwrap().contains("a run of 3000 firings"), "{}", found["summary"]);
    let cut = found["cut"].as_array().unwrap().iter().find(|cut| cut["path"] == "/trace/steps").unwrap();
    let shown = found["report"]["trace"]["steps"].as_array().unwrap();
    assert_eq!((&cut["shown"], &cut["of"]), (&json!(shown.len()), &json!(STEPS)));
    assert!(found["how_to_get_more"].as_str().unwrap().contains("answer1"), "{}", found["how_to_get_more"]);
    let mut steps = shown.clone();
    let mut calls = 0;
    while steps.len() < STEPS {
        let arguments =
            json!({ "answer": "answer1", "path": "/trace/steps", "from": steps.len(), "max_answer_kb": 64 });
        let more = session.answer("more", arguments);
        let part = more["report"].as_array().unwrap();
        assert!(!part.is_empty());
        assert_eq!(more["cut"].is_array(), steps.len() + part.len() < STEPS, "{more}");
        steps.extend(part.iter().cloned());
        calls += 1;
    }
    assert!(calls > 1);
    let again = session.answer("replay", json!({ "model": long(STEPS as u64), "trace": { "steps": steps } }));
    assert_eq!((&again["verdict"], &again["report"]["deadlock"]), (&json!("holds"), &json!(true)));
    session.problem("more", json!({ "answer": "answer1", "path": "/trace/nothing" }));
    assert_eq!(session.end(), Some(0));
}

#[test]
fn a_cancelled_search_ends_and_releases_its_memory() {
    for generation in GENERATIONS {
        let (mut session, _) = Session::begin(generation, &["--memory", "256M"]);
        let arguments =
            json!({ "model": endless(), "max_seconds": 3600, "max_memory_mb": 256, "bounds": true });
        let params = json!({ "name": "explore", "arguments": arguments, "_meta": { "progressToken": "p" } });
        let id = session.send("tools/call", params);
        let progress = session.next();
        assert_eq!(progress["method"], "notifications/progress", "{progress}");
        assert_eq!(progress["params"]["progressToken"], "p");
        session.notify("notifications/cancelled", json!({ "requestId": id, "reason": "enough" }));
        // This search needs all of the memory, so the cancelled one must have ended.
        let arguments = json!({ "model": file("kanban-2.pnml"), "max_seconds": 60, "max_memory_mb": 256 });
        let began = Instant::now();
        let found = session.answer("explore", arguments);
        assert_eq!((&found["verdict"], &found["report"]["states"]), (&json!("computed"), &json!(4600)));
        assert!(began.elapsed() < Duration::from_secs(30));
        assert!(
            session.notifications.iter().all(|message| message["id"] != id),
            "a call that was cancelled is answered"
        );
        assert_eq!(session.end(), Some(0));
    }
}

#[test]
fn an_exhausted_budget_gives_unknown_with_the_reason_and_advice() {
    let mut session = Session::usual(Generation::Initialised);
    let began = Instant::now();
    let arguments = json!({ "model": endless(), "max_seconds": 1, "max_memory_mb": 256 });
    let found = session.answer("explore", arguments);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!((&found["verdict"], &found["reason"]), (&json!("unknown"), &json!("time_limit")), "{found}");
    assert!(found["what_to_try"][0].as_str().unwrap().contains("max_seconds"), "{found}");
    let arguments =
        json!({ "model": endless(), "max_seconds": 60, "max_memory_mb": 256, "max_states": 1000 });
    let found = session.answer("explore", arguments);
    assert_eq!(found["reason"], "state_limit", "{found}");
    assert!(found["what_to_try"][0].as_str().unwrap().contains("max_states"), "{found}");
    // If the client closes the session, the program ends soon, even during a search.
    session.send("tools/call", json!({ "name": "explore", "arguments": { "model": endless(), "max_seconds": 3600, "max_memory_mb": 256 } }));
    let began = Instant::now();
    assert_eq!(session.end(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn reports_are_those_of_the_command_line() {
    let mut session = Session::usual(Generation::Stateless);
    for name in [
        "philosophers-3.pnml",
        "kanban-2.pnml",
        "chain-reaction.pnml",
        "peterson-3.dve",
        "division-by-zero.dve",
        "coloured/philosophers-3.pnml",
    ] {
        let path = Path::new(NETS).join(name).display().to_string();
        let with_budget = |more: Value| {
            let mut arguments = json!({ "model": { "path": path }, "max_seconds": 60, "max_memory_mb": 256, "max_answer_kb": 1024 });
            arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            arguments
        };
        let limits = ["--time", "60s", "--memory", "256M", "--format", "json"];
        let printed = |command: &str| run(&[&[command, &path], &limits[..]].concat()).json();
        let explored = session.answer("explore", with_budget(json!({})));
        assert_eq!(timeless(&explored["report"]), timeless(&printed("explore")), "{name}");
        let deadlock = session.answer("check", with_budget(json!({ "deadlock": true })));
        assert_eq!(timeless(&deadlock["report"]), timeless(&printed("deadlock")), "{name}");
        if name == "philosophers-3.pnml" {
            let page = session.answer("analyse", with_budget(json!({})));
            assert_eq!(timeless(&page["report"]), timeless(&printed("analyse")), "{name}");
        }
    }
}

/// Returns a report without the values that differ between runs.
fn timeless(report: &Value) -> Value {
    let mut report = report.clone();
    for key in ["time_s", "peak_memory_bytes", "store_bytes", "options", "self_check"] {
        report.as_object_mut().unwrap().remove(key);
    }
    for key in ["bytes", "bytes_per_state"] {
        if let Some(store) = report.get_mut("store").and_then(Value::as_object_mut) {
            store.remove(key);
        }
    }
    if let Some(unfolding) = report.get_mut("unfolding").and_then(Value::as_object_mut) {
        unfolding.remove("time_s");
    }
    report
}
