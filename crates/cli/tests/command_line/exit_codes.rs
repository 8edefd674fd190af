//! The exit code gives scripts the result.

use std::ffi::OsString;

use crate::net_file::{Folder, clock, document, pnml, source, switches, two_locks, two_nets};
use crate::running::{run, run_with_input};
use crate::words;

#[test]
fn deadlock_freedom_exits_with_0_and_a_deadlock_with_1() {
    let folder = Folder::new();
    let holds = run(&words!["deadlock", folder.file("clock.pnml", clock())]);
    assert_eq!(holds.code, Some(0), "{holds:?}");
    assert!(holds.out.contains("holds: no deadlock can be reached"), "{holds:?}");
    let violated = run(&words!["deadlock", folder.file("locks.pnml", two_locks())]);
    assert_eq!(violated.code, Some(1), "{violated:?}");
    assert!(violated.out.contains("violated: a deadlock can be reached"), "{violated:?}");
    assert!(violated.out.contains("deadlock after 2 firings, a shortest run:"), "{violated:?}");
}

/// The module `together` tests a program with this feature.
#[cfg(not(feature = "distributed"))]
#[test]
fn several_processes_are_refused_and_not_listed_without_the_feature() {
    let folder = Folder::new();
    let net = folder.file("clock.pnml", clock());
    let ran = run(&words!["explore", net, "--processes", "2"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("without `--processes`: build it with `--features distributed`"), "{ran:?}");
    let help = run(&["explore", "--help"]).out;
    assert!(help.contains("--threads"), "{help}");
    for option in ["--processes", "--hosts", "--host ", "--timely"] {
        assert!(!help.contains(option), "{option}: {help}");
    }
}

/// The module `agents` tests a program with this feature.
#[cfg(not(feature = "mcp"))]
#[test]
fn agents_are_refused_and_not_listed_without_the_feature() {
    let ran = run(&["serve", "--mcp"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("without `--mcp`: build it with `--features mcp`"), "{ran:?}");
    let help = run(&["serve", "--help"]).out;
    assert!(help.contains("--stdio") && !help.contains("--mcp"), "{help}");
}

#[test]
fn exploring_exits_with_0_with_and_without_deadlocks() {
    let folder = Folder::new();
    let ran = run(&words!["explore", folder.file("locks.pnml", two_locks())]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("computed"), "{ran:?}");
    assert_eq!(ran.err, "");
}

#[test]
fn a_reached_limit_exits_with_2_and_gives_the_reason() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(16));
    for (option, value, search, reason) in [
        ("--max-states", "100", "auto", "state_limit"),
        ("--memory", "1k", "exhaustive", "memory_limit"),
        ("--memory", "1k", "auto", "tree_too_large"),
    ] {
        // Rules would decide it without exploring any state.
        let alone = ["--reduce", "none", "--proof", "off"].map(OsString::from);
        let arguments = words!["deadlock", net, option, value, "--search", search, "--format", "json"];
        let ran = run(&[&arguments[..], &alone].concat());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert_eq!(ran.json()["verdict"], "unknown");
        assert_eq!(ran.json()["reason"], reason);
        assert_eq!(ran.json()["exhaustive"], false);
    }
    let decided = run(&words!["deadlock", net, "--max-states", "100", "--format", "json"]);
    assert_eq!((decided.code, &decided.json()["decided_by"]["technique"]), (Some(0), &"reduction".into()));
    let ran = run(&words!["explore", net, "--max-states", "100"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.out.contains("unknown: the limit on states was reached"), "{ran:?}");
}

#[test]
fn a_deadlock_search_of_an_unbounded_net_continues_unless_it_is_decided_otherwise() {
    let folder = Folder::new();
    let net = folder.file("source.pnml", source());
    let ran = run(&words!["deadlock", net, "--format=json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.json()["decided_by"]["technique"], "reduction");
    assert_eq!(ran.json()["reason"], serde_json::Value::Null);
    assert!(ran.json()["options"].get("max_states").is_none(), "only limits of the user's own are reported");
    let ran = run(&words!["deadlock", net, "--format=json", "--reduce=none", "--max-states=5000"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(ran.json()["reason"], "state_limit");
    assert_eq!(ran.json()["unbounded"]["places"][0], "heap");
}

#[test]
fn a_net_that_is_found_unbounded_at_its_first_state_has_its_statistics() {
    let folder = Folder::new();
    let net = document(&[pnml("loop", &[("p", 1), ("q", 1)], &[("t", &[("p", 1)], &[("p", 1), ("q", 1)])])]);
    let ran = run(&words!["explore", folder.file("loop.pnml", net), "--bounds", "--format", "json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.json()["states"], "+inf");
    assert_eq!(ran.json()["bounds"], serde_json::json!({"p": 1, "q": "+inf"}));
    assert_eq!(ran.json()["dead_transitions"], serde_json::json!([]));
}

#[test]
fn an_invalid_command_line_exits_with_3() {
    let folder = Folder::new();
    let net = folder.file("clock.pnml", clock());
    let cases = [
        words![].to_vec(),
        words!["explode"].to_vec(),
        words!["explore"].to_vec(),
        words!["explore", net, "--memory", "much"].to_vec(),
        words!["explore", net, "--time", "3 weeks"].to_vec(),
        words!["explore", net, "--threads", "0"].to_vec(),
        words!["explore", net, "--max-states", "0"].to_vec(),
        words!["explore", net, "--order", "sideways"].to_vec(),
        words!["explore", net, "--heuristic", "tokens(p)"].to_vec(),
        words!["explore", net, "--order", "best", "--heuristic", "tokens(nowhere)"].to_vec(),
        words!["explore", net, "--retain", "all", "--search", "auto"].to_vec(),
        words!["explore", net, "--retain", "all", "--replace", "lru"].to_vec(),
        words!["explore", net, "--retain", "sweep", "--cache-states", "5"].to_vec(),
        words!["explore", net, "--retain", "sweep", "--progress-measure", "learn:6"].to_vec(),
        words!["explore", net, "--progress-measure", "learn:2"].to_vec(),
        words!["explore", net, "--replace", "newest"].to_vec(),
        words!["explore", net, "--reduce", "edge-lean,sleep"].to_vec(),
        words!["explore", net, "--max-revisit-factor", "0.5"].to_vec(),
        words!["explore", net, "--driver", "batched", "--reduce", "sleep"].to_vec(),
        words!["explore", net, "--from", "nonsense"].to_vec(),
        words!["explore", net, "--net", "9"].to_vec(),
        words!["check", net].to_vec(),
        words!["convert", net].to_vec(),
    ];
    for words in cases {
        let ran = run(&words);
        assert_eq!(ran.code, Some(3), "{words:?}: {ran:?}");
        assert_eq!(ran.out, "", "{words:?}");
        assert_ne!(ran.err, "", "{words:?}");
    }
}

#[test]
fn help_and_version_are_0_on_standard_output() {
    for word in ["--help", "-h", "--version"] {
        let ran = run(&[word]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{word}");
        assert!(ran.out.contains("sanderling") || ran.out.contains("Explores"), "{word}");
    }
    assert!(run(&["check", "--help"]).out.contains("--always"));
}

#[test]
fn of_several_nets_one_is_chosen() {
    let folder = Folder::new();
    let net = folder.file("two.pnml", two_nets());
    let ran = run(&words!["explore", net]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("--net") && ran.err.contains("first") && ran.err.contains("second"), "{ran:?}");
    for (choice, states) in [("first", 2), ("second", 1), ("1", 2), ("2", 1)] {
        let ran = run(&words!["explore", net, "--net", choice, "--format", "json"]);
        assert_eq!(ran.json()["states"], states, "{ran:?}");
    }
}

#[test]
fn a_net_can_come_from_standard_input() {
    let ran = run_with_input(&["deadlock", "-", "--format", "json"], two_locks().as_bytes());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.json()["file"], "-");
}

#[test]
fn incompatible_options_exit_with_3() {
    let folder = Folder::new();
    let ran =
        run(&words!["explore", folder.file("clock.pnml", clock()), "--driver", "batched", "--order", "dfs"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("requires breadth-first order"), "{ran:?}");
}
