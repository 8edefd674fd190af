//! The command line of `resume`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{ProcessOptions, StatsOption};

/// `resume`.
#[derive(Debug, Args)]
pub(crate) struct ResumeArguments {
    /// Directory of the checkpoints, as given with --checkpoint
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,
    /// Describe the checkpoint without resuming the search
    #[arg(long)]
    pub(crate) info: bool,
    /// Use the checkpoint before the newest one, for example if the newest one is damaged
    #[arg(long)]
    pub(crate) earlier: bool,
    /// New number of worker threads
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<String>,
    /// New time limit, from now on
    #[arg(long, value_name = "DURATION")]
    pub(crate) time: Option<String>,
    /// New memory limit
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
    /// New maximum number of states to discover, including those discovered before
    #[arg(long, value_name = "N")]
    pub(crate) max_states: Option<String>,
    /// New time between two checkpoints
    #[arg(long, value_name = "DURATION")]
    pub(crate) checkpoint_every: Option<String>,
    /// In which processes, as many as before.
    #[command(flatten)]
    pub(crate) processes: ProcessOptions,
    /// Which statistics are shown.
    #[command(flatten)]
    pub(crate) stats: StatsOption,
}
