//! Random models of every kind with random cutoffs, and on both sides of every cutoff.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use sanderling_cutoff::Cutoff;
use sanderling_tests::soak::{kinds, soak_steered};

/// Number of models, with which almost every cutoff is met on both sides.
const SEEDS: u64 = 600;

/// Maximum number of additional models for cutoffs that few models meet.
const MORE_SEEDS: u64 = 2400;

/// Returns the cutoffs that were met on one side only, each with the number that leads to the other side.
fn one_sided() -> Vec<(Cutoff, u64)> {
    let missing = |&cutoff: &Cutoff| {
        let ((smallest, largest), sides) = (cutoff.range(), cutoff.sides());
        match (sides.within, sides.beyond) {
            (0, _) => Some((cutoff, largest)),
            (_, 0) => Some((cutoff, smallest)),
            _ => None,
        }
    };
    Cutoff::all().iter().filter_map(missing).collect()
}

/// The results of the models so far.
#[derive(Default)]
struct Results {
    /// The number of compared models, by kind.
    compared: BTreeMap<&'static str, u64>,
    /// The failed seeds, with the cutoffs that were set.
    failed: Vec<(u64, Vec<&'static str>)>,
}

/// Explores models until `next` has no more seeds. Cutoffs are set for the thread, and the met sides are
/// recorded for the process.
fn explore(next: &AtomicU64, results: &Mutex<Results>) {
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        let steered = if seed < SEEDS { Vec::new() } else { one_sided() };
        if seed >= SEEDS && steered.is_empty() || seed >= SEEDS + MORE_SEEDS {
            break;
        }
        let result = catch_unwind(|| soak_steered(seed, &steered));
        let mut results = results.lock().unwrap();
        match result {
            Ok((kind, is_compared)) => *results.compared.entry(kind).or_default() += u64::from(is_compared),
            Err(_) => {
                let names = steered.iter().map(|(cutoff, _)| cutoff.name()).collect();
                results.failed.push((seed, names));
            }
        }
    }
}

#[test]
fn every_cutoff_is_met_on_both_sides() {
    let (next, results) = (AtomicU64::new(0), Mutex::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| explore(&next, &results));
        }
    });
    let Results { compared, failed } = results.into_inner().unwrap();
    assert!(
        failed.is_empty(),
        "failed, with the cutoffs that were steered: {failed:?}; `cargo xtask soak --first SEED --models 1` repeats one without"
    );
    println!("{compared:?}");
    for kind in kinds() {
        assert!(compared.get(kind).is_some_and(|&models| models > SEEDS / 100), "{kind}: {compared:?}");
    }
    let names: Vec<String> =
        one_sided().iter().map(|(cutoff, _)| format!("{} {:?}", cutoff.name(), cutoff.sides())).collect();
    assert!(names.is_empty(), "met on one side only: {names:#?}");
}
