//! `simulate`: stepping through a net by hand, one command a line.
//!
//! A [`Session`] turns lines into replies and is independent of terminals. This module reads lines from standard input
//! and prints the replies, so it works in a terminal and in a pipe alike. With `--format json` the replies go to
//! standard error. At the end, the run goes to standard output as a trace that `replay` reads.

mod lines;
mod session;
mod words;

use std::io::{self, Write};

use sanderling_report::{SCHEMA, VERSION, to_json};
use serde_json::json;

use super::load;
use crate::arguments::{OutputOptions, SimulateArguments, Style};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{self, printable};
use lines::Lines;
use session::Session;

/// Steps through the net until the user leaves or the input ends.
pub(super) fn simulate(options: &SimulateArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if options.net.file.as_os_str() == "-" {
        return Err(Failure::usage("simulate reads commands from standard input: give the net as a file"));
    }
    let input = load(&options.net, output)?;
    let shown = options.names.shown(input.net());
    let mut session = Session::start(input.net(), &shown, options.seed).map_err(Failure::input)?;
    let mut talk: Box<dyn Write> = match output.format {
        Style::Text => Box::new(io::stdout()),
        _ => Box::new(io::stderr()),
    };
    let lines = Lines::of_standard_input(output.format == Style::Text);
    match lines.and_then(|lines| converse(&mut session, lines, &mut *talk)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(Failure::input(format!("the session ended: {error}")));
        }
        _ => drop(talk),
    }
    if output.format == Style::Json {
        output::print(&(outcome(&input, &session) + "\n"))?;
    }
    Ok(Exit::Success)
}

fn converse(session: &mut Session<'_>, mut lines: Lines, talk: &mut dyn Write) -> io::Result<()> {
    talk.write_all(printable(&session.greeting()).as_bytes())?;
    loop {
        talk.flush()?;
        let Some(line) = lines.next(talk, || session.names())? else { return Ok(()) };
        match session.reply(&line) {
            Some(reply) => talk.write_all(printable(&reply).as_bytes())?,
            None => return Ok(()),
        }
    }
}

fn outcome(input: &Input, session: &Session<'_>) -> String {
    to_json(&json!({
        "schema": SCHEMA,
        "version": VERSION,
        "file": input.origin.file,
        "format": input.origin.format,
        "question": "simulate",
        "trace": session.trace(),
        "marking": session.marking(),
        "deadlock": session.is_dead(),
    }))
}
