//! The engine behind TAPAAL's editor: called as the editor calls `verifypn`, it answers as the editor reads.
//!
//! ```text
//! words ──Call──▶ model, queries ──▶ answer each ──▶ sentences and statistics on standard output,
//!                                                   the run as XML on standard error
//! ```
//!
//! [`run`] does a whole call on any streams, so that recorded calls can be tested. Options that change nothing about what is
//! true are honoured where there is something like them, and otherwise passed over with a warning. What cannot be
//! answered is answered `MAYBE`, with the reason on standard error: never by a guess. INVARIANT: standard
//! error has the word `trace` only where a run follows, as the editor looks for it there. `docs/tapaal.md` tells users.

mod answer;
mod arguments;
mod bindings;
mod combination;
mod help;
mod interactive;
mod model;
mod query;
mod runs;
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

/// Where a call reads and writes.
pub struct Streams<'a> {
    /// Standard input, for the interactive mode.
    pub input: &'a mut dyn BufRead,
    /// Standard output: what the editor reads.
    pub out: &'a mut dyn Write,
    /// Standard error: runs, warnings and reasons.
    pub err: &'a mut dyn Write,
}

/// How a call ends, as the program's exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every query is satisfied, or what was wanted is done.
    Satisfied = 0,
    /// A query is not satisfied.
    NotSatisfied = 1,
    /// A query could not be answered.
    Unknown = 2,
    /// The command line or a file is not what it should be.
    Error = 3,
}

/// The ids of the queries of a text about a net, which is read as a file of queries of this logic is.
///
/// # Errors
/// What is wrong with the text, for people.
pub fn query_ids(logic: Logic, text: &str, net: &Net) -> Result<Vec<String>, String> {
    Ok(query::read(logic, text, net)?.into_iter().map(|query| query.id).collect())
}

/// Carries out a call with these words on its command line, without the program's name.
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
    // Where nobody reads any more, there is nothing else to be done.
    let _ = streams.out.flush().and_then(|()| streams.err.flush());
    exit
}

/// What a part of a call comes to; what is wrong is a message for people.
type Outcome<T> = Result<T, String>;

/// Says that an answer could not be written.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn unwritten(error: std::io::Error) -> String {
    format!("cannot write the answer: {error}")
}
