//! The statistics: rates, shares and sizes, worked out of the samples.

use serde::Serialize;

use super::case::Measurement;
use super::models::{self, Models};
use super::sample::{Sample, median};

/// Everything that was measured.
#[derive(Debug, Serialize)]
pub(super) struct Statistics {
    pub(super) random_access: Vec<RandomAccess>,
    pub(super) explorations: Vec<ExplorationStatistics>,
    pub(super) models: Models,
}

/// The machine's rate of random accesses with some number of threads.
#[derive(Debug, Serialize)]
pub(super) struct RandomAccess {
    pub(super) threads: usize,
    pub(super) updates_per_s: f64,
    /// Each run's rate.
    pub(super) runs: Vec<f64>,
}

/// One way of exploring one case.
#[derive(Debug, Serialize)]
pub(super) struct ExplorationStatistics {
    pub(super) name: String,
    /// The encoding that was asked for, and the one that was taken.
    pub(super) encoding: String,
    pub(super) threads: usize,
    pub(super) states: u64,
    pub(super) firings: u64,
    /// Of the search alone.
    pub(super) firings_per_s: f64,
    /// The rate of firings as a share of that of random accesses on one thread.
    pub(super) share: f64,
    /// How many times as fast as on one thread, where that was measured, too.
    pub(super) speed_up: Option<f64>,
    pub(super) counted_bytes_per_state: f64,
    pub(super) resident_bytes_per_state: Option<f64>,
    /// Each run's seconds.
    pub(super) search_s: Vec<f64>,
}

impl Statistics {
    /// The statistics of all measurements; `rates` has the runs of each number of threads.
    pub(super) fn of(
        threads: &[usize],
        rates: &[Vec<f64>],
        measurements: &[Measurement],
        models: &[models::Measurement],
    ) -> Self {
        let random_access: Vec<_> = threads
            .iter()
            .zip(rates)
            .map(|(&threads, runs)| RandomAccess {
                threads,
                updates_per_s: median(runs.iter().copied()),
                runs: runs.clone(),
            })
            .collect();
        // Without one thread among them, the first number has to serve.
        let reference = random_access.iter().find(|rate| rate.threads == 1).or(random_access.first());
        let reference = reference.map_or(0.0, |rate| rate.updates_per_s);
        let explorations = measurements
            .iter()
            .map(|one| ExplorationStatistics::of(one, reference, on_one_thread(one, measurements)));
        let (explorations, models) = (explorations.collect(), Models::of(models, reference));
        Self { random_access, explorations, models }
    }
}

/// The same measurement on one thread.
fn on_one_thread<'a>(one: &Measurement, all: &'a [Measurement]) -> Option<&'a Measurement> {
    all.iter().find(|other| {
        other.case.name == one.case.name && other.encoding == one.encoding && other.threads == 1
    })
}

impl ExplorationStatistics {
    fn of(measurement: &Measurement, reference: f64, on_one_thread: Option<&Measurement>) -> Self {
        let Measurement { case, encoding, threads, taken, samples } = measurement;
        let per_state = |bytes: f64| bytes / case.states() as f64;
        let firings_per_s = ratio(case.firings() as f64, search_s(samples));
        let resident: Option<Vec<_>> = samples.iter().map(|sample| sample.resident_bytes).collect();
        let asked = format!("{encoding:?}").to_lowercase();
        Self {
            name: case.name.to_owned(),
            encoding: if asked == *taken { asked } else { format!("{asked} ({taken})") },
            threads: *threads,
            states: case.states(),
            firings: case.firings(),
            firings_per_s,
            share: ratio(firings_per_s, reference),
            speed_up: on_one_thread.map(|one| ratio(search_s(&one.samples), search_s(samples))),
            counted_bytes_per_state: per_state(median(samples.iter().map(|s| s.counted_bytes as f64))),
            resident_bytes_per_state: resident
                .map(|bytes| per_state(median(bytes.into_iter().map(|bytes| bytes as f64)))),
            search_s: samples.iter().map(|sample| sample.search_s).collect(),
        }
    }
}

fn search_s(samples: &[Sample]) -> f64 {
    median(samples.iter().map(|sample| sample.search_s))
}

/// A quotient, 0 where there is nothing to divide by.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::case::CASES;

    fn sample(search_s: f64, bytes_per_state: u64) -> Sample {
        let bytes = bytes_per_state * CASES[0].states();
        Sample { search_s, counted_bytes: bytes, resident_bytes: Some(2 * bytes) }
    }

    fn is_close(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 1e-9 * expected
    }

    #[test]
    fn rates_shares_and_sizes_follow_from_the_medians() {
        let mut measurements = CASES[0].measurements(&[1, 2]);
        measurements.truncate(2);
        measurements[0].samples = vec![sample(9.0, 20), sample(4.0, 20), sample(1.0, 20)];
        measurements[1].samples = vec![sample(2.0, 30)];
        let rates = [vec![1e8, 3e8, 2e8], vec![9e8]];
        let statistics = Statistics::of(&[1, 2], &rates, &measurements, &[]);
        let [one, two] = &statistics.explorations[..] else { panic!("two explorations") };
        let firings = CASES[0].firings() as f64;
        assert!(is_close(statistics.random_access[0].updates_per_s, 2e8));
        assert!(is_close(one.firings_per_s, firings / 4.0) && is_close(one.share, firings / 4.0 / 2e8));
        assert!(is_close(two.share, firings / 2.0 / 2e8), "a share of the rate on one thread");
        assert!(is_close(one.speed_up.unwrap(), 1.0) && is_close(two.speed_up.unwrap(), 2.0));
        assert!(is_close(one.counted_bytes_per_state, 20.0));
        assert!(is_close(two.resident_bytes_per_state.unwrap(), 60.0));
    }

    #[test]
    fn a_speed_up_needs_one_thread_to_compare_with() {
        let mut measurements = CASES[0].measurements(&[2]);
        measurements
            .iter_mut()
            .for_each(|one| one.samples = vec![Sample { resident_bytes: None, ..sample(2.0, 1) }]);
        let statistics = Statistics::of(&[2], &[vec![1e8]], &measurements, &[]);
        let first = &statistics.explorations[0];
        assert!(first.speed_up.is_none() && first.resident_bytes_per_state.is_none());
    }
}
