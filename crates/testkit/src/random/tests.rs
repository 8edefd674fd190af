//! Tests that random nets depend only on their seed, and have the required shape.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::json;

use super::{Shape, classes, coloured, for_seeds, is_met, net, share_of, symmetric, unit_safe_net, workflow};
use crate::naive::{Graph, Stopped, explore};

#[test]
fn the_same_seed_gives_the_same_net() {
    assert_eq!(net(7, &Shape::special()), net(7, &Shape::special()));
    assert_ne!(net(7, &Shape::special()), net(8, &Shape::special()));
    assert_eq!(coloured::net(7), coloured::net(7));
    assert_eq!(symmetric::net(7), symmetric::net(7));
}

#[test]
fn a_usual_run_takes_a_quarter_of_the_seeds_but_not_too_few() {
    assert_eq!([4000, 50, 20, 12, 5, 0].map(share_of), [1000, 12, 10, 6, 3, 0]);
}

#[test]
fn more_than_all_that_is_expected_is_enough_in_every_run() {
    assert!(is_met(101, 100) && is_met(101_usize, 100) && is_met(1_u32, 0));
}

#[test]
fn every_random_net_is_valid() {
    let shapes =
        [Shape::plain(), Shape::conservative_special(), Shape::large_counts(), Shape::claimed_units()];
    for_seeds(200, |seed| {
        let of_shapes = shapes.iter().map(|shape| net(seed, shape));
        for net in of_shapes.chain([unit_safe_net(seed), coloured::net(seed), symmetric::net(seed)]) {
            let found = net.validate();
            assert!(found.is_empty(), "{found}");
        }
    });
}

#[test]
fn conservative_nets_keep_their_tokens() {
    for_seeds(100, |seed| {
        let net = net(seed, &Shape { max_tokens: 2, ..Shape::conservative() });
        let Ok(explored) = explore(&net, 2_000) else { return };
        let total = explored.max_tokens_in_marking;
        assert!(explored.markings.keys().all(|marking| marking.total() == total));
    });
}

#[test]
fn nets_made_unit_safe_are_unit_safe() {
    for_seeds(100, |seed| {
        let explored = explore(&unit_safe_net(seed), 10_000).expect("they are bounded");
        assert!(explored.is_unit_safe);
        assert!(explored.max_tokens_in_place <= 1);
    });
}

#[test]
fn claims_of_safety_are_sometimes_right_and_sometimes_wrong() {
    let safe =
        |seed| explore(&net(seed, &Shape::claimed_units()), 10_000).map(|explored| explored.is_unit_safe);
    let verdicts: Vec<_> = (0..60).map(safe).collect();
    assert!(verdicts.contains(&Ok(true)) && verdicts.contains(&Ok(false)), "{verdicts:?}");
}

#[test]
fn coloured_nets_move() {
    let explored: Vec<_> = (0..100).filter_map(|seed| explore(&coloured::net(seed), 300).ok()).collect();
    let moving = explored.iter().filter(|e| e.states() > 5).count();
    assert!(
        explored.len() > 40 && moving > 20,
        "{} of 100 are small, {moving} of these move",
        explored.len()
    );
}

#[test]
fn plain_nets_are_bounded_or_not() {
    let outcomes: Vec<_> = (0..100).map(|seed| explore(&net(seed, &Shape::plain()), 500)).collect();
    assert!(outcomes.iter().any(|o| matches!(o, Err(Stopped::LimitReached))));
    assert!(outcomes.iter().filter(|o| o.is_ok()).count() > 20);
}

/// Returns a document with a few of its bytes changed, duplicated or removed.
fn mutated(document: &[u8], random: &mut StdRng) -> Vec<u8> {
    let mut bytes = document.to_vec();
    for _ in 0..random.random_range(1..=3) {
        let position = random.random_range(0..bytes.len());
        match random.random_range(0..4) {
            0 => bytes[position] = random.random_range(b' '..=b'~'),
            1 => bytes[position] = random.random_range(b'0'..=b'9'),
            2 => drop(bytes.remove(position)),
            _ => bytes.insert(position, bytes[position]),
        }
    }
    bytes
}

#[test]
fn nets_from_damaged_documents_have_a_meaning() {
    let accepted = std::cell::Cell::new(0);
    for_seeds(100, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        for net in [coloured::net(seed), net(seed, &Shape::special()), unit_safe_net(seed)] {
            let mut document = Vec::new();
            json::write(&net, &mut document).unwrap();
            for _ in 0..20 {
                let Ok(net) = json::read(&mutated(&document, &mut random)) else { continue };
                accepted.set(accepted.get() + 1);
                // The exploration does not panic, whatever the net means.
                let _ = explore(&net, 20);
            }
        }
    });
    assert!(accepted.get() > 0, "no damaged document was accepted");
}

/// Returns how many of the nets have each truth value; the others have too many markings.
fn split(count: u64, decide: impl Fn(u64) -> Option<bool>) -> [usize; 2] {
    let verdicts: Vec<bool> = (0..count).filter_map(decide).collect();
    [true, false].map(|value| verdicts.iter().filter(|&&verdict| verdict == value).count())
}

#[test]
fn nets_of_each_class_are_sometimes_live_and_sometimes_not() {
    for (class, make) in [
        ("marked graph", classes::marked_graph as fn(u64) -> sanderling_net::Net),
        ("state machine", classes::state_machine),
        ("free choice", classes::free_choice),
    ] {
        let is_live = |seed| {
            let net = make(seed);
            assert!(net.validate().is_empty(), "{class} {seed}: {}", net.validate());
            Graph::explore(&net, 500).ok().map(|graph| graph.is_live(&net))
        };
        let [live, dying] = split(300, is_live);
        println!("{class}: {live} live, {dying} not live");
        assert!(live > 20 && dying > 20, "{class}: {live} live, {dying} not live");
    }
}

#[test]
fn refined_workflow_nets_are_sound_and_broken_ones_often_are_not() {
    let is_sound = |net: sanderling_net::Net| {
        assert!(net.validate().is_empty(), "{}: {}", net.id, net.validate());
        let sink = sanderling_net::PlaceId::new(1);
        Graph::explore(&net, 2000).ok().map(|graph| graph.is_sound(&net, sink))
    };
    let [sound, unsound] = split(200, |seed| is_sound(workflow::net(seed, 0..=12, 0..=0)));
    assert!(sound > 150 && unsound == 0, "{sound} sound, {unsound} unsound");
    let [sound, unsound] = split(200, |seed| is_sound(workflow::net(seed, 2..=12, 1..=2)));
    println!("broken: {sound} sound, {unsound} unsound");
    assert!(sound > 20 && unsound > 20, "{sound} sound, {unsound} unsound");
}
