//! The options of commands that can make a net smaller first.

use clap::{Args, ValueEnum};

/// A smaller net that answers the same question.
#[derive(Debug, Args)]
#[command(next_help_heading = "Structural reduction")]
pub(crate) struct StructuralOptions {
    /// Reduce the net by structural rules: so that it has a deadlock where it had one, or so that
    /// only what --keep names stays as it is
    #[arg(
        long,
        value_enum,
        value_name = "FOR",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "deadlock"
    )]
    pub(crate) reduce: Option<ReduceFor>,
    /// Places whose tokens, and transitions whose being enabled, stay as they are: ids with commas
    /// between them
    #[arg(long, value_name = "IDS", value_delimiter = ',', requires = "reduce")]
    pub(crate) keep: Vec<String>,
}

/// What a reduced net is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReduceFor {
    /// Whether a deadlock can be reached, and what --keep names.
    Deadlock,
    /// What --keep names.
    Reach,
}
