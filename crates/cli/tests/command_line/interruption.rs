//! A search that would go on for ever ends when it is told to, and says what it has.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::net_file::{Folder, switches};
use crate::running::{command, run};
use crate::words;

#[test]
fn the_time_limit_ends_a_search() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(48));
    let ran = run(&words!["explore", net, "--time", "50ms", "--memory", "1G", "--format", "json"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(ran.json()["reason"], "time_limit");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_the_partial_result() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(48));
    // Time and memory are limited only lest a broken program goes on for ever.
    let words =
        words!["explore", net, "--format", "json", "--progress", "json", "--time", "60s", "--memory", "2G"];
    let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    assert!(serde_json::from_str::<Value>(&line).unwrap()["states"].as_u64().unwrap() > 0, "{line}");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    // Nobody reads the rest of the progress: that may not hold up the program.
    drop(progress);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["verdict"], &json["reason"]), (&"unknown".into(), &"cancelled".into()));
    assert!(json["states"].as_u64().unwrap() > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(3));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&words!["explore", net]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}
