//! `cargo xtask bench`: the speed of the search, as a share of what the machine's memory allows.
//!
//! The limit of an explicit search is one random access to memory for each firing. The machine's rate of random
//! accesses is measured in the same run, so a statistic stays valid on another machine. All measurements are repeated
//! in turn, so that a disturbance affects all of them alike, and the medians are shown. Each exploration is a separate
//! process with its own peak memory, and its counts are compared with the known ones. The project's families of nets
//! come first, then the DVE models of a collection. `--store` compares stores on all of them instead, `--sets` measures
//! the cost of stubborn sets (with `--nets` also on the nets of a folder), and `--products` measures the cost of the
//! search for runs. `--collection` runs a suite on every model of a collection: see [`campaign`].

mod case;
mod measurement;
mod models;
mod products;
mod random_access;
mod sets;
mod statistics;
mod stores;
mod table;

use std::io::Write;
use std::path::PathBuf;

use self::case::CASES;
use self::measurement::Measurement;
use self::statistics::Statistics;
use crate::{atomic, campaign};

pub(crate) use self::random_access::updates_per_second;

/// What to measure, and how often.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// How often everything is measured
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// The numbers of threads, for nets
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Vec<u16>,
    /// Only the cases whose name begins so
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    #[command(flatten)]
    models: models::Arguments,
    #[command(flatten)]
    stores: stores::Arguments,
    #[command(flatten)]
    campaign: campaign::Arguments,
    /// Measure what stubborn sets cost, against firing
    #[arg(long)]
    sets: bool,
    /// With --sets, a folder of place/transition nets to be measured, too
    #[arg(long, value_name = "DIR", requires = "sets")]
    nets: Option<PathBuf>,
    /// Measure the search for runs, beside a depth-first search of the same nets
    #[arg(long, conflicts_with = "sets")]
    products: bool,
    /// A file for the statistics as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Tasks for existing results.
#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Holds the results of two campaigns against each other
    Compare(campaign::CompareArguments),
    /// Draws the page of results again
    Page(campaign::PageArguments),
}

/// Executes the task.
///
/// # Errors
/// If an exploration fails or has wrong counts, or if the statistics cannot be written.
pub(crate) fn bench(arguments: &Arguments) -> Result<(), String> {
    match &arguments.action {
        Some(Action::Compare(arguments)) => return campaign::compare(arguments),
        Some(Action::Page(arguments)) => return campaign::page(arguments),
        None => {}
    }
    let threads: Vec<usize> = arguments.threads.iter().map(|&threads| threads.into()).collect();
    let is_wanted = |name: &str| arguments.only.as_ref().is_none_or(|start| name.starts_with(start.as_str()));
    if arguments.sets {
        return sets::measure(&arguments.models, arguments.nets.as_deref(), is_wanted);
    }
    if arguments.products {
        return products::measure(arguments.runs, is_wanted);
    }
    if arguments.campaign.is_wanted() {
        return arguments.campaign.run(is_wanted, arguments.models.max_states);
    }
    if arguments.stores.is_wanted() {
        let threads = threads.first().copied().unwrap_or(1);
        let how = (arguments.runs, threads);
        let statistics = stores::compare(&arguments.stores, &arguments.models, how, is_wanted)?;
        return arguments.json.as_ref().map_or(Ok(()), |path| write_json(path, &statistics));
    }
    let cases = CASES.iter().filter(|case| is_wanted(case.name));
    let mut nets: Vec<_> = cases.flat_map(|case| case.measurements(&threads)).collect();
    let mut models = arguments.models.measurements(is_wanted)?;
    if nets.is_empty() && models.is_empty() {
        let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
        return Err(format!("no case begins so; the cases are models and {}", names.join(", ")));
    }
    let mut rates = vec![Vec::new(); threads.len()];
    for run in 1..=arguments.runs {
        eprintln!("run {run} of {}", arguments.runs);
        for (&threads, rates) in threads.iter().zip(&mut rates) {
            let rate = updates_per_second(threads);
            rates.push(rate.map_err(|error| format!("no 2 GiB to measure the memory with: {error}"))?);
        }
        nets.iter_mut().try_for_each(Measurement::take_sample)?;
        models.iter_mut().try_for_each(Measurement::take_sample)?;
    }
    let statistics = Statistics::of(&threads, &rates, &nets, &models);
    write!(std::io::stdout(), "{}", table::show(&statistics)).map_err(|error| error.to_string())?;
    arguments.json.as_ref().map_or(Ok(()), |path| write_json(path, &statistics))
}

/// Writes statistics as JSON.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_json(path: &std::path::Path, statistics: &impl serde::Serialize) -> Result<(), String> {
    let json = serde_json::to_string_pretty(statistics).map_err(|error| error.to_string())?;
    atomic::write(
        path,
        &format!(
            "{json}
"
        ),
    )
}
