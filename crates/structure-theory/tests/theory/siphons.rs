//! Siphons and traps against all sets of places.

use std::cell::RefCell;
use std::collections::BTreeSet;

use sanderling_model::Structure;
use sanderling_net::{Net, PlaceId};
use sanderling_structure_theory::{Answer, Budget, Flow, SetKind, Unknown, siphon_trap_property};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met, workflow};
use sanderling_testkit::tiny::nets;

use crate::plain::{Plain, any_net};

const NEVER: &dyn Fn() -> bool = &|| false;

/// The places whose bits are set.
fn places(bits: u32) -> Vec<usize> {
    (0..32).filter(|place| bits >> place & 1 == 1).collect()
}

fn ids(places: &[usize]) -> Vec<PlaceId> {
    places.iter().copied().map(PlaceId::new).collect()
}

/// Whether the set is of the kind, by its definition; the empty set is.
fn is_of_kind(kind: SetKind, plain: &Plain, set: &[usize]) -> bool {
    let takes = |t: usize| set.iter().any(|&p| plain.into[p][t] > 0);
    let puts = |t: usize| set.iter().any(|&p| plain.out[p][t] > 0);
    (0..plain.transitions).all(|t| match kind {
        SetKind::Siphon => !puts(t) || takes(t),
        SetKind::Trap => !takes(t) || puts(t),
    })
}

/// All sets of a kind that are not empty, as bits.
fn all_sets(kind: SetKind, plain: &Plain) -> Vec<u32> {
    (1..1_u32 << plain.places).filter(|&bits| is_of_kind(kind, plain, &places(bits))).collect()
}

fn minimal(sets: &[u32]) -> BTreeSet<Vec<PlaceId>> {
    let is_minimal = |bits: &&u32| sets.iter().all(|other| other & **bits != *other || other == *bits);
    sets.iter().filter(is_minimal).map(|&bits| ids(&places(bits))).collect()
}

/// A random net of at most eight places.
fn small_net(seed: u64) -> Option<Net> {
    let dense = Shape { places: 5..=8, transitions: 4..=7, max_tokens: 1, ..Shape::conservative() };
    let net = match seed % 3 {
        0 => workflow::net(seed, 2..=8, 0..=1),
        1 => random::net(seed, &dense),
        _ => any_net(seed / 3),
    };
    (net.places.len() <= 8).then_some(net)
}

#[test]
fn minimal_siphons_and_traps_are_those_among_all_sets() {
    let counts = RefCell::new([0; 2]);
    for_seeds(4000, |seed| {
        let Some(net) = small_net(seed) else { return };
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let (flow, budget) = (Flow::of(&structure), Budget::new(NEVER));
        for (index, kind) in [SetKind::Siphon, SetKind::Trap].into_iter().enumerate() {
            let found = kind.minimal_sets(&flow, &budget);
            assert_eq!(found.incomplete, None);
            for set in &found.sets {
                let is_marked = set.places.iter().any(|p| structure.initial()[p.index()] > 0);
                assert_eq!(set.is_marked, is_marked);
            }
            counts.borrow_mut()[index] += found.sets.iter().filter(|set| set.places.len() > 1).count();
            let number = found.sets.len();
            let found: BTreeSet<_> = found.sets.into_iter().map(|set| set.places).collect();
            assert_eq!(found.len(), number, "none twice");
            assert_eq!(found, minimal(&all_sets(kind, &plain)), "{kind:?}");
        }
    });
    println!("{:?} of more than one place", counts.borrow());
    assert!(counts.borrow().iter().all(|&count| is_met(count, 1000)));
}

#[test]
fn the_largest_set_is_the_union_of_all() {
    for_seeds(2000, |seed| {
        let Some(net) = small_net(seed) else { return };
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let within = (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32 & ((1 << plain.places) - 1);
        for kind in [SetKind::Siphon, SetKind::Trap] {
            let all = all_sets(kind, &plain).into_iter().filter(|bits| bits & within == *bits);
            let union = all.fold(0, |union, bits| union | bits);
            let found = kind.largest_in(&Flow::of(&structure), &ids(&places(within)));
            assert_eq!(found, ids(&places(union)));
        }
    });
}

/// Whether every siphon contains a marked trap; isolated places are in none.
fn has_property(plain: &Plain, structure: &Structure) -> bool {
    let is_used = |p: usize| plain.into[p].iter().chain(&plain.out[p]).any(|&weight| weight > 0);
    let used: u32 = (0..plain.places).filter(|&p| is_used(p)).map(|p| 1 << p).sum();
    let is_marked = |bits: u32| places(bits).iter().any(|&p| structure.initial()[p] > 0);
    let traps = all_sets(SetKind::Trap, plain);
    all_sets(SetKind::Siphon, plain)
        .into_iter()
        .filter(|siphon| siphon & used == *siphon)
        .all(|siphon| traps.iter().any(|&trap| trap & siphon == trap && is_marked(trap)))
}

#[test]
fn the_siphon_trap_property_is_that_of_all_siphons_and_traps() {
    let counts = RefCell::new([0; 2]);
    for_seeds(4000, |seed| {
        let Some(net) = small_net(seed) else { return };
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let flow = Flow::of(&structure);
        let indices = |set: &[PlaceId]| set.iter().map(|place| place.index()).collect::<Vec<_>>();
        let is_marked = |set: &[PlaceId]| set.iter().any(|p| structure.initial()[p.index()] > 0);
        let found = siphon_trap_property(&flow, &Budget::new(NEVER));
        assert_eq!(found.truth(), Some(has_property(&plain, &structure)), "{found:?}");
        match &found {
            Answer::Yes(traps) => {
                for trap in traps {
                    assert!(is_of_kind(SetKind::Trap, &plain, &indices(trap)) && is_marked(trap));
                }
            }
            Answer::No(siphon) => {
                assert!(!siphon.is_empty() && is_of_kind(SetKind::Siphon, &plain, &indices(siphon)));
                assert!(!is_marked(&SetKind::Trap.largest_in(&flow, siphon)));
                let smaller = minimal(&all_sets(SetKind::Siphon, &plain));
                assert!(smaller.contains(siphon), "{siphon:?} is minimal");
            }
            Answer::Unknown(unknown) => panic!("{unknown:?}"),
        }
        counts.borrow_mut()[usize::from(found.truth() == Some(true))] += 1;
    });
    println!("{:?}", counts.borrow());
    assert!(counts.borrow().iter().all(|&count| is_met(count, 200)), "{:?}", counts.borrow());
}

#[test]
fn a_list_that_is_too_long_or_stopped_says_so() {
    let structure = Structure::build(&nets::philosophers(6)).unwrap();
    let flow = Flow::of(&structure);
    let all = SetKind::Siphon.minimal_sets(&flow, &Budget::new(NEVER));
    assert!(all.incomplete.is_none() && all.sets.len() > 3);
    let some = SetKind::Siphon.minimal_sets(&flow, &Budget { max_listed: 3, ..Budget::new(NEVER) });
    assert_eq!((some.sets.len(), some.incomplete), (3, Some(Unknown::OverBudget)));
    let starved = SetKind::Siphon.minimal_sets(&flow, &Budget { max_work: 9, ..Budget::new(NEVER) });
    assert_eq!((starved.sets.len(), starved.incomplete), (0, Some(Unknown::OverBudget)));
    let stopped = SetKind::Siphon.minimal_sets(&flow, &Budget::new(&|| true));
    assert_eq!(stopped.incomplete, Some(Unknown::Stopped));
    let stopped = siphon_trap_property(&flow, &Budget::new(&|| true));
    assert_eq!(stopped, Answer::Unknown(Unknown::Stopped));
}

/// A ring is one siphon and one trap, whatever its size; it is seen at once.
#[test]
fn a_large_ring_is_minimal() {
    let structure = Structure::build(&nets::clock(20_000)).unwrap();
    let flow = Flow::of(&structure);
    for kind in [SetKind::Siphon, SetKind::Trap] {
        let found = kind.minimal_sets(&flow, &Budget::new(NEVER));
        assert_eq!((found.sets.len(), found.incomplete), (1, None));
        assert_eq!(found.sets[0].places.len(), 20_000);
    }
}

/// The only siphon of a ring has all its places: a clause as long as the net, in which each place draws in the next one.
#[test]
fn a_long_ring_has_the_siphon_trap_property() {
    const LENGTH: usize = 20_000;
    for tokens in [0, 1] {
        let ring = nets::ring(LENGTH, tokens);
        let structure = Structure::build(&ring).unwrap();
        let found = siphon_trap_property(&Flow::of(&structure), &Budget::new(NEVER));
        match found {
            Answer::Yes(traps) => assert!(tokens == 1 && traps.len() == 1 && traps[0].len() == LENGTH),
            Answer::No(siphon) => assert!(tokens == 0 && siphon.len() == LENGTH),
            Answer::Unknown(why) => panic!("{why:?}"),
        }
    }
}
