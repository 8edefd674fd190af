//! Bytes per state, time ratios, and their summaries over all models.

use serde::Serialize;

use crate::bench::measurement::Measurement;
use crate::values::median;

/// The store with which the others are compared.
const REFERENCE: &str = "packed";

/// All measurements.
#[derive(Debug, Serialize)]
pub(in crate::bench) struct Statistics {
    pub(super) rows: Vec<Row>,
    pub(super) stores: Vec<OfStore>,
}

/// The statistics of one model with one store.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) store: String,
    pub(super) states: u128,
    /// The share of the states that was found.
    pub(super) share_found: f64,
    /// Seconds for the search alone.
    pub(super) search_s: f64,
    /// The speed relative to the packed store, if that was measured.
    pub(super) speed: Option<f64>,
    pub(super) store_bytes_per_state: f64,
    pub(super) counted_bytes_per_state: f64,
    /// Peak resident memory per state: all of it, and without the memory from before the search.
    pub(super) resident_bytes_per_state: Option<(f64, f64)>,
    /// The search time of each run in seconds.
    pub(super) runs_s: Vec<f64>,
}

/// The statistics of one store over all models.
#[derive(Debug, Serialize)]
pub(super) struct OfStore {
    pub(super) store: String,
    pub(super) models: usize,
    /// The median of the resident bytes per state, without the memory from before the search.
    pub(super) median_bytes: Option<f64>,
    pub(super) max_bytes: Option<f64>,
    /// The median of the speeds.
    pub(super) median_speed: Option<f64>,
    pub(super) min_speed: Option<f64>,
}

impl Statistics {
    /// Computes the statistics of all measurements with these stores.
    pub(super) fn of(stores: &[String], measured: &[Measurement]) -> Self {
        let rows: Vec<Row> = measured.iter().map(|one| Row::of(one, reference(one, measured))).collect();
        let stores = stores.iter().map(|store| OfStore::of(store, &rows)).collect();
        Self { rows, stores }
    }
}

/// Returns the measurement of the same model with the packed store.
fn reference<'a>(one: &Measurement, all: &'a [Measurement]) -> Option<&'a Measurement> {
    all.iter().find(|other| other.case.name == one.case.name && store_of(other) == REFERENCE)
}

fn store_of(measurement: &Measurement) -> &str {
    measurement.exploration.store.as_deref().unwrap_or(REFERENCE)
}

impl Row {
    fn of(measurement: &Measurement, reference: Option<&Measurement>) -> Self {
        let states = measurement.last().states;
        let per_state = |bytes: f64| bytes / states.max(1) as f64;
        let resident = measurement.samples.iter().map(|sample| sample.resident_bytes);
        let resident = resident.collect::<Option<Vec<(u64, u64)>>>().and_then(|all| {
            let peak = median(all.iter().map(|&(peak, _)| peak as f64))?;
            let more = median(all.iter().map(|&(peak, before)| peak.saturating_sub(before) as f64))?;
            Some((per_state(peak), per_state(more)))
        });
        let search_s = measurement.search_s();
        Self {
            name: measurement.case.name.clone(),
            store: store_of(measurement).to_owned(),
            states,
            share_found: states as f64 / measurement.case.states as f64,
            search_s,
            speed: reference.filter(|_| search_s > 0.0).map(|one| one.search_s() / search_s),
            store_bytes_per_state: per_state(measurement.median(|sample| sample.store_bytes as f64)),
            counted_bytes_per_state: per_state(measurement.median(|sample| sample.counted_bytes as f64)),
            resident_bytes_per_state: resident,
            runs_s: measurement.runs_s(),
        }
    }
}

impl OfStore {
    fn of(store: &str, rows: &[Row]) -> Self {
        let rows = || rows.iter().filter(|row| row.store == store);
        let bytes: Vec<f64> = rows().filter_map(|row| Some(row.resident_bytes_per_state?.1)).collect();
        let speeds: Vec<f64> = rows().filter_map(|row| row.speed).collect();
        Self {
            store: store.to_owned(),
            models: rows().count(),
            median_bytes: median(bytes.iter().copied()),
            max_bytes: bytes.iter().copied().max_by(f64::total_cmp),
            median_speed: median(speeds.iter().copied()),
            min_speed: speeds.iter().copied().min_by(f64::total_cmp),
        }
    }
}

#[cfg(test)]
pub(super) fn sample_statistics() -> Statistics {
    use crate::bench::measurement::Sample;
    let sample = |&(search_s, bytes): &(f64, u64)| Sample {
        search_s,
        store_bytes: bytes,
        counted_bytes: 2 * bytes,
        resident_bytes: Some((3 * bytes + 1_000, 1_000)),
        ..Sample::default()
    };
    let measurement = |name: &str, store: &str, states: u128, samples: &[(f64, u64)]| {
        let samples: Vec<Sample> = samples.iter().map(sample).collect();
        let mut measurement = Measurement::of_samples(name, states, 0, &samples);
        measurement.exploration.store = Some(store.to_owned());
        measurement
    };
    let measured = [
        measurement("rings", "packed", 1_000, &[(1.0, 20_000), (3.0, 20_000)]),
        measurement("rings", "tree", 1_000, &[(4.0, 6_000)]),
        measurement("locks", "packed", 500, &[(1.0, 10_000)]),
        measurement("locks", "tree", 500, &[(1.0, 4_000)]),
    ];
    Statistics::of(&["packed".to_owned(), "tree".to_owned()], &measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() <= 1e-9 * expected)
    }

    #[test]
    fn bytes_are_per_state_and_speeds_are_held_against_the_packed_store() {
        let statistics = sample_statistics();
        let [packed, tree, ..] = &statistics.rows[..] else { panic!("four rows") };
        assert!(is_close(packed.speed, 1.0) && is_close(tree.speed, 0.5));
        assert!(is_close(Some(tree.store_bytes_per_state), 6.0));
        assert!(is_close(Some(tree.counted_bytes_per_state), 12.0));
        let (all, more) = tree.resident_bytes_per_state.unwrap();
        assert!(is_close(Some(all), 19.0) && is_close(Some(more), 18.0));
    }

    #[test]
    fn the_median_and_the_worst_are_over_the_models_of_a_store() {
        let statistics = sample_statistics();
        let tree = &statistics.stores[1];
        assert_eq!((tree.store.as_str(), tree.models), ("tree", 2));
        assert!(is_close(tree.median_bytes, 21.0) && is_close(tree.max_bytes, 24.0));
        assert!(is_close(tree.median_speed, 0.75) && is_close(tree.min_speed, 0.5));
    }
}
