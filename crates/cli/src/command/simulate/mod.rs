//! `simulate`: stepping through a net by hand, one line at a time.
//!
//! A [`Session`] turns lines into replies and knows nothing of terminals; here lines are read from
//! standard input and replies printed, so that the stepper works in a terminal and in a pipe alike.
//! With `--format json` the talk goes to standard error, and the run that was made, as a trace that
//! `replay` takes, to standard output at the end.

mod session;
mod words;

use std::io::{self, BufRead, IsTerminal, Read, Write};

use sanderling_report::{SCHEMA, VERSION, to_json};
use serde_json::json;

use super::load;
use crate::arguments::{OutputOptions, SimulateArguments, Style};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{self, printable};
use session::Session;

/// A longer line is no command.
const LONGEST_LINE: u64 = 64 << 10;

/// Steps through the net until the user leaves or the input ends.
pub(super) fn simulate(options: &SimulateArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if options.net.file.as_os_str() == "-" {
        return Err(Failure::usage("simulate reads commands from standard input: give the net as a file"));
    }
    let input = load(&options.net, output)?;
    let shown = options.names.shown(input.net());
    let mut session = Session::start(input.net(), &shown, options.seed).map_err(Failure::input)?;
    let mut talk: Box<dyn Write> = match output.format {
        Style::Text => Box::new(io::stdout().lock()),
        _ => Box::new(io::stderr().lock()),
    };
    match converse(&mut session, &mut *talk) {
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

fn converse(session: &mut Session<'_>, talk: &mut dyn Write) -> io::Result<()> {
    let mut commands = io::stdin().lock();
    let is_terminal = io::stdin().is_terminal();
    talk.write_all(printable(&session.greeting()).as_bytes())?;
    loop {
        if is_terminal {
            talk.write_all(b"> ")?;
        }
        talk.flush()?;
        let Some(line) = read_line(&mut commands)? else { return Ok(()) };
        match session.reply(&line) {
            Some(reply) => talk.write_all(printable(&reply).as_bytes())?,
            None => return Ok(()),
        }
    }
}

/// The next line, `None` at the end. Memory is bounded whatever comes.
fn read_line(commands: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = commands.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if read as u64 == LONGEST_LINE {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is too long"));
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn outcome(input: &Input, session: &Session<'_>) -> String {
    to_json(&json!({
        "schema": SCHEMA,
        "version": VERSION,
        "file": input.file,
        "format": input.format,
        "question": "simulate",
        "trace": session.trace(),
        "marking": session.marking(),
        "deadlock": session.is_dead(),
    }))
}
