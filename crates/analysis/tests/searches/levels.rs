//! Tests of the numbers of edges between the levels of a state space.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use sanderling_analysis::{Control, Guidance, Level, Limits, Observation, Options, explore, level_graph};
use sanderling_testkit::tiny::systems::{
    GraphSystem, clock, deadlock, diamond, one_way_chain, ring, self_loop,
};

fn level(states: u64, edges: &[(i64, u64)]) -> Level {
    Level { states, unexpanded: 0, edges: edges.iter().copied().collect() }
}

fn levels(system: GraphSystem, limits: Limits) -> Vec<Level> {
    let (options, control) = (Options { limits, ..Options::default() }, Control::default());
    let outcome = explore(system, &options, &Observation::default(), &Guidance::default(), &control);
    let levels = level_graph(&outcome, 1, &control);
    assert_eq!(levels, level_graph(&outcome, 3, &control), "threads change nothing");
    levels
}

fn all_levels(system: GraphSystem) -> Vec<Level> {
    levels(system, Limits::default())
}

#[test]
fn edges_lead_forward_within_and_back() {
    assert_eq!(all_levels(deadlock()), [level(1, &[])]);
    assert_eq!(all_levels(self_loop()), [level(1, &[(0, 1)])]);
    assert_eq!(all_levels(one_way_chain(1)), [level(1, &[(-1, 1)]), level(1, &[])]);
    let clock = all_levels(clock(4));
    assert_eq!(clock[..3], vec![level(1, &[(-1, 1)]); 3]);
    assert_eq!(clock[3], level(1, &[(3, 1)]));
}

#[test]
fn both_ways_round_a_ring_meet_within_a_level_where_its_length_is_odd() {
    assert_eq!(
        all_levels(ring(5)),
        [level(1, &[(-1, 2)]), level(2, &[(-1, 2), (1, 2)]), level(2, &[(0, 2), (1, 2)])]
    );
}

#[test]
fn every_edge_of_a_diamond_leads_forward() {
    let levels = all_levels(diamond(4).with_words(7));
    let states: Vec<u64> = levels.iter().map(|level| level.states).collect();
    assert_eq!(states, [1, 4, 6, 4, 1]);
    assert_eq!(
        levels.iter().map(|level| level.edges.get(&-1).copied()).collect::<Vec<_>>(),
        [Some(4), Some(12), Some(12), Some(4), None]
    );
}

#[test]
fn where_a_limit_ends_the_search_the_edges_of_open_states_are_not_counted() {
    let levels = levels(one_way_chain(300), Limits { states: Some(20), ..Limits::default() });
    let (last, others) = levels.split_last().unwrap();
    assert!(levels.len() < 300);
    assert_eq!(*last, Level { states: 1, unexpanded: 1, edges: BTreeMap::new() });
    assert!(others.iter().all(|each| *each == level(1, &[(-1, 1)])));
}

#[test]
fn counting_ends_when_the_caller_says_so() {
    let outcome = explore(
        clock(10_000),
        &Options::default(),
        &Observation::default(),
        &Guidance::default(),
        &Control::default(),
    );
    let control = Arc::new_cyclic(|control: &Weak<Control<'static>>| {
        let control = control.clone();
        Control::with_listener(move |_| control.upgrade().expect("it is in use").cancel())
    });
    let levels = level_graph(&outcome, 1, &control);
    let unexpanded: u64 = levels.iter().map(|level| level.unexpanded).sum();
    assert_eq!(levels.len(), 10_000);
    assert!(0 < unexpanded && unexpanded < 10_000, "{unexpanded}");
}
