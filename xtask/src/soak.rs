//! `cargo xtask soak`: random models with random cutoffs, for as long as one likes.

use std::process::ExitCode;

use crate::start::SOAK;

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

/// Explores the models: the program of the tests says how it went.
///
/// # Errors
/// That the program could not be built.
pub(crate) fn soak(arguments: &Arguments) -> Result<ExitCode, String> {
    SOAK.start([arguments.first, arguments.models].map(|number| number.to_string().into()))
}
