//! `resume`: continuing an interrupted search.
//!
//! A checkpoint stores the command line that began the search, and its directory. The command line is parsed again, so
//! everything is the same except for the few options that may change. Each of several processes finds its own share.

mod found;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sanderling::Checkpointing;
use sanderling::options::text::{parse_duration, parse_size};
use sanderling_checkpoint::{Problem, Which};
use sanderling_net::Diagnostics;
use sanderling_report::text;
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::found::Found;
use super::{carry_out, company};
use crate::arguments::{
    Arguments, Command, DeadlockArguments, MccArguments, OutputOptions, ProcessOptions, ResumeArguments,
};
use crate::exit::Exit;
use crate::failure::Failure;

/// How a search was started.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Invocation {
    /// The command line, with the name of the program.
    words: Vec<String>,
    /// The directory to which relative paths refer.
    directory: PathBuf,
}

/// Adds this command line to the checkpoints.
pub(super) fn with_command(checkpoint: Checkpointing) -> Checkpointing {
    let words = crate::words().iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let invocation = Invocation { words, directory: env::current_dir().unwrap_or_default() };
    Checkpointing { command: json!(invocation), ..checkpoint }
}

/// Continues the search, or describes its checkpoint.
pub(super) fn resume(options: &ResumeArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let which = if options.earlier { Which::Earlier } else { Which::Newest };
    let directory = std::path::absolute(&options.directory)
        .map_err(|error| Failure::input(format!("{}: {error}", options.directory.display())))?;
    if !directory.exists() {
        return Err(failed(&Problem::NoFolder(options.directory.clone())));
    }
    let found = Found::look(&directory, which, company::own(&options.processes)?)?;
    if options.info {
        super::print(&found.report(&directory)?, text::checkpoint, output)?;
        return Ok(Exit::Success);
    }
    let processes = options.processes.anchored();
    let begun_in = env::current_dir().unwrap_or_default();
    BEGUN_IN.get_or_init(|| begun_in);
    let invocation = found.invocation();
    env::set_current_dir(&invocation.directory).map_err(|error| {
        let message = format!("{}: {error}; the search was started there", invocation.directory.display());
        Failure::input(message)
    })?;
    let words = invocation.words.iter().map(OsString::from);
    let mut arguments = Arguments::read(words)
        .map_err(|error| Failure::input(format!("invalid command line in the checkpoint: {error}")))?;
    choose(&mut arguments.command, options, &directory)?;
    place(&mut arguments.command, processes, &found, &directory)?;
    arguments.output.prefer(output);
    carry_out(&arguments)
}

/// The directory in which the search was started.
static BEGUN_IN: OnceLock<PathBuf> = OnceLock::new();

/// Returns the directory to which relative paths of the command line refer, if it is not the current one.
#[cfg(feature = "distributed")]
pub(super) fn begun_in() -> Option<&'static Path> {
    BEGUN_IN.get().map(PathBuf::as_path)
}

/// Chooses the processes that continue the search: those given, or the earlier ones if the number of this one is known.
fn place(
    command: &mut Command,
    given: ProcessOptions,
    found: &Found,
    directory: &Path,
) -> Result<(), Failure> {
    let refused = |what: &str| Err(Failure::usage(format!("{}: {what}", directory.display())));
    let processes = match command {
        Command::Explore(explore) => &mut explore.processes,
        Command::Deadlock(deadlock) => &mut deadlock.explore.processes,
        Command::Check(check) => &mut check.processes,
        _ if given.first().is_some() => return refused("this is a search by a single process"),
        _ => return Ok(()),
    };
    match (given.first(), found.are_shares()) {
        (Some(option), false) => {
            refused(&format!("the checkpoint is of a search by one process: omit `{option}`"))
        }
        (Some(_), true) => {
            *processes = given;
            Ok(())
        }
        (None, true) if processes.processes.is_none() && !found.is_place_known() => {
            let option = processes.first().unwrap_or("--hosts");
            refused(&format!(
                "the folder has the shares of several processes: identify this process with `{option}`, as when the search started"
            ))
        }
        (None, _) => Ok(()),
    }
}

/// Applies the options that may differ from those of the search.
fn choose(command: &mut Command, options: &ResumeArguments, directory: &Path) -> Result<(), Failure> {
    let Some(directory) = directory.to_str() else {
        return Err(Failure::usage(format!("{}: the path is not UTF-8", directory.display())));
    };
    let which = if options.earlier { "earlier" } else { "newest" };
    let others = [
        ("checkpoint", Some(directory)),
        ("resume", Some(which)),
        ("checkpoint-every", options.checkpoint_every.as_deref()),
    ];
    let limits = [
        ("threads", options.threads.as_deref()),
        ("time", options.time.as_deref()),
        ("memory", options.memory.as_deref()),
        ("max-states", options.max_states.as_deref()),
    ];
    let (choices, limits, shown) = match command {
        Command::Explore(explore) | Command::Deadlock(DeadlockArguments { explore, .. }) => {
            (&mut explore.how.choices, &limits[..], Some(&mut explore.shown))
        }
        Command::Check(check) => (&mut check.how.choices, &limits[..], Some(&mut check.shown)),
        Command::Mcc(mcc) => {
            limit(mcc, options)?;
            (&mut mcc.how.choices, &[][..], None)
        }
        _ => {
            let message = "the checkpoint is not one of `explore`, `deadlock`, `check` or `mcc`";
            return Err(Failure::input(message));
        }
    };
    if let Some(shown) = shown {
        shown.stats.prefer(options.stats);
    }
    let given = others.iter().chain(limits).filter_map(|&(name, value)| Some((name, value?)));
    for (name, value) in given {
        choices.choose(name, value).map_err(|misuse| Failure::usage(misuse.to_string()))?;
    }
    Ok(())
}

/// Changes the limits of an examination, which are limits of the program.
fn limit(mcc: &mut MccArguments, options: &ResumeArguments) -> Result<(), Failure> {
    if options.max_states.is_some() {
        return Err(Failure::usage("the states of an examination are not limited: omit `--max-states`"));
    }
    let wrong = |name: &str, expected: String| Failure::usage(format!("--{name}: {expected}"));
    if let Some(time) = &options.time {
        mcc.time = Some(parse_duration(time).map_err(|expected| wrong("time", expected.to_string()))?);
    }
    if let Some(memory) = &options.memory {
        mcc.memory = Some(parse_size(memory).map_err(|expected| wrong("memory", expected.to_string()))?);
    }
    if let Some(threads) = &options.threads {
        let threads = threads.parse().ok().filter(|threads| (1..=1024).contains(threads));
        let expected = || wrong("threads", "a number from 1 to 1024".to_owned());
        mcc.threads = Some(threads.ok_or_else(expected)?);
    }
    Ok(())
}

/// Returns the failure for an unusable folder, or one with the checkpoints of another search.
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
