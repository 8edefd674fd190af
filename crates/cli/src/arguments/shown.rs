//! How reports are shown as text.

use clap::Args;
use sanderling_report::text::StatisticsDetail;

use super::NamesOption;

/// How the report of a search is shown as text.
#[derive(Debug, Args)]
pub(crate) struct ShownOptions {
    /// How nodes are called.
    #[command(flatten)]
    pub(crate) names: NamesOption,
    /// Which statistics are shown.
    #[command(flatten)]
    pub(crate) stats: StatsOption,
}

/// Which statistics are shown.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct StatsOption {
    /// Show all statistics in text: tokens, phases and shares of the time, store, forgotten states, self-check
    #[arg(long, help_heading = "Statistics")]
    stats: bool,
}

impl StatsOption {
    /// Returns the choice.
    pub(crate) fn detail(self) -> StatisticsDetail {
        if self.stats { StatisticsDetail::All } else { StatisticsDetail::Main }
    }

    /// Chooses all statistics if `other` does.
    pub(crate) fn prefer(&mut self, other: Self) {
        self.stats |= other.stats;
    }
}
