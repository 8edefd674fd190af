//! `cargo xtask bench --collection DIR`: runs a suite on every model of a collection.
//!
//! A suite has questions and configurations. A run combines a model with one question and one configuration, and is a
//! separate process with limits. Its outcome is a line in a file of results, and a failed run never ends the campaign.
//! The results are shown on one page, and [`mod@compare`] compares those of two campaigns. An interrupted campaign
//! continues with `--resume`.
//!
//! ```text
//! Suite, Found models ──Plan──▶ tasks ──Laboratory──▶ runs ──journal──▶ results.jsonl ──▶ page, comparison
//! ```

mod archive;
mod attempt;
mod case;
mod checkpoints;
mod compare;
mod competitor;
mod conduct;
pub(crate) mod findings;
pub(crate) mod known;
mod machine;
mod models;
mod page;
mod plan;
pub(crate) mod record;
mod results;
#[cfg(test)]
mod sample;
mod show;
mod suite;
#[cfg(test)]
mod templates;
#[cfg(all(test, unix))]
mod tests;
mod tool;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::models::Model;
use self::plan::Again;
use self::results::Results;
use crate::runner::process;
use crate::values::{parse_seconds, parse_size};
use crate::{atomic, bench};

/// The names of what is written.
const RESULTS: &str = "results.jsonl";
const PAGE: &str = "index.html";

/// A collection, and the options of its campaign.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Collections")]
#[group(skip)]
pub(crate) struct Arguments {
    /// A folder, an archive or a file with models; the suite is run on each
    #[arg(long, value_name = "DIR")]
    collection: Option<PathBuf>,
    /// The suite: questions, configurations, limits (see docs/bench.md) [default: states and deadlocks]
    #[arg(long, value_name = "FILE", requires = "collection")]
    suite: Option<PathBuf>,
    /// The folder for the results and the page
    #[arg(long, value_name = "DIR", default_value = "target/bench", requires = "collection")]
    out: PathBuf,
    /// Continue with the existing results
    #[arg(long, requires = "collection")]
    resume: bool,
    /// With --resume: make these runs again
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "resume")]
    again: Vec<Again>,
    /// Seconds for a run, instead of the suite's
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, requires = "collection")]
    time: Option<Duration>,
    /// Memory for a run, instead of the suite's
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "collection")]
    run_memory: Option<u64>,
    /// Write a checkpoint of each run at this interval, such as 10m. `--resume` continues from it
    #[arg(long, value_name = "DURATION", value_parser = sanderling::options::text::parse_duration, requires = "collection")]
    checkpoint_every: Option<Duration>,
    /// How many runs at the same time [default: as many as cores and memory allow]
    #[arg(long, value_name = "N", requires = "collection", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Only these questions of the suite
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "collection")]
    question: Vec<String>,
    /// The `sanderling` that answers [default: the one that is built beside this program]
    #[arg(long, value_name = "FILE", requires = "collection")]
    program: Option<PathBuf>,
}

/// Two files of results.
#[derive(Debug, clap::Args)]
pub(crate) struct CompareArguments {
    /// The older results: a file, or the folder of a campaign
    old: PathBuf,
    /// The newer ones
    new: PathBuf,
    /// A file for the comparison as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Results, and where their page goes.
#[derive(Debug, clap::Args)]
pub(crate) struct PageArguments {
    /// The results: a file, or the folder of a campaign
    results: PathBuf,
    /// The page [default: index.html beside the results]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Compares two files of results.
///
/// # Errors
/// If a file cannot be read, the comparison cannot be written, or an answer has become wrong.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<(), String> {
    let [old, new] = [&arguments.old, &arguments.new].map(|path| Results::read(&file(path)));
    let comparison = compare::compare(&old?, &new?);
    write!(std::io::stdout(), "{comparison}").map_err(|error| error.to_string())?;
    if let Some(path) = &arguments.json {
        bench::write_json(path, &comparison)?;
    }
    match (comparison.new_wrong_answers(), comparison.new_crashes()) {
        (0, 0) => Ok(()),
        (wrong, crashes) => {
            Err(format!("{wrong} answers have become wrong, {crashes} runs have begun to crash"))
        }
    }
}

/// Draws the page of results again.
///
/// # Errors
/// If the results cannot be read or the page cannot be written.
pub(crate) fn page(arguments: &PageArguments) -> Result<(), String> {
    let results = file(&arguments.results);
    let target = arguments.output.clone().unwrap_or_else(|| results.with_file_name(PAGE));
    let results = Results::read(&results)?;
    if results.sessions.is_empty() {
        return Err(format!("{}: there are no results in it", arguments.results.display()));
    }
    write_page(&results, &target)?;
    println!("{}", target.display());
    Ok(())
}

/// Returns the file of results, given the file or its folder.
fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(RESULTS) } else { path.to_owned() }
}

fn write_page(results: &Results, path: &Path) -> Result<(), String> {
    let html = page::html(results);
    atomic::write(path, &html)
}

impl Arguments {
    /// Whether there is a collection.
    pub(crate) fn is_wanted(&self) -> bool {
        self.collection.is_some()
    }

    /// Executes the campaign for the models that have a wanted name and are known to be small enough. An interrupt ends
    /// it cleanly.
    ///
    /// # Errors
    /// If the suite or a folder is invalid, or if answers are wrong.
    pub(crate) fn run(
        &self,
        is_wanted: impl Fn(&str) -> bool,
        max_states: Option<u128>,
    ) -> Result<(), String> {
        let is_wanted = |model: &Model| {
            let is_small = |most| model.states.is_some_and(|states| states <= most);
            is_wanted(&model.name) && max_states.is_none_or(is_small)
        };
        conduct::conduct(self, is_wanted, process::stop())
    }
}
