//! The `sanderling` command, from options to a single library call. The program is only [`run`], so that a package
//! containing the library, such as the Python package, can offer the command, too.
//!
//! Only this crate opens files by their path, prints, and ends the program. Each command has a file under `command/`.
//! This file has the steps common to all of them: parse the command line, carry out the command, and print its result
//! or failure in the chosen style. The exit code repeats the result (see `exit.rs`).
//!
//! Results go to standard output; progress and diagnostics go to standard error. With `--format json`, standard output
//! always gets exactly one object.

mod arguments;
mod command;
mod diagnostics;
mod exit;
mod failure;
mod freed_later;
mod input;
mod interrupt;
mod output;
mod panic;
mod progress;
mod verdicts;
mod watch;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use arguments::{Arguments, Style};
use clap::error::ErrorKind as ClapError;
use diagnostics::Look;
use exit::Exit;
use failure::Failure;
use sanderling_report::text;

/// The command line.
static WORDS: Mutex<Vec<OsString>> = Mutex::new(Vec::new());

/// Returns the command line, for messages and files that repeat it. The process may have other arguments if it is more
/// than this program.
pub(crate) fn words() -> Vec<OsString> {
    WORDS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The program and arguments that start this program, before the command line. Empty for the current executable.
static LAUNCHER: Mutex<Vec<OsString>> = Mutex::new(Vec::new());

/// Returns a command that starts this program again, without its command line.
#[cfg(feature = "distributed")]
pub(crate) fn started_again() -> std::io::Result<std::process::Command> {
    let launcher = LAUNCHER.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((program, arguments)) = launcher.split_first() else {
        return Ok(std::process::Command::new(std::env::current_exe()?));
    };
    let mut command = std::process::Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Runs a command line as [`run`] does, in a program started by `launcher`: an interpreter and its arguments, for
/// example. Searches by several processes start the others with these arguments, followed by the command line.
#[must_use]
pub fn run_from(launcher: Vec<OsString>, words: Vec<OsString>) -> u8 {
    *LAUNCHER.lock().unwrap_or_else(PoisonError::into_inner) = launcher;
    run(words)
}

/// Carries out a command line, which begins with the program's name, and returns the exit code.
///
/// The process should do nothing else: results go to its standard output, signals are caught, and a second Ctrl-C ends
/// it.
#[must_use]
pub fn run(words: Vec<OsString>) -> u8 {
    let style = style_of(&words);
    if names_memory(&words) {
        sanderling_machine::memory::give_back_what_is_free();
    }
    WORDS.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&words);
    let outcome = panic::caught(|| match Arguments::read(words) {
        Ok(arguments) => {
            arguments.output.color.settle();
            text::group_digits(std::io::stdout().is_terminal());
            warn(&arguments.warnings);
            command::carry_out(&arguments)
        }
        Err(error) => not_understood(&error, style),
    });
    outcome.unwrap_or_else(|failure| print_failure(&failure, style)) as u8
}

/// Returns the style of the result. It is needed before the command line is parsed, as parsing may fail.
fn style_of(words: &[OsString]) -> Style {
    let is_given = |style: &str| {
        let follows = |pair: &[OsString]| pair[0] == "--format" && pair[1] == style;
        words.iter().any(|word| word == format!("--format={style}").as_str()) || words.windows(2).any(follows)
    };
    match (is_given("json"), is_given("jsonl")) {
        (true, _) => Style::Json,
        (_, true) => Style::Jsonl,
        _ => Style::Text,
    }
}

/// Whether the command line sets a memory limit. The program then keeps to it; the default leaves a quarter of the free
/// memory.
fn names_memory(words: &[OsString]) -> bool {
    words
        .iter()
        .filter_map(|word| word.to_str())
        .any(|word| word == "--memory" || word.starts_with("--memory="))
}

/// Prints warnings about the command line.
fn warn(warnings: &[String]) {
    let look = Look::of_standard_error();
    for warning in warnings {
        // A closed standard error is not a failure of the command.
        let _ = std::io::stderr().write_all(diagnostics::plain_warning(warning, look).as_bytes());
    }
}

/// Prints help or the version if the user requested them. Everything else is an error.
fn not_understood(error: &clap::Error, style: Style) -> Result<Exit, Failure> {
    let message = match Look::of_standard_error() {
        Look::Coloured => error.render().ansi().to_string(),
        Look::Plain => error.render().to_string(),
    };
    match error.kind() {
        ClapError::DisplayHelp | ClapError::DisplayVersion => {
            output::print(&error.render().to_string())?;
            Ok(Exit::Success)
        }
        _ if style == Style::Text => {
            let _ = std::io::stderr().write_all(message.as_bytes());
            Ok(Exit::BadInput)
        }
        _ => Err(Failure::usage(without_usage(&error.render().to_string()))),
    }
}

/// Returns the part of a message before the usage, in one line.
fn without_usage(message: &str) -> String {
    let is_usage = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = message.lines().map(str::trim).take_while(|line| !is_usage(line));
    let line =
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ").replace(" tip: ", "; tip: ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// Prints a failure in the style of the results.
fn print_failure(failure: &Failure, style: Style) -> Exit {
    let is_printed = style.is_json() && output::print(&style.json(&failure.to_report())).is_ok();
    if !is_printed {
        let message = failure.render(Look::of_standard_error());
        // If standard error is closed, only the exit code remains.
        let _ = std::io::stderr().write_all(message.as_bytes());
    }
    failure.exit()
}
