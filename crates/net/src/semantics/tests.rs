//! The reference semantics of place/transition nets, with every kind of arc.

use crate::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

use ArcKind::{Inhibitor, Input, Output, Read, Reset};

use super::{FireError, Firing, Marking, NotEnabled, enabled, fire, initial};

fn p0() -> PlaceId {
    PlaceId::new(0)
}

/// Returns a net with a place for each count and one transition `t` with these arcs.
fn net(tokens: &[u64], arcs: &[(usize, ArcKind, u64)]) -> Net {
    let mut net = Net::new("n");
    for (i, &count) in tokens.iter().enumerate() {
        net.add_place(Place::with_tokens(format!("p{i}"), count));
    }
    let t = net.add_transition(Transition::plain("t"));
    for &(place, kind, weight) in arcs {
        net.add_arc(Arc::weighted(PlaceId::new(place), t, kind, weight));
    }
    assert!(!net.validate().has_errors());
    net
}

/// Returns the tokens after firing `t` once from the initial marking, or the reason why it is not enabled. Checks that
/// `enabled` agrees.
fn fired(net: &Net) -> Result<Vec<u64>, NotEnabled> {
    let (start, t) = (initial(net).unwrap(), Firing::plain(TransitionId::new(0)));
    let is_enabled = enabled(net, &start).unwrap().contains(&t);
    match fire(net, &start, &t) {
        Ok(marking) => {
            assert!(is_enabled);
            Ok(net.place_ids().map(|place| marking.tokens(place)).collect())
        }
        Err(FireError::NotEnabled(reason)) => {
            assert!(!is_enabled);
            Err(reason)
        }
        Err(other) => panic!("{}", other.explain(net)),
    }
}

#[test]
fn input_takes_and_output_puts() {
    assert_eq!(fired(&net(&[3, 0], &[(0, Input, 2), (1, Output, 5)])), Ok(vec![1, 5]));
    assert_eq!(fired(&net(&[1, 0], &[(0, Input, 2), (1, Output, 5)])), Err(NotEnabled::MissingTokens(p0())));
}

#[test]
fn parallel_arcs_add_up() {
    let arcs = [(0, Input, 1), (0, Input, 1), (1, Output, 1), (1, Output, 2)];
    assert_eq!(fired(&net(&[2, 0], &arcs)), Ok(vec![0, 3]));
    assert_eq!(fired(&net(&[1, 0], &arcs)), Err(NotEnabled::MissingTokens(p0())));
}

#[test]
fn enabling_looks_at_the_weights_and_not_at_the_effect() {
    assert_eq!(fired(&net(&[1], &[(0, Input, 2), (0, Output, 2)])), Err(NotEnabled::MissingTokens(p0())));
    assert_eq!(fired(&net(&[2], &[(0, Input, 2), (0, Output, 2)])), Ok(vec![2]));
}

#[test]
fn a_transition_without_arcs_is_always_enabled() {
    assert_eq!(fired(&net(&[], &[])), Ok(vec![]));
}

#[test]
fn an_inhibitor_wants_less_than_its_weight() {
    assert_eq!(fired(&net(&[1, 0], &[(0, Inhibitor, 2), (1, Output, 1)])), Ok(vec![1, 1]));
    assert_eq!(fired(&net(&[2, 0], &[(0, Inhibitor, 2), (1, Output, 1)])), Err(NotEnabled::Inhibited(p0())));
}

#[test]
fn of_parallel_tests_the_strictest_counts() {
    assert_eq!(fired(&net(&[2], &[(0, Inhibitor, 3), (0, Inhibitor, 2)])), Err(NotEnabled::Inhibited(p0())));
    assert_eq!(fired(&net(&[2], &[(0, Read, 1), (0, Read, 2)])), Ok(vec![2]));
    assert_eq!(fired(&net(&[2], &[(0, Read, 1), (0, Read, 3)])), Err(NotEnabled::MissingTokens(p0())));
}

#[test]
fn tests_look_at_the_marking_before_the_firing() {
    assert_eq!(fired(&net(&[2], &[(0, Read, 2), (0, Input, 2)])), Ok(vec![0]));
    assert_eq!(fired(&net(&[2], &[(0, Inhibitor, 2), (0, Input, 2)])), Err(NotEnabled::Inhibited(p0())));
    assert_eq!(fired(&net(&[0], &[(0, Inhibitor, 1), (0, Output, 1)])), Ok(vec![1]));
}

#[test]
fn a_reset_empties_between_input_and_output() {
    assert_eq!(fired(&net(&[5], &[(0, Reset, 1)])), Ok(vec![0]));
    assert_eq!(fired(&net(&[0], &[(0, Reset, 1)])), Ok(vec![0]));
    assert_eq!(fired(&net(&[5], &[(0, Input, 2), (0, Reset, 1), (0, Output, 3)])), Ok(vec![3]));
    assert_eq!(fired(&net(&[1], &[(0, Input, 2), (0, Reset, 1)])), Err(NotEnabled::MissingTokens(p0())));
}

#[test]
fn a_capacity_is_a_condition_on_the_successor() {
    let with_capacity = |tokens, capacity, arcs: &[(usize, ArcKind, u64)]| {
        let mut net = net(&[tokens], arcs);
        net.places[0].capacity = Some(capacity);
        fired(&net)
    };
    assert_eq!(with_capacity(1, 2, &[(0, Output, 1)]), Ok(vec![2]));
    assert_eq!(with_capacity(2, 2, &[(0, Output, 1)]), Err(NotEnabled::Capacity(p0())));
    assert_eq!(with_capacity(2, 2, &[(0, Input, 1), (0, Output, 1)]), Ok(vec![2]));
    assert_eq!(with_capacity(2, 2, &[(0, Reset, 1), (0, Output, 2)]), Ok(vec![2]));
    assert_eq!(with_capacity(1, 2, &[(0, Output, 1), (0, Output, 1)]), Err(NotEnabled::Capacity(p0())));
    assert_eq!(with_capacity(5, 2, &[(0, Input, 1)]), Ok(vec![4]));
    assert_eq!(with_capacity(5, 2, &[(0, Input, 2), (0, Output, 1)]), Err(NotEnabled::Capacity(p0())));
    assert_eq!(with_capacity(1, u64::MAX, &[(0, Output, u64::MAX)]), Err(NotEnabled::Capacity(p0())));
}

#[test]
fn counts_never_wrap() {
    let (t, net) =
        (Firing::plain(TransitionId::new(0)), net(&[u64::MAX, 1], &[(1, Input, 1), (0, Output, 1)]));
    let start = initial(&net).unwrap();
    assert_eq!(enabled(&net, &start), Ok(vec![t.clone()]));
    assert_eq!(fire(&net, &start, &t), Err(FireError::Overflow(p0())));
    assert_eq!(start.total(), 1 << 64);
}

#[test]
fn input_weights_beyond_all_counts_are_never_there() {
    let arcs = [(0, Input, u64::MAX), (0, Input, 1)];
    assert_eq!(fired(&net(&[u64::MAX], &arcs)), Err(NotEnabled::MissingTokens(p0())));
    assert_eq!(fired(&net(&[u64::MAX], &[(0, Input, u64::MAX), (0, Output, u64::MAX)])), Ok(vec![u64::MAX]));
}

#[test]
fn markings_are_described_with_their_ids() {
    let net = net(&[2, 0, 1], &[]);
    assert_eq!(Marking::of_tokens(&[2, 0, 1]), initial(&net).unwrap());
    assert_eq!(initial(&net).unwrap().describe(&net), "p0: 2, p2: 1");
}
