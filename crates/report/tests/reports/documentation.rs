//! `docs/json.md` matches the types.

use std::fs;

use sanderling_report::{
    Failure, Hint, HintKind, Progress, Question, Reason, Report, ShownBy, Step, TraceBranch,
    UnfoldingProgress, Verdict,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::fits::{assert_fits, schema};

fn page() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md")).unwrap()
}

/// Returns the examples of the page, in order.
fn examples() -> Vec<Value> {
    let page = page();
    let blocks = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|block| serde_json::from_str(block).unwrap()).collect()
}

/// Reads the example as `T` and writes it again: nothing is lost or added. The definition of `T` in the schema describes it.
fn survives<T: Serialize + DeserializeOwned>(definition: &str, example: &Value) -> T {
    assert_fits(definition, example);
    let read: T = serde_json::from_value(example.clone()).unwrap();
    assert_eq!(&serde_json::to_value(&read).unwrap(), example);
    read
}

#[test]
fn the_examples_are_what_the_program_reads_and_writes() {
    let examples = examples();
    assert_eq!(examples.len(), 7);
    assert_eq!(survives::<Hint>("Hint", &examples[0]).kind, HintKind::MeantEnd);
    assert_eq!(survives::<Step>("Step", &examples[1]).moves.len(), 2);
    assert_eq!(survives::<TraceBranch>("TraceBranch", &examples[2]).shown_by, ShownBy::Branch);
    let report: Report = survives("Report", &examples[3]);
    assert_eq!((report.question, report.verdict), (Question::Deadlock, Verdict::Violated));
    assert_eq!(report.trace.unwrap().steps.len(), 2);
    survives::<Failure>("Failure", &examples[4]);
    survives::<Progress>("Progress", &without_file(&examples[5]));
    survives::<UnfoldingProgress>("UnfoldingProgress", &without_file(&examples[6]));
}

/// Returns progress in the form of the library; the program adds the file.
fn without_file(example: &Value) -> Value {
    let mut progress = example.as_object().expect("it is an object").clone();
    assert!(progress.remove("file").is_some());
    progress.into()
}

#[test]
fn every_key_is_documented() {
    let (page, schema) = (page(), schema());
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        let alternatives = definition["oneOf"].as_array().into_iter().flatten();
        for object in alternatives.chain([definition]) {
            for key in object["properties"].as_object().into_iter().flatten().map(|(key, _)| key) {
                let is_documented =
                    page.contains(&format!("`{key}`")) || page.contains(&format!("\"{key}\":"));
                assert!(is_documented, "`{key}` of {name} is not documented");
            }
        }
    }
}

#[test]
fn every_reason_is_documented() {
    let page = page();
    for reason in Reason::ALL {
        assert!(page.contains(&format!("| `{reason}` |")), "{reason} is not documented");
    }
}

#[test]
fn a_new_report_has_the_keys_that_are_always_there() {
    let report = serde_json::to_value(Report::new(Question::Explore)).unwrap();
    for key in [
        "schema",
        "file",
        "format",
        "question",
        "verdict",
        "reason",
        "states",
        "firings",
        "deadlocks",
        "max_tokens_in_place",
        "max_tokens_in_marking",
        "bits_per_state",
        "levels",
        "exhaustive",
        "trace",
        "time_s",
        "peak_memory_bytes",
        "options",
    ] {
        assert!(report.get(key).is_some(), "{key} is missing");
    }
}
