//! Stores: the report of an inexact one, and refused combinations.

use serde_json::Value;

use crate::net_file::{Folder, switches, two_locks};
use crate::running::{Ran, run};
use crate::words;

#[test]
fn with_an_inexact_store_nothing_found_is_unknown_and_counts_are_lower_bounds() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(4));
    for store in ["hash-compaction", "hash-compaction:40", "bitstate:2"] {
        let ran = run(&words!["explore", net, "--store", store, "--memory", "1M"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.out.contains("unknown: the search is not exhaustive"), "{ran:?}");
        assert!(ran.out.contains("at least 16") && ran.out.contains("states missed (expected"), "{ran:?}");
        let deadlock = words!["check", net, "--reach", "deadlock", "--store", store, "--memory", "1M"];
        let arguments = [deadlock.as_slice(), &words!["--format", "json"]].concat();
        let json = run(&arguments).json();
        for (key, value) in
            [("verdict", "unknown".into()), ("states", Value::Null), ("exhaustive", false.into())]
        {
            assert_eq!(json[key], value, "{key}");
        }
        assert_eq!(json["reason"], "not_exhaustive");
        assert_eq!(json["answers"][0]["reason"], "not_exhaustive");
        assert_eq!(json["store"]["inexact"]["states_at_least"], 16);
        assert!(json["store"]["inexact"]["omission_probability"].as_f64().unwrap() < 0.01);
        assert_eq!(json["options"]["threads"], 1);
    }
}

#[test]
fn a_deadlock_found_with_an_inexact_store_can_be_replayed() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for store in ["hash-compaction", "bitstate"] {
        let words = words!["deadlock", net, "--store", store, "--memory", "1M", "--format", "json"];
        let ran = run(&words);
        assert_eq!((ran.code, ran.json()["verdict"].as_str()), (Some(1), Some("violated")));
        let trace = folder.file("answer.json", &ran.out);
        assert_eq!(run(&words!["replay", net, "--trace", trace]).code, Some(0));
    }
}

#[test]
fn an_exact_store_is_reported_with_its_bytes() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for (options, why) in
        [(vec![], "whole states are the fastest to find"), (vec!["--store", "packed"], "as chosen")]
    {
        let mut words: Vec<_> = words!["explore", net, "--format", "json"].to_vec();
        words.extend(options.into_iter().map(Into::into));
        let json = run(&words).json();
        assert_eq!(
            (json["store"]["name"].as_str(), json["store"]["why"].as_str()),
            (Some("packed"), Some(why))
        );
        assert_eq!(json["store"]["bytes"], json["store_bytes"]);
        assert!(json["store"].get("inexact").is_none());
    }
    let info = run(&words!["info", net]);
    assert!(info.out.contains("stored, a state takes about\n  packed"), "{info:?}");
    assert!(info.out.contains("chosen: auto, whole states"), "{info:?}");
}

#[test]
fn unknown_stores_and_incompatible_options_are_refused() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let refused = |words: &[&str], why: &str| {
        let mut line: Vec<_> = words!["explore", net].to_vec();
        line.extend(words.iter().map(Into::into));
        let Ran { code, out, err } = run(&line);
        assert_eq!((code, out.as_str()), (Some(3), ""), "{err}");
        assert!(err.contains(why), "{words:?}: {err}");
    };
    refused(&["--store", "full"], "`full` is no store");
    refused(&["--store", "hash-compaction:8"], "32 to 64 bits");
    refused(&["--store", "bitstate", "--retain", "cache"], "cannot forget any");
    refused(&["--store", "bitstate", "--cache-states", "9"], "cannot forget any");
    refused(&["--store", "bitstate", "--reduce", "sleep"], "sleep sets");
    refused(&["--store", "bitstate", "--reduce", "branching:3"], "chain reduction");
    refused(&["--store", "bitstate", "--threads", "2"], "one thread");
    refused(&["--store", "bitstate", "--driver", "batched"], "batched");
    refused(&["--store", "tree", "--reduce", "sleep"], "sleep sets");
    refused(&["--store", "packed", "--disk", "."], "writes nothing to disk");
    refused(&["--store", "comback", "--disk-size", "1G"], "writes nothing to disk");
    refused(&["--order", "dfs", "--disk", "."], "writes nothing to disk");
    refused(&["--store", "tree", "--disk", "no/such/folder"], "expected an existing directory");
    refused(&["--store", "disk", "--order", "dfs"], "requires breadth-first order");
    refused(&["--store", "disk", "--retain", "cache"], "cannot forget any");
    if cfg!(target_os = "linux") {
        refused(&["--store", "disk", "--disk", "/proc"], "expected a writable directory");
    }
}

#[test]
fn states_on_disk_are_reported_with_the_bytes_written() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(10));
    let ran = run(&words!["explore", net, "--store", "disk", "--format", "json"]);
    let json = ran.json();
    assert_eq!(
        (ran.code, json["states"].as_u64(), json["exhaustive"].as_bool()),
        (Some(0), Some(1 << 10), Some(true))
    );
    assert_eq!(json["store"]["name"], "disk");
    for key in ["peak_bytes", "bytes_written", "bytes_read"] {
        assert!(json["store"]["disk"][key].is_u64(), "{key}");
    }
    let text = run(&words!["explore", net, "--store", "disk", "--stats"]);
    assert!(text.out.contains("at most; ") && text.out.contains(" written, "), "{text:?}");
}
