//! The command line of `resume`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ProcessOptions;

/// `resume`.
#[derive(Debug, Args)]
pub(crate) struct ResumeArguments {
    /// Directory of the checkpoints, as it was given with --checkpoint
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,
    /// Tell what the checkpoint says, and do not go on
    #[arg(long)]
    pub(crate) info: bool,
    /// Take the checkpoint before the newest one, where that is damaged, say
    #[arg(long)]
    pub(crate) earlier: bool,
    /// Worker threads, if not as many as before
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<String>,
    /// Time that the search may take from now on, if not as much as before
    #[arg(long, value_name = "DURATION")]
    pub(crate) time: Option<String>,
    /// Memory that the search may take, if not as much as before
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
    /// States that the search may discover, those before included, if not as many as before
    #[arg(long, value_name = "N")]
    pub(crate) max_states: Option<String>,
    /// Time between two checkpoints, if not as much as before
    #[arg(long, value_name = "DURATION")]
    pub(crate) checkpoint_every: Option<String>,
    /// In which processes, as many as before.
    #[command(flatten)]
    pub(crate) processes: ProcessOptions,
}
