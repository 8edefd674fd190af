//! The arguments of `analyse`, and the options of `analyse` and `check` that describe a workflow.

use std::num::NonZeroU64;
use std::time::Duration;

use clap::Args;
use sanderling::options::text::{parse_duration, parse_size};
use sanderling_report::StandardProperty;
use sanderling_report::text::Detail;

use super::{Chosen, NamesOption, NetsArguments, OfAnalyses};

/// Arguments of `analyse`.
#[derive(Debug, Args)]
pub(crate) struct AnalyseArguments {
    /// The nets.
    #[command(flatten)]
    pub(crate) nets: NetsArguments,
    /// The properties to decide, such as live,reversible [default: all of them, with siphons, traps and invariants]
    #[arg(long = "only", value_name = "PROPERTY", value_delimiter = ',')]
    pub(crate) only: Vec<StandardProperty>,
    /// Show each property on its own line with how it was decided, and invariants, siphons and traps in full
    #[arg(long, help_heading = "Output")]
    all: bool,
    /// What may be spent, and which workflow is meant.
    #[command(flatten)]
    pub(crate) how: HowToAnalyse,
    /// Whether decision diagrams are used.
    #[command(flatten)]
    pub(crate) diagrams: Chosen<OfAnalyses>,
    /// How nodes are called.
    #[command(flatten)]
    pub(crate) names: NamesOption,
}

impl AnalyseArguments {
    /// Returns how much the page shows.
    pub(crate) fn detail(&self) -> Detail {
        match (self.all, self.only.is_empty()) {
            (true, _) => Detail::All,
            (false, true) => Detail::Summary,
            (false, false) => Detail::Answers,
        }
    }
}

/// Where a workflow begins and ends.
#[derive(Debug, Clone, Args)]
pub(crate) struct WorkflowOptions {
    /// The place where the workflow begins [default: the only one without inputs]
    #[arg(long, value_name = "PLACE", help_heading = "Workflow")]
    pub(crate) source: Option<String>,
    /// The place where the workflow ends [default: the only one without outputs]
    #[arg(long, value_name = "PLACE", help_heading = "Workflow")]
    pub(crate) sink: Option<String>,
    /// Check soundness with this number of cases at the same time (k-soundness)
    #[arg(long, value_name = "K", default_value = "1", help_heading = "Workflow")]
    pub(crate) cases: NonZeroU64,
    /// Condition on final markings; the process starts with the initial marking. For nets that are not workflow nets
    #[arg(
        long = "final",
        value_name = "FORMULA",
        conflicts_with_all = ["source", "sink", "cases"],
        help_heading = "Workflow"
    )]
    pub(crate) final_condition: Option<String>,
}

impl WorkflowOptions {
    /// Returns one of the given options, if there is one.
    pub(crate) fn first(&self) -> Option<&'static str> {
        let options = [
            ("--source", self.source.is_some()),
            ("--sink", self.sink.is_some()),
            ("--cases", self.cases != NonZeroU64::MIN),
            ("--final", self.final_condition.is_some()),
        ];
        options.into_iter().find(|&(_, is_there)| is_there).map(|(option, _)| option)
    }
}

/// What may be spent on standard properties, and which workflow is meant.
#[derive(Debug, Clone, Args)]
pub(crate) struct HowToAnalyse {
    /// Which workflow is meant.
    #[command(flatten)]
    pub(crate) workflow: WorkflowOptions,
    /// Time limit for the whole analysis, such as 30s or 5m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, default_value = "1m", help_heading = "Limits")]
    pub(crate) time: Duration,
    /// Memory limit, such as 512M or 4G [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
    /// Number of worker threads; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub(crate) threads: Option<u16>,
    /// Report the stages of the plan: which techniques were tried, what they decided, and their time
    #[arg(long, help_heading = "Output")]
    pub(crate) explain_plan: bool,
}

#[cfg(test)]
mod tests {
    use sanderling::StandardRequest;

    use super::*;

    #[test]
    fn the_usual_time_is_that_of_the_library_and_so_of_the_server() {
        let command = super::super::command();
        let analyse = command.find_subcommand("analyse").unwrap();
        let time = analyse.get_arguments().find(|one| one.get_long() == Some("time")).unwrap();
        let written = time.get_default_values()[0].to_str().unwrap();
        assert_eq!(parse_duration(written).ok(), StandardRequest::default().limits.time);
    }
}
