//! A single search: its setting, its outcome and its statistics.
//!
//! The three outcomes are those of the paper (section 5.1): success, out of memory, out of time. Time is
//! counted in visits, so that it does not depend on the machine. A run that was stopped determines the
//! outcome for every smaller limit, and one that ran out of memory for every limit: see [`Run::under`].

use serde::{Deserialize, Serialize};

use super::setting::Setting;

/// The outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ended {
    /// All states were explored.
    Success,
    /// The cache is too small for the termination-detection tree.
    OutOfMemory,
    /// More states were visited than allowed.
    OutOfTime,
}

/// A finished search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// The name of the model, which is its file name without the extension.
    pub(super) model: String,
    #[serde(flatten)]
    pub(super) setting: Setting,
    /// The maximum number of visits.
    pub(super) visits_allowed: u64,
    pub(super) ended: Ended,
    #[serde(flatten)]
    pub(super) statistics: Statistics,
}

/// The statistics of a search.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Statistics {
    /// The number of visits: discoveries of states, including rediscoveries.
    pub(super) visits: u64,
    /// Maximum number of states stored at a time.
    pub(super) peak_stored: u64,
    /// Maximum number of states in the termination-detection tree at a time.
    pub(super) peak_tree: u64,
    /// For a sweep-line, the number of persistent states, which are never forgotten.
    pub(super) persistent: u64,
    /// For a sweep-line, the maximum number of stored states of one class.
    pub(super) largest_class: u64,
    /// For a sweep-line, the number of sweeps.
    pub(super) sweeps: u64,
    /// The duration in seconds.
    pub(super) seconds: f64,
}

impl Run {
    /// Returns the key of a model and a setting.
    pub(super) fn key(model: &str, setting: &Setting) -> String {
        let Setting { order, last_event_first, chains, replacement, measure, cache_states } = setting;
        format!("{model} {order} {last_event_first} {chains} {replacement} {measure:?} {cache_states:?}")
    }

    /// Returns this run with its outcome under `visits_allowed`; `None` if that is unknown.
    pub(super) fn under(&self, visits_allowed: u64) -> Option<Self> {
        let ended = match self.ended {
            Ended::Success if self.statistics.visits > visits_allowed => Ended::OutOfTime,
            Ended::OutOfTime if self.visits_allowed < visits_allowed => return None,
            ended => ended,
        };
        Some(Self { ended, ..self.clone() })
    }

    pub(super) fn is_success(&self) -> bool {
        self.ended == Ended::Success
    }
}

#[cfg(test)]
pub(super) fn example(cache_states: u64, ended: Ended, visits: u64, visits_allowed: u64) -> Run {
    use sanderling_analysis::open::Order;
    let replacement = "-distance".parse().expect("a strategy");
    let setting = Setting {
        order: Order::BoundedWidth(4),
        last_event_first: true,
        chains: false,
        replacement,
        measure: None,
        cache_states: Some(cache_states),
    };
    let statistics = Statistics { visits, ..Statistics::default() };
    Run { model: "clock".into(), setting, visits_allowed, ended, statistics }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_run_answers_where_it_says_enough() {
        let ended = |run: &Run, allowed| run.under(allowed).map(|run| run.ended);
        let success = example(5, Ended::Success, 30, 50);
        assert_eq!(ended(&success, 30), Some(Ended::Success));
        assert_eq!(ended(&success, 29), Some(Ended::OutOfTime));
        assert_eq!(ended(&success, 90), Some(Ended::Success));
        let late = example(5, Ended::OutOfTime, 51, 50);
        assert_eq!(ended(&late, 50), Some(Ended::OutOfTime));
        assert_eq!(ended(&late, 51), None);
        assert_eq!(ended(&example(5, Ended::OutOfMemory, 9, 50), 99), Some(Ended::OutOfMemory));
    }

    #[test]
    fn a_run_survives_json() {
        let run = example(5, Ended::OutOfMemory, 30, 50);
        let json = serde_json::to_string(&run).unwrap();
        assert!(json.contains("\"out-of-memory\""), "{json}");
        assert_eq!(serde_json::from_str::<Run>(&json).unwrap(), run);
    }
}
