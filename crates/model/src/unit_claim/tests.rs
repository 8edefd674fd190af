//! The checks of single transitions, each a case of the proof.

use sanderling_net::ArcKind::{self, Inhibitor, Input, Output, Read, Reset};
use sanderling_net::{Arc, NestedUnits, Net, Place, PlaceId, Transition, TransitionId, Unit, UnitId};

use super::UnitClaim;
use crate::{Bounds, Structure};

/// Place 0 in the root, 1 and 2 in one unit below it, 3 in another.
fn units() -> NestedUnits {
    let unit = |places: &[usize], subunits: &[usize]| Unit {
        id: "u".into(),
        places: places.iter().map(|&place| PlaceId::new(place)).collect(),
        subunits: subunits.iter().map(|&unit| UnitId::new(unit)).collect(),
    };
    let units = vec![unit(&[0], &[1, 2]), unit(&[1, 2], &[]), unit(&[3], &[])];
    NestedUnits { root: UnitId::new(0), units, claims_safe: true }
}

/// Creates a net of four places and one transition with these arcs.
fn structure(initial: [u64; 4], arcs: &[(usize, ArcKind, u64)]) -> Structure {
    let mut net = Net::new("n");
    for tokens in initial {
        net.add_place(Place::with_tokens("p", tokens));
    }
    let transition = net.add_transition(Transition::plain("t"));
    for &(place, kind, weight) in arcs {
        net.add_arc(Arc::weighted(PlaceId::new(place), transition, kind, weight));
    }
    Structure::build(&net).unwrap()
}

/// Returns whether the transition is refuting, and its check.
fn check(arcs: &[(usize, ArcKind, u64)]) -> (bool, Vec<usize>) {
    let claim = UnitClaim::build(&structure([0; 4], arcs), &units()).unwrap();
    let transition = TransitionId::new(0);
    let places = claim.check(transition).iter().map(|place| place.index());
    (claim.is_refuted_by(transition), places.collect())
}

#[test]
fn a_source_needs_its_place_and_all_comparable_ones_empty() {
    assert_eq!(check(&[(1, Output, 1)]), (false, vec![0, 1, 2]));
    assert_eq!(check(&[(0, Output, 1)]), (false, vec![0, 1, 2, 3]));
}

#[test]
fn a_step_within_a_unit_needs_no_check() {
    assert_eq!(check(&[(1, Input, 1), (2, Output, 1)]), (false, vec![]));
    assert_eq!(check(&[(1, Input, 1), (1, Output, 1)]), (false, vec![]));
}

#[test]
fn a_step_up_leaves_the_other_subtree_to_check() {
    assert_eq!(check(&[(1, Input, 1), (0, Output, 1)]), (false, vec![3]));
    assert_eq!(check(&[(1, Input, 1), (3, Read, 1), (0, Output, 1)]), (true, vec![]));
}

#[test]
fn read_tokens_stay() {
    assert_eq!(check(&[(1, Read, 1), (2, Output, 1)]), (true, vec![]));
    assert_eq!(check(&[(1, Read, 1), (1, Output, 1)]), (true, vec![]));
    assert_eq!(check(&[(1, Read, 1), (3, Output, 1)]), (false, vec![3]));
}

#[test]
fn reset_and_inhibiting_places_are_empty() {
    assert_eq!(check(&[(1, Reset, 1), (2, Inhibitor, 1), (2, Output, 1)]), (false, vec![0]));
    assert_eq!(check(&[(1, Inhibitor, 2), (2, Output, 1)]), (false, vec![0, 1, 2]));
}

#[test]
fn two_tokens_or_two_comparable_places_refute() {
    assert_eq!(check(&[(3, Output, 2)]), (true, vec![]));
    assert_eq!(check(&[(3, Input, 1), (3, Output, 1), (0, Output, 1)]), (true, vec![]));
    assert_eq!(check(&[(0, Input, 1), (1, Output, 1), (3, Output, 1)]), (false, vec![]));
}

#[test]
fn transitions_no_unit_safe_marking_enables_are_not_checked() {
    assert_eq!(check(&[(3, Input, 2), (1, Output, 1)]), (false, vec![]));
    assert_eq!(check(&[(1, Input, 1), (2, Input, 1), (3, Output, 2)]), (false, vec![]));
    assert_eq!(check(&[(1, Read, 1), (1, Inhibitor, 1), (3, Output, 2)]), (false, vec![]));
}

#[test]
fn the_initial_marking_may_refute() {
    let initially = |initial| {
        let claim = UnitClaim::build(&structure(initial, &[]), &units()).unwrap();
        assert_eq!(claim.is_proved(), claim.refuted_initially().is_none());
        claim.refuted_initially().map(|(one, other)| (one.index(), other.index()))
    };
    assert_eq!(initially([0, 1, 0, 1]), None);
    assert_eq!(initially([1, 0, 0, 1]), Some((0, 3)));
    assert_eq!(initially([0, 0, 2, 0]), Some((2, 2)));
}

#[test]
fn an_invariant_spares_the_check() {
    let structure = structure([1, 0, 0, 0], &[(0, Input, 1), (3, Output, 1)]);
    let mut units = units();
    units.units[0].places.clear();
    units.units[1].places.push(PlaceId::new(0));
    let claim = UnitClaim::build(&structure, &units).unwrap();
    assert_eq!((claim.check_count(), claim.is_proved()), (1, false));
    let remaining = claim.without_proved(&structure, &Bounds::prove(&structure));
    assert_eq!((remaining.check_count(), remaining.is_proved()), (0, true));
}

#[test]
fn units_that_are_no_tree_have_no_check() {
    let mut units = units();
    units.units[2].subunits.push(UnitId::new(0));
    assert_eq!(UnitClaim::build(&structure([0; 4], &[]), &units), None);
}
