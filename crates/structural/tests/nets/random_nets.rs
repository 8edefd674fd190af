//! Reductions of random nets keep what they promise: each rule alone, all rules together, and reductions cancelled at
//! any point.

mod generator;

use std::cell::Cell;
use std::time::Duration;

use crate::oracle::{Explored, check};
use generator::{preserved, refined};
use sanderling_structural::{Budget, RULES, reduce, reduce_by};
use sanderling_testkit::random::{for_seeds, is_met};

const LIMIT: usize = 200;

fn in_time() -> Budget<'static> {
    Budget::of(Duration::from_secs(3600))
}

#[test]
fn all_rules_together_keep_what_they_promise() {
    for_seeds(2500, |seed| {
        let net = refined(seed);
        let original = Explored::of(&net, LIMIT);
        for variant in 0..3 {
            let preserved = preserved(&net, seed * 3 + variant);
            let reduction = reduce(&net, &preserved, &in_time()).unwrap();
            check(&net, &original, &preserved, &reduction, LIMIT);
        }
    });
}

#[test]
fn each_rule_alone_keeps_what_it_promises_and_is_applied() {
    let applied = vec![Cell::new(0); RULES.len()];
    for_seeds(1500, |seed| {
        let net = refined(seed);
        let original = Explored::of(&net, LIMIT);
        for (rule, applied) in RULES.iter().zip(&applied) {
            let preserved = preserved(&net, seed);
            let reduction = reduce_by(&[*rule], &net, &preserved, &in_time()).unwrap();
            if reduction.removed()[0].applications > 0 {
                applied.set(applied.get() + 1);
                check(&net, &original, &preserved, &reduction, LIMIT);
            }
        }
    });
    for (rule, applied) in RULES.iter().zip(&applied) {
        assert!(is_met(applied.get(), 15), "{} was applied to {} nets", rule.name, applied.get());
    }
}

#[test]
fn a_reduction_that_is_cut_off_is_valid() {
    for_seeds(1000, |seed| {
        let net = refined(seed);
        let original = Explored::of(&net, LIMIT);
        let preserved = preserved(&net, seed);
        let left = Cell::new(seed % 60);
        let is_cancelled = || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        };
        let budget = Budget { time: Duration::from_secs(3600), is_cancelled: &is_cancelled };
        let reduction = reduce(&net, &preserved, &budget).unwrap();
        check(&net, &original, &preserved, &reduction, LIMIT);
    });
}
