//! `resume`: a search that was interrupted goes on.
//!
//! A checkpoint has the words of the command line that began the search, and where that was. They are read once more, so that everything is as it
//! was, but for the few options that may be others.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sanderling::options::Choices;
use sanderling::{Caller, CheckpointSummary};
use sanderling_checkpoint::{Folder, Manifest, Problem, Which};
use sanderling_net::Diagnostics;
use sanderling_report::{CheckpointReport, text};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::carry_out;
use crate::arguments::{Arguments, Command, OutputOptions, ResumeArguments};
use crate::exit::Exit;
use crate::failure::Failure;

/// How a search was asked for.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    /// The words of the command line, with the name of the program.
    words: Vec<String>,
    /// Where paths begin.
    directory: PathBuf,
}

/// How this command line asks, for a checkpoint.
pub(super) fn asked() -> Value {
    let words = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    json!(Asked { words, directory: env::current_dir().unwrap_or_default() })
}

/// Goes on, or tells what there is to go on from.
pub(super) fn resume(options: &ResumeArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let which = if options.earlier { Which::Earlier } else { Which::Newest };
    let directory = std::path::absolute(&options.directory)
        .map_err(|error| Failure::input(format!("{}: {error}", options.directory.display())))?;
    let manifest = Folder::look(&directory).manifest(which).map_err(|problem| failed(&problem))?;
    let summary = CheckpointSummary::of(&directory, &manifest).map_err(|problem| failed(&problem))?;
    let asked = asked_in(&directory, &manifest, &summary)?;
    if options.info {
        super::print(&report(&directory, &summary, asked), text::checkpoint, output)?;
        return Ok(Exit::Success);
    }
    env::set_current_dir(&asked.directory).map_err(|error| {
        let message = format!("{}: {error}; the search was begun there", asked.directory.display());
        Failure::input(message)
    })?;
    let words = asked.words.into_iter().map(OsString::from);
    let mut arguments = Arguments::read(words).map_err(|error| {
        Failure::input(format!("the command line in the checkpoint is not understood: {error}"))
    })?;
    let choices = choices(&mut arguments.command)
        .ok_or_else(|| Failure::input("the checkpoint is not one of `explore`, `deadlock` or `check`"))?;
    choose(choices, options, &directory)?;
    arguments.output.prefer(output);
    carry_out(&arguments)
}

/// How the search was asked for.
fn asked_in(directory: &Path, manifest: &Manifest, summary: &CheckpointSummary) -> Result<Asked, Failure> {
    let caller = Caller::read(&summary.caller);
    let asked = caller.and_then(|caller| serde_json::from_value(caller.command).ok());
    asked.ok_or_else(|| {
        Failure::input(format!(
            "{}: checkpoint {} was not begun by a command line: go on as it was begun",
            directory.display(),
            manifest.number
        ))
    })
}

/// What a search has chosen, where it is one that has checkpoints.
fn choices(command: &mut Command) -> Option<&mut Choices> {
    match command {
        Command::Explore(explore) => Some(&mut explore.how.choices),
        Command::Deadlock(deadlock) => Some(&mut deadlock.explore.how.choices),
        Command::Check(check) => Some(&mut check.how.choices),
        _ => None,
    }
}

/// Chooses anew what may be another one.
fn choose(choices: &mut Choices, options: &ResumeArguments, directory: &Path) -> Result<(), Failure> {
    let Some(directory) = directory.to_str() else {
        return Err(Failure::usage(format!("{}: the path is no text", directory.display())));
    };
    let which = if options.earlier { "earlier" } else { "newest" };
    let again = [("checkpoint", directory), ("resume", which)];
    let others = [
        ("threads", &options.threads),
        ("time", &options.time),
        ("memory", &options.memory),
        ("max-states", &options.max_states),
        ("checkpoint-every", &options.checkpoint_every),
    ];
    let others = others.iter().filter_map(|&(name, value)| Some((name, value.as_deref()?)));
    for (name, value) in again.into_iter().chain(others) {
        choices.choose(name, value).map_err(|misuse| Failure::usage(misuse.to_string()))?;
    }
    Ok(())
}

fn report(directory: &Path, summary: &CheckpointSummary, asked: Asked) -> CheckpointReport {
    CheckpointReport {
        directory: directory.display().to_string(),
        checkpoint: summary.number,
        command: asked.words,
        working_directory: asked.directory.display().to_string(),
        states: summary.states.into(),
        firings: summary.firings.into(),
        level: summary.level,
        elapsed_s: summary.elapsed.as_secs_f64(),
        bytes: summary.bytes,
        finished: summary.is_finished,
        ..CheckpointReport::default()
    }
}

/// Why a search has no checkpoints: the folder cannot be used, or has those of another one.
pub(super) fn refused(found: &Diagnostics) -> Failure {
    let lines = found.iter().map(|one| match &one.help {
        Some(help) => format!("{}\nhelp: {help}", one.message),
        None => one.message.clone(),
    });
    Failure::input(lines.collect::<Vec<_>>().join("\n"))
}

fn failed(problem: &Problem) -> Failure {
    Failure::input(format!("{problem}\nhelp: {}", problem.help()))
}
