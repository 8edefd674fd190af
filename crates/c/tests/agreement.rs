//! The same JSON from C, from Java, from the server and from the command line, time and memory aside.
//!
//! The examples are built and run where there are compilers for them, and a message names the missing ones.

mod programs;

use std::fs;
use std::path::{Path, PathBuf};

use programs::{Server, java, library, printed, run, sanderling, static_library, with_c};
use serde_json::{Value, json};

/// The questions about each model: the arguments of the command line, and the parameters of the server.
fn questions() -> [(&'static str, Value); 2] {
    let options = json!({ "max-states": 20_000, "time": "60s" });
    [
        ("explore", json!({ "question": "explore", "options": options })),
        ("deadlock", json!({ "question": "deadlock", "options": options })),
    ]
}

const LIMITS: [&str; 8] =
    ["--max-states", "20000", "--time", "60s", "--memory", "67108864", "--format", "json"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The models with one of these ends in a folder and below it, the small ones.
fn models(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_small = fs::metadata(&path).unwrap().len() <= 20 << 10;
        if path.is_dir() {
            found.extend(models(&path));
        } else if is_small && path.extension().is_some_and(|end| end == "pnml" || end == "dve") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What C says, and the server, and the command line.
fn compare(ask: &Path, server: &mut Server, models: &[PathBuf]) {
    let mut compared = 0;
    for model in models {
        let path = model.to_str().unwrap();
        let mut words = vec![path.to_owned()];
        let mut expected = Vec::new();
        let loaded = server.request("net/load", json!({ "uri": path }));
        for (question, mut params) in questions() {
            let expected_report = printed(&[&[question, path], &LIMITS[..]].concat());
            params["memory_bytes"] = json!(64 << 20);
            words.push(params.to_string());
            let Some(net) = loaded["result"]["net"].as_str() else {
                // Of a file that is none, all say what is wrong, and where.
                assert_eq!(
                    without_file(&loaded["error"]["data"]),
                    without_file(&expected_report["diagnostics"]),
                    "{path}: {expected_report}"
                );
                expected = vec![json!({ "error": loaded["error"] })];
                continue;
            };
            params["net"] = net.into();
            let served = server.analysis(params);
            let reply = if served["report"].is_object() { &served["report"] } else { &served };
            if served["report"].is_object() {
                assert_eq!(timeless(reply), timeless(&expected_report), "{path}: {question}");
            }
            expected.push(timeless(reply));
        }
        let answers = run(ask, &words);
        let answers: Vec<Value> =
            answers.lines().map(|line| timeless(&serde_json::from_str(line).unwrap())).collect();
        let without_name =
            |values: Vec<Value>| -> Vec<Value> { values.into_iter().map(without_analysis).collect() };
        assert_eq!(without_name(answers), without_name(expected), "{path}");
        compared += 1;
    }
    assert!(compared > 0);
    println!("{compared} models say the same");
}

#[test]
fn c_says_what_the_server_and_the_command_line_say() {
    let folder = tempfile::tempdir().unwrap();
    let Some(ask) = with_c("ask.c", folder.path(), &library()) else { return };
    let mut server = Server::start();
    compare(&ask, &mut server, &models(&root().join("nets")));
    for part in ["dve-syntax", "editors"] {
        let corpus = root().join("../shared/corpora").join(part);
        if corpus.is_dir() {
            compare(&ask, &mut server, &models(&corpus));
        } else {
            println!("skipped: there is no collection `{part}`");
        }
    }
}

#[test]
fn a_static_library_works_and_a_search_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let Some(watch) = with_c("watch.c", folder.path(), &static_library()) else { return };
    let mut text = String::from("net switches\n");
    for at in 0..60 {
        text += &format!("pl off{at} (1)\ntr set{at} off{at} -> on{at}\ntr reset{at} on{at} -> off{at}\n");
    }
    let net = folder.path().join("switches.net");
    fs::write(&net, text).unwrap();
    let report: Value =
        serde_json::from_str(&run(&watch, &[net.display().to_string(), "1000".into()])).unwrap();
    assert_eq!((&report["verdict"], &report["reason"]), (&json!("unknown"), &json!("cancelled")), "{report}");
}

#[test]
fn java_says_what_the_command_line_says() {
    let Some(java) = java() else { return };
    for name in ["philosophers-3.pnml", "kanban-2.pnml", "peterson-3.dve", "coloured/philosophers-3.pnml"] {
        let path = root().join("nets").join(name).display().to_string();
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/Ask.java");
        let mut words = vec![
            "--enable-native-access=ALL-UNNAMED".to_owned(),
            example.display().to_string(),
            library().display().to_string(),
            path.clone(),
        ];
        let mut expected = Vec::new();
        for (question, mut params) in questions() {
            params["memory_bytes"] = json!(64 << 20);
            words.push(params.to_string());
            expected.push(timeless(&printed(&[&[question, path.as_str()], &LIMITS[..]].concat())));
        }
        let answers = run(&java, &words);
        let answers: Vec<Value> =
            answers.lines().map(|line| timeless(&serde_json::from_str(line).unwrap())).collect();
        assert_eq!(answers, expected, "{name}");
    }
}

#[test]
fn the_program_to_compare_with_exists() {
    assert!(
        sanderling().is_file(),
        "there is no program {}: run cargo build, or name another one by SANDERLING",
        sanderling().display()
    );
}

/// A report without what differs from run to run: time, memory, and what depends on them.
fn timeless(report: &Value) -> Value {
    let mut report = report.clone();
    let Some(members) = report.as_object_mut() else { return report };
    for key in ["time_s", "peak_memory_bytes", "store_bytes"] {
        members.remove(key);
    }
    // How far a search came before the net was seen to be unbounded depends on time.
    if members.contains_key("unbounded") {
        ["explored", "bits_per_state"].iter().for_each(|key| drop(members.remove(*key)));
    }
    for (part, keys) in [
        // The option was given when the net was loaded.
        ("options", &["dve_semantics"][..]),
        ("store", &["bytes", "bytes_per_state"]),
        ("unfolding", &["time_s"]),
        ("self_check", &["states_checked"]),
    ] {
        if let Some(part) = members.get_mut(part).and_then(Value::as_object_mut) {
            keys.iter().for_each(|key| drop(part.remove(*key)));
        }
    }
    report
}

/// The result of an analysis that has no report, without the analysis' name.
fn without_analysis(mut result: Value) -> Value {
    if let Some(members) = result.as_object_mut().filter(|members| members.contains_key("error")) {
        members.remove("analysis");
        members.remove("net_version");
    }
    result
}

/// Diagnostics without the file that the command line names besides.
fn without_file(diagnostics: &Value) -> Value {
    let mut diagnostics = diagnostics.clone();
    for one in diagnostics.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        one.remove("file");
    }
    diagnostics
}
