//! Small nets with a known proof, and others about which nothing must be claimed.

use std::time::Duration;

use sanderling_model::{Bounds, Structure};
use sanderling_net::{ArcKind, Net, PlaceId, TransitionId};
use sanderling_proof::{Atom, Budget, Condition, Fact, Lemma, Proof, Prover, Technique};
use sanderling_property::{Formula, Property};
use sanderling_testkit::tiny::nets::{clock, filling, net, one_way_chain, philosophers, ring};

use ArcKind::{Inhibitor, Input, Output, Read, Reset};

fn budget() -> Budget<'static> {
    Budget::of_time(Duration::from_secs(10))
}

fn p(index: usize) -> PlaceId {
    PlaceId::new(index)
}

fn unreachable(net: &Net, target: &str) -> Option<Proof> {
    let structure = Structure::build(net).unwrap();
    let formula = Property::parse(&format!("reach {target}"), net).unwrap().formula;
    let proof = Prover::new(&structure).unreachable(&formula, &budget());
    proof.inspect(|proof| assert!(proof.check(&structure), "{proof:?}"))
}

fn deadlock_free(net: &Net) -> Option<Technique> {
    let structure = Structure::build(net).unwrap();
    let proof = Prover::new(&structure).deadlock_free(&budget())?;
    assert!(proof.check(&structure), "{proof:?}");
    Some(proof.technique)
}

/// Two that share a lock: p0 and p1 idle, p2 and p3 at work, p4 the lock.
fn lock() -> Net {
    let mut arcs = Vec::new();
    for who in 0..2 {
        let (enter, leave) = (2 * who, 2 * who + 1);
        arcs.extend([(who, enter, Input, 1), (4, enter, Input, 1), (2 + who, enter, Output, 1)]);
        arcs.extend([(2 + who, leave, Input, 1), (4, leave, Output, 1), (who, leave, Output, 1)]);
    }
    net("lock", &[1, 1, 0, 0, 1], 4, &arcs)
}

/// Peterson's algorithm for two. For each: idle, about to give way, waiting, at work, and whether it
/// wants in (no, yes); then whose turn it is.
fn peterson() -> Net {
    let (place, turn) = (|who: usize, what: usize| 6 * who + what, |who: usize| 12 + who);
    let [idle, giving, waiting, working, no, yes] = [0, 1, 2, 3, 4, 5];
    let mut arcs = Vec::new();
    for who in 0..2 {
        let (other, t) = (1 - who, 6 * who);
        let mut step = |t: usize, takes: &[usize], puts: &[usize]| {
            arcs.extend(takes.iter().map(|&place| (place, t, Input, 1)));
            arcs.extend(puts.iter().map(|&place| (place, t, Output, 1)));
        };
        let own = |what| place(who, what);
        step(t, &[own(idle), own(no)], &[own(giving), own(yes)]);
        step(t + 1, &[own(giving), turn(who)], &[own(waiting), turn(other)]);
        step(t + 2, &[own(giving), turn(other)], &[own(waiting), turn(other)]);
        step(t + 3, &[own(waiting), turn(who)], &[own(working), turn(who)]);
        step(t + 4, &[own(waiting), place(other, no)], &[own(working), place(other, no)]);
        step(t + 5, &[own(working), own(yes)], &[own(idle), own(no)]);
    }
    net("peterson", &[1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0], 12, &arcs)
}

#[test]
fn a_lock_excludes_by_an_invariant() {
    let proof = unreachable(&lock(), "tokens(p2) >= 1 and tokens(p3) >= 1").unwrap();
    assert_eq!(proof.technique, Technique::PlaceInvariant);
    let lines = proof.explain(&Structure::build(&lock()).unwrap(), &lock());
    assert_eq!(
        lines,
        ["`p2` + `p3` + `p4` never grows and starts at 1, but `p2` >= 1 and `p3` >= 1 needs at least 2"]
    );
    assert_eq!(unreachable(&lock(), "tokens(p2) >= 1"), None);
}

#[test]
fn peterson_needs_traps() {
    let both = "tokens(p3) >= 1 and tokens(p9) >= 1";
    assert_eq!(unreachable(&peterson(), both).unwrap().technique, Technique::StateEquationWithTraps);
    assert_eq!(unreachable(&peterson(), "tokens(p3) >= 1 and tokens(p8) >= 1"), None);
}

#[test]
fn siphons_with_marked_traps_exclude_deadlock() {
    for net in [clock(5), ring(7, 3), lock(), peterson()] {
        assert_eq!(deadlock_free(&net), Some(Technique::SiphonTrap), "{}", net.id);
    }
}

#[test]
fn nets_with_a_deadlock_are_not_called_free_of_it() {
    for net in [one_way_chain(3), philosophers(4), filling(3), net("nothing", &[1], 0, &[])] {
        assert_eq!(deadlock_free(&net), None, "{}", net.id);
    }
}

/// The place is a siphon and a marked trap, but the transition needs two tokens of one.
#[test]
fn a_marked_trap_is_not_enough_where_arcs_have_weights() {
    let heavy = |tokens| net("heavy", &[tokens], 1, &[(0, 0, Input, 2), (0, 0, Output, 2)]);
    assert_eq!(deadlock_free(&heavy(1)), None);
    assert_eq!(deadlock_free(&heavy(2)), Some(Technique::PlaceInvariant));
}

#[test]
fn a_source_and_a_transition_with_its_opposite_need_no_lemma() {
    assert_eq!(deadlock_free(&net("source", &[0], 1, &[(0, 0, Output, 1)])), Some(Technique::Structure));
    let either = [(0, 0, Input, 3), (0, 1, Inhibitor, 3), (0, 1, Output, 2)];
    assert_eq!(deadlock_free(&net("either", &[1], 2, &either)), Some(Technique::Structure));
    let neither = [(0, 0, Input, 3), (0, 1, Inhibitor, 2), (0, 1, Output, 2)];
    assert_eq!(deadlock_free(&net("neither", &[0], 2, &neither)), None, "two tokens are reachable");
}

#[test]
fn a_sum_with_a_place_that_is_reset_may_fall_but_not_rise() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 1), (0, 1, Output, 1), (1, 2, Reset, 1)];
    let net = net("reset", &[3, 0], 3, &arcs);
    assert_eq!(unreachable(&net, "tokens(p0, p1) >= 4").unwrap().technique, Technique::StateEquation);
    assert_eq!(unreachable(&net, "tokens(p0, p1) <= 2"), None, "tokens get lost");
    assert_eq!(unreachable(&net, "tokens(p0, p1) == 0"), None);
}

/// Each firing needs three tokens, empties the place, and puts two.
#[test]
fn a_reset_takes_at_least_what_was_needed() {
    let arcs = [(0, 0, Read, 3), (0, 0, Reset, 1), (0, 0, Output, 2)];
    assert!(unreachable(&net("n", &[5], 1, &arcs), "tokens(p0) >= 6").is_some());
    assert_eq!(unreachable(&net("n", &[5], 1, &arcs), "tokens(p0) == 2"), None);
    let more = [(0, 0, Read, 1), (0, 0, Reset, 1), (0, 0, Output, 2)];
    assert_eq!(unreachable(&net("n", &[1], 1, &more), "tokens(p0) == 2"), None, "one becomes two");
}

#[test]
fn a_trap_is_lost_where_a_reset_empties_it() {
    let keeps = [(0, 0, Read, 1), (1, 0, Output, 1)];
    assert_eq!(unreachable(&net("n", &[1, 0], 1, &keeps), "tokens(p0) == 0").unwrap().lemmas.len(), 1);
    let empties = [(0, 0, Read, 1), (1, 0, Output, 1), (0, 0, Reset, 1)];
    assert_eq!(unreachable(&net("n", &[1, 0], 1, &empties), "tokens(p0) == 0"), None);
}

#[test]
fn capacities_are_facts_and_conditions() {
    let three = filling(3);
    assert!(unreachable(&three, "tokens(p0) >= 4").is_some());
    assert_eq!(unreachable(&three, "tokens(p0) == 3"), None);
    assert!(unreachable(&three, "tokens(p0) >= 3 and fireable(t0)").is_some());
    assert!(unreachable(&three, "tokens(p0) <= 2 and not fireable(t0)").is_some());
    let mut full = filling(3);
    full.places[0].initial = sanderling_net::Inscription::Tokens(5);
    assert_eq!(unreachable(&full, "tokens(p0) == 5"), None, "what is there at the start stays");
}

#[test]
fn weights_are_weighed() {
    let arcs = [(0, 0, Input, 2), (1, 0, Output, 3), (1, 1, Input, 3), (0, 1, Output, 2)];
    let net = net("n", &[6, 0], 2, &arcs);
    assert!(unreachable(&net, "tokens(p1) >= 10").is_some());
    assert!(unreachable(&net, "tokens(p0) >= 3 and tokens(p1) >= 6").is_some());
    assert_eq!(unreachable(&net, "tokens(p0) == 2 and tokens(p1) == 6"), None);
}

#[test]
fn common_factors_are_divided_out() {
    let proof = unreachable(&ring(3, 2), "2*tokens(p0) + 2*tokens(p1) == 3").unwrap();
    assert_eq!(proof.technique, Technique::Structure);
}

#[test]
fn nested_formulas_are_split_into_cases() {
    let target =
        "(tokens(p2) >= 1 and tokens(p3) >= 1) or (fireable(t1) and (tokens(p4) >= 1 or fireable(t3)))";
    assert!(unreachable(&lock(), target).is_some());
    assert!(unreachable(&lock(), "not (fireable(t1) implies tokens(p4) == 0)").is_some());
    assert!(unreachable(&lock(), "(tokens(p0) == 1) iff (tokens(p2) == 1)").is_some());
    assert_eq!(unreachable(&lock(), "(tokens(p0) == 1) iff (tokens(p2) == 0)"), None);
}

#[test]
fn counts_beyond_floating_point_are_left_to_invariants() {
    const HALF: u64 = 1 << 63;
    let huge = ring(2, HALF);
    let structure = Structure::build(&huge).unwrap();
    let bounds = Bounds::prove(&structure);
    let prover = Prover::with_invariants(&structure, bounds.invariants());
    let target = |second: u64| {
        let text = format!("reach tokens(p0) >= 1 and tokens(p1) >= {second}");
        Property::parse(&text, &huge).unwrap().formula
    };
    let proof = prover.unreachable(&target(HALF), &budget()).unwrap();
    assert!(proof.check(&structure));
    assert_eq!(prover.unreachable(&target(HALF - 1), &budget()), None);
    assert_eq!(Prover::new(&structure).unreachable(&target(HALF - 1), &budget()), None);
    let most = net("most", &[u64::MAX, 0], 1, &[(0, 0, Input, u64::MAX), (1, 0, Output, u64::MAX)]);
    assert_eq!(unreachable(&most, "tokens(p1) >= 18446744073709551615"), None);
}

/// p1 can hold exactly 10^15 tokens, which floating point can hardly distinguish from one more.
#[test]
fn coefficients_that_blur_in_floating_point_do_no_harm() {
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 100_000_000), (1, 1, Input, 99_999_999), (2, 1, Output, 3)];
    let net = net("blur", &[10_000_000, 0, 0], 2, &arcs);
    assert_eq!(unreachable(&net, "tokens(p1) >= 1000000000000000"), None);
    assert_eq!(unreachable(&net, "tokens(p0) == 0 and tokens(p1) == 1000000000000000"), None);
    for target in ["tokens(p1) >= 1000000000000001", "tokens(p2) >= 30000001"] {
        let _may_be_proved_or_not = unreachable(&net, target);
    }
}

#[test]
fn dead_transitions_and_bounds_are_proved() {
    let net = lock();
    let structure = Structure::build(&net).unwrap();
    let prover = Prover::new(&structure);
    assert!(prover.always_at_most(p(4), 1, &budget()).is_some());
    assert!(prover.always_at_most(p(4), 0, &budget()).is_none());
    assert!(prover.is_dead(TransitionId::new(0), &budget()).is_none());
    for (terms, most) in [(&[(1, p(2)), (1, p(3))][..], 1), (&[(2, p(0)), (-1, p(1))], 2), (&[(-1, p(4))], 0)]
    {
        let bound = prover.bound(terms, &budget()).unwrap();
        assert_eq!(bound.most, most);
        assert!(bound.proof.check(&structure));
    }
    let source = sanderling_testkit::tiny::nets::source();
    let structure = Structure::build(&source).unwrap();
    assert_eq!(Prover::new(&structure).bound(&[(1, p(0))], &budget()), None);
}

#[test]
fn a_cancelled_prover_claims_nothing() {
    let structure = Structure::build(&lock()).unwrap();
    let target = Property::parse("reach tokens(p2) >= 1 and tokens(p3) >= 1", &lock()).unwrap().formula;
    let prover = Prover::new(&structure);
    assert_eq!(prover.unreachable(&target, &Budget::new(Duration::from_secs(10), &|| true)), None);
    assert_eq!(prover.unreachable(&target, &Budget::of_time(Duration::ZERO)), None);
    let mut small = budget();
    small.max_entries = 3;
    assert_eq!(prover.unreachable(&target, &small), None);
}

/// The proof that [`lock`] excludes, to be falsified.
fn honest() -> (Structure, Proof) {
    let proof = unreachable(&lock(), "tokens(p2) >= 1 and tokens(p3) >= 1").unwrap();
    (Structure::build(&lock()).unwrap(), proof)
}

#[test]
fn a_falsified_lemma_is_refused() {
    let (structure, proof) = honest();
    let falsify: [fn(&mut Lemma); 11] = [
        |lemma| lemma.weights[0].1 += 1,
        |lemma| lemma.weights[0].1 -= 1,
        |lemma| lemma.weights.truncate(2),
        |lemma| lemma.weights[0].1 = i128::MAX,
        |lemma| lemma.conditions[0].1 = 0,
        |lemma| lemma.conditions[0].1 = -1,
        |lemma| lemma.conditions.truncate(1),
        |lemma| lemma.conditions[0].0.holds = false,
        |lemma| lemma.weights.push((p(99), 1)),
        |lemma| lemma.facts.push((Fact::Trap(vec![p(99)]), 1)),
        |lemma| lemma.conditions[0].0.atom = Atom::Tokens(p(99), 1),
    ];
    for (index, falsify) in falsify.into_iter().enumerate() {
        let mut false_proof = proof.clone();
        falsify(&mut false_proof.lemmas[0]);
        assert!(!false_proof.check(&structure), "{index}");
    }
    assert!(proof.check(&structure));
}

#[test]
fn a_proof_of_another_target_or_net_is_refused() {
    let (structure, proof) = honest();
    let other = Property::parse("reach tokens(p2) >= 1", &lock()).unwrap().formula;
    assert!(!Proof { target: other, ..proof.clone() }.check(&structure));
    assert!(!Proof { lemmas: Vec::new(), ..proof.clone() }.check(&structure));
    let mut two_locks = lock();
    two_locks.places[4].initial = sanderling_net::Inscription::Tokens(2);
    assert!(!proof.check(&Structure::build(&two_locks).unwrap()));
}

#[test]
fn a_false_fact_is_refused() {
    let structure = Structure::build(&lock()).unwrap();
    let is_empty = |place| (Condition { atom: Atom::Tokens(place, 1), holds: false }, 1);
    let claim = |trap: &[PlaceId]| {
        let conditions = trap.iter().copied().map(is_empty).collect();
        let lemma = Lemma { conditions, facts: vec![(Fact::Trap(trap.to_vec()), 1)], weights: Vec::new() };
        let formula = trap.iter().map(|place| {
            let text = format!("reach tokens({}) == 0", lock().place(*place).id);
            Property::parse(&text, &lock()).unwrap().formula
        });
        let target = Formula::And(formula.collect());
        Proof { technique: Technique::Trap, target, lemmas: vec![lemma] }
    };
    assert!(claim(&[p(2), p(3), p(4)]).check(&structure));
    assert!(!claim(&[p(2), p(4)]).check(&structure), "no trap");
    assert!(!claim(&[p(0)]).check(&structure), "no trap");
    let mut unmarked = lock();
    unmarked.places[4].initial = sanderling_net::Inscription::Tokens(0);
    assert!(!claim(&[p(2), p(3), p(4)]).check(&Structure::build(&unmarked).unwrap()), "not marked");
    let capacity = Lemma {
        conditions: vec![(Condition { atom: Atom::Tokens(p(0), u64::MAX), holds: true }, 1)],
        facts: vec![(Fact::Capacity(p(0)), 1)],
        weights: Vec::new(),
    };
    let target = Property::parse("reach tokens(p0) >= 18446744073709551615", &lock()).unwrap().formula;
    assert!(!Proof { technique: Technique::Trap, target, lemmas: vec![capacity] }.check(&structure));
}
