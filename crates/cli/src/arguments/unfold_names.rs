//! How the nodes of an unfolding are called.

use clap::ValueEnum;

/// The names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnfoldNames {
    /// Names with the values of colours and variables.
    Values,
    /// Numbered names, as in TAPAAL.
    Tapaal,
}
