//! How far a search compares itself with the net's meaning.

use clap::Args;
use sanderling::SelfCheckMode;

/// What all commands that search share.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Self-check")]
pub(crate) struct SelfCheckOptions {
    /// Which states are compared with the plain meaning of the net while the search goes on: none, sample (within a
    /// per cent of the time) or all; a difference ends the search with exit code 4
    #[arg(long, value_name = "WHICH", default_value_t)]
    pub(crate) self_check: SelfCheckMode,
}
