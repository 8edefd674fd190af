//! The statistics of the samples: rates, shares and sizes.

use serde::Serialize;

use super::measurement::{Measurement, ratio};
use super::models::Models;
use crate::values::median;

/// All measurements.
#[derive(Debug, Serialize)]
pub(super) struct Statistics {
    pub(super) random_access: Vec<RandomAccess>,
    pub(super) explorations: Vec<ExplorationStatistics>,
    pub(super) models: Models,
}

/// The machine's random-access rate for a number of threads.
#[derive(Debug, Serialize)]
pub(super) struct RandomAccess {
    pub(super) threads: usize,
    pub(super) updates_per_s: f64,
    /// The rate of each run.
    pub(super) runs: Vec<f64>,
}

/// The statistics of one configuration of a case.
#[derive(Debug, Serialize)]
pub(super) struct ExplorationStatistics {
    pub(super) name: String,
    /// The requested and the effective encoding.
    pub(super) encoding: String,
    pub(super) threads: usize,
    pub(super) states: u128,
    pub(super) firings: u64,
    /// The rate of the search alone.
    pub(super) firings_per_s: f64,
    /// The firing rate as a share of the random-access rate on one thread.
    pub(super) share: f64,
    /// The speedup over one thread, if that was measured.
    pub(super) speed_up: Option<f64>,
    pub(super) counted_bytes_per_state: f64,
    pub(super) resident_bytes_per_state: Option<f64>,
    /// The search time of each run in seconds.
    pub(super) search_s: Vec<f64>,
}

impl Statistics {
    /// Computes the statistics of all measurements. `rates` has the runs for each number of threads.
    pub(super) fn of(
        threads: &[usize],
        rates: &[Vec<f64>],
        measurements: &[Measurement],
        models: &[Measurement],
    ) -> Self {
        let random_access: Vec<_> = threads
            .iter()
            .zip(rates)
            .map(|(&threads, runs)| RandomAccess {
                threads,
                updates_per_s: median(runs.iter().copied()).unwrap_or_default(),
                runs: runs.clone(),
            })
            .collect();
        // Without a measurement on one thread, the first one is the reference.
        let reference = random_access.iter().find(|rate| rate.threads == 1).or(random_access.first());
        let reference = reference.map_or(0.0, |rate| rate.updates_per_s);
        let explorations = measurements
            .iter()
            .map(|one| ExplorationStatistics::of(one, reference, on_one_thread(one, measurements)));
        let (explorations, models) = (explorations.collect(), Models::of(models, reference));
        Self { random_access, explorations, models }
    }
}

/// Returns the measurement of the same case on one thread.
fn on_one_thread<'a>(one: &Measurement, all: &'a [Measurement]) -> Option<&'a Measurement> {
    let is_it = |other: &&Measurement| {
        let (one, other) = (&one.exploration, &other.exploration);
        other.threads == 1 && other.encoding == one.encoding
    };
    all.iter().filter(|other| other.case.name == one.case.name).find(is_it)
}

impl ExplorationStatistics {
    fn of(measurement: &Measurement, reference: f64, on_one_thread: Option<&Measurement>) -> Self {
        let Measurement { case, exploration, samples } = measurement;
        let last = measurement.last();
        let per_state = |bytes: f64| bytes / case.states as f64;
        let firings_per_s = ratio(last.firings as f64, measurement.search_s());
        let resident: Option<Vec<_>> = samples.iter().map(|sample| sample.resident_bytes).collect();
        let requested = format!("{:?}", exploration.encoding).to_lowercase();
        let taken = &last.encoding;
        Self {
            name: case.name.clone(),
            encoding: if requested == *taken { requested } else { format!("{requested} ({taken})") },
            threads: exploration.threads,
            states: case.states,
            firings: last.firings,
            firings_per_s,
            share: ratio(firings_per_s, reference),
            speed_up: on_one_thread.map(|one| ratio(one.search_s(), measurement.search_s())),
            counted_bytes_per_state: per_state(measurement.median(|sample| sample.counted_bytes as f64)),
            resident_bytes_per_state: resident
                .and_then(|bytes| median(bytes.into_iter().map(|(peak, _)| peak as f64)))
                .map(per_state),
            search_s: measurement.runs_s(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::measurement::{Sample, is_close};
    use super::*;

    fn measurement(threads: usize, samples: &[(f64, u64)]) -> Measurement {
        let sample = |&(search_s, bytes_per_state): &(f64, u64)| {
            let bytes = 1000 * bytes_per_state;
            Sample {
                search_s,
                counted_bytes: bytes,
                resident_bytes: Some((2 * bytes, 0)),
                ..Sample::default()
            }
        };
        let samples: Vec<Sample> = samples.iter().map(sample).collect();
        let mut measurement = Measurement::of_samples("rings", 1000, 8_000_000, &samples);
        measurement.exploration.threads = threads;
        measurement
    }

    #[test]
    fn rates_shares_and_sizes_follow_from_the_medians() {
        let measurements = [measurement(1, &[(9.0, 20), (4.0, 20), (1.0, 20)]), measurement(2, &[(2.0, 30)])];
        let rates = [vec![1e8, 3e8, 2e8], vec![9e8]];
        let statistics = Statistics::of(&[1, 2], &rates, &measurements, &[]);
        let [one, two] = &statistics.explorations[..] else { panic!("two explorations") };
        assert!(is_close(statistics.random_access[0].updates_per_s, 2e8));
        assert!(is_close(one.firings_per_s, 2e6) && is_close(one.share, 0.01));
        assert!(is_close(two.share, 0.02), "a share of the rate on one thread");
        assert!(is_close(one.speed_up.unwrap(), 1.0) && is_close(two.speed_up.unwrap(), 2.0));
        assert!(is_close(one.counted_bytes_per_state, 20.0));
        assert!(is_close(two.resident_bytes_per_state.unwrap(), 60.0));
    }

    #[test]
    fn a_speed_up_needs_one_thread_to_compare_with() {
        let mut measurement = measurement(2, &[(2.0, 1)]);
        measurement.samples[0].resident_bytes = None;
        let statistics = Statistics::of(&[2], &[vec![1e8]], &[measurement], &[]);
        let first = &statistics.explorations[0];
        assert!(first.speed_up.is_none() && first.resident_bytes_per_state.is_none());
    }
}
