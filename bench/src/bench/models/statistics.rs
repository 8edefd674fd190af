//! The statistics of the models: rates, shares and sizes, and how many models reach their targets.

use serde::Serialize;

use crate::bench::measurement::{Measurement, ratio};
use crate::values::median;

/// Maximum number of states of a small model. Large models exceed the caches by far.
const SMALL: u128 = 1_000_000;

/// Target share of the random-access rate for each large model.
pub(super) const TARGET_SHARE: f64 = 0.2;
/// Target rate of each small model, in edges per second.
pub(super) const TARGET_RATE: f64 = 8e6;

/// The statistics of all models.
#[derive(Debug, Default, Serialize)]
pub(in crate::bench) struct Models {
    pub(super) large: Group,
    pub(super) small: Group,
}

/// The models of one size.
#[derive(Debug, Default, Serialize)]
pub(super) struct Group {
    pub(super) models: Vec<ModelStatistics>,
    /// The number of models that reach the target: a share for large models, a rate for small ones.
    pub(super) reached: usize,
    /// The median of the shares or rates.
    pub(super) median: f64,
    /// The minimum of the shares or rates.
    pub(super) worst: f64,
}

/// The statistics of one model.
#[derive(Debug, Serialize)]
pub(super) struct ModelStatistics {
    pub(super) name: String,
    pub(super) states: u128,
    pub(super) edges: u64,
    /// The rate of the search alone.
    pub(super) edges_per_s: f64,
    /// The edge rate as a share of the random-access rate on one thread.
    pub(super) share: f64,
    pub(super) bits_per_state: u32,
    pub(super) counted_bytes_per_state: f64,
    /// Seconds for parsing and compiling.
    pub(super) load_s: f64,
    /// The search time of each run in seconds.
    pub(super) search_s: Vec<f64>,
}

impl Models {
    /// Computes the statistics of all measurements. `reference` is the random-access rate on one thread.
    pub(in crate::bench) fn of(measurements: &[Measurement], reference: f64) -> Self {
        let group = |is_large: bool, target: f64, value: fn(&ModelStatistics) -> f64| {
            let of_size = measurements.iter().filter(|one| (one.case.states > SMALL) == is_large);
            Group::of(of_size.map(|one| ModelStatistics::of(one, reference)).collect(), target, value)
        };
        Self {
            large: group(true, TARGET_SHARE, |model| model.share),
            small: group(false, TARGET_RATE, |model| model.edges_per_s),
        }
    }

    /// Returns the model with the longest loading time.
    pub(super) fn slowest_to_load(&self) -> Option<&ModelStatistics> {
        let all = self.large.models.iter().chain(&self.small.models);
        all.max_by(|one, other| one.load_s.total_cmp(&other.load_s))
    }
}

impl Group {
    fn of(models: Vec<ModelStatistics>, target: f64, value: fn(&ModelStatistics) -> f64) -> Self {
        let values = || models.iter().map(value);
        Self {
            reached: values().filter(|&value| value >= target).count(),
            median: median(values()).unwrap_or_default(),
            worst: values().min_by(f64::total_cmp).unwrap_or(0.0),
            models,
        }
    }
}

impl ModelStatistics {
    fn of(measurement: &Measurement, reference: f64) -> Self {
        let (last, states) = (measurement.last(), measurement.case.states);
        let edges_per_s = ratio(last.firings as f64, measurement.search_s());
        Self {
            name: measurement.case.name.clone(),
            states,
            edges: last.firings,
            edges_per_s,
            share: ratio(edges_per_s, reference),
            bits_per_state: last.bits_per_state,
            counted_bytes_per_state: measurement.median(|sample| sample.counted_bytes as f64) / states as f64,
            load_s: measurement.median(|sample| sample.load_s),
            search_s: measurement.runs_s(),
        }
    }
}

/// A model: its name, states, edges, and the loading and search times of each sample in seconds.
#[cfg(test)]
type SampleModel = (&'static str, u128, u64, &'static [(f64, f64)]);

#[cfg(test)]
pub(super) fn sample_models(models: &[SampleModel], reference: f64) -> Models {
    use crate::bench::measurement::Sample;
    let sample = |&(load_s, search_s): &(f64, f64)| Sample {
        load_s,
        search_s,
        counted_bytes: 1 << 20,
        bits_per_state: 40,
        ..Sample::default()
    };
    let measurement = |&(name, states, edges, seconds): &SampleModel| {
        Measurement::of_samples(name, states, edges, &seconds.iter().map(sample).collect::<Vec<_>>())
    };
    Models::of(&models.iter().map(measurement).collect::<Vec<_>>(), reference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::measurement::is_close;

    #[test]
    fn large_models_have_shares_and_small_ones_rates_to_reach() {
        let models = [
            ("small", 1 << 16, 6_000_000, &[(0.5, 1.0)][..]),
            ("slow", 1 << 20, 20_000_000, &[(0.1, 1.0), (0.2, 9.0), (0.3, 2.0)]),
            ("fast", 1 << 20, 60_000_000, &[(0.1, 2.0)]),
        ];
        let models = sample_models(&models, 1e8);
        let [slow, fast] = &models.large.models[..] else { panic!("two large models") };
        assert!(is_close(slow.edges_per_s, 1e7) && is_close(slow.share, 0.1));
        assert!(is_close(slow.load_s, 0.2) && is_close(slow.counted_bytes_per_state, 1.0));
        assert!(is_close(fast.share, 0.3));
        let Models { large, small } = &models;
        assert!(large.reached == 1 && is_close(large.median, 0.2) && is_close(large.worst, 0.1));
        assert!(small.reached == 0 && is_close(small.worst, 6e6), "{small:?}");
        assert_eq!(models.slowest_to_load().unwrap().name, "small");
    }
}
