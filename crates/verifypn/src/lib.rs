//! The engine for TAPAAL's editor. It is compatible with `verifypn`: the editor calls it in the same way and
//! can read its output.
//!
//! ```text
//! words ──Call──▶ model, queries ──▶ answer each ──▶ sentences and statistics on standard output,
//!                                                   the run as XML on standard error
//! ```
//!
//! [`run`] executes a whole call on any streams, so recorded calls can be tested. Options that do not affect
//! the answers are honoured if there is an equivalent, and otherwise ignored with a warning. A query that
//! cannot be decided has the answer `MAYBE`, with the reason on standard error. `docs/tapaal.md` is the
//! documentation for users.
//!
//! INVARIANT: standard error contains the word `trace` only if a run follows, because the editor looks for it
//! there.

mod answer;
mod arguments;
mod combination;
mod files;
mod help;
mod interactive;
mod model;
mod query;
mod sentences;
mod strategy;
mod unfolded;
mod verify;
mod within;

use std::ffi::OsString;
use std::io::{BufRead, Write};

use arguments::Wish;
use sanderling_net::Net;
use sanderling_property::Logic;

pub use help::PROTOCOL_VERSION;

/// The streams of a call.
pub struct Streams<'a> {
    /// Standard input, for the interactive mode.
    pub input: &'a mut dyn BufRead,
    /// Standard output, which the editor reads.
    pub out: &'a mut dyn Write,
    /// Standard error, for runs, warnings and reasons.
    pub err: &'a mut dyn Write,
}

/// The exit code of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every query is satisfied, or the requested action is done.
    Satisfied = 0,
    /// A query is not satisfied.
    NotSatisfied = 1,
    /// A query could not be answered.
    Unknown = 2,
    /// The command line or a file is invalid.
    Error = 3,
}

/// Returns the ids of the queries in a text about a net, read as a file of queries of this logic.
///
/// # Errors
/// A description of the error in the text.
pub fn query_ids(logic: Logic, text: &str, net: &Net) -> Result<Vec<String>, String> {
    Ok(query::read(logic, text, net)?.into_iter().map(|query| query.id).collect())
}

/// Executes a call with the words of its command line, without the program's name.
pub fn run(words: &[OsString], streams: &mut Streams<'_>) -> Exit {
    let carried_out = arguments::parse(words).and_then(|(wish, warnings)| {
        for warning in warnings {
            let _ = writeln!(streams.err, "warning: {warning}");
        }
        match wish {
            Wish::Help => help::help(streams),
            Wish::Version => help::version(streams),
            Wish::Interact(model) => interactive::interact(&model, streams),
            Wish::Verify(call) => verify::verify(&call, streams),
        }
    });
    let exit = carried_out.unwrap_or_else(|message| {
        let _ = writeln!(streams.err, "error: {message}");
        Exit::Error
    });
    // If the output is closed, there is nothing left to do.
    let _ = streams.out.flush().and_then(|()| streams.err.flush());
    exit
}

/// The result of a part of a call; an error is a message for the user.
type Outcome<T> = Result<T, String>;

/// Returns the error that an answer could not be written.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn unwritten(error: std::io::Error) -> String {
    format!("cannot write the answer: {error}")
}
