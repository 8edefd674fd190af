//! The subcommands, one file each.
//!
//! A subcommand turns its options into one call of the library, and prints the answer as text or as one JSON object.
//! Code that several searching commands share is in [`search`].

mod analyse;
mod certificate;
mod check;
mod company;
mod compare;
mod convert;
mod explorable;
mod explore;
mod formats;
mod graph;
mod info;
mod manual;
mod mcc;
mod query;
mod replay;
mod report;
mod resume;
mod search;
mod serve;
mod several;
mod simulate;
mod standard;
mod structural;
mod studio;
mod unfold;
mod written;

use std::io::Write;

use serde::Serialize;

use crate::arguments::{Arguments, Command, NetArguments, OutputOptions, Style};
use crate::diagnostics::Look;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::{interrupt, output, verdicts};

/// Carries out the command given on the command line.
pub(crate) fn carry_out(arguments: &Arguments) -> Result<Exit, Failure> {
    let output = &arguments.output;
    refuse_lines_of_one(&arguments.command, output.format)?;
    match &arguments.command {
        Command::Info(options) => info::info(options, output),
        Command::Analyse(options) => analyse::analyse(options, output),
        Command::Simulate(options) => simulate::simulate(options, output),
        Command::Explore(options) => explore::explore(options, output),
        Command::Deadlock(options) => explore::deadlock(options, output),
        Command::Check(options) => check::check(options, output),
        Command::Resume(options) => resume::resume(options, output),
        Command::Replay(options) => replay::replay(options, output),
        Command::Compare(options) => compare::compare(options, output),
        Command::Mcc(options) => mcc::mcc(options, output),
        Command::Convert(options) => convert::convert(options, output),
        Command::Graph(options) => graph::graph(options, output),
        Command::Studio(options) => studio::studio(options, output),
        Command::Report(options) => report::report(options, output),
        Command::Serve(options) => serve::serve(options),
        Command::Formats => formats::formats(output),
        Command::Completions(options) => manual::completions(options, output),
        Command::Man(options) => manual::man(options, output),
    }
}

/// Returns an error if a style for several results is combined with a command that has only one.
fn refuse_lines_of_one(command: &Command, style: Style) -> Result<(), Failure> {
    let has_several = matches!(
        command,
        Command::Analyse(_)
            | Command::Explore(_)
            | Command::Deadlock(_)
            | Command::Check(_)
            | Command::Resume(_)
    );
    match style {
        Style::Csv | Style::Jsonl if !has_several => Err(Failure::usage(
            "--format csv and jsonl require a command for several files: analyse, explore, deadlock or check; use --format json",
        )),
        _ => Ok(()),
    }
}

/// Reads the net. In text style its warnings are printed at once; in JSON they are part of the answer.
fn load(arguments: &NetArguments, output: &OutputOptions) -> Result<Input, Failure> {
    let _reading = interrupt::ends_reading(arguments.file.display().to_string(), output.format);
    Input::load(arguments, |warnings| warn(warnings, output))
}

/// Prints warnings about a file, except in JSON.
fn warn(warnings: &str, output: &OutputOptions) {
    if !output.format.is_json() {
        let _ = std::io::stderr().write_all(warnings.as_bytes());
    }
}

/// Prints an answer in the style that the user chose.
fn print<T: Serialize>(
    answer: &T,
    text: impl FnOnce(&T) -> String,
    output: &OutputOptions,
) -> Result<(), Failure> {
    let style = output.format;
    if style.is_json() {
        return output::print(&style.json(answer));
    }
    let text = text(answer);
    let text = output::printable(&text);
    match Look::of_standard_output() {
        Look::Plain => output::print(&text),
        Look::Coloured => output::print(&verdicts::coloured(&text)),
    }
}
