//! The options of commands that can make a net smaller first.

use clap::{Args, ValueEnum};

/// A smaller net that answers the same question.
#[derive(Debug, Args)]
#[command(next_help_heading = "Structural reduction")]
pub(crate) struct StructuralOptions {
    /// Reduce the net by structural rules, which preserve deadlocks and what --keep names (deadlock), or only
    /// what --keep names (reach)
    #[arg(
        long,
        value_enum,
        value_name = "FOR",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "deadlock"
    )]
    pub(crate) reduce: Option<ReduceFor>,
    /// Places whose tokens, and transitions whose enabledness, are preserved: ids with commas
    /// between them
    #[arg(long, value_name = "IDS", value_delimiter = ',', requires = "reduce")]
    pub(crate) keep: Vec<String>,
}

/// What a reduced net is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReduceFor {
    /// Preserve deadlocks and what --keep names.
    Deadlock,
    /// Preserve only what --keep names.
    Reach,
}
