//! `--memory` is obeyed: the memory of the process is measured from outside.
//!
//! Linux reports the maximum memory over all children that have ended. So the runs go from the smallest to the largest
//! budget, one after the other, and this test is alone in its process.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::Value;

/// Returns the memory allowed for a budget in MiB. A small budget covers only the search; the code, the net, the
/// report, and memory that is returned late come on top. A large budget covers the process, with a tolerance of five
/// per cent.
fn allowed(budget_mib: u64) -> u64 {
    if budget_mib < 128 { (budget_mib + 64) << 20 } else { (budget_mib << 20) / 100 * 105 }
}

/// Writes a program of three counting processes. Each also writes variables that make a state `3 * width` bytes wide.
fn counters(folder: &Path, name: &str, last: usize, width: usize) -> PathBuf {
    let mut text = format!("byte a[{}];\n", 3 * width);
    for process in 0..3 {
        let first = process * width;
        write!(
            text,
            "process P{process} {{ byte c = 0; state go, done; init go; trans
               go -> go {{ guard c < {last}; effect a[{first} + c % {width}] = (c * 37) % 251, c = c + 1; }},
               go -> done {{ guard c == {last}; effect c = 0; }}; }}\n"
        )
        .unwrap();
    }
    text.push_str("system async;\n");
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the maximum memory of any child, in bytes.
fn peak_bytes() -> u64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("a process may ask about its children");
    1024 * u64::try_from(usage.max_rss()).expect("memory is not negative")
}

/// Explores within a budget, and returns the report.
fn explore(path: &Path, budget_mib: u64, options: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanderling"));
    command.arg("explore").arg(path).args(["--format", "json", "--bounds", "--memory"]);
    command.arg(format!("{budget_mib}M")).args(options.split_whitespace());
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn the_process_stays_within_its_memory_limit() {
    let folder = tempfile::tempdir().unwrap();
    let narrow = counters(folder.path(), "narrow.dve", 99, 2);
    let wide = counters(folder.path(), "wide.dve", 99, 40);
    let broad = counters(folder.path(), "broad.dve", 70, 70);
    let large = counters(folder.path(), "large.dve", 130, 40);
    let states = |last: u64| (last + 2).pow(3);
    let runs = [
        (&narrow, 99, 8, ""),
        (&narrow, 99, 16, "--order dfs --replace lru"),
        (&wide, 99, 64, ""),
        (&wide, 99, 64, "--order dfs"),
        (&wide, 99, 64, "--retain cache --threads 1 --reduce edge-lean,chains"),
        (&wide, 99, 64, "--retain cache+sweep --reduce sleep"),
        (&wide, 99, 128, "--search exhaustive"),
        (&wide, 99, 128, "--threads 2"),
        (&broad, 70, 128, "--retain cache --replace stratified:8,distance"),
        (&large, 130, 256, ""),
    ];
    for (path, last, budget, options) in runs {
        let report = explore(path, budget, options);
        let about = format!("{} --memory {budget}M {options}", path.display());
        let peak = peak_bytes();
        assert!(peak <= allowed(budget), "{about}: {} MiB", peak >> 20);
        let verdict = report["verdict"].as_str().unwrap();
        match verdict {
            "computed" => check_exact(&report, states(last), &about),
            "unknown" => assert!(report["reason"].is_string(), "{about}: {report}"),
            other => panic!("{about}: {other}"),
        }
        println!("{about}: {} MiB, {verdict} {}", peak >> 20, report["reason"]);
    }
}

fn check_exact(report: &Value, states: u64, about: &str) {
    assert_eq!(report["exhaustive"], true, "{about}");
    assert_eq!(report["deadlocks"].as_u64().unwrap_or(1), 1, "{about}");
    assert_eq!(report["dead_transitions"], Value::Array(Vec::new()), "{about}");
    match report["states"].as_u64() {
        Some(found) => assert_eq!(found, states, "{about}"),
        None => assert!(report["retention"]["visits"].as_u64().unwrap() >= states, "{about}"),
    }
}
