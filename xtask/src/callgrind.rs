//! Runs programs under callgrind, valgrind's instruction counter.
//!
//! Counts do not depend on the load of the machine, so an increase always has a cause in the program.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Returns whether a program with this name can be started.
pub(crate) fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The result of a program under callgrind.
#[derive(Debug)]
pub(crate) struct Counted {
    /// The output of the program. Valgrind's messages follow its standard error.
    pub(crate) output: Output,
    /// The number of instructions of all functions.
    pub(crate) instructions: u64,
    /// The file with the counts by function.
    pub(crate) file: PathBuf,
}

/// Runs a program under callgrind, which writes its counts to `file`.
///
/// # Errors
/// The program cannot be started, or the count is incomplete.
pub(crate) fn count(program: &Path, arguments: &[String], file: PathBuf) -> Result<Counted, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", file.display()));
    let started = valgrind.arg(program).args(arguments).stdin(Stdio::null()).output();
    let output = started.map_err(|error| format!("valgrind: {error}"))?;
    let counted = std::fs::read_to_string(&file).and_then(|text| {
        total(&text).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "it has no total"))
    });
    match counted {
        Ok(instructions) => Ok(Counted { output, instructions, file }),
        Err(error) => {
            let remarks = String::from_utf8_lossy(&output.stderr);
            let last = remarks.lines().last().unwrap_or_default();
            Err(format!("callgrind has written no counts to {}: {error}; {last}", file.display()))
        }
    }
}

/// Returns the number of instructions in the last part of a callgrind file.
fn total(text: &str) -> Option<u64> {
    let line =
        text.lines().rev().find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
    line?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_from_the_end() {
        let text = "events: Ir\nsummary: 7\n\nfn=(1) main\n1 7\n\ntotals: 1234567\n";
        assert_eq!(total(text), Some(1_234_567));
        assert_eq!(total("events: Ir\nsummary: 42 9\n"), Some(42));
        assert_eq!(total("events: Ir\n"), None);
    }

    #[test]
    fn a_program_that_is_not_there_is_not_installed() {
        assert!(!is_installed("there-is-no-program-of-this-name"));
    }
}
