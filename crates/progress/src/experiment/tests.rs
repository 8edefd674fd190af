//! Tests of the cost of a sweep on small graphs.

use super::{Cost, Successors, sweep};

fn cost(steps: &[(u32, u32)], classes: &[u32]) -> Option<Cost> {
    sweep(&Successors::new(classes.len(), steps), classes, 3)
}

#[test]
fn a_chain_with_progress_stores_two_states() {
    let steps: Vec<_> = (0..9).map(|state| (state, state + 1)).collect();
    let classes: Vec<_> = (0..10).collect();
    assert_eq!(cost(&steps, &classes), Some(Cost { peak: 2, visits: 10 }));
    assert_eq!(cost(&steps, &[0; 10]), Some(Cost { peak: 10, visits: 10 }), "all are one class");
}

#[test]
fn the_target_of_a_regress_persists_and_begins_a_sweep() {
    let steps = [(0, 1), (1, 2), (2, 3), (3, 0)];
    assert_eq!(cost(&steps, &[0, 1, 2, 3]), Some(Cost { peak: 3, visits: 8 }), "0 persists");
    assert_eq!(cost(&steps, &[3, 2, 1, 0]), Some(Cost { peak: 4, visits: 5 }), "0 is met again");
}

#[test]
fn a_sweep_of_too_many_visits_is_given_up() {
    // Each regress starts another pass through the tail.
    let mut steps: Vec<_> = (4..40).map(|state| (state, state + 1)).collect();
    steps.extend([(40, 3), (40, 2), (40, 1), (0, 4), (1, 4), (2, 4), (3, 4), (3, 2), (2, 1)]);
    let classes: Vec<_> = (0..41).collect();
    assert!(cost(&steps, &classes).is_some_and(|cost| cost.visits > 41));
    assert_eq!(sweep(&Successors::new(41, &steps), &classes, 1), None);
}

#[test]
fn less_memory_is_worth_more_visits() {
    let weight = |peak, visits| Cost { peak, visits }.weight();
    assert!(weight(5, 39) < weight(10, 10) && weight(5, 41) > weight(10, 10));
}

#[test]
fn nothing_costs_nothing() {
    assert_eq!(cost(&[], &[]), Some(Cost { peak: 0, visits: 0 }));
}
