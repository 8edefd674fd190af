//! Weightings against what they claim of the incidence matrix, and semiflows against all small vectors.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use sanderling_model::Structure;
use sanderling_net::{ArcKind, Net, PlaceId, TransitionId};
use sanderling_structure_theory::{
    Answer, Budget, Flow, Obstacle, PlaceWeightings, TransitionWeightings, Unknown, equation,
    place_semiflows, sum, transition_semiflows,
};
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};
use sanderling_testkit::{random::classes, tiny};

use crate::plain::{Plain, any_net};

const NEVER: &dyn Fn() -> bool = &|| false;

/// Post − pre.
fn effect(plain: &Plain, place: usize, transition: usize) -> i128 {
    i128::from(plain.out[place][transition]) - i128::from(plain.into[place][transition])
}

/// The vector in full.
fn full<Id: Copy>(count: usize, vector: &[(Id, i128)], index: impl Fn(Id) -> usize) -> Vec<i128> {
    let mut values = vec![0; count];
    vector.iter().for_each(|&(id, value)| values[index(id)] = value);
    values
}

/// The weighted effect of each transition.
fn of_places(plain: &Plain, vector: &[(PlaceId, i128)]) -> Vec<i128> {
    let weights = full(plain.places, vector, PlaceId::index);
    let change = |t| (0..plain.places).map(|p| weights[p] * effect(plain, p, t)).sum();
    (0..plain.transitions).map(change).collect()
}

/// The effect on each place of that many firings.
fn of_transitions(plain: &Plain, vector: &[(TransitionId, i128)]) -> Vec<i128> {
    let times = full(plain.transitions, vector, TransitionId::index);
    let change = |p| (0..plain.transitions).map(|t| times[t] * effect(plain, p, t)).sum();
    (0..plain.places).map(change).collect()
}

fn is_raised(sums: &[i128]) -> bool {
    sums.iter().all(|&sum| sum >= 0) && sums.iter().any(|&sum| sum > 0)
}

fn is_lowered(sums: &[i128]) -> bool {
    is_raised(&sums.iter().map(|sum| -sum).collect::<Vec<_>>())
}

fn is_positive<Id>(count: usize, vector: &[(Id, i128)]) -> bool {
    vector.len() == count && vector.iter().all(|&(_, value)| value > 0)
}

fn is_not_negative<Id>(vector: &[(Id, i128)]) -> bool {
    vector.iter().all(|&(_, value)| value > 0)
}

/// Whether the vectors show what the answers say.
fn check(plain: &Plain, places: &PlaceWeightings, transitions: &TransitionWeightings) {
    let (p, t) = (plain.places, plain.transitions);
    match &places.structurally_bounded {
        Answer::Yes(y) => {
            assert!(is_positive(p, y) && of_places(plain, y).iter().all(|&sum| sum <= 0));
        }
        Answer::No(x) => assert!(is_not_negative(x) && is_raised(&of_transitions(plain, x))),
        Answer::Unknown(unknown) => panic!("{unknown:?}"),
    }
    match &places.conservative {
        Answer::Yes(y) => {
            assert!(is_positive(p, y) && of_places(plain, y).iter().all(|&sum| sum == 0));
        }
        Answer::No(x) => assert!(is_raised(&of_transitions(plain, x))),
        Answer::Unknown(unknown) => panic!("{unknown:?}"),
    }
    match &transitions.repetitive {
        Answer::Yes(x) => {
            assert!(is_positive(t, x) && of_transitions(plain, x).iter().all(|&sum| sum >= 0));
        }
        Answer::No(y) => assert!(is_not_negative(y) && is_lowered(&of_places(plain, y))),
        Answer::Unknown(unknown) => panic!("{unknown:?}"),
    }
    match &transitions.consistent {
        Answer::Yes(x) => {
            assert!(is_positive(t, x) && of_transitions(plain, x).iter().all(|&sum| sum == 0));
        }
        Answer::No(y) => assert!(is_lowered(&of_places(plain, y))),
        Answer::Unknown(unknown) => panic!("{unknown:?}"),
    }
}

/// The two sides of a theorem of the alternative exclude each other, so that a vector which shows its side is the whole proof.
#[test]
fn weightings_are_decided_with_vectors_that_show_it() {
    let counts = RefCell::new(BTreeMap::<&str, [u32; 2]>::new());
    for_seeds(4000, |seed| {
        let net = any_net(seed);
        let structure = Structure::build(&net).unwrap();
        let (flow, budget) = (Flow::of(&structure), Budget::new(NEVER));
        let places = PlaceWeightings::decide(&flow, &budget);
        let transitions = TransitionWeightings::decide(&flow, &budget);
        if let Some(reset) = Obstacle::reset_arc(&flow) {
            assert_eq!(places.conservative, Answer::Unknown(Unknown::Beyond(reset)));
            return;
        }
        check(&Plain::of(&net), &places, &transitions);
        let mut counts = counts.borrow_mut();
        for (name, truth) in [
            ("structurally bounded", places.structurally_bounded.truth()),
            ("conservative", places.conservative.truth()),
            ("repetitive", transitions.repetitive.truth()),
            ("consistent", transitions.consistent.truth()),
        ] {
            counts.entry(name).or_default()[usize::from(truth == Some(true))] += 1;
        }
    });
    println!("{:?}", counts.borrow());
    assert!(counts.borrow().values().flatten().all(|&count| count > 200), "{:?}", counts.borrow());
}

/// Of all vectors up to a number in each entry, those that `is_semiflow` holds of and whose support contains no other's.
fn minimal(entries: usize, limit: u64, is_semiflow: impl Fn(&[u64]) -> bool) -> BTreeSet<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    let mut vector = vec![0; entries];
    while let Some(entry) = vector.iter().position(|&value| value < limit) {
        vector[entry] += 1;
        vector[..entry].fill(0);
        if is_semiflow(&vector) {
            all.push(vector.clone());
        }
    }
    let contains = |large: &[u64], small: &[u64]| large.iter().zip(small).all(|(&l, &s)| l > 0 || s == 0);
    let is_minimal = |vector: &&Vec<u64>| {
        let divisor = vector.iter().fold(0, |divisor, &value| gcd(divisor, value));
        divisor == 1 && all.iter().all(|other| !contains(vector, other) || contains(other, vector))
    };
    all.iter().filter(is_minimal).cloned().collect()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn dense<Id: Copy>(count: usize, terms: &[(Id, u64)], index: impl Fn(Id) -> usize) -> Vec<u64> {
    let mut values = vec![0; count];
    terms.iter().for_each(|&(id, value)| values[index(id)] = value);
    values
}

/// Compares what was found with the naive set, unless a vector lies outside of what that looks at.
fn compare(found: &BTreeSet<Vec<u64>>, entries: usize, is_semiflow: impl Fn(&[u64]) -> bool) -> bool {
    const LIMIT: u64 = 4;
    if entries > 6 || found.iter().flatten().any(|&value| value > LIMIT) {
        return false;
    }
    assert_eq!(*found, minimal(entries, LIMIT, is_semiflow));
    !found.is_empty()
}

fn tiny_net(seed: u64) -> Net {
    let small = Shape { transitions: 1..=5, places: 1..=5, arcs: 0..=2, read: 0.1, ..Shape::plain() };
    match seed % 4 {
        0 => classes::free_choice(seed),
        1 => net(seed, &Shape { conservative: true, arcs: 1..=2, ..small }),
        2 => classes::marked_graph(seed),
        _ => net(seed, &small),
    }
}

#[test]
fn semiflows_of_minimal_support_are_those_among_all_small_vectors() {
    let compared = RefCell::new([0; 2]);
    for_seeds(1500, |seed| {
        let net = tiny_net(seed);
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let (flow, budget) = (Flow::of(&structure), Budget::new(NEVER));
        let (of_p, of_t) = (place_semiflows(&flow, &budget), transition_semiflows(&flow, &budget));
        for invariant in &of_p.invariants {
            let tokens = |p: PlaceId| u128::from(structure.initial()[p.index()]);
            let initial: u128 = invariant.weights.iter().map(|&(p, w)| u128::from(w) * tokens(p)).sum();
            assert!(invariant.exact && invariant.initial_sum == initial);
        }
        let change = |p: usize, t: usize| effect(&plain, p, t);
        let found: BTreeSet<_> =
            of_p.invariants.iter().map(|i| dense(plain.places, &i.weights, PlaceId::index)).collect();
        let of_place_vector = |y: &[u64]| {
            (0..plain.transitions)
                .all(|t| (0..plain.places).map(|p| i128::from(y[p]) * change(p, t)).sum::<i128>() == 0)
        };
        let is_p = of_p.complete && compare(&found, plain.places, of_place_vector);
        let found: BTreeSet<_> =
            of_t.semiflows.iter().map(|x| dense(plain.transitions, x, TransitionId::index)).collect();
        let of_transition_vector = |x: &[u64]| {
            (0..plain.places)
                .all(|p| (0..plain.transitions).map(|t| i128::from(x[t]) * change(p, t)).sum::<i128>() == 0)
        };
        let is_t = of_t.complete && compare(&found, plain.transitions, of_transition_vector);
        let mut compared = compared.borrow_mut();
        compared[0] += u32::from(is_p);
        compared[1] += u32::from(is_t);
    });
    println!("{:?}", compared.borrow());
    assert!(compared.borrow().iter().all(|&count| is_met(count, 300)), "{:?}", compared.borrow());
}

#[test]
fn a_search_that_is_stopped_or_starved_is_incomplete() {
    let net = tiny::nets::clock(6);
    let structure = Structure::build(&net).unwrap();
    let flow = Flow::of(&structure);
    for budget in [Budget::new(&|| true), Budget { max_work: 0, ..Budget::new(NEVER) }] {
        assert!(!place_semiflows(&flow, &budget).complete);
        assert!(!transition_semiflows(&flow, &budget).complete);
    }
}

#[test]
fn reset_places_are_in_no_semiflow() {
    use ArcKind::{Input, Output, Reset};
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 1), (0, 1, Output, 1), (2, 1, Reset, 1)];
    let net = tiny::nets::net("n", &[1, 0, 4], 2, &arcs);
    let structure = Structure::build(&net).unwrap();
    let (flow, budget) = (Flow::of(&structure), Budget::new(NEVER));
    let name = |place| net.place(place).id.as_str();
    let found = place_semiflows(&flow, &budget);
    assert_eq!(found.invariants.iter().map(|i| equation(i, name)).collect::<Vec<_>>(), ["p0 + p1 = 1"]);
    assert!(transition_semiflows(&flow, &budget).semiflows.is_empty());
}

#[test]
fn sums_are_written_with_names_and_factors() {
    let name = |place: PlaceId| ["p1", "p2", "idle"][place.index()];
    let terms = |factors: [i128; 3]| {
        let all = factors.iter().enumerate().filter(|&(_, &factor)| factor != 0);
        all.map(|(index, &factor)| (PlaceId::new(index), factor)).collect::<Vec<_>>()
    };
    for (factors, expected) in [
        ([1, 2, 1], "p1 + 2 p2 + idle"),
        ([-1, 0, 3], "-p1 + 3 idle"),
        ([2, -2, -1], "2 p1 - 2 p2 - idle"),
        ([0, 0, 0], "0"),
    ] {
        assert_eq!(sum(&terms(factors), name), expected);
    }
}
