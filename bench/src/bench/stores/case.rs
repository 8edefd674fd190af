//! A net or a model with known counts, and its exploration with one store.

use sanderling_report::Report;

use crate::apart::{Exploration, Outcome, PreparedNet, run_apart};
use crate::bench::{case, models};
use crate::values::{Encoding, show_count};

/// What is explored. Names are borrowed in lists, and owned otherwise.
#[derive(Debug, Clone)]
pub(super) struct Case<Name> {
    pub(super) name: Name,
    origin: Origin<Name>,
    pub(super) states: u128,
    /// Where they are known, too.
    pub(super) firings: Option<u128>,
}

#[derive(Debug, Clone)]
enum Origin<Name> {
    Family(Name, u64),
    File(std::path::PathBuf),
}

/// What one exploration cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) search_s: f64,
    pub(super) store_bytes: u64,
    /// The most memory that the search counted.
    pub(super) counted_bytes: u64,
    /// The most memory that its process had, and what of it was there before; where the system tells.
    pub(super) resident_bytes: Option<(u64, u64)>,
}

/// A case and a store, with the samples so far.
#[derive(Debug)]
pub(super) struct Measurement {
    pub(super) case: Case<String>,
    pub(super) store: String,
    threads: usize,
    memory: Option<u64>,
    /// How many states were found. An inexact store may leave some out.
    pub(super) states: u128,
    pub(super) samples: Vec<Sample>,
}

impl Case<&'static str> {
    pub(super) const fn of_family(
        name: &'static str,
        (family, size): (&'static str, u64),
        states: u128,
        firings: Option<u128>,
    ) -> Self {
        Self { name, origin: Origin::Family(family, size), states, firings }
    }

    pub(super) fn owned(&self) -> Case<String> {
        let origin = match &self.origin {
            Origin::Family(family, size) => Origin::Family((*family).to_owned(), *size),
            Origin::File(path) => Origin::File(path.clone()),
        };
        Case { name: self.name.to_owned(), origin, states: self.states, firings: self.firings }
    }
}

impl Case<String> {
    pub(super) fn of_net(net: &case::Case) -> Self {
        let (family, size) = net.family();
        let origin = Origin::Family(family.to_owned(), size);
        let (states, firings) = (net.states().into(), Some(net.firings().into()));
        Self { name: net.name.to_owned(), origin, states, firings }
    }

    pub(super) fn of_model(model: &models::Case) -> Self {
        let origin = Origin::File(model.path().to_owned());
        Self { name: model.name().to_owned(), origin, states: model.states(), firings: model.edges() }
    }

    /// How many states a report has, if that can be.
    fn states_of(&self, report: &Report) -> Result<u128, String> {
        let inexact = report.store.as_ref().and_then(|store| store.inexact);
        let found = report.states.or(inexact.map(|inexact| inexact.states_at_least));
        let states = found.and_then(sanderling_report::Count::finite).unwrap_or(0);
        let is_right = match inexact {
            Some(_) => states <= self.states,
            None => {
                let knows = |firings: u128| report.firings == Some(firings.into());
                report.exhaustive && states == self.states && self.firings.is_none_or(knows)
            }
        };
        if is_right {
            return Ok(states);
        }
        let Self { name, states, .. } = self;
        let reason = report.reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        let [found, firings] = [found, report.firings].map(show_count);
        Err(format!("{name}: found {found} states and {firings} firings instead of {states} states{reason}"))
    }
}

impl Measurement {
    pub(super) fn new(case: Case<String>, store: &str, threads: usize, memory: Option<u64>) -> Self {
        Self { case, store: store.to_owned(), threads, memory, states: 0, samples: Vec::new() }
    }

    /// Explores once more.
    ///
    /// # Errors
    /// That the exploration broke down, or counted wrong.
    pub(super) fn take_sample(&mut self) -> Result<(), String> {
        let about = |error: String| format!("{} with --store {}: {error}", self.case.name, self.store);
        let outcome = run_apart(&self.exploration()).map_err(about)?;
        let resident_bytes = outcome.peak_resident_bytes.zip(outcome.resident_bytes_before);
        let report = match outcome {
            Outcome { reports: Ok(mut reports), .. } if reports.len() == 1 => reports.remove(0),
            Outcome { reports, .. } => return Err(about(format!("{reports:?}"))),
        };
        self.states = self.case.states_of(&report).map_err(about)?;
        self.samples.push(Sample {
            search_s: report.time_s.search,
            store_bytes: report.store_bytes,
            counted_bytes: report.peak_memory_bytes,
            resident_bytes,
        });
        Ok(())
    }

    /// Whether the search has one thread in any case.
    fn is_inexact(&self) -> bool {
        self.store.parse().is_ok_and(sanderling::StoreChoice::is_inexact)
    }

    fn exploration(&self) -> Exploration {
        let subject = match &self.case.origin {
            Origin::Family(family, size) => PreparedNet::Family(family.clone(), *size),
            Origin::File(path) => PreparedNet::File(path.clone()),
        };
        Exploration {
            subject,
            is_sequential: false,
            threads: if self.is_inexact() { 1 } else { self.threads },
            encoding: Encoding::Auto,
            store: Some(self.store.clone()),
            dead_transitions: false,
            levels: false,
            memory_bytes: self.memory,
            time: None,
        }
    }
}

#[cfg(test)]
impl Measurement {
    /// A measurement with these samples.
    pub(super) fn of_samples(name: &str, store: &str, states: u128, samples: Vec<Sample>) -> Self {
        let origin = Origin::Family(name.to_owned(), 1);
        let case = Case { name: name.to_owned(), origin, states, firings: None };
        Self { states, samples, ..Self::new(case, store, 1, None) }
    }
}

#[cfg(test)]
mod tests {
    use sanderling_report::{Inexact, Question, Reason, Store};

    use super::*;

    #[test]
    fn an_exact_store_finds_all_states_and_an_inexact_one_no_more() {
        let case = Case::of_family("rings", ("rings", 3), 100, Some(300)).owned();
        let mut report = Report::new(Question::Explore);
        (report.exhaustive, report.states, report.firings) =
            (true, Some(100_u64.into()), Some(300_u64.into()));
        assert_eq!(case.states_of(&report), Ok(100));
        report.firings = Some(299_u64.into());
        assert!(case.states_of(&report).unwrap_err().contains("299 firings"));
        (report.exhaustive, report.states, report.reason) = (false, None, Some(Reason::NotExhaustive));
        for (found, is_right) in [(99_u64, true), (100, true), (101, false)] {
            let inexact = Inexact {
                states_at_least: found.into(),
                firings_at_least: 299_u64.into(),
                deadlocks_at_least: 0_u64.into(),
                expected_omissions: 1.0,
                omission_probability: 0.6,
            };
            let [name, why] = ["bitstate:3", "as asked for"].map(str::to_owned);
            report.store = Some(Store { name, why, bytes: 8, bytes_per_state: None, inexact: Some(inexact) });
            assert_eq!(case.states_of(&report).is_ok(), is_right);
        }
    }
}
