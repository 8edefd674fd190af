//! Tests that the naive explorer finds the statistics of nets that were counted by hand.

use sanderling_net::{ArcKind, NestedUnits, Net, PlaceId, Unit, UnitId};

use super::{Explored, Stopped, explore, respects};
use crate::corpora::{CONFORMANCE, Statistics};
use crate::tiny::nets;

use ArcKind::{Inhibitor, Input, Output, Reset};

fn explored(net: &Net) -> Explored {
    explore(net, 100_000).unwrap_or_else(|stopped| panic!("{}: {stopped:?}", net.id))
}

/// Returns the numbers of states, firings and deadlocks, and the length of a shortest path to a deadlock.
fn summary(net: &Net) -> (usize, u64, usize, Option<usize>) {
    let explored = explored(net);
    (explored.states(), explored.firings, explored.deadlocks.len(), explored.shortest_deadlock())
}

#[test]
fn tiny_nets_have_the_statistics_that_they_promise() {
    let cases = [
        (nets::clock(7), (7, 7, 0, None)),
        (nets::ring(4, 3), (20, 40, 0, None)),
        (nets::diamond(4), (16, 32, 1, Some(4))),
        (nets::one_way_chain(5), (6, 5, 1, Some(5))),
        (nets::deadlock(), (1, 0, 1, Some(0))),
        (nets::self_loop(), (1, 1, 0, None)),
        (nets::empty(), (1, 0, 1, Some(0))),
        (nets::filling(3), (4, 3, 1, Some(3))),
        (nets::lock_order(), (6, 8, 1, Some(2))),
        (nets::every_arc(), (3, 2, 1, Some(2))),
        (nets::philosophers(5), (243, 945, 2, Some(5))),
    ];
    for (net, statistics) in cases {
        assert_eq!(summary(&net), statistics, "{}", net.id);
    }
}

#[test]
fn levels_count_the_states_by_distance() {
    assert_eq!(explored(&nets::diamond(3)).levels, [1, 3, 3, 1]);
    let chain = explored(&nets::one_way_chain(2));
    assert_eq!(chain.levels, [1, 1, 1]);
    assert_eq!(chain.deadlocks.iter().map(|&(_, distance)| distance).collect::<Vec<_>>(), [2]);
}

#[test]
fn bounds_are_the_most_tokens_that_are_seen() {
    let ring = explored(&nets::ring(3, 2));
    assert_eq!((ring.bounds, ring.max_tokens_in_place, ring.max_tokens_in_marking), (vec![2, 2, 2], 2, 2));
    let dead = nets::deadlock();
    assert!(explored(&dead).fired.is_empty());
    assert_eq!(explored(&nets::clock(3)).fired.len(), 3);
}

#[test]
fn an_unbounded_net_reaches_the_limit() {
    assert_eq!(explore(&nets::source(), 100).map(|e| e.states()), Err(Stopped::LimitReached));
}

#[test]
fn an_overflow_is_reported() {
    let net = nets::net("n", &[u64::MAX, 1], 1, &[(1, 0, Input, 1), (0, 0, Output, 1)]);
    assert_eq!(explore(&net, 10).map(|e| e.states()), Err(Stopped::Overflow(PlaceId::new(0))));
}

/// Returns handwritten nets with the same features as some of the conformance nets.
fn like_the_conformance_nets() -> Vec<(&'static str, Net)> {
    let parallel = [(0, 0, Input, 1), (0, 0, Input, 1), (1, 0, Output, 1), (1, 0, Output, 2)];
    let loop_of_two = [(0, 0, Input, 2), (0, 0, Output, 2)];
    let big = 1 << 32;
    let mut capacity = nets::net("C16", &[0], 1, &[(0, 0, Output, 1)]);
    capacity.places[0].capacity = Some(2);
    let inhibitor = [(0, 0, Input, 1), (1, 0, Inhibitor, 2), (1, 1, Input, 1)];
    let count = [(0, 0, Input, 1), (1, 0, Input, 1), (1, 0, Output, 1)];
    let reset = [&count[..], &[(1, 1, Input, 1), (2, 1, Output, 1), (0, 1, Reset, 1)]].concat();
    vec![
        ("C02", nets::net("C02", &[2, 0, 1], 1, &parallel)),
        ("C03", nets::net("C03", &[1, 1], 1, &loop_of_two)),
        ("C04", nets::net("C04", &[5, 1], 2, &[(1, 0, Input, 1)])),
        ("C09", nets::net("C09", &[big, big - 1, 0], 1, &[(0, 0, Input, big), (2, 0, Output, 1)])),
        ("C14", nets::net("C14", &[2, 2], 2, &inhibitor)),
        ("C15", nets::net("C15", &[3, 1, 0], 2, &reset)),
        ("C16", capacity),
    ]
}

#[test]
fn conformance_statistics_come_out_on_nets_like_them() {
    for (name, net) in like_the_conformance_nets() {
        let explored = explored(&net);
        let found = Statistics {
            states: explored.states() as u64,
            firings: explored.firings,
            deadlocks: explored.deadlocks.len() as u64,
            max_tokens_in_place: explored.max_tokens_in_place,
            max_tokens_in_marking: explored.max_tokens_in_marking,
        };
        let expected = CONFORMANCE.iter().find(|c| c.file == name).and_then(|c| c.statistics);
        assert_eq!(Some(found), expected, "{name}");
    }
}

#[test]
fn comparable_units_are_not_marked_together() {
    let unit = |places: &[usize], subunits: &[usize]| Unit {
        id: String::new(),
        places: places.iter().copied().map(PlaceId::new).collect(),
        subunits: subunits.iter().copied().map(UnitId::new).collect(),
    };
    let units = vec![unit(&[0], &[1, 2]), unit(&[1, 2], &[]), unit(&[3], &[])];
    let units = NestedUnits { root: UnitId::new(0), units, claims_safe: true };
    let respected = |tokens: &[u64]| respects(&units, &sanderling_net::semantics::Marking::of_tokens(tokens));
    assert!(respected(&[1, 0, 0, 0]) && respected(&[0, 1, 0, 1]) && respected(&[0; 4]));
    assert!(!respected(&[1, 0, 0, 1]), "a unit and one below it");
    assert!(!respected(&[0, 1, 1, 0]), "two places of a unit");
    assert!(!respected(&[0, 2, 0, 0]), "two tokens in a place");
}
