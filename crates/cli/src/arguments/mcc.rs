//! The options of an examination. What is not given comes from the environment that the contest sets.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sanderling::options::text::{parse_duration, parse_size};

use super::{Chosen, OfExaminations};

/// `mcc`.
#[derive(Debug, Args)]
pub(crate) struct MccArguments {
    /// Folder of the instance, with model.pnml and property files
    #[arg(default_value = ".", value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The examination to run, such as StateSpace or UpperBounds [default: BK_EXAMINATION]
    #[arg(long, value_name = "NAME")]
    pub(crate) examination: Option<String>,
    /// Time limit in total, from the start of the program [default: BK_TIME_CONFINEMENT, in seconds]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Memory limit for the whole program [default: BK_MEMORY_CONFINEMENT or BK_MEM_CONFINEMENT, in
    /// megabytes]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
    /// Number of worker threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Search")]
    pub(crate) threads: Option<u16>,
    /// What is compared.
    #[command(flatten)]
    pub(crate) how: Chosen<OfExaminations>,
    /// Print the steps of the plan on standard error: what they decided, and their states and time
    #[arg(long, help_heading = "Output")]
    pub(crate) explain_plan: bool,
    /// Write certificates of the answers to this file, for `sanderling-certify` to check (see docs/certificates.md)
    #[arg(long, value_name = "FILE", help_heading = "Certificate")]
    pub(crate) certificate: Option<PathBuf>,
}
