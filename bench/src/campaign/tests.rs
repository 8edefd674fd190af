//! Whole campaigns, with programs that are scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Parser;

use super::conduct::conduct;
use super::models::Model;
use super::record::{Answer, Outcome, Rating, Run};
use super::results::Results;
use super::{Arguments, PAGE, RESULTS};

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    arguments: Arguments,
}

/// A campaign on the project's nets whose names begin with `p`, by a program that is a script.
fn campaign(folder: &Path, script: &str, more: &[&str]) -> Result<(), String> {
    let program = folder.join("sanderling");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = |path: PathBuf| path.to_string_lossy().into_owned();
    let [nets, out, program] = [crate::workspace().join("nets"), folder.join("out"), program].map(path);
    let line = ["bench", "--collection", &nets, "--out", &out, "--program", &program, "--question", "states"];
    let arguments = CommandLine::try_parse_from(line.iter().chain(more)).unwrap().arguments;
    let is_wanted = |model: &Model| model.name.starts_with('p') && model.name.ends_with(".pnml");
    conduct(&arguments, is_wanted, &AtomicBool::new(false))
}

fn runs(folder: &Path) -> Vec<Run> {
    Results::read(&folder.join("out").join(RESULTS)).unwrap().runs
}

/// Returns the parts of a run that are the same in each repetition.
fn essence(run: &Run) -> (String, Outcome, Vec<Answer>) {
    (run.model.clone(), run.outcome, run.answers.clone())
}

fn report(states: u64) -> String {
    let mut report = sanderling_report::Report::new(sanderling_report::Question::Explore);
    (report.states, report.exhaustive) = (Some(states.into()), true);
    // A campaign repeats a run whose report lacks a figure.
    (report.max_tokens_in_place, report.max_tokens_in_marking) = (Some(0_u64.into()), Some(0_u64.into()));
    report.verdict = sanderling_report::Verdict::Computed;
    format!("cat <<'END'\n{}\nEND", sanderling_report::to_json(&report))
}

#[test]
fn whatever_a_program_does_is_a_row() {
    for (script, outcome) in [
        ("kill -9 $$", Outcome::Crashed),
        ("echo '{'", Outcome::Crashed),
        ("exec sleep 60", Outcome::OutOfTime),
    ] {
        let folder = tempfile::tempdir().unwrap();
        campaign(folder.path(), script, &["--time", "0.01"]).unwrap();
        let runs = runs(folder.path());
        assert!(runs.len() >= 5 && runs.iter().all(|run| run.outcome == outcome), "{script}");
        assert!(folder.path().join("out").join(PAGE).is_file());
    }
}

#[test]
fn a_wrong_answer_makes_the_campaign_fail() {
    let folder = tempfile::tempdir().unwrap();
    let error = campaign(folder.path(), &report(77), &[]).unwrap_err();
    assert!(error.contains("answers are wrong"), "{error}");
    assert!(runs(folder.path()).iter().any(|run| run.count(Rating::Wrong) > 0));
}

#[test]
fn a_killed_campaign_resumes_to_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("echo $4 >> log; {}", report(77));
    campaign(folder.path(), &script, &[]).unwrap_err();
    let whole: Vec<_> = runs(folder.path()).iter().map(essence).collect();
    let path = folder.path().join("out").join(RESULTS);
    let text = fs::read_to_string(&path).unwrap();
    // It is killed in the middle of a line, and leaves the folder in which it worked.
    let left = folder.path().join("out/.scratch-x");
    fs::create_dir(&left).unwrap();
    let end = text.match_indices('\n').nth(3).unwrap().0 + 40;
    fs::write(&path, &text[..end]).unwrap();
    let error = campaign(folder.path(), &script, &[]).unwrap_err();
    assert!(error.contains("--resume"), "{error}");
    campaign(folder.path(), &script, &["--resume"]).unwrap_err();
    assert_eq!(runs(folder.path()).iter().map(essence).collect::<Vec<_>>(), whole);
    assert!(!left.exists());
    // Runs that were recorded before are not repeated.
    let again = fs::read_to_string(&path).unwrap();
    assert!(again.starts_with(&text[..end - 40]));
    assert_eq!(again.lines().filter(|line| line.contains("\"run\"")).count(), whole.len());
}

/// The checkpoints of an unfinished run are kept for the next attempt, and removed when the run is complete.
#[test]
fn checkpoints_are_kept_as_long_as_a_run_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let write = "for word; do [ \"$last\" = --checkpoint ] && mkdir -p \"$word\" && echo . >> \"$word/log\"; last=$word; done";
    let checkpoints = || {
        let entries = fs::read_dir(folder.path().join("out/checkpoints")).unwrap();
        let logs = entries.map(|entry| fs::read_to_string(entry.unwrap().path().join("log")).unwrap());
        logs.collect::<Vec<_>>()
    };
    let often = ["--checkpoint-every", "1m"];
    campaign(folder.path(), &format!("{write}; kill -9 $$"), &often).unwrap();
    let crashed = runs(folder.path());
    assert!(crashed.len() >= 5 && checkpoints() == vec![".\n"; crashed.len()]);
    let word = |word: &str| crashed[0].command.iter().any(|found| found == word);
    assert!(word("{checkpoints}") && word("60000ms") && word("newest"), "{:?}", crashed[0].command);
    let again = [&often[..], &["--resume", "--again", "crashed"]].concat();
    campaign(folder.path(), &format!("{write}; kill -9 $$"), &again).unwrap();
    assert_eq!(checkpoints(), vec![".\n.\n"; crashed.len()]);
    campaign(folder.path(), &format!("{write}; {}", report(77)), &again).unwrap_err();
    assert_eq!(checkpoints(), Vec::<String>::new());
}

#[test]
fn runs_are_repeated_on_request_and_another_suite_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    campaign(folder.path(), "kill -9 $$", &[]).unwrap();
    campaign(folder.path(), &report(77), &["--resume"]).unwrap();
    assert!(runs(folder.path()).iter().all(|run| run.outcome == Outcome::Crashed));
    campaign(folder.path(), &report(77), &["--resume", "--again", "crashed"]).unwrap_err();
    assert!(runs(folder.path()).iter().all(|run| run.outcome != Outcome::Crashed));
    let suite = folder.path().join("suite.toml");
    let text = "title = 'b'\n[[question]]\nname = 'states'\nask = 'explore'\n[[configuration]]\nname = 'b'\n";
    fs::write(&suite, text).unwrap();
    let other = ["--resume", "--suite", suite.to_str().unwrap()];
    let error = campaign(folder.path(), &report(77), &other).unwrap_err();
    assert!(error.contains("another suite"), "{error}");
}

#[test]
fn other_programs_are_rated_by_the_answers_they_can_give() {
    let folder = tempfile::tempdir().unwrap();
    let tool = |name: &str, steps: &str| {
        format!(
            "[[tool]]\nname = '{name}'\nneeds = ['sh']\nformats = ['pnml']\nquestions = ['explore']\n\
             steps = {steps}\nfiles = {{ 'count' = '10 states of {{stem}}' }}\n\
             answers = [{{ name = 'states', pattern = '^(\\d+) states' }}]\nopen = [{{ pattern = 'gave up' }}]\n"
        )
    };
    let tools = [
        tool("right", "[['true'], ['cat', 'count']]"),
        tool("open", "[['cat', 'count'], ['echo', 'gave up']]"),
        tool("broken", "[['false'], ['cat', 'count']]"),
        tool("missing", "[['./made-by-nobody']]"),
        tool("mute", "[['true']]"),
        tool("absent", "[['true']]").replace("'sh'", "'no-program-is-called-so'"),
    ];
    let suite = folder.path().join("suite.toml");
    let text = format!("title = 'b'\n[[question]]\nname = 'states'\nask = 'explore'\n{}", tools.concat());
    fs::write(&suite, text).unwrap();
    // The answer of the first tool is wrong for all nets but one.
    let error = campaign(folder.path(), "exit 1", &["--suite", suite.to_str().unwrap()]).unwrap_err();
    assert!(error.contains("answers are wrong"), "{error}");
    let runs = runs(folder.path());
    let of = |tool: &str| runs.iter().find(|run| run.model == "peterson-2.pnml" && run.tool == tool);
    let right = of("right").unwrap();
    assert_eq!((right.outcome, right.answers.len(), right.count(Rating::Right)), (Outcome::Answered, 1, 1));
    for (tool, outcome, reason) in [
        ("open", Outcome::Unknown, "gave up"),
        ("broken", Outcome::Unknown, "false: exit status: 1"),
        ("missing", Outcome::Crashed, "./made-by-nobody"),
        ("mute", Outcome::Unknown, "it printed nothing"),
    ] {
        let run = of(tool).unwrap();
        let actual = run.reason.as_deref().unwrap_or_default();
        assert!(run.outcome == outcome && actual.contains(reason), "{tool}: {run:?}");
    }
    assert!(of("absent").is_none());
}
