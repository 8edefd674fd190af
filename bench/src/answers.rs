//! `cargo xtask answers DIR`: the models of a collection, explored one after the other and compared
//! with the answers that are known.
//!
//! Each model is explored in a process of its own, the one with the fewest known states first. A row
//! is printed for each as it comes, and in the end how many were right, unknown, refused and wrong. The task fails
//! if any is wrong, or if one that `--max-states` promises is not right. For DVE models the states of
//! every breadth-first level are compared, too, where they are known.

mod rating;
mod row;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use self::rating::Rating;
use self::row::{Row, summary};
use crate::collection::{Collection, Known, Model};
use crate::runner::exploration::{Exploration, NetSource};
use crate::runner::process;
use crate::values::{Encoding, parse_seconds, parse_size};

/// Which models, and how they are explored.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the collection
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The known answers; by default `known-answers.tsv` in the folder or above it
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Only the models that are known to have at most this number of states: all of them have to be right
    #[arg(long, alias = "most-states", value_name = "N")]
    max_states: Option<u128>,
    /// The most memory that an exploration may count
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// The seconds that an exploration may take
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// The threads of an exploration
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// How markings are packed
    #[arg(long, value_name = "ENCODING", default_value = "auto")]
    encoding: Encoding,
}

/// Carries out the task.
///
/// # Errors
/// How many models are not as they have to be; or why there is nothing to compare.
pub(crate) fn answers(arguments: &Arguments) -> Result<(), String> {
    let collection = Collection::read(&arguments.folder, arguments.known.as_deref());
    let Collection { known, mut models } =
        collection.map_err(|message| format!("{message} (--known names a table of answers)"))?;
    if let Some(most) = arguments.max_states {
        models.retain(|model| model.states <= most);
    }
    if models.is_empty() {
        return Err(format!("{}: there are no such models", arguments.folder.display()));
    }
    let rows = models.iter().map(|model| arguments.compare(model, &known));
    let rows = rows.collect::<Result<Vec<Row>, _>>()?;
    let ratings: Vec<_> = rows.iter().map(|row| &row.rating).collect();
    print_line(&summary(&ratings))?;
    let failures = ratings.iter().filter(|rating| rating.is_failure(arguments.max_states.is_some())).count();
    match failures {
        0 => Ok(()),
        1 => Err("1 model is not as it has to be".to_owned()),
        count => Err(format!("{count} models are not as they have to be")),
    }
}

impl Arguments {
    /// Explores a model, and prints its row.
    fn compare(&self, model: &Model, known: &Known) -> Result<Row, String> {
        let started = Instant::now();
        let outcome = self.exploration(model).run_apart();
        if process::stop().load(Ordering::Relaxed) {
            return Err("stopped".to_owned());
        }
        let elapsed = started.elapsed();
        let rating = Rating::of(known, &model.name, &outcome);
        let row = Row::new(model, rating, outcome.ok(), elapsed);
        print_line(&row)?;
        Ok(row)
    }

    fn exploration(&self, model: &Model) -> Exploration {
        Exploration {
            threads: self.threads,
            encoding: self.encoding,
            dead_transitions: true,
            levels: true,
            memory_bytes: self.memory,
            time: self.time,
            ..Exploration::of(NetSource::File(model.path.clone()))
        }
    }
}

/// Prints a line. Fails if standard output is closed.
fn print_line(line: &impl Display) -> Result<(), String> {
    writeln!(io::stdout(), "{line}").map_err(|error| error.to_string())
}
