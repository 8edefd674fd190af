//! A search with checkpoints continues after any interruption, and reports the same result as without it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::net_file::{Folder, switches, switches_beside_a_walk};
use crate::running::{Ran, command, run};
use crate::words;

/// Returns a report without the parts that depend on times, memory and threads.
fn stable_part(mut report: Value) -> Value {
    let object = report.as_object_mut().expect("a report is an object");
    for key in ["time_s", "checkpoint", "store", "store_bytes", "peak_memory_bytes", "self_check"] {
        object.remove(key);
    }
    let options = object["options"].as_object_mut().expect("options are an object");
    options.remove("threads");
    options.remove("memory_bytes");
    report
}

fn json(words: &[OsString]) -> (Option<i32>, Value) {
    let Ran { code, out, err } = run(words);
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out} {err}")))
}

/// Runs the program, and kills it if it has not ended after some time. Returns its exit code and its output.
fn killed_after(words: &[OsString], time: Duration) -> (Option<i32>, String) {
    let mut child = command(words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while began.elapsed() < time && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn has_checkpoint(directory: &Path) -> bool {
    let names = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.into_iter().any(|name| name.to_string_lossy().ends_with(".json"))
}

/// Kills a search up to five times at random moments, and resumes it each time. Returns its final report.
fn killed(
    arguments: &[OsString],
    directory: &Path,
    took: Duration,
    random: &mut StdRng,
) -> (Option<i32>, Value) {
    for _ in 0..5 {
        // Hash compaction supports only one thread.
        let max_threads = if arguments.iter().any(|word| word == "hash-compaction") { 1 } else { 2 };
        let threads = random.random_range(1..=max_threads).to_string();
        let every = *["0ms", "20ms", "200ms"].choose(random).expect("there are some");
        let mut words = if has_checkpoint(directory) {
            words!["resume", directory].to_vec()
        } else {
            // A search killed before its first checkpoint has left a folder, which is used again.
            [arguments, &words!["--checkpoint", directory]].concat()
        };
        words.extend(words!["--threads", threads, "--checkpoint-every", every]);
        let (code, out) = killed_after(&words, took.mul_f64(random.random_range(0.0..1.5)));
        if code.is_some() {
            return (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}")));
        }
    }
    if has_checkpoint(directory) {
        return json(&words!["resume", directory]);
    }
    json(&[arguments, &words!["--checkpoint", directory]].concat())
}

/// `SANDERLING_SEEDS` makes this test longer.
#[test]
fn a_search_that_is_killed_repeatedly_gives_the_same_report() {
    let folder = Folder::new();
    // Layouts of the second net are widened.
    let nets = [("switches.pnml", switches(15)), ("walk.pnml", switches_beside_a_walk(10))]
        .map(|(name, net)| folder.file(name, net));
    let count = std::env::var("SANDERLING_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(12);
    for seed in 0..count {
        let mut random = StdRng::seed_from_u64(seed);
        let choices: [&[&str]; 13] = [
            &["--store", "packed"],
            &["--store", "tree"],
            &["--store", "auto"],
            &["--store", "comback"],
            &["--store", "disk"],
            &["--order", "dfs"],
            &["--order", "random:7"],
            &["--order", "dfs", "--store", "tree"],
            &["--order", "bbfs:100", "--store", "comback"],
            &["--order", "dfs", "--store", "hash-compaction"],
            &["--order", "dfs", "--retain", "cache", "--cache-states", "30000"],
            &["--retain", "sweep"],
            &["--retain", "cache+sweep", "--cache-states", "30000"],
        ];
        let choice = *choices.choose(&mut random).expect("there are some");
        let questions: [&[&str]; 4] = [
            &["explore", "--levels", "--bounds"],
            &["explore"],
            &["deadlock", "--reduce", "none"],
            &["check", "--always", "tokens(on1) + tokens(on3) + tokens(on7) < 3", "--reduce", "none"],
        ];
        let net = nets.choose(&mut random).expect("there are some");
        let (command, question) =
            questions.choose(&mut random).expect("there are some").split_first().unwrap();
        let mut arguments = words![*command, net, "--format", "json", "--progress", "none"].to_vec();
        arguments.extend(choice.iter().map(OsString::from));
        arguments.extend(question.iter().map(OsString::from));
        let began = Instant::now();
        let (code, expected) = json(&arguments);
        let directory = folder.path().join(format!("checkpoints-{seed}"));
        let (code_again, found) = killed(&arguments, &directory, began.elapsed(), &mut random);
        assert_eq!(
            (code_again, stable_part(found)),
            (code, stable_part(expected)),
            "seed {seed}: {arguments:?}"
        );
    }
}

/// Returns a search that a limit has ended, and its folder.
fn limited(folder: &Folder, style: &str) -> (PathBuf, PathBuf, Ran) {
    let net = folder.file("switches.pnml", switches(12));
    let directory = folder.path().join("checkpoints");
    let ran =
        run(&words!["explore", net, "--max-states", "1000", "--checkpoint", directory, "--format", style]);
    (net, directory, ran)
}

#[test]
fn a_limited_search_is_resumed_with_a_higher_limit() {
    let folder = Folder::new();
    let (net, directory, ran) = limited(&folder, "text");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let how = format!("  to continue: sanderling resume {}\n", directory.display());
    assert!(ran.out.contains(&how), "{ran:?}");
    // With the old limit, the search ends where it was.
    let again = run(&words!["resume", directory, "--format", "json"]);
    assert_eq!((again.code, again.json()["reason"].as_str()), (Some(2), Some("state_limit")));
    assert!(!run(&words!["resume", directory]).out.contains("bits per state"));
    assert!(run(&words!["resume", directory, "--stats"]).out.contains("\nbits per state"));
    let ended = run(&words!["resume", directory, "--max-states", "1e6", "--format", "json"]);
    let whole = run(&words!["explore", net, "--format", "json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.json()["states"], whole.json()["states"]);
    assert_eq!(ended.json()["checkpoint"]["directory"], directory.to_str().unwrap());
}

#[test]
fn a_checkpoint_says_what_it_is_of() {
    let folder = Folder::new();
    let (net, directory, _) = limited(&folder, "json");
    let info = run(&words!["resume", directory, "--info", "--format", "json"]).json();
    assert_eq!((&info["finished"], &info["checkpoint"]), (&false.into(), &1.into()));
    assert!(info["states"].as_u64().unwrap() >= 1000 && info["bytes"].as_u64().unwrap() > 1000, "{info}");
    assert_eq!(
        (&info["command"][1], &info["command"][2]),
        (&"explore".into(), &net.to_str().unwrap().into())
    );
    let text = run(&words!["resume", directory, "--info"]).out;
    assert!(text.contains("explore") && text.contains("the search can be resumed"), "{text}");
}

#[test]
fn a_finished_search_that_is_started_again_gives_the_same_report() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(10));
    let directory = folder.path().join("checkpoints");
    let words = words!["explore", net, "--checkpoint", directory, "--resume", "newest", "--format", "json"];
    let first = run(&words);
    assert_eq!(first.code, Some(0), "{first:?}");
    assert_eq!(stable_part(run(&words).json()), stable_part(first.json()));
}

/// Asserts that a command line is refused with these texts.
fn refused(words: &[OsString], expected: &[&str]) {
    let ran = run(words);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    for part in expected {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn a_refused_resumption_gives_the_reason_and_advice() {
    let folder = Folder::new();
    let (net, directory, _) = limited(&folder, "json");
    let other = folder.file("other.pnml", switches(11));
    let again = |net: &Path, more: &[&str]| {
        let mut words = words!["explore", net, "--checkpoint", directory, "--resume", "newest"].to_vec();
        words.extend(more.iter().map(OsString::from));
        words
    };
    refused(
        &words!["explore", net, "--checkpoint", directory],
        &["the folder has a checkpoint already", "continue with `sanderling resume`"],
    );
    refused(&again(&other, &[]), &["belongs to another net", "repeat the query"]);
    refused(
        &again(&net, &["--store", "tree"]),
        &["was written with", "as `store`, and the value is now \"tree\""],
    );
    refused(
        &again(&net, &["--order", "dfs"]),
        &["was written with", "as `order`, and the value is now \"dfs\""],
    );
    refused(&again(&net, &["--retain", "cache"]), &["limited by a number of states", "--cache-states"]);
    refused(
        &again(
            &net,
            &["--store", "comback", "--order", "dfs", "--retain", "cache", "--cache-states", "1000"],
        ),
        &["this store has no checkpoints", "if states are forgotten", "omit"],
    );
    refused(&again(&net, &["--resume"]), &["--resume"]);
    refused(
        &words!["explore", net, net, "--checkpoint", directory],
        &["--checkpoint applies to a single file"],
    );
    refused(&words!["explore", net, "--resume", "newest"], &["--checkpoint"]);
    refused(&words!["resume", directory, "--threads", "none"], &["threads"]);
    refused(&words!["resume", directory, "--earlier"], &["there is no checkpoint in this folder"]);
    let nowhere = folder.path().join("nowhere");
    let message = format!("no checkpoints in `{}`: no such folder", nowhere.display());
    refused(&words!["resume", nowhere], &[&message]);
    refused(&words!["explore", net, "--checkpoint", net.join("below")], &["the folder cannot be made"]);
    refused(
        &words!["check", net, "--ltl", "F tokens(on1) = 1", "--checkpoint", folder.path().join("runs")],
        &["not available for searches for runs"],
    );
}

#[test]
fn a_checkpoint_of_another_version_is_refused() {
    let folder = Folder::new();
    let (net, directory, _) = limited(&folder, "json");
    let path = directory.join("checkpoint-1.json");
    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().next().unwrap();
    for (old, new, expected) in [
        ("\"sanderling_checkpoint\":3", "\"sanderling_checkpoint\":4", "has version 4, and this is 3"),
        ("\"version\":\"", "\"version\":\"9.", "was written by version 9."),
    ] {
        let line = line.replacen(old, new, 1);
        fs::write(&path, format!("{line}\n{:08x}\n", crc32fast::hash(line.as_bytes()))).unwrap();
        refused(&words!["resume", directory], &[expected]);
    }
    drop(net);
}

#[test]
fn damage_is_found_and_the_checkpoint_before_is_taken() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(12));
    let directory = folder.path().join("checkpoints");
    let whole = run(&words!["explore", net, "--format", "json"]).json();
    let words = ["--max-states", "1000", "--checkpoint-every", "0s"];
    let mut first = words!["explore", net, "--checkpoint", directory].to_vec();
    first.extend(words.iter().map(OsString::from));
    assert_eq!(run(&first).code, Some(2));
    assert_eq!(run(&words!["resume", directory, "--max-states", "3000"]).code, Some(2));
    let info = run(&words!["resume", directory, "--info", "--format", "json"]).json();
    let newest = directory.join(format!("checkpoint-{}.json", info["checkpoint"]));
    let mut bytes = fs::read(&newest).unwrap();
    bytes[100] ^= 4;
    fs::write(&newest, bytes).unwrap();
    refused(&words!["resume", directory], &["the file is damaged", "`--earlier`"]);
    let ended = run(&words!["resume", directory, "--earlier", "--max-states", "1e6", "--format", "json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.json()["states"], whole["states"]);
}

/// Starts a search with checkpoints, and waits for the first one. The search ends with a limit on states, or after a
/// minute.
#[cfg(unix)]
fn under_way(folder: &Folder, more: &[&str]) -> (PathBuf, std::process::Child) {
    let net = folder.file("switches.pnml", switches(48));
    let directory = folder.path().join("checkpoints");
    let mut words = words!["explore", net, "--checkpoint", directory, "--checkpoint-every", "1ms"].to_vec();
    words.extend(["--time", "60s", "--progress", "none"].iter().chain(more).map(OsString::from));
    let child = command(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while !has_checkpoint(&directory) {
        std::thread::sleep(Duration::from_millis(1));
    }
    (directory, child)
}

#[cfg(unix)]
#[test]
fn one_process_at_a_time_writes_to_a_folder() {
    let folder = Folder::new();
    let (directory, mut child) = under_way(&folder, &["--memory", "1G"]);
    refused(&words!["resume", directory], &["another process uses this folder"]);
    // Reading a checkpoint does not disturb the search.
    assert_eq!(run(&words!["resume", directory, "--info"]).code, Some(0));
    child.kill().unwrap();
    child.wait().unwrap();
    let ended = run(&words!["resume", directory, "--time", "1ms", "--format", "json"]);
    assert_eq!((ended.code, ended.json()["reason"].as_str()), (Some(2), Some("time_limit")));
}

/// The folder is removed during the search.
#[cfg(unix)]
#[test]
fn a_search_ends_with_its_answer_if_no_checkpoint_can_be_written() {
    let folder = Folder::new();
    let (directory, child) = under_way(&folder, &["--max-states", "3e6"]);
    // The search may write a file while the others are removed.
    while directory.exists() {
        let _ = fs::remove_dir_all(&directory);
    }
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2), "{out}");
    assert!(out.contains("checkpoints: the last could not be written: "), "{out}");
}

/// Compares the lines of an examination with and without an interruption.
#[test]
fn a_killed_examination_is_resumed_and_prints_the_same_lines() {
    let folder = Folder::new();
    folder.file("model.pnml", switches(15));
    let directory = folder.path().join("checkpoints");
    let arguments = words!["mcc", folder.path(), "--examination", "StateSpace", "--progress", "none"];
    let began = Instant::now();
    let whole = run(&arguments);
    let took = began.elapsed();
    assert!(whole.code == Some(0) && whole.out.contains("STATE_SPACE STATES 32768 "), "{whole:?}");
    let again = ["--checkpoint-every", "0ms", "--resume", "newest", "--checkpoint"].map(OsString::from);
    let again = [&arguments[..], &again, &words![directory]].concat();
    for share in [0.3, 0.6, 0.9] {
        killed_after(&again, took.mul_f64(share));
    }
    let ended = match has_checkpoint(&directory) {
        true => run(&words!["resume", directory, "--threads", "1", "--memory", "1G"]),
        false => run(&again),
    };
    assert_eq!((ended.code, &ended.out), (Some(0), &whole.out), "{}", ended.err);
    refused(
        &words![
            "mcc",
            folder.path(),
            "--examination",
            "Liveness",
            "--checkpoint",
            folder.path().join("live")
        ],
        &["checkpoints are not available for this examination"],
    );
}
