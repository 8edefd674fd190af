//! The server returns the report of the command line, for every net of the project and several questions and options.
//!
//! The tests of the Python package compare it with the command line in the same way.

use serde_json::{Map, Value, json};

use crate::running::run_in;
use crate::walk::root;
use crate::walk::server::Server;

/// Values that depend on the clock or on the memory of the machine, including the size of a checked sample.
const OF_THE_MACHINE: [&str; 6] =
    ["time_s", "peak_memory_bytes", "store_bytes", "bytes_per_state", "memory_bytes", "self_check"];

/// Returns the questions, as arguments of the command line and as parameters of the server.
fn questions() -> Vec<(Vec<&'static str>, Value)> {
    vec![
        (vec!["explore", "--bounds"], json!({ "question": "explore", "options": { "bounds": true } })),
        (
            vec!["explore", "--order", "dfs", "--reduce", "none"],
            json!({ "question": "explore", "options": { "order": "dfs", "reduce": "none" } }),
        ),
        (vec!["deadlock"], json!({ "question": "deadlock" })),
        (
            vec!["deadlock", "--store", "tree", "--proof", "off"],
            json!({ "question": "deadlock", "options": { "store": "tree", "proof": "off" } }),
        ),
        (
            vec!["explore", "--engine", "diagram"],
            json!({ "question": "explore", "options": { "engine": "diagram" } }),
        ),
        (
            vec!["deadlock", "--engine", "diagram", "--diagram-order", "force", "--reduce", "none"],
            json!({
                "question": "deadlock",
                "options": { "engine": "diagram", "diagram-order": "force", "reduce": "none" },
            }),
        ),
        (
            vec!["check", "--property", "always not deadlock", "--engine", "explicit"],
            json!({
                "question": "check",
                "properties": ["always not deadlock"],
                "options": { "engine": "explicit" },
            }),
        ),
        (
            vec!["check", "--property", "always not deadlock", "--property", "reach deadlock"],
            json!({ "question": "check", "properties": ["always not deadlock", "reach deadlock"] }),
        ),
        (
            vec!["check", "--property", "ltl F deadlock", "--property", "ctl AG EF deadlock"],
            json!({ "question": "check", "properties": ["ltl F deadlock", "ctl AG EF deadlock"] }),
        ),
    ]
}

fn without_the_machine(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(key, _)| !OF_THE_MACHINE.contains(&key.as_str()));
            Value::Object(kept.map(|(key, value)| (key.clone(), without_the_machine(value))).collect())
        }
        Value::Array(values) => values.iter().map(without_the_machine).collect(),
        other => other.clone(),
    }
}

/// Returns the nets of the project.
fn nets() -> Vec<String> {
    let folders = ["nets", "nets/coloured"].into_iter();
    let mut nets: Vec<String> = folders
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "pnml" || it == "dve"))
        .map(|path| path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned())
        .collect();
    nets.sort();
    nets
}

/// Adds options to both. Few states keep the test short; a decision diagram has no limit on them.
fn with_limits((words, params): (&mut Vec<&'static str>, &mut Value)) {
    words.extend(["--threads", "1", "--time", "60s", "--format", "json"]);
    let options = params.as_object_mut().unwrap().entry("options").or_insert_with(|| Map::new().into());
    (options["threads"], options["time"]) = (1.into(), "60s".into());
    if options.get("engine").is_none_or(|engine| engine != "diagram") {
        words.extend(["--max-states", "2000"]);
        options["max-states"] = 2000.into();
    }
}

#[test]
fn the_server_gives_the_reports_of_the_command_line() {
    let mut server = Server::start();
    let mut compared = 0;
    for path in nets() {
        let loaded = server.ask("net/load", &json!({ "uri": path }));
        let Some(net) = loaded["result"]["net"].as_str() else { continue };
        for (mut words, mut params) in questions() {
            with_limits((&mut words, &mut params));
            params["net"] = net.into();
            let words: Vec<&str> = [&words[..1], &[&path], &words[1..]].concat();
            let printed = run_in(&root(), &words, b"").json();
            let started = server.ask("analysis/start", &params);
            let Some(analysis) = started["result"]["analysis"].as_str() else {
                assert!(printed.get("error").is_some(), "{words:?}: {started}");
                continue;
            };
            let answered = server.result(analysis);
            let report = &answered["params"]["report"];
            if printed.get("error").is_some() {
                assert!(report.is_null(), "{words:?}: {answered}");
                continue;
            }
            let [expected, mut found] = [&printed, report].map(without_the_machine);
            // The server reports the absolute path.
            found["file"] = expected["file"].clone();
            assert_eq!(found, expected, "{words:?}");
            compared += 1;
        }
        server.ask("net/unload", &json!({ "net": net }));
    }
    assert!(compared >= 280, "{compared} reports were compared");
}
