//! How the nodes of an unfolding are called.

use clap::ValueEnum;

/// The names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnfoldNames {
    /// By the values of colours and variables.
    Values,
    /// By numbers, as TAPAAL does.
    Tapaal,
}
