//! What commands may spend that do not search.

use std::time::Duration;

use clap::Args;
use sanderling::Limits;
use sanderling::options::text::{parse_duration, parse_size};

/// How long proofs, rules and unfolding may take, and how much memory.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct BudgetOptions {
    /// Time limit for unfolding, proofs and structural rules, such as 30s or 5m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, default_value = "1m")]
    pub(crate) time: Duration,
    /// Memory limit for the unfolding of a coloured net, such as 512M or 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4G")]
    pub(crate) memory: u64,
}

impl BudgetOptions {
    /// The same as limits.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: Some(self.time),
            memory_bytes: Some(usize::try_from(self.memory).unwrap_or(usize::MAX)),
            states: None,
        }
    }
}
