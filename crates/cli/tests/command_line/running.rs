//! Running the program.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The outcome of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Ran {
    /// Parses standard output, which must be a single JSON value.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Returns a command that runs the program with these arguments.
pub(crate) fn command<W: AsRef<OsStr>>(words: &[W]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanderling"));
    command.args(words).stdin(Stdio::null()).env("NO_COLOR", "1");
    command
}

/// Runs the program with an empty standard input.
pub(crate) fn run<W: AsRef<OsStr>>(words: &[W]) -> Ran {
    ran(command(words).output().unwrap())
}

/// Runs the program with this standard input.
pub(crate) fn run_with_input<W: AsRef<OsStr>>(words: &[W], input: &[u8]) -> Ran {
    fed(&mut command(words), input)
}

fn fed(command: &mut Command, input: &[u8]) -> Ran {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // In some tests the program ends before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    ran(child.wait_with_output().unwrap())
}

/// Runs the program in a folder with this standard input.
pub(crate) fn run_in<W: AsRef<OsStr>>(folder: &Path, words: &[W], input: &[u8]) -> Ran {
    fed(command(words).current_dir(folder), input)
}

fn ran(output: std::process::Output) -> Ran {
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Collects arguments of different types into one command line.
#[macro_export]
macro_rules! words {
    ($($word:expr),* $(,)?) => {
        [$(std::ffi::OsString::from(&$word)),*]
    };
}
