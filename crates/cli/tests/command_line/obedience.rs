//! Every long-running command ends with a partial result when its time is over, or when it is interrupted.
//!
//! The limits here are generous: a command that ignores them takes minutes or never ends.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use sanderling_families::Family;
use sanderling_net::Format;

use crate::interruption::triples;
use crate::net_file::Folder;
use crate::running::{Ran, run};
use crate::words;

/// Time limit for most commands.
const TIME: &str = "300ms";
/// Time limit for an unfolding, too short even for a fast machine.
const TIME_TO_UNFOLD: &str = "10ms";
/// Time limit for commands that only prove or reduce.
const TIME_TO_PROVE: &str = "1ms";
/// Maximum time for a command with all its overhead, on a busy machine.
const AT_MOST: Duration = Duration::from_secs(40);

/// Writes a net of a family to a file.
pub(crate) fn generated(folder: &Folder, family: &str, size: u64) -> PathBuf {
    let mut text = Vec::new();
    let net = Family::named(family).and_then(|family| family.net(size)).unwrap();
    sanderling_pnml::Pnml.write(&net, &mut text).unwrap();
    folder.file(&format!("{family}.pnml"), text)
}

/// Runs a command with a short time limit.
fn in_little_time(words: &[OsString]) -> Ran {
    limited(words, &words!["--time", TIME])
}

/// Runs a command with limits, and asserts that it ends in time.
fn limited(words: &[OsString], limits: &[OsString]) -> Ran {
    let began = Instant::now();
    let ran = run(&[words, limits].concat());
    assert!(began.elapsed() < AT_MOST, "{words:?} took {:?}", began.elapsed());
    ran
}

#[test]
fn commands_that_explore_end_with_a_partial_result_at_the_time_limit() {
    let folder = Folder::new();
    let net = generated(&folder, "philosophers", 20);
    let page = folder.path().join("page.html");
    let searched = ["--reduce", "none", "--proof", "off"].map(OsString::from);
    for words in [
        words!["explore", net].to_vec(),
        words!["explore", net, "--depth", "1000"].to_vec(),
        words!["explore", net, "--store", "tree", "--order", "best"].to_vec(),
        [&words!["deadlock", net][..], &searched].concat(),
        [&words!["check", net, "--always", "not deadlock"][..], &searched].concat(),
        words!["graph", net, "--levels"].to_vec(),
        words!["graph", net, "--levels", "--to", "svg"].to_vec(),
        words!["graph", net, "--to", "aut", "--max-states", "1e9"].to_vec(),
        words!["graph", net, "--to", "json", "--coverability"].to_vec(),
        words!["report", net, "-o", page].to_vec(),
    ] {
        let ran = in_little_time(&words);
        assert_eq!(ran.code, Some(2), "{words:?}: {}", ran.err);
        let is_reported = ran.out.contains("time limit") || ran.err.contains("time limit");
        let is_in_page = || std::fs::read_to_string(&page).is_ok_and(|page| page.contains("time_limit"));
        assert!(is_reported || is_in_page(), "{words:?}: {}", ran.err);
    }
}

#[test]
fn a_drawing_cut_by_the_time_limit_has_states_and_edges() {
    let folder = Folder::new();
    let net = generated(&folder, "philosophers", 20);
    let ran = in_little_time(&words!["graph", net, "--to", "json", "--max-states", "1e9"]);
    let json = ran.json();
    let [states, edges] = ["states", "edges"].map(|key| json[key].as_array().unwrap().len());
    assert!(states > 10 && edges > 10, "{states} states, {edges} edges");
    let levels = in_little_time(&words!["graph", net, "--to", "json", "--levels"]);
    assert!(levels.json()["edges"].as_u64().unwrap() > 10, "{levels:?}");
}

#[test]
fn commands_about_the_whole_net_report_unknown_answers_at_the_time_limit() {
    let folder = Folder::new();
    let net = generated(&folder, "peterson", 6);
    let page = folder.path().join("page.html");
    for words in [
        words!["analyse", net].to_vec(),
        words!["check", net, "--live"].to_vec(),
        words!["check", net, "--bound", "3*tokens(idle_1) + tokens(ask_1)"].to_vec(),
        words!["report", net, "--analyse", "-o", page].to_vec(),
    ] {
        let ran = in_little_time(&words);
        assert!(matches!(ran.code, Some(0 | 2 | 3)), "{words:?}: {ran:?}");
    }
}

#[test]
fn proofs_and_rules_about_a_large_net_end_when_the_time_is_over() {
    let folder = Folder::new();
    let net = generated(&folder, "philosophers", 2000);
    for words in [
        words!["info", net].to_vec(),
        words!["info", net, "--reduce"].to_vec(),
        words!["convert", net, "--reduce", "--to", "json"].to_vec(),
        words!["convert", net, "--to", "promela"].to_vec(),
        words!["graph", net, "--to", "json"].to_vec(),
        words!["graph", net, "--levels"].to_vec(),
        words!["graph", net, "--coverability"].to_vec(),
    ] {
        let ran = limited(&words, &words!["--time", TIME_TO_PROVE]);
        assert!(matches!(ran.code, Some(0 | 2)), "{words:?}: {}", ran.err);
    }
    let ran = run(&words!["info", net, "--time", TIME_TO_PROVE, "--format", "json"]);
    assert_eq!((ran.code, &ran.json()["reason"]), (Some(2), &"time_limit".into()));
    assert_eq!(ran.json()["places"], 10_000);
}

#[test]
fn every_command_that_unfolds_ends_when_the_time_is_over() {
    let folder = Folder::new();
    let net = folder.file("triples.pnml", triples());
    let trace = folder.file("run.json", r#"{"initial": {"nosuch": 1}, "steps": [{"event": "nosuch"}]}"#);
    let page = folder.path().join("page.html");
    for words in [
        words!["explore", net].to_vec(),
        words!["deadlock", net].to_vec(),
        words!["check", net, "--always", "tokens(p) >= 0"].to_vec(),
        words!["check", net, "--live"].to_vec(),
        words!["analyse", net].to_vec(),
        words!["info", net, "--unfold"].to_vec(),
        words!["info", net, "--reduce"].to_vec(),
        words!["convert", net, "--unfold", "--to", "pnml"].to_vec(),
        words!["graph", net].to_vec(),
        words!["graph", net, "--levels"].to_vec(),
        words!["graph", net, "--coverability"].to_vec(),
        words!["replay", net, "--trace", trace].to_vec(),
        words!["report", net, "-o", page].to_vec(),
        words!["report", net, "--analyse", "-o", page].to_vec(),
    ] {
        let ran = limited(&words, &words!["--time", TIME_TO_UNFOLD]);
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:?}");
        let output = [ran.out.as_str(), &ran.err].concat();
        let is_reported = output.contains("time limit") || output.contains("takes too long");
        assert!(is_reported || words[0] == "report", "{words:?}: {ran:?}");
    }
}

#[test]
fn an_examination_ends_when_the_time_is_over() {
    let folder = Folder::new();
    let net = generated(&folder, "philosophers", 20);
    std::fs::rename(&net, folder.path().join("model.pnml")).unwrap();
    for examination in ["StateSpace", "Liveness", "StableMarking"] {
        let ran = in_little_time(&words!["mcc", folder.path(), "--examination", examination]);
        assert!(matches!(ran.code, Some(0 | 2)), "{ran:?}");
    }
}

#[test]
fn a_memory_limit_ends_commands_without_a_smaller_store() {
    let folder = Folder::new();
    let net = generated(&folder, "philosophers", 20);
    for words in [
        words!["explore", net, "--search", "exhaustive"].to_vec(),
        words!["graph", net, "--levels"].to_vec(),
        words!["graph", net, "--to", "aut", "--max-states", "1e9"].to_vec(),
        words!["graph", net, "--coverability", "--to", "aut"].to_vec(),
    ] {
        let ran = limited(&words, &words!["--memory", "2M", "--time", "1m"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.out.contains("memory") || ran.err.contains("memory"), "{words:?}: {}", ran.err);
    }
}

/// Starts a command without other limits, and interrupts it at its first line of progress.
#[cfg(unix)]
fn interrupted(words: &[OsString]) -> (Option<i32>, String) {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let words = [words, &words!["--progress", "json"]].concat();
    let mut child =
        crate::running::command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    let began = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    // The remaining progress must be read.
    let rest = std::thread::spawn(move || progress.read_to_string(&mut String::new()));
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let code = child.wait().unwrap().code();
    assert!(began.elapsed() < AT_MOST, "{words:?} took {:?}", began.elapsed());
    let _ = rest.join();
    (code, out)
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_exploring_and_unfolding() {
    let folder = Folder::new();
    let net = generated(&folder, "philosophers", 20);
    let coloured = folder.file("triples.pnml", triples());
    // The limits only protect against a program with a bug.
    let limits = ["--time", "120s", "--memory", "2G"].map(OsString::from);
    let (code, out) = interrupted(&[&words!["graph", net, "--levels", "--to", "json"][..], &limits].concat());
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["reason"]), (Some(2), &"cancelled".into()));
    assert!(json["edges"].as_u64().unwrap() > 0, "{out}");
    for words in [
        words!["graph", net, "--to", "aut", "--max-states", "1e9"].to_vec(),
        words!["info", coloured, "--unfold"].to_vec(),
        words!["convert", coloured, "--unfold", "--to", "pnml"].to_vec(),
        words!["graph", coloured, "--levels"].to_vec(),
        words!["analyse", coloured].to_vec(),
    ] {
        let (code, _) = interrupted(&[&words[..], &limits].concat());
        assert_eq!(code, Some(2), "{words:?}");
    }
}
