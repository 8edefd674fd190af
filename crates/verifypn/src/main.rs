//! `verifypn-sanderling`, the engine that TAPAAL's editor starts. The library contains all of its code.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use sanderling_verifypn::{Exit, Streams, run};

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let (mut input, mut out, mut err) = (io::stdin().lock(), io::stdout().lock(), io::stderr());
    let mut streams = Streams { input: &mut input, out: &mut out, err: &mut err };
    // An internal error is reported on standard error and has the exit code of any other error.
    let exit = catch_unwind(AssertUnwindSafe(|| run(&words, &mut streams))).unwrap_or(Exit::Error);
    ExitCode::from(exit as u8)
}
