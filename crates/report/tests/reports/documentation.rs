//! `docs/json.md` matches the types.

use std::fs;

use sanderling_report::{
    ChannelStructure, Checkpoint, CheckpointReport, ColouredPlace, ColouredStructure, ColouredTransition,
    Count, Decision, Depth, EdgeLength, Explored, Failure, GraphLevel, Hint, HintKind, Inexact, LevelGraph,
    Means, ModelError, OnDisk, ProcessStructure, ProgramStructure, Progress, Question, Reason, ReducedNet,
    ReplayReport, Report, Retention, RuleStatistics, SelfCheck, ShownBy, SortStructure, StateGraph, Step,
    Store, StoreEstimate, StructureReport, Sweep, Technique, Timings, Trace, TraceBranch, UnfoldingProgress,
    VariableStructure, Verdict,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn page() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md")).unwrap()
}

/// Returns the examples of the page, in order.
fn examples() -> Vec<Value> {
    let page = page();
    let blocks = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|block| serde_json::from_str(block).unwrap()).collect()
}

/// Reads the example as `T` and writes it again: nothing is lost or added.
fn survives<T: Serialize + DeserializeOwned>(example: &Value) -> T {
    let read: T = serde_json::from_value(example.clone()).unwrap();
    assert_eq!(&serde_json::to_value(&read).unwrap(), example);
    read
}

#[test]
fn the_examples_are_what_the_program_reads_and_writes() {
    let examples = examples();
    assert_eq!(examples.len(), 7);
    assert_eq!(survives::<Hint>(&examples[0]).kind, HintKind::MeantEnd);
    assert_eq!(survives::<Step>(&examples[1]).moves.len(), 2);
    assert_eq!(survives::<TraceBranch>(&examples[2]).shown_by, ShownBy::Branch);
    let report: Report = survives(&examples[3]);
    assert_eq!((report.question, report.verdict), (Question::Deadlock, Verdict::Violated));
    assert_eq!(report.trace.unwrap().steps.len(), 2);
    survives::<Failure>(&examples[4]);
    survives::<Progress>(&without_file(&examples[5]));
    survives::<UnfoldingProgress>(&without_file(&examples[6]));
}

/// Returns progress in the form of the library; the program adds the file.
fn without_file(example: &Value) -> Value {
    let mut progress = example.as_object().expect("it is an object").clone();
    assert!(progress.remove("file").is_some());
    progress.into()
}

/// Returns the statistics of a search that forgot states, with every key.
fn retention() -> Retention {
    let none = Count::ZERO;
    Retention {
        visits: none,
        revisits: Some(none),
        states_estimate: Some(none),
        standard_error: Some(0.01),
        visited_firings: none,
        visited_deadlocks: none,
        forgotten: none,
        forgetting_since: Some(none),
        peak_stored: none,
        peak_tree: none,
        vetoes: Some(none),
        sweep: Some(Sweep { sweeps: none, persistent: none, largest_class: none }),
    }
}

/// Returns an inexact store, with every key.
fn store() -> Store {
    let inexact = Inexact {
        states_at_least: Count::ZERO,
        firings_at_least: Count::ZERO,
        deadlocks_at_least: Count::ZERO,
        expected_omissions: 0.5,
        omission_probability: 0.25,
    };
    Store {
        name: String::new(),
        why: String::new(),
        bytes: 0,
        bytes_per_state: Some(1.5),
        disk: Some(OnDisk { peak_bytes: 1, bytes_written: 2, bytes_read: 3 }),
        inexact: Some(inexact),
    }
}

/// Returns the statistics of a depth-bounded search.
fn depth() -> Depth {
    let none = Count::ZERO;
    Depth {
        bound: 1,
        increment: 1,
        complete: false,
        explored: 1,
        rounds: none,
        revisits: none,
        replayed: none,
        replay_s: 0.0,
        peak_frontier: none,
        peak_frontier_bytes: 0,
    }
}

/// Returns the times of all phases of a search.
fn timings() -> Timings {
    let told = Some(0.0);
    Timings { fire: told, hash: told, look_up: told, retain: told, ..Timings::default() }
}

fn reduced() -> Report {
    let rule = RuleStatistics { rule: String::new(), applications: 1, places: 1, transitions: 1 };
    Report {
        explored: Some(Explored { states: Count::ZERO, firings: Count::ZERO }),
        reduced_net: Some(ReducedNet { places: 1, transitions: 1, rules: vec![rule] }),
        decided_by: Some(Decision {
            proof: vec![String::new()],
            ..Decision::by(Technique::Search).with([Means::StubbornSets])
        }),
        ..Report::new(Question::Deadlock)
    }
}

#[test]
fn every_key_is_documented() {
    let page = page();
    let layout = sanderling_report::Layout::default();
    let step = Step { error: Some(String::new()), communication: Some(String::new()), ..Step::default() };
    let error = ModelError {
        message: String::new(),
        event: String::new(),
        moves: Vec::new(),
        trace: Trace {
            steps: vec![step.clone()].into(),
            shortest: Some(false),
            shortest_reason: Some(Reason::TimeLimit),
            ..Trace::default()
        },
    };
    for object in [
        serde_json::to_value(step).unwrap(),
        serde_json::to_value(Report::new(Question::Explore)).unwrap(),
        serde_json::to_value(timings()).unwrap(),
        serde_json::to_value(StructureReport::new()).unwrap(),
        serde_json::to_value(ColouredStructure::default()).unwrap(),
        serde_json::to_value(ColouredPlace {
            id: String::new(),
            name: Some(String::new()),
            sort: String::new(),
            tokens: None,
            initial: String::new(),
        })
        .unwrap(),
        serde_json::to_value(ColouredTransition {
            id: String::new(),
            name: Some(String::new()),
            guard: None,
            variables: Vec::new(),
        })
        .unwrap(),
        serde_json::to_value(SortStructure { name: String::new(), text: String::new(), values: None })
            .unwrap(),
        serde_json::to_value(ReplayReport::new()).unwrap(),
        serde_json::to_value(Checkpoint { directory: String::new(), problem: Some(String::new()) }).unwrap(),
        serde_json::to_value(CheckpointReport::default()).unwrap(),
        serde_json::to_value(TraceBranch {
            until: Some(0),
            trace: Some(Trace::default()),
            ..TraceBranch::default()
        })
        .unwrap(),
        serde_json::to_value(StateGraph::new()).unwrap(),
        serde_json::to_value(LevelGraph::new(Vec::new())).unwrap(),
        serde_json::to_value(GraphLevel { unexpanded: 1, ..GraphLevel::default() }).unwrap(),
        serde_json::to_value(EdgeLength { length: 0, edges: 1 }).unwrap(),
        serde_json::to_value(layout).unwrap(),
        serde_json::to_value(retention()).unwrap(),
        serde_json::to_value(retention().sweep).unwrap(),
        serde_json::to_value(store()).unwrap(),
        serde_json::to_value(store().inexact).unwrap(),
        serde_json::to_value(StoreEstimate {
            name: String::new(),
            bytes_per_state: 0.0,
            basis: String::new(),
        })
        .unwrap(),
        serde_json::to_value(depth()).unwrap(),
        serde_json::to_value(reduced()).unwrap(),
        serde_json::to_value(reduced().reduced_net).unwrap(),
        serde_json::to_value(&reduced().reduced_net.unwrap().rules[0]).unwrap(),
        serde_json::to_value(reduced().explored).unwrap(),
        serde_json::to_value(reduced().decided_by).unwrap(),
        serde_json::to_value(ProgramStructure::default()).unwrap(),
        serde_json::to_value(ProcessStructure::default()).unwrap(),
        serde_json::to_value(VariableStructure::default()).unwrap(),
        serde_json::to_value(ChannelStructure::default()).unwrap(),
        serde_json::to_value(error).unwrap(),
        serde_json::to_value(SelfCheck { mode: String::new(), states_checked: Count::ZERO }).unwrap(),
    ] {
        for key in object.as_object().unwrap().keys() {
            assert!(page.contains(&format!("`{key}`")), "{key} is not documented");
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
