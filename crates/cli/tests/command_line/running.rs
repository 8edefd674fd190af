//! Running the program.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What came of a run.
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
    /// Standard output as the one JSON value that it has to be.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// The program with these words on its command line.
pub(crate) fn command<W: AsRef<OsStr>>(words: &[W]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanderling"));
    command.args(words).stdin(Stdio::null()).env("NO_COLOR", "1");
    command
}

/// Runs it with nothing on standard input.
pub(crate) fn run<W: AsRef<OsStr>>(words: &[W]) -> Ran {
    ran(command(words).output().unwrap())
}

/// Runs it with this on standard input.
pub(crate) fn run_with_input<W: AsRef<OsStr>>(words: &[W], input: &[u8]) -> Ran {
    fed(&mut command(words), input)
}

fn fed(command: &mut Command, input: &[u8]) -> Ran {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that ends before it has read everything is what some tests are about.
    let _ = child.stdin.take().unwrap().write_all(input);
    ran(child.wait_with_output().unwrap())
}

/// The same in a folder.
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

/// Words of different types as one command line.
#[macro_export]
macro_rules! words {
    ($($word:expr),* $(,)?) => {
        [$(std::ffi::OsString::from(&$word)),*]
    };
}
