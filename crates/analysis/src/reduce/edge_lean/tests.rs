//! Tests that the reduced search visits every state, in several orders, with and without forgetting.

use std::collections::HashSet;

use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_net::Net;
use sanderling_system::{EventId, Fired, System};
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::nets;

use super::{EdgeLean, Independence, SelectsEvents};

/// Chooses the next of the open states, given their number.
type Choice = fn(usize, &mut u64) -> usize;

const CHOICES: [Choice; 3] = [
    |_, _| 0,
    |open, _| open - 1,
    |open, random| {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*random >> 33) as usize % open
    },
];

/// Returns the states found and the number of events fired. If `forget` gives an interval, all stored states
/// except the open ones are forgotten after each such number of firings, at most three times.
fn explore(
    model: &FieldModel,
    lean: Option<EdgeLean<'_>>,
    choose: Choice,
    forget: Option<usize>,
) -> (HashSet<Vec<u64>>, usize) {
    let mut initial = vec![0; model.words()];
    model.initial(&mut initial);
    let mut open = vec![(initial.clone(), None)];
    let (mut found, mut stored) = (HashSet::from([initial.clone()]), HashSet::from([initial]));
    let (mut fired, mut forgotten, mut random) = (0, 0, 1);
    while !open.is_empty() {
        let (state, arrival) = open.remove(choose(open.len(), &mut random));
        let (mut scratch, mut events) = (model.scratch(), Vec::new());
        model.unpack::<0>(&state, &mut scratch);
        model.enabled::<0>(&state, &scratch, &mut events);
        if let Some(mut lean) = lean {
            lean.select((model, &state, &scratch), arrival, &mut events);
        }
        for event in events {
            fired += 1;
            let mut successor = vec![0; model.words()];
            if model.fire::<0>(&state, &scratch, event, &mut successor) != Fired::Successor {
                continue;
            }
            found.insert(successor.clone());
            if stored.insert(successor.clone()) {
                open.push((successor, Some(event)));
            }
        }
        if forget.is_some_and(|interval| fired > interval * (forgotten + 1)) && forgotten < 3 {
            forgotten += 1;
            stored = open.iter().map(|(state, _)| state.clone()).collect();
        }
    }
    (found, fired)
}

/// Checks that no state is lost. Returns the numbers of events fired with and without the reduction.
fn check(net: &Net) -> (usize, usize) {
    let model = FieldModel::compile(Knowledge::of(net).unwrap());
    let independence = Independence::of(&model).unwrap();
    let lean = EdgeLean::new(&independence, net.arcs.len().is_multiple_of(2));
    let (states, all) = explore(&model, None, CHOICES[0], None);
    let mut least = all;
    for choose in CHOICES {
        let (found, fired) = explore(&model, Some(lean), choose, None);
        assert_eq!(found, states, "{}", net.id);
        assert!(fired <= all, "each state is expanded once");
        least = least.min(fired);
        for interval in [3, 20] {
            assert_eq!(explore(&model, Some(lean), choose, Some(interval)).0, states, "{}", net.id);
        }
    }
    (least, all)
}

#[test]
fn a_diamond_keeps_its_states_and_one_edge_to_each() {
    assert_eq!(check(&nets::diamond(5)), (31, 5 * 16));
}

#[test]
fn small_nets_keep_their_states_in_every_order() {
    for net in [nets::philosophers(4), nets::ring(5, 3), nets::lock_order(), nets::clock(4)] {
        check(&net);
    }
}

#[test]
fn random_nets_keep_their_states_in_every_order() {
    let saved = std::cell::Cell::new(0);
    for_seeds(150, |seed| {
        let (fired, all) = check(&random::net(seed, &Shape::conservative_special()));
        saved.set(saved.get() + all - fired);
    });
    assert!(saved.get() > 0);
}

#[test]
fn where_nothing_led_everything_stays() {
    let model = FieldModel::compile(Knowledge::of(&nets::diamond(3)).unwrap());
    let independence = Independence::of(&model).unwrap();
    let (mut state, scratch) = (vec![0; model.words()], model.scratch());
    model.initial(&mut state);
    let selected = |is_reversed, arrival: Option<usize>, among: std::ops::Range<usize>| {
        let mut events: Vec<_> = among.map(EventId::new).collect();
        let mut lean = EdgeLean::new(&independence, is_reversed);
        lean.select((&model, &state, &scratch), arrival.map(EventId::new), &mut events);
        events.into_iter().map(EventId::index).collect::<Vec<_>>()
    };
    assert_eq!(selected(false, None, 0..3), [0, 1, 2]);
    assert_eq!(selected(false, Some(1), 0..3), [0, 1]);
    assert_eq!(selected(true, Some(1), 0..3), [1, 2]);
}
