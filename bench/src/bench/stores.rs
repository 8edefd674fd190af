//! `cargo xtask bench --store LIST`: stores against each other, in memory and in time.
//!
//! Every model is explored with every store in turn, each time in a separate process. The peak of its resident memory
//! is the true cost of the store: it includes memory that the allocator wastes and data that exists twice for a moment.
//! The peak is reported a second time without the memory from before the search, which belongs to the net and the
//! program. Times are compared with those of the packed store in the same run: a store that is equally fast has the
//! ratio 1. With `--long`, the nets have more than 10⁸ states.

mod statistics;
mod table;

use std::io::Write;

use self::statistics::Statistics;
use super::case::{self, CASES};
use super::measurement::{Case, Measurement};
use super::models;
use crate::runner::exploration::Exploration;

/// Nets with more than 10⁸ states.
fn long() -> [Case; 2] {
    [
        // 3^17 states and 7·17·3^15 firings.
        Case::of_family("philosophers-17", "philosophers", 17, 129_140_163, Some(1_707_519_933)),
        // Ciardo and Tilgner, 1996: see the family.
        Case::of_family("kanban-8", "kanban", 8, 133_865_325, None),
    ]
}

/// Which stores, and on what.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Compare stores, such as packed,hash-compaction,bitstate:4: what a state takes, and how fast they are
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    store: Vec<sanderling::StoreChoice>,
    /// Compare them, or measure the packed store, on nets with more than 10^8 states
    #[arg(long)]
    long: bool,
    /// The most memory that a search with one of these stores may count, such as 20G
    #[arg(long, value_name = "SIZE", value_parser = crate::values::parse_size)]
    memory: Option<u64>,
}

impl Arguments {
    /// Whether this is what is to be measured.
    pub(super) fn is_wanted(&self) -> bool {
        self.long || !self.store.is_empty()
    }

    /// Returns the names of the stores; packed by default.
    fn stores(&self) -> Vec<String> {
        let named: Vec<String> = self.store.iter().map(ToString::to_string).collect();
        if named.is_empty() { vec![sanderling::StoreChoice::default().to_string()] } else { named }
    }

    fn cases(
        &self,
        models: &models::Arguments,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Case>, String> {
        if self.long {
            return Ok(long().into_iter().filter(|case| is_wanted(&case.name)).collect());
        }
        let nets = CASES.iter().filter(|case| case.is_usual() && is_wanted(case.name)).map(case::Case::net);
        Ok(nets.chain(models.cases(&is_wanted)?).collect())
    }

    fn measurement(&self, case: &Case, store: &str, threads: usize) -> Measurement {
        let is_inexact =
            store.parse::<sanderling::StoreChoice>().is_ok_and(|store| !store.abilities().is_exact);
        let exploration = Exploration {
            threads: if is_inexact { 1 } else { threads },
            store: Some(store.to_owned()),
            memory_bytes: self.memory,
            ..Exploration::of(case.net.clone())
        };
        Measurement { case: case.clone(), exploration, samples: Vec::new() }
    }
}

/// Measures, and shows a table.
///
/// # Errors
/// That an exploration broke down or counted wrong; answers the statistics.
pub(super) fn compare(
    arguments: &Arguments,
    models: &models::Arguments,
    (runs, threads): (u16, usize),
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Statistics, String> {
    let stores = arguments.stores();
    let mut measured = Vec::new();
    for case in arguments.cases(models, is_wanted)? {
        let measurement = |store: &String| arguments.measurement(&case, store, threads);
        let mut of_case: Vec<Measurement> = stores.iter().map(measurement).collect();
        for _ in 0..runs {
            of_case.iter_mut().try_for_each(Measurement::take_sample)?;
        }
        eprintln!("{}", case.name);
        measured.extend(of_case);
    }
    if measured.is_empty() {
        return Err("no model or net has a name that begins so".into());
    }
    let statistics = Statistics::of(&stores, &measured);
    write!(std::io::stdout(), "{}", table::show(&statistics)).map_err(|error| error.to_string())?;
    Ok(statistics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_have_more_than_a_hundred_million_states() {
        let long = long();
        assert!(long.iter().all(|case| case.states > 100_000_000));
        assert_eq!(long[0].states, 3_u128.pow(17));
        assert_eq!(long[0].firings, Some(7 * 17 * 3_u128.pow(15)));
    }

    #[test]
    fn without_a_list_the_packed_store_is_measured() {
        let arguments = Arguments { store: Vec::new(), long: true, memory: None };
        assert!(arguments.is_wanted());
        assert_eq!(arguments.stores(), ["packed"]);
        let models = models::Arguments { models: None, max_states: None };
        let cases = arguments.cases(&models, |name| name.starts_with("kan")).unwrap();
        assert_eq!(cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>(), ["kanban-8"]);
        let inexact = arguments.measurement(&cases[0], "bitstate:3", 2);
        assert_eq!(
            (inexact.exploration.threads, inexact.exploration.store.as_deref()),
            (1, Some("bitstate:3"))
        );
    }
}
