//! Random models of every kind with random cutoffs, and on both sides of every cutoff.

use std::collections::BTreeMap;
use std::panic::catch_unwind;

use sanderling_cutoff::Cutoff;
use sanderling_tests::soak::{kinds, soak_steered};

/// So many models bring almost every cutoff to both of its sides.
const SEEDS: u64 = 1200;

/// So many more may be needed for those that few models meet.
const MORE_SEEDS: u64 = 2400;

/// The cutoffs that were met on one side only, each with the number that brings it to the other side.
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

#[test]
fn every_cutoff_is_met_on_both_sides() {
    let (mut compared, mut failed) = (BTreeMap::<&str, u64>::new(), Vec::new());
    let mut steered = Vec::new();
    for seed in 0..SEEDS + MORE_SEEDS {
        if seed >= SEEDS {
            steered = one_sided();
            if steered.is_empty() {
                break;
            }
        }
        match catch_unwind(|| soak_steered(seed, &steered)) {
            Ok((kind, is_compared)) => *compared.entry(kind).or_default() += u64::from(is_compared),
            Err(_) => {
                failed.push((seed, steered.iter().map(|(cutoff, _)| cutoff.name()).collect::<Vec<_>>()));
            }
        }
    }
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
