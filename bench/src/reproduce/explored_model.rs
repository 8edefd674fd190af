//! A model for experiments, and a single search of it.
//!
//! As in the paper, the edge-lean reduction is always on. Every search runs on one thread with the sequential
//! driver. Model errors lead to a separate error state, as they did for the paper's authors.

use std::path::Path;

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::{Chains, Events, Independence};
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{Control, Driver, Guidance, Limits, Observation, Options, Outcome, StopReason};
use sanderling_dve::{Dve, Semantics};
use sanderling_engine::Explorable;
use sanderling_model::{ModelErrors, ValueModel};
use sanderling_net::{Format, Source};
use sanderling_progress::Measure;

use super::run::{Ended, Run, Statistics};
use super::setting::Setting;
use crate::runner::exploration;

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Halt {
    /// The user has cancelled.
    Cancelled,
    /// An error, with its description.
    Broken(String),
}

impl From<String> for Halt {
    fn from(message: String) -> Self {
        Self::Broken(message)
    }
}

/// A model with a known number of states.
#[derive(Debug)]
pub(super) struct ExploredModel {
    pub(super) name: String,
    /// The number of states.
    pub(super) states: u64,
    pub(super) model: ValueModel,
    pub(super) independence: Independence,
}

impl ExploredModel {
    /// Reads a model and counts its states. The count must equal the known number, if there is one.
    pub(super) fn read(path: &Path, known: Option<u64>, control: &Control<'_>) -> Result<Self, Halt> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let model = read_model(path).map_err(|message| format!("{name}: {message}"))?;
        let (states, model) = count(model, control)?;
        if known.is_some_and(|known| known != states) {
            return Err(Halt::Broken(format!("{name}: {states} states, and not {known:?}")));
        }
        let independence = Independence::of(&model).map_err(|error| format!("{name}: {error:?}"))?;
        Ok(Self { name, states, model, independence })
    }

    /// Searches with a setting. `measure` is the progress measure that the setting names.
    pub(super) fn search(
        &self,
        setting: &Setting,
        visits_allowed: u64,
        measure: Option<&Measure>,
        control: &Control<'_>,
    ) -> Result<Run, Halt> {
        let options = options(setting, visits_allowed);
        let mut guidance = Guidance { independence: Some(self.independence.clone()), ..Guidance::default() };
        if let Some(measure) = measure {
            guidance.progress = Some(Box::new(|system: &ValueModel, state, scratch, progress| {
                measure.evaluate(system, state, scratch, progress);
            }));
        }
        let outcome = self.model.clone().explore(&options, &Observation::default(), &guidance, control);
        let ended = self.ended(&outcome, visits_allowed)?;
        let kept = outcome.kept.unwrap_or_default();
        let swept = kept.swept.unwrap_or_default();
        let statistics = Statistics {
            visits: outcome.visits,
            peak_stored: kept.peak_stored,
            peak_tree: kept.peak_tree,
            persistent: swept.persistent,
            largest_class: swept.largest_class,
            sweeps: swept.sweeps,
            seconds: outcome.elapsed.as_secs_f64(),
        };
        Ok(Run { model: self.name.clone(), setting: *setting, visits_allowed, ended, statistics })
    }

    fn ended(&self, outcome: &Outcome<ValueModel>, visits_allowed: u64) -> Result<Ended, Halt> {
        match outcome.stop {
            None if outcome.visits < self.states => Err(Halt::Broken(format!(
                "{}: a search visited {} of {} states",
                self.name, outcome.visits, self.states
            ))),
            // The limit is checked only from time to time.
            None if outcome.visits > visits_allowed => Ok(Ended::OutOfTime),
            None => Ok(Ended::Success),
            Some(StopReason::TreeTooLarge) => Ok(Ended::OutOfMemory),
            Some(StopReason::States | StopReason::Revisits) => Ok(Ended::OutOfTime),
            Some(StopReason::Cancelled) => Err(Halt::Cancelled),
            Some(reason) => Err(Halt::Broken(format!("{}: a search ended with {reason:?}", self.name))),
        }
    }
}

/// The number of drawn candidates for breadth-first search. It benefits from following the strategy closely;
/// other orders do not.
const DRAWN_BREADTH_FIRST: usize = 400;

fn options(setting: &Setting, visits_allowed: u64) -> Options {
    let retention = match (setting.measure, setting.cache_states) {
        (None, _) => Retention::Cache,
        (Some(_), None) => Retention::Sweep,
        (Some(_), Some(_)) => Retention::CacheAndSweep,
    };
    Options {
        order: setting.order,
        retention,
        caching: Caching {
            max_states: setting.cache_states,
            replacement: setting.replacement,
            drawn: if setting.order == Order::BreadthFirst {
                DRAWN_BREADTH_FIRST
            } else {
                Caching::default().drawn
            },
            ..Caching::default()
        },
        events: Events::EDGE_LEAN,
        last_event_first: setting.last_event_first,
        chains: if setting.chains { Chains::OffTree } else { Chains::Kept },
        driver: Driver::Sequential,
        limits: Limits { states: Some(visits_allowed), ..Limits::default() },
        ..Options::default()
    }
}

fn read_model(path: &Path) -> Result<ValueModel, String> {
    let nets = if path.extension().is_some_and(|extension| extension == "dve") {
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        let read = Dve { semantics: Semantics::Ltsmin }.parse(&Source::of_file(path, bytes));
        read.map_err(|found| found.to_string())?.nets
    } else {
        exploration::read(path)?
    };
    let [net] = &nets[..] else { return Err("not one model".to_owned()) };
    ValueModel::build(net, ModelErrors::State).map_err(|found| found.to_string())
}

/// Counts the states, and returns the model after the search. Its assumptions about states outside the sample
/// have been corrected, so no later search has to stop for that.
fn count(model: ValueModel, control: &Control<'_>) -> Result<(u64, ValueModel), Halt> {
    let options = Options { retention: Retention::KeepAll, ..Options::default() };
    let outcome = model.explore(&options, &Observation::default(), &Guidance::default(), control);
    match (outcome.stop, outcome.states) {
        (None, Some(states)) => Ok((states, outcome.system)),
        (Some(StopReason::Cancelled), _) => Err(Halt::Cancelled),
        (stop, _) => Err(Halt::Broken(format!("the states could not be counted: {stop:?}"))),
    }
}
