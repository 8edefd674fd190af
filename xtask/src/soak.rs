//! `cargo xtask soak`: random models with random cutoffs, for as long as one likes.
//!
//! The program is the tests' own (`tests/src/bin/soak.rs`), built for speed: there cutoffs can be set, and here they cannot.

use std::process::Command;

/// What to explore.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The seed of the first model
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    first: u64,
    /// How many models
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    models: u64,
}

/// Explores the models.
///
/// # Errors
/// That there was a difference, or that the program could not be built.
pub(crate) fn soak(arguments: &Arguments) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--package", "sanderling-tests", "--bin", "soak", "--"])
        .args([arguments.first.to_string(), arguments.models.to_string()])
        .current_dir(crate::workspace())
        .status()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err("there was a difference".to_owned()) }
}
