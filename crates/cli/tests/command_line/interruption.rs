//! A search without an end stops on request, and reports its partial result.

use std::io::{BufRead, BufReader, Read, Write};
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
    // The limits on time and memory only protect against a program with a bug.
    let words =
        words!["explore", net, "--format", "json", "--progress", "json", "--time", "60s", "--memory", "2G"];
    let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    let event: Value = serde_json::from_str(&line).unwrap();
    assert!(event["states"].as_u64().unwrap() > 0, "{line}");
    assert_eq!(event["file"], net.to_str().unwrap(), "{line}");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    // Unread progress must not block the program.
    drop(progress);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["verdict"], &json["reason"]), (&"unknown".into(), &"cancelled".into()));
    assert!(json["states"].as_u64().unwrap() > 0);
}

/// Returns a coloured net in PNML with 400³ bindings of one transition, which take a while to find.
pub(crate) fn triples() -> String {
    const COLOURS: u32 = 400;
    let constants: String =
        (0..COLOURS).map(|n| format!("<feconstant id=\"c{n}\" name=\"c{n}\"/>")).collect();
    let variable = |id: &str| {
        format!("<variabledecl id=\"{id}\" name=\"{id}\"><usersort declaration=\"C\"/></variabledecl>")
    };
    let arc = |id: &str| {
        format!(
            "<arc id=\"from-{id}\" source=\"p\" target=\"t\"><hlinscription><structure><numberof>\
             <subterm><numberconstant value=\"1\"><positive/></numberconstant></subterm>\
             <subterm><variable refvariable=\"{id}\"/></subterm></numberof></structure></hlinscription></arc>\n"
        )
    };
    format!(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\
         <net id=\"triples\" type=\"http://www.pnml.org/version-2009/grammar/symmetricnet\">\
         <declaration><structure><declarations><namedsort id=\"C\" name=\"C\"><cyclicenumeration>{constants}\
         </cyclicenumeration></namedsort>{}{}{}</declarations></structure></declaration><page id=\"page\">\n\
         <place id=\"p\"><type><structure><usersort declaration=\"C\"/></structure></type><hlinitialMarking>\
         <structure><all><usersort declaration=\"C\"/></all></structure></hlinitialMarking></place>\n\
         <transition id=\"t\"/>\n{}{}{}</page></net></pnml>\n",
        variable("x"),
        variable("y"),
        variable("z"),
        arc("x"),
        arc("y"),
        arc("z"),
    )
}

#[test]
fn the_time_limit_ends_an_unfolding() {
    let folder = Folder::new();
    let net = folder.file("triples.pnml", triples());
    let ran = run(&words!["deadlock", net, "--time", "300ms", "--memory", "8G", "--format", "json"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!((&ran.json()["verdict"], &ran.json()["reason"]), (&"unknown".into(), &"time_limit".into()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_unfolding_that_shows_its_progress() {
    let folder = Folder::new();
    let net = folder.file("triples.pnml", triples());
    let words = words!["deadlock", net, "--format", "json", "--progress", "json"];
    let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    let found = &serde_json::from_str::<Value>(&line).unwrap()["unfolding"];
    assert_eq!(found["places"], 400, "{line}");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    drop(progress);
    assert_eq!(child.wait().unwrap().code(), Some(2), "{out}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["verdict"], &json["reason"]), (&"unknown".into(), &"cancelled".into()));
}

/// Returns a net in PNML in which rows are matched with columns. Its decision diagrams are large.
#[cfg(unix)]
fn matching(size: u32) -> String {
    let marked =
        |id: String| format!("<place id=\"{id}\"><initialMarking><text>1</text></initialMarking></place>\n");
    let ends: String = (0..size).map(|n| marked(format!("r{n}")) + &marked(format!("c{n}"))).collect();
    let arc = |source: &str, target: &str| {
        format!("<arc id=\"{source}-{target}\" source=\"{source}\" target=\"{target}\"/>\n")
    };
    let pair = |row: u32, column: u32| {
        let [place, transition] = ["p", "t"].map(|kind| format!("{kind}{row}.{column}"));
        let nodes = format!("<place id=\"{place}\"/>\n<transition id=\"{transition}\"/>\n");
        let inputs = arc(&format!("r{row}"), &transition) + &arc(&format!("c{column}"), &transition);
        nodes + &inputs + &arc(&transition, &place)
    };
    let pairs: String = (0..size).flat_map(|row| (0..size).map(move |column| pair(row, column))).collect();
    format!(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\
         <net id=\"matching\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"page\">\n\
         {ends}{pairs}</page></net></pnml>\n"
    )
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_decision_diagram_with_a_lower_bound() {
    let folder = Folder::new();
    let net = folder.file("matching.pnml", matching(14));
    let words = words![
        "explore",
        net,
        "--engine",
        "diagram",
        "--memory",
        "1G",
        "--format",
        "json",
        "--progress",
        "json"
    ];
    let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    let shown = &serde_json::from_str::<Value>(&line).unwrap()["diagram"];
    assert!(shown["nodes"].as_u64() > Some(1000) && !shown["states_at_least"].is_null(), "{line}");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    drop(progress);
    assert_eq!(child.wait().unwrap().code(), Some(2), "{out}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["verdict"], &json["reason"]), (&"unknown".into(), &"cancelled".into()));
    assert!(json["diagram"]["states_at_least"].as_u64() > Some(1), "{out}");
    assert!(json["states"].is_null() && json["diagram"]["states"].is_null(), "{out}");
}

#[cfg(target_os = "linux")]
#[cfg(unix)]
#[test]
fn ctrl_c_while_a_file_is_read_names_the_file() {
    let words = words!["info", "-", "--format", "json"];
    let mut child = command(&words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // This is more than a pipe holds: once it is written, the program is reading.
    let mut input = child.stdin.take().unwrap();
    input.write_all(&vec![b' '; 1 << 20]).unwrap();
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let ended = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(ended.status.code(), Some(2));
    let json: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(
        (&json["file"], &json["message"]),
        (&"-".into(), &"stopped while `-` was read".into()),
        "{json}"
    );
}

#[test]
fn a_full_disk_is_reported() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(3));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&words!["explore", net]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}
