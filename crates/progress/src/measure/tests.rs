//! Tests of measures on states, and on numbers at the limits of their range.

use sanderling_system::{Dependencies, EventId, Fired, SlotId, System};
use sanderling_testkit::tiny::Counter;

use super::{Component, Linear, Measure, Ranked};

fn slot(index: usize) -> SlotId {
    SlotId::new(index)
}

fn linear(terms: &[(usize, i64)], constant: i64) -> Component {
    let terms = terms.iter().map(|&(index, coefficient)| (slot(index), coefficient)).collect();
    Component::Linear(Linear { terms, constant })
}

#[test]
fn linear_components_are_weighted_sums() {
    let value = |slot: SlotId| [5, 7, 11][slot.index()];
    assert_eq!(linear(&[(0, 2), (2, -1)], 3).of(&value), 2);
    assert_eq!(Component::Linear(Linear::slot(slot(1), -1)).of(&value), -7);
}

#[test]
fn numbers_too_large_are_cut_off_in_order() {
    let at = |value: i128| linear(&[(0, i64::MAX)], 1).of(&|_| value);
    assert_eq!(at(i128::MAX), i64::MAX);
    assert_eq!(at(i128::MIN), i64::MIN);
    assert_eq!(at(0), 1);
    assert!(at(-1) < at(0) && at(0) < at(1) && at(1) <= at(2));
}

#[test]
fn unknown_values_rank_as_the_nearest_known_ones() {
    let ranked = Ranked::new(slot(0), vec![(10, 3), (2, 8), (5, 1)]);
    let ranks: Vec<_> = [i128::MIN, 2, 3, 4, 5, 7, 8, 10, i128::MAX].map(|value| ranked.rank(value)).into();
    assert_eq!(ranks, [8, 8, 8, 1, 1, 1, 3, 3, 3]);
    assert_eq!(Ranked::new(slot(0), vec![(i128::MIN, 4), (i128::MAX, 5)]).rank(0), 5, "2^127 to the left");
}

#[test]
fn a_counter_progresses_as_it_counts() {
    let counter = Counter::up_to(5);
    let measure = Measure { components: vec![linear(&[(0, -1)], 9), linear(&[(0, 1)], 0)] };
    let (mut state, mut successor, mut progress) = ([0], [0], vec![77]);
    counter.initial(&mut state);
    let mut scratch = counter.scratch();
    counter.unpack::<1>(&state, &mut scratch);
    measure.evaluate(&counter, &state, &scratch, &mut progress);
    assert_eq!(progress, [9, 0]);
    assert_eq!(counter.fire::<1>(&state, &scratch, EventId::new(0), &mut successor), Fired::Successor);
    counter.unpack::<1>(&successor, &mut scratch);
    measure.evaluate(&counter, &successor, &scratch, &mut progress);
    assert_eq!(progress, [8, 1]);
    assert_eq!(counter.slots(), 1);
}

#[test]
fn measures_that_distinguish_no_states_are_constant() {
    assert!(Measure::default().is_constant());
    let same = Component::Ranked(Ranked::new(slot(0), vec![(0, 4), (1, 4)]));
    let several = Component::Ranked(Ranked::new(slot(0), vec![(0, 4), (1, 5)]));
    assert!(Measure { components: vec![linear(&[(3, 0)], 8), same] }.is_constant());
    assert!(!Measure { components: vec![several] }.is_constant());
    assert!(!Measure { components: vec![linear(&[(3, 1)], 0)] }.is_constant());
}
