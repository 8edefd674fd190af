//! The other programs of the workspace, built when needed, each with its own profile.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

use crate::workspace;

/// A program of the workspace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Program {
    package: &'static str,
    name: &'static str,
    profile: &'static str,
}

/// The benchmarks, built like a release, because their times matter.
pub(crate) const BENCH: Program =
    Program { package: "sanderling-bench", name: "sanderling-bench", profile: "dist" };
/// The generator of nets of families, built like this program, which is fast.
pub(crate) const FAMILIES: Program =
    Program { package: "sanderling-families", name: "sanderling-families", profile: "xtask" };
/// The program to measure, built as for a release.
pub(crate) const SANDERLING: Program =
    Program { package: "sanderling-cli", name: "sanderling", profile: "dist" };
/// The long tests, built for speed and with debug assertions, because only then cutoffs can be set.
pub(crate) const SOAK: Program = Program { package: "sanderling-tests", name: "soak", profile: "soak" };

/// The arguments of a program, as given on the command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Words {
    /// See the task's own `--help`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<OsString>,
}

impl Words {
    /// Returns the arguments, preceded by the name of a task.
    pub(crate) fn behind(self, task: &str) -> impl Iterator<Item = OsString> {
        std::iter::once(task.into()).chain(self.words)
    }
}

impl Program {
    /// Replaces this process by the program, with these arguments.
    ///
    /// # Errors
    /// If cargo cannot be run.
    pub(crate) fn start(self, words: impl IntoIterator<Item = OsString>) -> Result<ExitCode, String> {
        let mut command = self.run();
        command.args(words);
        become_it(command)
    }

    /// Returns the command that builds and runs the program, without its arguments. Cargo prints messages unless the
    /// build is short.
    pub(crate) fn run(self) -> Command {
        let mut command = self.cargo("run");
        if self.profile == FAMILIES.profile {
            command.arg("--quiet");
        }
        command.arg("--");
        command
    }

    /// Builds the program.
    ///
    /// # Errors
    /// If the program cannot be built.
    pub(crate) fn build(self) -> Result<PathBuf, String> {
        let mut command = self.cargo("build");
        command.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
        let output = command.output().map_err(|error| format!("cargo: {error}"))?;
        let messages = String::from_utf8_lossy(&output.stdout);
        let found = messages.lines().rev().find_map(executable);
        found.filter(|_| output.status.success()).ok_or_else(|| format!("{} could not be built", self.name))
    }

    fn cargo(self, what: &str) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.arg(what).arg("--manifest-path").arg(workspace().join("Cargo.toml"));
        command.args(["--profile", self.profile, "--package", self.package, "--bin", self.name]);
        command
    }
}

/// Returns the program that a message of cargo reports as built.
fn executable(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    Some(message.get("executable")?.as_str()?.into())
}

/// Replaces this process by the command, which keeps the process ID, the terminal and the signals.
#[cfg(unix)]
fn become_it(mut command: Command) -> Result<ExitCode, String> {
    use std::os::unix::process::CommandExt;
    Err(format!("cargo: {}", command.exec()))
}

/// Waits for the command, and returns its exit code.
#[cfg(not(unix))]
fn become_it(mut command: Command) -> Result<ExitCode, String> {
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_found_among_the_messages() {
        let built =
            r#"{"reason":"compiler-artifact","target":{"name":"sanderling"},"executable":"/t/sanderling"}"#;
        assert_eq!(executable(built), Some(PathBuf::from("/t/sanderling")));
        assert_eq!(executable(r#"{"reason":"compiler-artifact","executable":null}"#), None);
        assert_eq!(executable("a remark"), None);
    }
}
