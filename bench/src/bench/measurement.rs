//! A net or model with known counts, explored repeatedly in one configuration.

use sanderling_report::{Count, Report};

use crate::runner::exploration::{Exploration, NetSource, Outcome};
use crate::values::show_count;

/// The net or model to explore.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) net: NetSource,
    pub(super) states: u128,
    /// The number of firings, if known.
    pub(super) firings: Option<u128>,
}

/// The cost and the results of one exploration.
#[derive(Debug, Clone, Default)]
pub(super) struct Sample {
    /// Seconds for reading the file and compiling the model.
    pub(super) load_s: f64,
    /// Seconds for the search alone.
    pub(super) search_s: f64,
    pub(super) store_bytes: u64,
    /// Peak memory that the search counted, in bytes.
    pub(super) counted_bytes: u64,
    /// Peak resident memory of the process, and the part of it from before the search, if the system reports
    /// them.
    pub(super) resident_bytes: Option<(u64, u64)>,
    /// The number of states found: all states, except with an inexact store.
    pub(super) states: u128,
    pub(super) firings: u64,
    pub(super) bits_per_state: u32,
    /// The encoding in use.
    pub(super) encoding: String,
}

/// A configuration of a case, with its samples so far.
#[derive(Debug)]
pub(super) struct Measurement {
    pub(super) case: Case,
    pub(super) exploration: Exploration,
    pub(super) samples: Vec<Sample>,
}

impl Case {
    /// Creates a case of a net of a family.
    pub(super) fn of_family(
        name: &str,
        family: &str,
        size: u64,
        states: u128,
        firings: Option<u128>,
    ) -> Self {
        Self { name: name.to_owned(), net: NetSource::Family(family.to_owned(), size), states, firings }
    }

    /// Returns the number of states of a report, if it is plausible.
    fn states_of(&self, report: &Report) -> Result<u128, String> {
        let inexact = report.store.as_ref().and_then(|store| store.inexact);
        let found = report.states.or(inexact.map(|inexact| inexact.states_at_least));
        let states = found.and_then(Count::finite).unwrap_or(0);
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
        let known = self.firings.map_or_else(String::new, |firings| format!(" and {firings} firings"));
        let reason = report.reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        let [found, firings] = [found, report.firings].map(show_count);
        Err(format!(
            "found {found} states and {firings} firings instead of {} states{known}{reason}",
            self.states
        ))
    }
}

impl Measurement {
    /// Explores once more and adds a sample.
    ///
    /// # Errors
    /// The exploration failed, or its counts are wrong.
    pub(super) fn take_sample(&mut self) -> Result<(), String> {
        let store = self
            .exploration
            .store
            .as_ref()
            .map_or_else(String::new, |store| format!(" with --store {store}"));
        let about = |error: String| format!("{}{store}: {error}", self.case.name);
        let Outcome { reports, peak_resident_bytes, resident_bytes_before } =
            self.exploration.run_apart().map_err(about)?;
        let reports = reports.map_err(about)?;
        let [report] = &reports[..] else { return Err(about(format!("{} nets", reports.len()))) };
        let encoding = report.options.get("encoding").and_then(|name| name.as_str()).unwrap_or_default();
        let firings = report.firings.and_then(Count::finite);
        self.samples.push(Sample {
            load_s: report.time_s.parse + report.time_s.compile,
            search_s: report.time_s.search,
            store_bytes: report.store_bytes,
            counted_bytes: report.peak_memory_bytes,
            resident_bytes: peak_resident_bytes.zip(resident_bytes_before),
            states: self.case.states_of(report).map_err(about)?,
            firings: firings.and_then(|firings| u64::try_from(firings).ok()).unwrap_or(u64::MAX),
            bits_per_state: report.bits_per_state,
            encoding: encoding.to_owned(),
        });
        Ok(())
    }

    /// Returns the last sample, for values that all samples share.
    pub(super) fn last(&self) -> Sample {
        self.samples.last().cloned().unwrap_or_default()
    }

    /// Returns the median of a value over the samples; 0 without samples.
    pub(super) fn median(&self, figure: impl Fn(&Sample) -> f64) -> f64 {
        crate::values::median(self.samples.iter().map(figure)).unwrap_or_default()
    }

    /// Returns the median of the search times in seconds.
    pub(super) fn search_s(&self) -> f64 {
        self.median(|sample| sample.search_s)
    }

    /// Returns the search time of each run in seconds.
    pub(super) fn runs_s(&self) -> Vec<f64> {
        self.samples.iter().map(|sample| sample.search_s).collect()
    }
}

/// Returns a quotient; 0 if the divisor is not positive.
pub(super) fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
impl Measurement {
    /// Creates a measurement of a net with these numbers of states and firings, and these samples.
    pub(super) fn of_samples(name: &str, states: u128, firings: u64, samples: &[Sample]) -> Self {
        let case = Case::of_family(name, name, 1, states, Some(firings.into()));
        let found = |sample: &Sample| Sample { states, firings, ..sample.clone() };
        let samples = samples.iter().map(found).collect();
        Self { exploration: Exploration::of(case.net.clone()), case, samples }
    }
}

#[cfg(test)]
pub(super) fn is_close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected
}

#[cfg(test)]
mod tests {
    use sanderling_report::{Inexact, Question, Reason, Store};

    use super::*;

    #[test]
    fn an_exact_store_finds_all_states_and_an_inexact_one_no_more() {
        let case = Case::of_family("rings", "rings", 3, 100, Some(300));
        let mut report = Report::new(Question::Explore);
        (report.exhaustive, report.states, report.firings) =
            (true, Some(100_u64.into()), Some(300_u64.into()));
        assert_eq!(case.states_of(&report), Ok(100));
        report.firings = Some(299_u64.into());
        assert!(case.states_of(&report).unwrap_err().contains("299 firings instead of 100 states and 300"));
        assert_eq!(Case { firings: None, ..case.clone() }.states_of(&report), Ok(100));
        (report.exhaustive, report.states, report.reason) = (false, None, Some(Reason::NotExhaustive));
        for (found, is_right) in [(99_u64, true), (100, true), (101, false)] {
            let inexact = Inexact {
                states_at_least: found.into(),
                firings_at_least: 299_u64.into(),
                deadlocks_at_least: 0_u64.into(),
                expected_omissions: 1.0,
                omission_probability: 0.6,
            };
            let [name, why] = ["bitstate:3", "as chosen"].map(str::to_owned);
            report.store = Some(Store {
                name,
                why,
                bytes: 8,
                bytes_per_state: None,
                inexact: Some(inexact),
                disk: None,
            });
            assert_eq!(case.states_of(&report).is_ok(), is_right);
        }
    }
}
