//! Tests of gathered keys against keys read by runs.

use std::cell::Cell;

use sanderling_data_net::Interval;
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::rules::Random;

use super::super::key::read;
use super::super::random;
use super::*;

#[test]
fn factors_bring_together_what_runs_read() {
    let found = Cell::new(0);
    for_seeds(500, |seed| {
        let mut random = Random::new(seed);
        let extents = random::extents(&mut random, 24, Interval::new(-3, 12));
        let slots = Slots::of(&extents, &[], random.below(64) as u32).unwrap();
        let chosen: Vec<CellId> =
            (0..random.below(5)).map(|_| CellId::new(random.below(24) as usize)).collect();
        let Some((key, gathers)) = Gathers::<2>::key_of(&chosen, &slots) else { return };
        found.set(found.get() + usize::from(key.runs().len() > 1));
        let mut words = vec![0; slots.words()];
        for _ in 0..50 {
            let numbers: Vec<i64> = extents.iter().map(|extent| random.of(extent.range)).collect();
            slots.pack(|cell| numbers[cell.index()], &mut words);
            assert_eq!(gathers.read::<0>(&words), read(key.runs(), &words), "{chosen:?} in {extents:?}");
        }
        if slots.words() == 1 {
            assert_eq!(gathers.read::<1>(&words), read(key.runs(), &words), "{chosen:?} in {extents:?}");
        }
    });
    assert!(is_met(found.get(), 50), "{found:?} keys are several runs and have factors");
}

#[test]
fn orders_are_all_permutations() {
    let mut order = vec![0, 1, 2, 3];
    let mut count = 1;
    while next_order(&mut order) {
        count += 1;
    }
    assert_eq!((count, order), (24, vec![3, 2, 1, 0]));
}
