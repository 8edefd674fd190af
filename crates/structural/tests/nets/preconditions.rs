//! For each rule a net on which it applies, and nets on which one precondition fails.

use std::time::Duration;

use crate::oracle::{Explored, check};
use sanderling_net::ArcKind::{self, Inhibitor, Input, Output, Read, Reset};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_structural::{Budget, Preserved, RULES, Reduction, reduce, reduce_by};
use sanderling_testkit::tiny::nets::net;

const LIMIT: usize = 200;

fn deadlocks() -> Preserved {
    Preserved { deadlocks: true, ..Preserved::default() }
}

fn places(places: &[usize]) -> Preserved {
    Preserved { places: places.iter().map(|&place| PlaceId::new(place)).collect(), ..Preserved::default() }
}

fn build(tokens: &[u64], transitions: usize, arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    net("hand-made", tokens, transitions, arcs)
}

/// Reduces by one rule only, checks what comes out, and says whether it was applied.
fn applies(rule: &str, net: &Net, preserved: &Preserved) -> bool {
    let rules: Vec<_> = RULES.iter().copied().filter(|known| known.name == rule).collect();
    assert_eq!(rules.len(), 1, "{rule}");
    let reduction = reduce_by(&rules, net, preserved, &Budget::of(Duration::from_secs(60))).unwrap();
    check(net, &Explored::of(net, LIMIT), preserved, &reduction, LIMIT);
    reduction.removed()[0].applications > 0
}

fn reduced(net: &Net, preserved: &Preserved) -> Reduction {
    let reduction = reduce(net, preserved, &Budget::of(Duration::from_secs(60))).unwrap();
    check(net, &Explored::of(net, LIMIT), preserved, &reduction, LIMIT);
    reduction
}

#[test]
fn a_place_that_never_loses_tokens_is_not_tested() {
    let arcs = [(0, 0, Input, 2), (0, 0, Output, 2), (1, 0, Output, 1)];
    assert!(applies("monotone_places", &build(&[2, 0], 1, &arcs), &places(&[1])));
    let taken = [arcs.as_slice(), &[(0, 1, Input, 1)]].concat();
    assert!(!applies("monotone_places", &build(&[2, 0], 2, &taken), &places(&[1])));
    let emptied = [arcs.as_slice(), &[(0, 1, Reset, 1)]].concat();
    assert!(!applies("monotone_places", &build(&[2, 0], 2, &emptied), &places(&[1])));
}

#[test]
fn places_that_are_read_and_reset_become_empty() {
    let arcs = [
        (0, 0, Read, 1),
        (0, 0, Reset, 1),
        (1, 0, Output, 1),
        (0, 1, Inhibitor, 1),
        (1, 1, Input, 1),
        (2, 1, Output, 1),
    ];
    assert!(!applies("monotone_places", &build(&[1, 0, 0], 2, &arcs), &places(&[2])));
    reduced(&build(&[1, 0, 0], 2, &arcs), &places(&[2]));
}

#[test]
fn a_loop_needs_more_capacity_than_its_place_has() {
    let mut net = build(&[2, 0], 1, &[(0, 0, Input, 2), (0, 0, Output, 2), (1, 0, Output, 1)]);
    net.places[0].capacity = Some(1);
    assert!(!applies("monotone_places", &net, &deadlocks()));
}

#[test]
fn transitions_of_an_unmarked_siphon_are_dead() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 1), (0, 1, Output, 1)];
    assert!(applies("unmarked_parts", &build(&[0, 0], 2, &arcs), &deadlocks()));
    let marked = [arcs.as_slice(), &[(0, 2, Output, 1)]].concat();
    assert!(!applies("unmarked_parts", &build(&[0, 0], 3, &marked), &deadlocks()));
}

#[test]
fn a_dead_transition_of_the_query_stays() {
    let net = build(&[0], 1, &[(0, 0, Input, 1)]);
    let preserved = Preserved { transitions: [TransitionId::new(0)].into(), ..Preserved::default() };
    assert!(!applies("unmarked_parts", &net, &preserved));
    assert!(reduced(&net, &preserved).transition(TransitionId::new(0)).is_some());
}

#[test]
fn an_unobserved_sink_place_is_removed() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1)];
    assert!(applies("sink_places", &build(&[1, 0], 1, &arcs), &places(&[0])));
    assert!(!applies("sink_places", &build(&[1, 0], 1, &arcs), &places(&[0, 1])));
    let inhibiting = [arcs.as_slice(), &[(1, 0, Inhibitor, 1)]].concat();
    assert!(!applies("sink_places", &build(&[2, 0], 1, &inhibiting), &places(&[0])));
    let mut full = build(&[2, 0], 1, &arcs);
    full.places[1].capacity = Some(1);
    assert!(!applies("sink_places", &full, &places(&[0])));
}

#[test]
fn always_enabled_transitions_exclude_deadlocks() {
    let mut net = build(&[0], 1, &[(0, 0, Output, 1)]);
    assert!(applies("always_enabled", &net, &deadlocks()));
    assert!(reduced(&net, &deadlocks()).is_never_dead());
    net.places[0].capacity = Some(3);
    assert!(!applies("always_enabled", &net, &deadlocks()));
    assert!(!reduced(&net, &deadlocks()).is_never_dead());
}

#[test]
fn a_transition_with_the_same_effect_that_needs_more_is_removed() {
    let strict =
        [(0, 0, Input, 1), (1, 0, Output, 1), (0, 1, Input, 2), (0, 1, Output, 1), (1, 1, Output, 1)];
    assert!(applies("dominated_transitions", &build(&[3, 0], 2, &strict), &places(&[0, 1])));
    let more = [(0, 0, Input, 1), (1, 0, Output, 1), (0, 1, Input, 2), (0, 1, Output, 1), (1, 1, Output, 2)];
    assert!(!applies("dominated_transitions", &build(&[3, 0], 2, &more), &places(&[0, 1])));
    // The transition that needs fewer tokens is disabled in markings that inhibit it.
    let inhibited = [&strict[..], &[(1, 0, Inhibitor, 1)]].concat();
    assert!(!applies("dominated_transitions", &build(&[3, 0], 2, &inhibited), &places(&[0, 1])));
    let both = [&inhibited[..], &[(1, 1, Inhibitor, 1)]].concat();
    assert!(applies("dominated_transitions", &build(&[3, 0], 2, &both), &places(&[0, 1])));
}

#[test]
fn reading_a_place_that_is_too_full_differs_from_a_loop() {
    let arcs = [
        (0, 0, Input, 2),
        (0, 0, Output, 2),
        (1, 0, Output, 1),
        (2, 0, Input, 1),
        (0, 1, Read, 2),
        (1, 1, Output, 1),
        (2, 1, Input, 1),
    ];
    let mut net = build(&[2, 0, 1], 2, &arcs);
    net.places[0].capacity = Some(1);
    assert!(!applies("dominated_transitions", &net, &places(&[1])));
}

#[test]
fn a_test_may_go_where_another_transition_shows_the_same() {
    let loops = [(0, 0, Input, 1), (0, 0, Output, 1)];
    assert!(applies("superfluous_tests", &build(&[1, 0], 1, &loops), &places(&[1])));
    assert!(!applies("superfluous_tests", &build(&[1, 0], 1, &loops), &deadlocks()));
    let covered = [loops.as_slice(), &[(0, 1, Input, 1), (1, 1, Output, 1)]].concat();
    assert!(applies("superfluous_tests", &build(&[1, 0], 2, &covered), &deadlocks()));
}

#[test]
fn terminating_nets_have_a_dead_marking() {
    let line = [(0, 0, Input, 1), (1, 0, Output, 2), (1, 1, Input, 1), (2, 1, Output, 1)];
    let net = build(&[3, 0, 0], 2, &line);
    assert!(applies("influence", &net, &deadlocks()));
    assert_eq!(reduced(&net, &deadlocks()).net().transitions.len(), 0);
    let circle = [line.as_slice(), &[(2, 2, Input, 2), (0, 2, Output, 1)]].concat();
    assert!(!applies("influence", &build(&[3, 0, 0], 3, &circle), &deadlocks()));
}

#[test]
fn a_source_fills_a_place_when_it_is_wanted() {
    let arcs = [(0, 0, Output, 2), (0, 1, Input, 3), (1, 1, Input, 1), (2, 1, Output, 1)];
    let mut net = build(&[0, 2, 0], 2, &arcs);
    assert!(applies("source_transitions", &net, &places(&[2])));
    assert!(!applies("source_transitions", &net, &deadlocks()));
    assert!(!applies("source_transitions", &net, &places(&[0])));
    net.places[0].capacity = Some(4);
    assert!(!applies("source_transitions", &net, &places(&[2])));
}

#[test]
fn consumers_that_can_always_fire_are_agglomerated() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 4), (1, 1, Input, 2), (2, 1, Output, 1)];
    assert!(applies("post_agglomeration", &build(&[2, 3, 0], 2, &arcs), &places(&[0])));
    assert!(!applies("post_agglomeration", &build(&[2, 3, 0], 2, &arcs), &places(&[0, 2])));
    let watched = [arcs.as_slice(), &[(2, 0, Inhibitor, 1)]].concat();
    assert!(!applies("post_agglomeration", &build(&[2, 3, 0], 2, &watched), &deadlocks()));
    let odd = [(0, 0, Input, 1), (1, 0, Output, 3), (1, 1, Input, 2), (2, 1, Output, 1)];
    assert!(!applies("post_agglomeration", &build(&[2, 0, 0], 2, &odd), &places(&[0])));
    let choice = [arcs.as_slice(), &[(1, 2, Input, 2), (3, 2, Output, 1)]].concat();
    assert!(!applies("post_agglomeration", &build(&[2, 0, 0, 0], 3, &choice), &places(&[0])));
}

#[test]
fn tokens_with_one_consumer_may_wait() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 2), (2, 1, Input, 1), (3, 1, Output, 1)];
    assert!(applies("pre_agglomeration", &build(&[5, 0, 1, 0], 2, &arcs), &deadlocks()));
    assert!(applies("pre_agglomeration", &build(&[5, 0, 1, 0], 2, &arcs), &places(&[3])));
    assert!(!applies("pre_agglomeration", &build(&[5, 0, 1, 0], 2, &arcs), &places(&[0])));
    assert!(!applies("pre_agglomeration", &build(&[5, 1, 1, 0], 2, &arcs), &deadlocks()));
    for kind in [Input, Inhibitor, Reset, Read] {
        let wanted = [arcs.as_slice(), &[(0, 2, kind, 1), (2, 2, Input, 1)]].concat();
        assert!(!applies("pre_agglomeration", &build(&[5, 0, 1, 0], 3, &wanted), &deadlocks()));
    }
    let several = [arcs.as_slice(), &[(4, 2, Input, 1), (1, 2, Output, 1)]].concat();
    assert!(!applies("pre_agglomeration", &build(&[5, 0, 1, 0, 5], 3, &several), &deadlocks()));
    let mut full = build(&[5, 0, 1, 0], 2, &arcs);
    full.places[0].capacity = Some(5);
    assert!(!applies("pre_agglomeration", &full, &deadlocks()));
}

#[test]
fn a_place_that_another_one_vouches_for_goes() {
    let arcs = [(0, 0, Input, 1), (1, 0, Input, 2), (0, 1, Output, 1), (1, 1, Output, 2), (2, 1, Input, 1)];
    assert!(applies("implied_places", &build(&[1, 2, 3], 2, &arcs), &places(&[0])));
    assert!(applies("implied_places", &build(&[1, 2, 3], 2, &arcs), &places(&[1])));
    assert!(!applies("implied_places", &build(&[1, 1, 3], 2, &arcs), &places(&[0])));
    let emptied = |place| [arcs.as_slice(), &[(place, 1, Reset, 1)]].concat();
    assert!(applies("implied_places", &build(&[1, 2, 3], 2, &emptied(0)), &places(&[0])));
    assert!(!applies("implied_places", &build(&[1, 2, 3], 2, &emptied(1)), &places(&[0])));
}

#[test]
fn remaining_nodes_keep_their_ids_and_arcs() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 1), (2, 1, Output, 1), (2, 2, Read, 1)];
    let net = build(&[1, 0, 0], 3, &arcs);
    let preserved = Preserved { transitions: [TransitionId::new(2)].into(), ..places(&[0, 2]) };
    let reduction = reduced(&net, &preserved);
    let left = |place| reduction.place(PlaceId::new(place));
    let read = TransitionId::new(2);
    assert_eq!(left(0).map(|place| &reduction.net().place(place).id), Some(&net.places[0].id));
    let kept = reduction.transition(read).unwrap();
    assert_eq!(reduction.net().transition(kept).id, "t2");
    let arcs: Vec<_> = reduction.net().arcs.iter().filter(|arc| arc.transition == kept).collect();
    assert_eq!(arcs.iter().map(|arc| arc.kind).collect::<Vec<_>>(), [Read]);
}

#[test]
fn a_new_transition_is_called_by_what_it_is_made_of() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 1), (2, 1, Output, 1), (2, 2, Input, 1)];
    let mut net = build(&[1, 0, 0], 3, &arcs);
    net.transitions[2].id = "t0.t1".to_owned();
    let rules: Vec<_> = RULES.iter().copied().filter(|rule| rule.name == "pre_agglomeration").collect();
    let reduction = reduce_by(&rules[..1], &net, &deadlocks(), &Budget::of(Duration::from_secs(60))).unwrap();
    let ids: Vec<_> = reduction.net().transitions.iter().map(|transition| transition.id.as_str()).collect();
    assert_eq!(ids, ["t0.t1.t0.t1"]);
}

#[test]
fn weights_and_counts_that_do_not_fit_are_left_alone() {
    let huge = u64::MAX / 2;
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 4), (1, 1, Input, 1), (2, 1, Output, huge), (2, 0, Read, 1)];
    assert!(!applies("post_agglomeration", &build(&[0, 0, 0], 2, &arcs), &deadlocks()));
    let more = [(0, 0, Input, 1), (0, 0, Output, u64::MAX)];
    reduced(&build(&[1], 1, &more), &deadlocks());
}

#[test]
fn a_coloured_net_is_refused() {
    let mut net = build(&[1], 1, &[(0, 0, Input, 1)]);
    net.transitions[0].guard = Some(sanderling_net::Term::Literal {
        sort: sanderling_net::SortId::DOT,
        value: sanderling_net::Value::Dot,
    });
    assert!(reduce(&net, &deadlocks(), &Budget::of(Duration::ZERO)).is_err());
}

#[test]
fn without_time_the_net_is_unchanged() {
    let net = build(&[1, 0], 1, &[(0, 0, Input, 1), (1, 0, Output, 1)]);
    let reduction = reduce(&net, &deadlocks(), &Budget::of(Duration::ZERO)).unwrap();
    assert_eq!(reduction.net(), &net);
}
