//! `cargo xtask reproduce caching|sweep|depth|sleep`: repeats experiments from the papers behind the engine on a collection.
//!
//! Source: Evangelista and Kristensen, *Search-Order Independent State Caching*, Transactions on Petri Nets
//! and Other Models of Concurrency IV, 2010, section 5; for [`depth`] and [`sleep`], see there. Each experiment writes its runs, a
//! table as CSV and a page to its folder. The table and the page show the published statistics beside ours. An
//! interrupted experiment continues from its completed runs.

mod caching;
mod caching_table;
mod collect;
mod depth;
mod experiment;
mod explored_model;
mod laboratory;
mod page;
mod published;
mod records;
mod run;
mod setting;
mod sleep;
mod strategies;
mod sweep;
mod sweep_table;
mod table;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

/// Which experiment.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, clap::Subcommand)]
enum Experiment {
    /// The smallest cache for each kind of order, with and without chain reduction
    Caching {
        #[command(flatten)]
        choice: Choice,
        /// Only these kinds of orders
        #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "dfs,bfs,bbfs,alt")]
        orders: Vec<setting::Kind>,
    },
    /// The sweep-line alone, and with the smallest cache, for each level of progress
    Sweep {
        #[command(flatten)]
        choice: Choice,
        /// The most states that progress measures are learned from
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        sample: usize,
        /// The levels
        #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "0,1,2,3,4,5",
              value_parser = clap::value_parser!(u8).range(0..=5))]
        levels: Vec<u8>,
    },
    /// Search to a depth, with and without thresholds and frontier trees
    Depth {
        #[command(flatten)]
        models: Models,
        /// How deep, at most [default: as deep as each model is]
        #[arg(long, value_name = "N")]
        depth: Option<u32>,
        /// The increments
        #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "10,50,1000",
              value_parser = clap::value_parser!(u32).range(1..))]
        increments: Vec<u32>,
        /// Seconds that a search may take
        #[arg(long, value_name = "SECONDS", default_value_t = 60)]
        time: u64,
        /// The folder for the results [default: target/reproduce/depth]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// State caching with and without sleep sets
    Sleep {
        /// The models [default: the protocols in bench/models]
        models: Vec<PathBuf>,
        /// The folder for the results [default: target/reproduce/sleep]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// On which models.
#[derive(Debug, Clone, clap::Args)]
struct Models {
    /// The folder of a collection of DVE models
    #[arg(long, value_name = "DIR")]
    collection: PathBuf,
    /// Only these models: names of files, without the ending
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Only models with at least this number of states
    #[arg(long, alias = "least-states", value_name = "N", default_value_t = 1_000)]
    min_states: u64,
    /// Only models that are known to have at most this number of states
    #[arg(long, alias = "most-states", value_name = "N", default_value_t = 1_000_000)]
    max_states: u64,
}

/// On what, and how.
#[derive(Debug, Clone, clap::Args)]
struct Choice {
    #[command(flatten)]
    models: Models,
    /// A replacement strategy to try, as often as needed [default: a list]
    #[arg(long = "replace", value_name = "STRATEGY", allow_hyphen_values = true)]
    replacements: Vec<String>,
    /// The folder for the results [default: target/reproduce/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continues with the results in the folder
    #[arg(long)]
    resume: bool,
    /// How many runs are made at a time, each on a thread
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

/// Carries out the task.
///
/// # Errors
/// That the collection cannot be read, the results cannot be written, or some runs could not be made.
pub(crate) fn reproduce(arguments: &Arguments) -> Result<(), String> {
    match &arguments.experiment {
        Experiment::Caching { choice, orders } => experiment::caching(choice, orders),
        Experiment::Sweep { choice, sample, levels } => experiment::sweep(choice, *sample, levels),
        Experiment::Depth { models, depth, increments, time, out } => {
            experiment::depth(models, *depth, increments, Duration::from_secs(*time), out.as_deref())
        }
        Experiment::Sleep { models, out } => experiment::sleep(models, out.as_deref()),
    }
}
