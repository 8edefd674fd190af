//! `cargo xtask soak`: random models with random cutoffs, for as long as one likes; or all tests with all of their seeds.

use std::env;
use std::process::{Command, ExitCode};

use crate::start::SOAK;
use crate::workspace;

/// What to explore.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The seed of the first model
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    first: u64,
    /// How many models
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    models: u64,
    /// Run all tests of the workspace with all of their seeds; in usual runs, random tests take a quarter
    #[arg(long, conflicts_with_all = ["first", "models"])]
    tests: bool,
}

/// Explores the models: the program of the tests says how it went.
///
/// # Errors
/// That the program could not be built, or that a test failed.
pub(crate) fn soak(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.tests {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["test", "--workspace", "--locked", "--no-fail-fast"]).env("SANDERLING_SEEDS", "all");
        let status = command.current_dir(workspace()).status().map_err(|error| format!("cargo: {error}"))?;
        return Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    SOAK.start([arguments.first, arguments.models].map(|number| number.to_string().into()))
}
