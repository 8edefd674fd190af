//! Tests of samples of tiny systems: complete if they fit, and the same each time.

use sanderling_system::SlotId;
use sanderling_testkit::tiny::Counter;
use sanderling_testkit::tiny::systems::{deadlock, diamond, one_way_chain, ring, self_loop};

use super::{Effort, Sample};

fn of_states(states: usize) -> Effort {
    Effort { states, ..Effort::default() }
}

#[test]
fn small_state_spaces_are_seen_whole() {
    for (system, states, steps) in [(ring(9), 9, 18), (diamond(6), 64, 192), (one_way_chain(40), 41, 40)] {
        let sample = Sample::of(&system, Effort::default());
        assert_eq!((sample.states(), sample.steps(), sample.is_whole()), (states, steps, true));
        assert_eq!(Sample::of(&system, Effort::whole(1000)).steps(), steps);
    }
    assert!(Sample::of(&self_loop(), Effort::default()).is_whole());
    let sample = Sample::of(&deadlock(), Effort::default());
    assert_eq!((sample.states(), sample.steps(), sample.slots.len()), (1, 0, 0));
}

#[test]
fn large_ones_are_seen_in_part_and_the_same_part_each_time() {
    let system = diamond(12);
    let sample = Sample::of(&system, of_states(500));
    assert_eq!((sample.states(), sample.is_whole()), (500, false));
    let again = Sample::of(&system, of_states(500));
    assert_eq!(sample.steps, again.steps);
    let last = *sample.slots[0].values.last().unwrap();
    assert!(last.count_ones() > 8, "walks lead far: {last}");
}

#[test]
fn every_effort_is_a_limit() {
    let system = diamond(12);
    assert_eq!(Sample::of(&system, Effort { values: 70, ..Effort::default() }).states(), 70);
    let few_steps = Sample::of(&system, Effort { steps: 100, ..Effort::default() });
    assert!((100..112).contains(&few_steps.steps()), "a state has no more than 12");
    assert_eq!(Sample::of(&system, of_states(0)).states(), 1);
}

#[test]
fn positions_are_those_of_ascending_values() {
    let sample = Sample::of(&ring(4), Effort::default());
    let [slot] = &sample.slots[..] else { panic!("one slot has several values") };
    assert_eq!((slot.slot, &slot.values[..]), (SlotId::new(0), &[0, 1, 2, 3][..]));
    for &(from, to) in &sample.steps {
        let distance = slot.positions[from as usize].abs_diff(slot.positions[to as usize]);
        assert!(distance == 1 || distance == 3);
    }
}

#[test]
fn events_that_break_an_assumption_are_passed_over() {
    let sample = Sample::of(&Counter::up_to(9), Effort::default());
    assert_eq!((sample.states(), sample.steps()), (2, 1), "it is made for two counts");
}
