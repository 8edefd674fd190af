//! The effect of each request, and its answer if it fails.

use serde_json::{Value, json};

use crate::client::Client;

fn code(error: &Value) -> i64 {
    error["code"].as_i64().unwrap()
}

#[test]
fn the_server_lists_its_capabilities() {
    let mut client = Client::new();
    for params in [Value::Null, json!({}), json!({ "client": "an editor" })] {
        let capabilities = client.request("initialize", params).unwrap();
        assert_eq!(
            (capabilities["name"].as_str(), capabilities["protocol"].as_u64()),
            (Some("sanderling"), Some(2))
        );
        assert!(capabilities["methods"].as_array().unwrap().contains(&"analysis/start".into()));
        assert!(capabilities["formats"].as_array().unwrap().iter().any(|format| format["name"] == "pnml"));
    }
    client.leave();
}

#[test]
fn nets_are_loaded_described_and_unloaded() {
    let mut client = Client::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/kanban-2.pnml");
    let loaded = client.request("net/load", json!({ "uri": format!("file://{path}") })).unwrap();
    assert_eq!(
        (loaded["id"].as_str(), loaded["kind"].as_str()),
        (Some("kanban_2"), Some("place_transition"))
    );
    assert_eq!(loaded["places"], 16);
    let of_net = json!({ "net": loaded["net"] });
    assert_eq!(client.request("net/info", of_net.clone()).unwrap()["format"], "pnml");
    assert_eq!(client.request("net/unload", of_net.clone()), Ok(Value::Null));
    for method in ["net/info", "net/unload", "simulation/enabled"] {
        assert_eq!(code(&client.request(method, of_net.clone()).unwrap_err()), 2, "{method}");
    }
    client.leave();
}

#[test]
fn options_for_reading_files_can_be_chosen() {
    let mut client = Client::new();
    let coloured = include_str!("../../../sanderling/tests/data/difference-on-input.pnml");
    for (difference, states) in [(Value::Null, 3), ("defined".into(), 3), ("truncated".into(), 5)] {
        let load = json!({ "text": coloured, "name": "net.pnml", "difference": difference });
        let loaded = client.request("net/load", load).unwrap();
        let params = json!({ "net": loaded["net"], "question": "explore" });
        let started = client.request("analysis/start", params).unwrap();
        let result = client.result(started["analysis"].as_str().unwrap());
        assert_eq!(result["report"]["states"], states, "{difference}: {result}");
    }
    let timed = r#"<pnml><net active="true" id="A"><place id="P0" name="p" initialMarking="1"/>
        <transition id="T0" name="t"/><arc id="a" source="P0" target="T0" type="timed" inscription="[1,2]" weight="1"/>
        </net></pnml>"#;
    let load = |untimed| json!({ "text": timed, "name": "net.tapn", "untimed": untimed });
    assert_eq!(code(&client.request("net/load", load(false)).unwrap_err()), 1);
    assert_eq!(client.request("net/load", load(true)).unwrap()["places"], 1);
    client.leave();
}

#[test]
fn a_program_in_a_file_may_include_others_and_a_text_may_not() {
    let mut client = Client::new();
    let folder = tempfile::tempdir().unwrap();
    let text = "#include \"part.pml\"\ninit { x = 1 }";
    std::fs::write(folder.path().join("model.pml"), text).unwrap();
    std::fs::write(folder.path().join("part.pml"), "byte x;").unwrap();
    let uri = format!("file://{}", folder.path().join("model.pml").display());
    let loaded = client.request("net/load", json!({ "uri": uri })).unwrap();
    assert_eq!(loaded["kind"], "program");
    let name = folder.path().join("model.pml");
    let refused = client.request("net/load", json!({ "text": text, "name": name })).unwrap_err();
    assert_eq!(code(&refused), 1);
    assert!(refused.to_string().contains("only a model in a file can include others"), "{refused}");
    client.leave();
}

#[test]
fn macros_of_a_program_can_be_defined() {
    let mut client = Client::new();
    let mut transitions = |define: Value| {
        let text = "byte x;\ninit {\n#ifdef N\nx = N;\n#endif\nx = 1 }";
        let load = json!({ "text": text, "name": "model.pml", "define": define });
        client.request("net/load", load).map(|loaded| loaded["transitions"].as_u64().unwrap())
    };
    assert_eq!(transitions(json!(["N=4"])).unwrap() - transitions(json!([])).unwrap(), 1);
    assert_eq!(code(&transitions(json!(["4"])).unwrap_err()), 1);
    client.leave();
}

#[test]
fn a_coloured_net_is_described_with_colours_or_on_request_unfolded() {
    let mut client = Client::new();
    let net = client.load("coloured/philosophers-3.pnml");
    let info = client.request("net/info", json!({ "net": net })).unwrap();
    assert!(info["coloured"]["sorts"].is_array() && info.get("unfolding").is_none(), "{info}");
    assert!(info["layout"].is_null() && info["format"] == "pnml");
    let info = client.request("net/info", json!({ "net": net, "unfold": true })).unwrap();
    let statistics = (&info["unfolding"]["coloured_places"], &info["unfolding"]["places"]);
    assert!(statistics.0.as_u64() < statistics.1.as_u64() && info["places"] == *statistics.1, "{info}");
    assert!(info["layout"].is_object() && info.get("coloured").is_none());
    let mut poor = Client::with_memory(1 << 20);
    let net = poor.load("coloured/philosophers-3.pnml");
    assert!(poor.request("net/info", json!({ "net": net })).is_ok());
    let unfolded = poor.request("net/info", json!({ "net": net, "unfold": true }));
    assert_eq!(code(&unfolded.unwrap_err()), 5);
    poor.leave();
    client.leave();
}

#[test]
fn errors_in_a_net_are_reported_with_line_column_and_element() {
    let mut client = Client::new();
    let text = "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n<net id=\"n\" \
                type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n<arc id=\"a\" \
                source=\"p\" target=\"t\"/></page></net></pnml>";
    let error = client.load_text(text).unwrap_err();
    assert_eq!(code(&error), 1);
    let diagnostics = error["data"].as_array().unwrap();
    let place = |one: &Value| (one["severity"].clone(), one["line"].clone(), one["column"].is_u64());
    assert!(diagnostics.iter().any(|one| place(one) == ("error".into(), 3.into(), true)), "{error}");
    assert!(diagnostics.iter().any(|one| one["element"] == "n"), "{error}");
    assert_eq!(
        diagnostics.iter().filter(|one| one["element"] == "a").count(),
        2,
        "each end of the arc: {error}"
    );
    for params in
        [json!({}), json!({ "uri": "x", "text": "y" }), json!({ "uri": "http://x/y" }), json!({ "u": 1 })]
    {
        assert_eq!(code(&client.request("net/load", params).unwrap_err()), -32602);
    }
    assert_eq!(code(&client.request("net/load", json!({ "uri": "none.pnml" })).unwrap_err()), 1);
    // A folder, and a format that only an external converter could read.
    let folder = client.request("net/load", json!({ "uri": env!("CARGO_MANIFEST_DIR") })).unwrap_err();
    assert!(code(&folder) == 1 && folder["message"].as_str().unwrap().contains("only files"), "{folder}");
    let params = json!({ "uri": concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "format": "nothing" });
    let foreign = client.request("net/load", params).unwrap_err();
    assert!(foreign.to_string().contains("sanderling-format-nothing"), "{foreign}");
    client.leave();
}

#[test]
fn analyses_answer_with_reports() {
    let mut client = Client::new();
    let net = client.load("philosophers-5.pnml");
    let mut ask = |question: &str, properties: Value| {
        let params = json!({ "net": net, "question": question, "properties": properties });
        let started = client.request("analysis/start", params).unwrap();
        let result = client.result(started["analysis"].as_str().unwrap());
        result["report"].clone()
    };
    let explored = ask("explore", json!([]));
    assert_eq!((explored["states"].as_u64(), explored["verdict"].as_str()), (Some(243), Some("computed")));
    let deadlock = ask("deadlock", json!([]));
    assert_eq!(deadlock["verdict"], "violated");
    assert!(deadlock["trace"]["steps"].as_array().is_some_and(|steps| steps.len() == 5));
    let checked = ask("check", json!(["always tokens(eat_1) <= 1", "reach deadlock"]));
    assert_eq!(checked["answers"][1]["verdict"], "holds");
    let replayed = client.request("trace/replay", json!({ "net": net, "trace": deadlock["trace"] })).unwrap();
    assert_eq!(replayed["verdict"], "holds");
    client.leave();
}

#[test]
fn intended_deadlocks_have_a_hint_and_can_be_excepted() {
    let mut client = Client::new();
    let net = client.load("order.pnml");
    let mut ask = |except: Value| {
        let params = json!({ "net": net, "question": "deadlock", "except": except });
        let started = client.request("analysis/start", params).unwrap();
        client.result(started["analysis"].as_str().unwrap())["report"].clone()
    };
    let violated = ask(Value::Null);
    let (hint, verdict) = (&violated["hints"][0], &violated["verdict"]);
    assert_eq!((verdict.as_str(), hint["kind"].as_str()), (Some("violated"), Some("meant_end")));
    let holds = ask(hint["except"].clone());
    assert_eq!((&holds["verdict"], &holds["except"]), (&"holds".into(), &hint["except"]));
    client.leave();
}

#[test]
fn invalid_questions_are_refused() {
    let mut client = Client::new();
    let net = client.load("philosophers-3.pnml");
    let mut refused = |params: Value| code(&client.request("analysis/start", params).unwrap_err());
    assert_eq!(refused(json!({ "net": "net99", "question": "explore" })), 2);
    assert_eq!(refused(json!({ "net": net, "question": "why" })), -32602);
    assert_eq!(refused(json!({ "net": net, "question": "check" })), 6);
    assert_eq!(
        refused(json!({ "net": net, "question": "check", "properties": ["always tokens(x) <= 1"] })),
        6
    );
    assert_eq!(refused(json!({ "net": net, "question": "explore", "properties": ["reach deadlock"] })), 6);
    assert_eq!(refused(json!({ "net": net, "question": "explore", "except": "true" })), 6);
    assert_eq!(refused(json!({ "net": net, "question": "deadlock", "except": "tokens(x) = 1" })), 6);
    assert_eq!(refused(json!({ "net": net, "question": "explore", "memory_bytes": 1_u64 << 50 })), 5);
    assert_eq!(code(&client.request("analysis/cancel", json!({ "analysis": "analysis9" })).unwrap_err()), 3);
    client.leave();
}

#[test]
fn properties_of_programs_can_test_values() {
    let mut client = Client::new();
    let net = client.load("peterson-3.dve");
    let start = |properties: Value| json!({ "net": net, "question": "check", "properties": properties });
    let params = start(json!(["always not (P0.cs and P1.cs)", "reach level[0] == P1.stage + 1"]));
    let started = client.request("analysis/start", params).unwrap();
    let report = client.result(started["analysis"].as_str().unwrap())["report"].clone();
    assert_eq!(report["verdict"], "holds", "{report}");
    let refused = client.request("analysis/start", start(json!(["always P0.stag <= 2"]))).unwrap_err();
    assert_eq!(code(&refused), 6);
    assert!(refused.to_string().contains("did you mean `P0.stage`?"), "{refused}");
    client.leave();
}

#[test]
fn property_processes_and_livelocks_are_checked() {
    let mut client = Client::new();
    let net = client.load("readers-writers-commit.dve");
    let start = |properties: Value| json!({ "net": net, "question": "check", "properties": properties, "property_process": true });
    for properties in [json!([]), json!(["always true", "no livelock"])] {
        let started = client.request("analysis/start", start(properties.clone())).unwrap();
        let report = client.result(started["analysis"].as_str().unwrap())["report"].clone();
        let answers = report["answers"].as_array().unwrap();
        assert_eq!(answers.len(), properties.as_array().unwrap().len() + 1, "{report}");
        let last = answers.last().unwrap();
        assert_eq!(
            (&last["verdict"], &last["property"]),
            (&"violated".into(), &"property process Starved".into())
        );
        assert!(last["trace"]["repeated_from"].is_u64(), "{last}");
        if let [always, livelock, _] = &answers[..] {
            assert_eq!((&always["verdict"], &livelock["verdict"]), (&"holds".into(), &"violated".into()));
            assert!(livelock["trace"]["repeated_from"].is_u64(), "{livelock}");
        }
    }
    let without = client.load("peterson-3.dve");
    let mut refused = |params: Value| code(&client.request("analysis/start", params).unwrap_err());
    assert_eq!(refused(json!({ "net": without, "question": "check", "property_process": true })), 6);
    assert_eq!(refused(json!({ "net": net, "question": "explore", "property_process": true })), 6);
    assert_eq!(refused(json!({ "net": net, "question": "check", "property_process": false })), 6);
    assert_eq!(
        refused(json!({ "net": net, "question": "check", "properties": ["no livelock without x"] })),
        6
    );
    client.leave();
}

#[test]
fn the_token_game_goes_forward_and_back() {
    let mut client = Client::new();
    let net = client.load("philosophers-3.pnml");
    let start = client.request("simulation/enabled", json!({ "net": net })).unwrap();
    let event = start["enabled"][0]["event"].clone();
    let fired = client.request("simulation/fire", json!({ "net": net, "transition": event })).unwrap();
    assert_eq!((fired["steps"].as_u64(), fired["fired"]["event"].clone()), (Some(1), event.clone()));
    assert_ne!(fired["marking"], start["marking"]);
    assert_eq!(client.request("simulation/undo", json!({ "net": net })).unwrap(), start);
    assert_eq!(code(&client.request("simulation/undo", json!({ "net": net })).unwrap_err()), 7);
    client.request("simulation/fire", json!({ "net": net, "transition": event })).unwrap();
    assert_eq!(client.request("simulation/reset", json!({ "net": net })).unwrap(), start);
    let error = client.request("simulation/fire", json!({ "net": net, "transition": "x" })).unwrap_err();
    assert_eq!(code(&error), 4);
    client.leave();
}

#[test]
fn coloured_transitions_fire_with_a_binding() {
    let mut client = Client::new();
    let net = client.load("coloured/philosophers-3.pnml");
    let start = client.request("simulation/enabled", json!({ "net": net })).unwrap();
    let step = start["enabled"][1].clone();
    let transition = step["event"].clone();
    let refusal =
        client.request("simulation/fire", json!({ "net": net, "transition": transition })).unwrap_err();
    assert!(refusal["message"].as_str().unwrap().contains("bindings"), "{refusal}");
    let params = json!({ "net": net, "transition": transition, "binding": step["binding"] });
    assert_eq!(client.request("simulation/fire", params).unwrap()["fired"]["binding"], step["binding"]);
    client.leave();
}

#[test]
fn nets_and_programs_are_drawn() {
    let mut client = Client::new();
    let net = client.load("philosophers-3.pnml");
    let drawing = client.request("net/drawing", json!({ "net": net })).unwrap();
    let arcs = drawing["arcs"].as_array().unwrap();
    assert_eq!((arcs.len(), drawing["is_from_file"].clone()), (48, true.into()));
    assert!(drawing["transitions"][0]["x"].as_f64().is_some_and(|x| x < drawing["width"].as_f64().unwrap()));
    let program = client.load("alternating-bit.dve");
    let drawing = client.request("net/drawing", json!({ "net": program })).unwrap();
    let processes = drawing["processes"].as_array().unwrap();
    assert!(processes.len() == 3 && drawing["arcs"].as_array().unwrap().is_empty());
    let standing = client.request("simulation/enabled", json!({ "net": program })).unwrap();
    for process in processes {
        let here = &standing["marking"][process["place"].as_str().unwrap()];
        assert!(process["locations"].as_array().unwrap().iter().any(|location| location["name"] == *here));
        let steps = process["steps"].as_array().unwrap();
        assert!(steps.iter().all(|step| step["events"].as_array().is_some_and(|events| !events.is_empty())));
    }
    let peterson = client.load("peterson-3.dve");
    let drawing = client.request("net/drawing", json!({ "net": peterson })).unwrap();
    let guards: Vec<_> =
        drawing["processes"][0]["steps"].as_array().unwrap().iter().map(|step| &step["guard"]).collect();
    assert!(
        guards.iter().any(|guard| guard.as_str().is_some_and(|text| text.contains("P0.stage"))),
        "{guards:?}"
    );
    assert!(guards.iter().any(|guard| guard.is_null()), "{guards:?}");
    assert_eq!(code(&client.request("net/drawing", json!({ "net": "net99" })).unwrap_err()), 2);
    client.leave();
}

#[test]
fn small_state_spaces_are_drawn_whole_and_large_ones_in_part() {
    let mut client = Client::new();
    let net = client.load("philosophers-5.pnml");
    let whole = client.request("graph/states", json!({ "net": net })).unwrap();
    assert_eq!(whole["positions"].as_array().map(Vec::len), Some(243));
    assert_eq!(
        (whole["graph"]["exhaustive"].clone(), whole["graph"]["format"].clone()),
        (true.into(), "pnml".into())
    );
    let part = client.request("graph/states", json!({ "net": net, "most_states": 10 })).unwrap();
    assert_eq!(
        (part["graph"]["states"].as_array().map(Vec::len), part["graph"]["exhaustive"].clone()),
        (Some(10), false.into())
    );
    let unbounded = client.load("pump.pnml");
    let part = client.request("graph/states", json!({ "net": unbounded, "max_states": 2000 })).unwrap();
    assert_eq!(part["graph"]["states"].as_array().map(Vec::len), Some(2000));
    assert_eq!(part["graph"]["reason"], "unbounded");
    let covered = client.request("graph/states", json!({ "net": unbounded, "coverability": true })).unwrap();
    assert_eq!(covered["graph"]["exhaustive"], true);
    let states = covered["graph"]["states"].as_array().unwrap();
    assert!(states.iter().any(|state| state["marking"]["parts"] == "+inf"), "{covered}");
    let coloured = client.load("coloured/philosophers-3.pnml");
    assert!(client.request("graph/states", json!({ "net": coloured })).unwrap()["positions"][1].is_array());
    let mut poor = Client::with_memory(1 << 20);
    let net = poor.load("philosophers-3.pnml");
    assert_eq!(code(&poor.request("graph/states", json!({ "net": net })).unwrap_err()), 5);
    poor.leave();
    client.leave();
}

#[test]
fn a_net_is_grouped_and_drawn_in_parts() {
    let mut client = Client::new();
    let net = client.load("nested-units.pnml");
    let drawn = client.request("net/groups", json!({ "net": net })).unwrap();
    assert_eq!(drawn["kind"], "units");
    let groups = drawn["groups"].as_array().unwrap();
    let sizes =
        |key: &str| groups.iter().map(|group| group[key].as_array().map_or(0, Vec::len)).sum::<usize>();
    let whole = client.request("net/drawing", json!({ "net": net })).unwrap();
    let count = |drawing: &Value, key: &str| drawing[key].as_array().map_or(0, Vec::len);
    assert_eq!(
        (sizes("places"), sizes("transitions")),
        (count(&whole, "places"), count(&whole, "transitions"))
    );
    let only = &groups[0]["places"];
    let part = client.request("net/drawing", json!({ "net": net, "only": only })).unwrap();
    assert_eq!((count(&part, "places"), count(&part, "transitions")), (only.as_array().unwrap().len(), 0));
    client.leave();
}

#[test]
fn a_search_begins_at_another_marking() {
    let mut client = Client::new();
    let net = client.load("order.pnml");
    let ask = |client: &mut Client, marking: Value| {
        client.request("analysis/start", json!({ "net": net, "question": "explore", "marking": marking }))
    };
    for (marking, states) in
        [(json!({ "closed": 1 }), 1), (json!({ "paid": 1, "sent": 1 }), 2), (Value::Null, 6)]
    {
        let started = ask(&mut client, marking).unwrap();
        let result = client.result(started["analysis"].as_str().unwrap());
        assert_eq!(result["report"]["states"], states, "{result}");
    }
    client.leave();
}

#[test]
fn a_wrong_property_is_reported_with_its_position() {
    let mut client = Client::new();
    let net = client.load("kanban-2.pnml");
    let properties = ["always tokens(work_1) <= 2", "reach deadlock", "always tokens(wrk_1) <= 2"];
    let params = json!({ "net": net, "question": "check", "properties": properties });
    let error = client.request("analysis/start", params).unwrap_err();
    assert_eq!((code(&error), &error["data"][0]["property"]), (6, &json!(2)), "{error}");
    client.leave();
}

#[test]
fn the_state_of_a_game_does_not_depend_on_its_history() {
    let mut client = Client::new();
    for file in ["kanban-2.pnml", "coloured/sorting-4.pnml", "alternating-bit.dve"] {
        let net = client.load(file);
        let mut standing = client.request("simulation/enabled", json!({ "net": net })).unwrap();
        let start = standing.clone();
        let mut fired = Vec::new();
        for turn in 0..40 {
            let enabled = standing["enabled"].as_array().unwrap();
            let Some(step) = enabled.get(turn * 7 % enabled.len().max(1)) else { break };
            let mut params = json!({ "net": net, "transition": step["event"] });
            if step["binding"].as_object().is_some_and(|binding| !binding.is_empty()) {
                params["binding"] = step["binding"].clone();
            }
            standing = client.request("simulation/fire", params.clone()).unwrap();
            fired.push(params);
        }
        // The same run in a new game, without any kept texts.
        let again = client.load(file);
        for params in &mut fired {
            params["net"] = again.clone().into();
            client.request("simulation/fire", params.clone()).unwrap();
        }
        let replayed = client.request("simulation/enabled", json!({ "net": again })).unwrap();
        standing.as_object_mut().unwrap().remove("fired");
        assert_eq!(replayed, standing, "{file}");
        client.request("simulation/undo", json!({ "net": again })).unwrap();
        client.request("simulation/fire", fired.pop().unwrap()).unwrap();
        assert_eq!(client.request("simulation/enabled", json!({ "net": again })).unwrap(), standing);
        assert_eq!(client.request("simulation/reset", json!({ "net": again })).unwrap(), start);
    }
    client.leave();
}

#[test]
fn after_shutdown_only_exit_is_left() {
    let mut client = Client::new();
    assert_eq!(client.request("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(code(&client.request("initialize", Value::Null).unwrap_err()), 8);
    client.send(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    client.leave();
}
