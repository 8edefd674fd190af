//! Tests of derived measures on nets with known effects, and on random ones.

use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_net::Net;
use sanderling_system::Dependencies;
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::{Counter, nets};

use super::{Component, Effect, Linear, derive, effects};

fn model(net: &Net) -> FieldModel {
    FieldModel::compile(Knowledge::of(net).unwrap())
}

fn linear(system: &impl Dependencies) -> Linear {
    let mut measure = derive(system).expect("something is added to");
    let Some(Component::Linear(linear)) = measure.components.pop() else { panic!("one linear component") };
    linear
}

/// Returns the offset of each event in the derived function.
fn offsets(net: &Net) -> Vec<i128> {
    let model = model(net);
    let linear = linear(&model);
    let coefficient = |slot: usize| {
        let term = linear.terms.iter().find(|&&(other, _)| other.index() == slot);
        term.map_or(0, |&(_, coefficient)| i128::from(coefficient))
    };
    let offset = |effect: &Effect| effect.iter().map(|&(slot, sum)| sum * coefficient(slot)).sum();
    effects(&model.dependencies(), model.slots()).iter().map(offset).collect()
}

#[test]
fn nothing_regresses_if_no_event_undoes_others() {
    for net in [nets::diamond(5), nets::one_way_chain(7), nets::source(), nets::filling(9)] {
        let offsets = offsets(&net);
        assert!(offsets.iter().all(|&offset| offset > 0 && offset == offsets[0]), "{offsets:?}");
    }
}

#[test]
fn around_a_circle_one_event_takes_back_what_the_others_add() {
    for net in [nets::clock(6), nets::ring(6, 3)] {
        let mut offsets = offsets(&net);
        offsets.sort_unstable();
        assert_eq!(offsets.iter().sum::<i128>(), 0);
        assert_eq!(offsets[0], -5 * offsets[1]);
        assert!(offsets[1] > 0 && offsets[1..].iter().all(|&offset| offset == offsets[1]));
    }
}

#[test]
fn every_philosopher_regresses_once_a_round() {
    let regressing = offsets(&nets::philosophers(5)).iter().filter(|&&offset| offset < 0).count();
    assert!((1..=10).contains(&regressing), "{regressing}");
}

#[test]
fn a_counter_that_goes_both_ways_regresses_on_one() {
    let terms = linear(&Counter::up_and_down(3)).terms;
    assert_eq!(terms.len(), 1);
    assert_eq!(terms[0].1.abs(), 1);
}

#[test]
fn slots_that_are_put_are_left_out() {
    let net = nets::every_arc();
    let linear = linear(&model(&net));
    assert!(linear.terms.iter().all(|(slot, _)| slot.index() != 0), "the first slot is reset");
}

#[test]
fn nets_without_effects_have_no_function() {
    for net in [nets::self_loop(), nets::empty()] {
        assert_eq!(derive(&model(&net)), None);
    }
}

#[test]
fn random_nets_have_functions_that_some_event_raises() {
    for_seeds(60, |seed| {
        for shape in [Shape::plain(), Shape::special(), Shape::conservative()] {
            let net = random::net(seed, &shape);
            if derive(&model(&net)).is_some() {
                assert!(offsets(&net).iter().any(|&offset| offset > 0), "{}", net.id);
            }
        }
    });
}
