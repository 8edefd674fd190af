//! Random models of every kind with random cutoffs, and on both sides of every cutoff.

use std::collections::BTreeMap;
use std::panic::catch_unwind;

use sanderling_cutoff::Cutoff;
use sanderling_tests::soak::{kinds, soak};

/// So many models bring every cutoff to both of its sides.
const SEEDS: u64 = 1200;

#[test]
fn every_cutoff_is_met_on_both_sides() {
    let (mut compared, mut failed) = (BTreeMap::<&str, u64>::new(), Vec::new());
    for seed in 0..SEEDS {
        match catch_unwind(|| soak(seed)) {
            Ok((kind, is_compared)) => *compared.entry(kind).or_default() += u64::from(is_compared),
            Err(_) => failed.push(seed),
        }
    }
    assert!(failed.is_empty(), "failed: {failed:?}; `cargo xtask soak --first SEED --models 1` repeats one");
    println!("{compared:?}");
    for kind in kinds() {
        assert!(compared.get(kind).is_some_and(|&models| models > SEEDS / 100), "{kind}: {compared:?}");
    }
    let one_sided = Cutoff::all().iter().filter(|cutoff| {
        let sides = cutoff.sides();
        sides.within == 0 || sides.beyond == 0
    });
    let one_sided: Vec<String> =
        one_sided.map(|cutoff| format!("{} {:?}", cutoff.name(), cutoff.sides())).collect();
    assert!(one_sided.is_empty(), "met on one side only: {one_sided:#?}");
}
