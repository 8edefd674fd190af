//! A model of a collection, and its measurement.

use std::path::{Path, PathBuf};

use sanderling_report::{Count, Report};

use crate::apart::{Exploration, Outcome, PreparedNet, run_apart};
use crate::collection::{Known, Model};
use crate::values::{Encoding, show_count};

/// How many states a model has to have more than, to be measured at all.
const TINY: u128 = 10_000;
/// How many states a model has to have more than, to be large.
const SMALL: u128 = 1_000_000;

/// Whether a state space is far larger than the caches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Small,
    Large,
}

/// A model whose number of states is known.
#[derive(Debug)]
pub(in crate::bench) struct Case {
    /// The name of its file, without the ending.
    pub(super) name: String,
    path: PathBuf,
    states: u128,
    /// Where they are known, too.
    edges: Option<u128>,
}

/// What one exploration cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// The seconds of reading the file and making the packed model.
    pub(super) load_s: f64,
    /// The seconds of the search alone.
    pub(super) search_s: f64,
    /// The most memory that the search counted.
    pub(super) counted_bytes: u64,
}

/// A model, with the samples so far.
#[derive(Debug)]
pub(in crate::bench) struct Measurement {
    pub(super) case: Case,
    pub(super) edges: u64,
    pub(super) bits_per_state: u32,
    pub(super) samples: Vec<Sample>,
}

impl Case {
    /// A model, unless it is too small to be measured.
    pub(super) fn of(model: Model, known: &Known) -> Option<Self> {
        let edges = known.answers.count(&model.name, "edges");
        let name = model.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (model.states > TINY).then_some(Self { name, path: model.path, states: model.states, edges })
    }

    pub(super) fn size(&self) -> Size {
        if self.states > SMALL { Size::Large } else { Size::Small }
    }

    pub(in crate::bench) fn states(&self) -> u128 {
        self.states
    }

    pub(in crate::bench) fn name(&self) -> &str {
        &self.name
    }

    pub(in crate::bench) fn path(&self) -> &Path {
        &self.path
    }

    /// Where they are known.
    pub(in crate::bench) fn edges(&self) -> Option<u128> {
        self.edges
    }

    fn check(&self, report: &Report) -> Result<(), String> {
        let is_right = report.exhaustive
            && report.states == Some(self.states.into())
            && self.edges.is_none_or(|edges| report.firings == Some(edges.into()));
        if is_right {
            return Ok(());
        }
        let Self { name, states, edges, .. } = self;
        let edges = edges.map_or_else(String::new, |edges| format!(" and {edges} edges"));
        let [found_states, found_edges] = [report.states, report.firings].map(show_count);
        let found = format!("{found_states} states and {found_edges} edges");
        Err(format!("{name}: found {found} instead of {states} states{edges}"))
    }
}

impl Measurement {
    pub(super) fn new(case: Case) -> Self {
        Self { case, edges: 0, bits_per_state: 0, samples: Vec::new() }
    }

    /// Explores once more.
    ///
    /// # Errors
    /// That the exploration broke down, or counted wrong.
    pub(in crate::bench) fn take_sample(&mut self) -> Result<(), String> {
        let report = match run_apart(&self.exploration())? {
            Outcome { reports: Ok(mut reports), .. } if reports.len() == 1 => reports.remove(0),
            Outcome { reports, .. } => return Err(format!("{}: {reports:?}", self.case.name)),
        };
        self.case.check(&report)?;
        self.edges = match report.firings {
            Some(Count::Finite(edges)) => u64::try_from(edges).unwrap_or(u64::MAX),
            Some(Count::Infinite) | None => u64::MAX,
        };
        self.bits_per_state = report.bits_per_state;
        self.samples.push(Sample {
            load_s: report.time_s.parse + report.time_s.compile,
            search_s: report.time_s.search,
            counted_bytes: report.peak_memory_bytes,
        });
        Ok(())
    }

    fn exploration(&self) -> Exploration {
        Exploration {
            subject: PreparedNet::File(self.case.path.clone()),
            is_sequential: false,
            threads: 1,
            encoding: Encoding::Auto,
            store: None,
            dead_transitions: false,
            levels: false,
            memory_bytes: None,
            time: None,
        }
    }
}

#[cfg(test)]
impl Measurement {
    /// A measurement with samples of these seconds of loading and of searching.
    pub(super) fn of_samples(name: &str, states: u128, edges: u64, seconds: &[(f64, f64)]) -> Self {
        let case = Case { name: name.into(), path: PathBuf::new(), states, edges: None };
        let sample = |&(load_s, search_s): &(f64, f64)| Sample { load_s, search_s, counted_bytes: 1 << 20 };
        Self { case, edges, bits_per_state: 40, samples: seconds.iter().map(sample).collect() }
    }
}

#[cfg(test)]
mod tests {
    use sanderling_report::Question;

    use super::*;

    #[test]
    fn a_model_is_held_against_what_is_known() {
        let path = crate::workspace().join("nets/philosophers-8.dve");
        let model = Model { name: "philosophers-8".into(), path, states: 1154 };
        assert!(Case::of(model.clone(), &Known::default()).is_none(), "it is too small");
        let case = Case { name: "philosophers-8".into(), path: model.path, states: 1154, edges: Some(5968) };
        let mut report = Report::new(Question::Explore);
        (report.exhaustive, report.states, report.firings) =
            (true, Some(1154_u64.into()), Some(5968_u64.into()));
        assert_eq!(case.check(&report), Ok(()));
        report.firings = Some(5967_u64.into());
        assert!(case.check(&report).unwrap_err().contains("5967 edges instead of 1154 states and 5968"));
        report.exhaustive = false;
        assert!(Case { edges: None, ..case }.check(&report).is_err());
    }
}
