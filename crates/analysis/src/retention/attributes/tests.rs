//! Tests that each criterion ranks states as documented.

use super::*;

fn attributes(replacement: &str) -> Attributes {
    Attributes::new(&replacement.parse().unwrap())
}

fn id(number: usize) -> StateId {
    StateId::new(number % SHARDS, number / SHARDS)
}

/// Returns the first `count` states in the order of forgetting. Equal ranks are ordered by state number.
fn order(attributes: &Attributes, count: usize) -> Vec<usize> {
    let mut states: Vec<usize> = (0..count).collect();
    states.sort_by_key(|&state| attributes.rank(id(state)));
    states
}

/// Returns the order of five states whose attributes all differ. They are discovered one after the other at
/// depths 4, 1, 3, 0, 2, by events of types 3, 1, 4, 0, 2, and expanded with out-degrees 1, 0, 3, 4, 2. Then
/// they are hit in turn: 1, 4, 4, 2, 2, 2, 3, 3, 3, 3, 0, 0, 0, 0, 0, by events of type 200.
fn order_of_five(replacement: &str) -> Vec<usize> {
    let mut attributes = attributes(replacement);
    for (state, (depth, event_type)) in [(4, 3), (1, 1), (3, 4), (0, 0), (2, 2)].into_iter().enumerate() {
        attributes.discovered(id(state), depth, event_type);
    }
    for (state, out_degree) in [1, 0, 3, 4, 2].into_iter().enumerate() {
        attributes.expanded(id(state), out_degree);
    }
    for state in [1, 4, 4, 2, 2, 2, 3, 3, 3, 3, 0, 0, 0, 0, 0] {
        attributes.hit(id(state), 200);
    }
    order(&attributes, 5)
}

#[test]
fn oldest_forgets_what_was_discovered_first() {
    assert_eq!(order_of_five("oldest"), [0, 1, 2, 3, 4]);
}

#[test]
fn lru_forgets_what_was_hit_longest_ago() {
    assert_eq!(order_of_five("lru"), [1, 4, 2, 3, 0]);
}

#[test]
fn being_discovered_counts_as_a_hit() {
    let mut attributes = attributes("lru");
    (0..3).for_each(|state| attributes.discovered(id(state), 0, 0));
    attributes.hit(id(0), 0);
    attributes.discovered(id(3), 0, 0);
    assert_eq!(order(&attributes, 4), [1, 2, 0, 3]);
}

#[test]
fn in_degree_forgets_what_was_reached_least_often() {
    assert_eq!(order_of_five("in-degree"), [1, 4, 2, 3, 0]);
}

#[test]
fn frequency_forgets_what_was_visited_most_often() {
    assert_eq!(order_of_five("frequency"), [0, 3, 2, 4, 1]);
    assert_eq!(order_of_five("frequency"), order_of_five("-in-degree"));
}

#[test]
fn out_degree_forgets_what_has_the_fewest_events() {
    assert_eq!(order_of_five("out-degree"), [1, 0, 4, 2, 3]);
}

#[test]
fn distance_forgets_what_is_nearest() {
    assert_eq!(order_of_five("distance"), [3, 1, 4, 2, 0]);
}

#[test]
fn event_type_forgets_the_highest_type() {
    assert_eq!(order_of_five("event-type"), [2, 0, 4, 1, 3]);
}

#[test]
fn the_lowest_type_that_led_to_a_state_counts() {
    let mut attributes = attributes("event-type");
    (0..3).for_each(|state| attributes.discovered(id(state), 0, 5 - state as u8));
    attributes.hit(id(0), 1);
    attributes.hit(id(0), 9);
    assert_eq!(order(&attributes, 3), [1, 2, 0]);
}

#[test]
fn the_first_strata_are_kept_longest() {
    let kept = |replacement: &str, count: usize| {
        let mut attributes = attributes(replacement);
        (0..count).for_each(|depth| attributes.discovered(id(depth), depth as u32, 0));
        let least = (0..count).map(|state| attributes.rank(id(state))).min().unwrap();
        (0..count).filter(|&state| attributes.rank(id(state)) > least).collect::<Vec<usize>>()
    };
    assert_eq!(kept("stratified:4", 12), [0, 4, 8]);
    assert_eq!(kept("stratified:4:1", 12), [0, 4, 8]);
    assert_eq!(kept("stratified:4:2", 12), [0, 1, 4, 5, 8, 9]);
    assert_eq!(kept("-stratified:4", 8), [1, 2, 3, 5, 6, 7]);
}

#[test]
fn a_reversed_criterion_reverses_the_order() {
    for criterion in ["oldest", "lru", "in-degree", "out-degree", "distance", "frequency", "event-type"] {
        let mut order = order_of_five(criterion);
        order.reverse();
        assert_eq!(order_of_five(&format!("-{criterion}")), order, "{criterion}");
    }
}

#[test]
fn later_criteria_decide_where_earlier_ones_do_not() {
    // Depths 4, 1, 3, 0, 2: with period 4, states 0 and 3 are in stratum 0; with period 2, states 0, 3 and
    // 4.
    assert_eq!(order_of_five("stratified:4,-distance"), [2, 4, 1, 0, 3]);
    assert_eq!(order_of_five("stratified:4,distance"), [1, 4, 2, 3, 0]);
    assert_eq!(order_of_five("-stratified:4,distance"), [3, 0, 1, 4, 2]);
    assert_eq!(order_of_five("stratified:2,stratified:4,oldest"), [1, 2, 4, 0, 3]);
    assert_eq!(order_of_five("oldest,distance,lru"), order_of_five("oldest"));
}

#[test]
fn random_remembers_nothing_and_prefers_nothing() {
    let mut attributes = attributes("random");
    attributes.discovered(id(0), 5, 1);
    attributes.hit(id(0), 1);
    attributes.expanded(id(0), 3);
    assert_eq!(attributes.rank(id(0)), attributes.rank(id(12_345)));
    assert!(!attributes.are_ranked() && self::attributes("lru").are_ranked());
    assert_eq!((attributes.bytes(), attributes.bytes_per_state()), (0, 0));
    assert_eq!(attributes.moved(std::iter::once((id(0), id(1)))).bytes(), 0);
}

#[test]
fn criteria_share_what_they_remember() {
    let bytes = |replacement| attributes(replacement).bytes_per_state();
    assert_eq!(bytes("distance"), 4);
    assert_eq!(bytes("stratified:8,-distance,stratified:3"), 4);
    assert_eq!(bytes("in-degree,frequency"), 4);
    assert_eq!(bytes("lru,oldest,out-degree,event-type"), 16);
}

#[test]
fn memory_grows_with_the_states() {
    let mut attributes = attributes("lru,distance");
    let count = 100 * SHARDS;
    (0..count).for_each(|state| attributes.discovered(id(state), 0, 0));
    let used = count * attributes.bytes_per_state();
    let most = used + used / 4 + SHARDS * size_of::<Vec<u32>>();
    assert!((used..=most).contains(&attributes.bytes()), "{} for {used}", attributes.bytes());
}

#[test]
fn a_position_that_is_used_again_begins_anew() {
    let mut attributes = attributes("in-degree,event-type,out-degree,distance");
    attributes.discovered(id(0), 3, 1);
    attributes.hit(id(0), 0);
    attributes.expanded(id(0), 7);
    attributes.discovered(id(0), 2, 1);
    attributes.discovered(id(1), 2, 1);
    assert_eq!(attributes.rank(id(0)), attributes.rank(id(1)));
}

#[test]
fn states_can_be_hit_before_they_are_discovered() {
    let mut attributes = attributes("in-degree");
    attributes.discovered(id(0), 0, 0);
    attributes.hit(id(100_000), 0);
    attributes.hit(id(100_000), 0);
    assert_eq!(order(&attributes, 2), [1, 0]);
    assert!(attributes.rank(id(100_000)) > attributes.rank(id(0)));
}

#[test]
fn attributes_survive_new_ids() {
    let replacement = "stratified:3,in-degree,lru,-event-type";
    let mut old = attributes(replacement);
    for state in 0..1_000 {
        old.discovered(id(state), state as u32 % 7, (state % 5) as u8);
        old.hit(id(state * 37 % (state + 1)), 3);
    }
    let new_id = |state: usize| id(state * 389 % 1_009);
    let mut moved = old.moved((0..1_000).map(|state| (id(state), new_id(state))));
    assert!((0..1_000).all(|state| old.rank(id(state)) == moved.rank(new_id(state))));
    // The time continues from its previous value.
    old.hit(id(5), 0);
    moved.hit(new_id(5), 0);
    assert_eq!(old.rank(id(5)), moved.rank(new_id(5)));
}

#[test]
fn saturated_counts_stay_at_the_end() {
    let mut attributes = attributes("in-degree");
    attributes.discovered(id(0), 0, 0);
    attributes.shards[0][0] = u32::MAX;
    attributes.hit(id(0), 0);
    assert_eq!(attributes.rank(id(0)).0[0], u32::MAX);
}

#[test]
fn times_keep_their_order_when_they_outgrow_stamps() {
    for first in [(1 << 32) - 7, (1 << 33) - 7, (1 << 45) - 7] {
        let mut attributes = attributes("lru,oldest,-distance");
        (0..4).for_each(|state| attributes.discovered(id(state), 100, 0));
        // Simulates that number of earlier events.
        attributes.time = first;
        while attributes.time >> attributes.dropped_bits > u64::from(u32::MAX) {
            attributes.halve_stamps();
        }
        for state in 4..24 {
            attributes.discovered(id(state), state as u32, 0);
        }
        let ranks: Vec<u32> = (0..24).map(|state| attributes.rank(id(state)).0[0]).collect();
        assert!(ranks.is_sorted(), "{ranks:?}");
        assert!(ranks[4] > ranks[3] && ranks[4] >= (1 << 31) - 7, "{ranks:?}");
        assert_eq!(u64::from(ranks[23]), attributes.time >> attributes.dropped_bits);
        // A number that is not a time must not be halved.
        assert_eq!(!attributes.rank(id(0)).0[2], 100);
    }
}
