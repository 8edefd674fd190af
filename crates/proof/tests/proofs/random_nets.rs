//! What is proved about random nets holds in their state spaces, explored in the most obvious way; and
//! how much of what holds is proved.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_model::{Bounds, Structure};
use sanderling_net::semantics::{self, Marking};
use sanderling_net::{Inscription, Net, PlaceId, TransitionId};
use sanderling_proof::{Answer, Budget, Proof, Prover};
use sanderling_property::{Comparison, Formula, ReferenceValuation, Relation};
use sanderling_testkit::naive::{Explored, explore};
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};

const LIMIT: usize = 3000;

/// How many things hold, and how many of them are proved.
#[derive(Default)]
struct Share {
    hold: Cell<u32>,
    proved: Cell<u32>,
}

impl Share {
    /// Notes a question; what is proved must hold, and its proof must pass its check.
    fn note(&self, net: &Net, structure: &Structure, holds: bool, proof: Option<&Proof>) {
        self.hold.set(self.hold.get() + u32::from(holds));
        if let Some(proof) = proof {
            assert!(holds, "{}: proved by {}, but wrong: {proof:?}", net.id, proof.technique);
            assert!(proof.check(structure), "{}: {proof:?}", net.id);
            assert!(!proof.explain(structure, net).is_empty());
            self.proved.set(self.proved.get() + 1);
        }
    }

    fn print(&self, what: &str) {
        println!("{what}: {} of {} proved", self.proved.get(), self.hold.get());
        assert!(self.proved.get() * 4 > self.hold.get(), "{what}: hardly anything is proved");
    }
}

fn budget() -> Budget<'static> {
    Budget::of_time(Duration::from_secs(5))
}

fn with_bounded_nets(count: u64, shape: &Shape, test: impl Fn(u64, &Net, &Structure, &Explored)) {
    for_seeds(count, |seed| {
        let net = net(seed, shape);
        if let Ok(explored) = explore(&net, LIMIT) {
            test(seed, &net, &Structure::build(&net).unwrap(), &explored);
        }
    });
}

fn shapes() -> [Shape; 4] {
    let ordinary = Shape { max_weight: 1, max_tokens: 1, marked: 0.4, ..Shape::conservative() };
    [Shape::conservative(), Shape::conservative_special(), Shape::special(), ordinary]
}

#[test]
fn deadlock_freedom_that_is_proved_holds() {
    let share = Share::default();
    for shape in shapes() {
        with_bounded_nets(1200, &shape, |seed, net, structure, explored| {
            let mut budget = budget();
            if seed % 2 == 0 {
                // Too little for the first try, so that there is another one.
                budget.max_conditions = 40;
                let invariants = Bounds::prove(structure).invariants().clone();
                let proof = Prover::with_invariants(structure, &invariants).deadlock_free(&budget);
                return share.note(net, structure, explored.deadlocks.is_empty(), proof.as_ref());
            }
            let proof = Prover::new(structure).deadlock_free(&budget);
            share.note(net, structure, explored.deadlocks.is_empty(), proof.as_ref());
        });
    }
    share.print("deadlock freedom");
}

#[test]
fn dead_transitions_that_are_proved_are_dead() {
    let share = Share::default();
    for shape in shapes() {
        with_bounded_nets(250, &shape, |_, net, structure, explored| {
            let prover = Prover::new(structure);
            for transition in net.transition_ids() {
                let proof = prover.is_dead(transition, &budget());
                share.note(net, structure, !explored.fired.contains(&transition), proof.as_ref());
            }
        });
    }
    share.print("dead transitions");
}

#[test]
fn bounds_that_are_proved_hold() {
    let (share, tight) = (Share::default(), Cell::new(0));
    for shape in shapes() {
        with_bounded_nets(150, &shape, |seed, net, structure, explored| {
            let (prover, mut random) = (Prover::new(structure), StdRng::seed_from_u64(seed));
            let terms: Vec<_> = net.place_ids().map(|place| (random.random_range(-2..=3), place)).collect();
            let of = |marking: &Marking| {
                let term = |&(c, place): &(i64, PlaceId)| i128::from(c) * i128::from(marking.tokens(place));
                terms.iter().map(term).sum::<i128>()
            };
            let most = explored.markings.keys().map(of).max().unwrap();
            let bound = prover.bound(&terms, &budget());
            tight.set(tight.get() + u32::from(bound.as_ref().is_some_and(|bound| bound.most == most)));
            let holds = bound.as_ref().is_none_or(|bound| bound.most >= most);
            share.note(net, structure, holds, bound.as_ref().map(|bound| &bound.proof));
            for place in net.place_ids() {
                let most = explored.bounds[place.index()];
                let proof = prover.always_at_most(place, most, &budget());
                share.note(net, structure, true, proof.as_ref());
                assert!(most == 0 || prover.always_at_most(place, most - 1, &budget()).is_none());
            }
        });
    }
    println!("{} bounds are tight", tight.get());
    share.print("bounds");
}

#[test]
fn formulas_that_are_proved_unreachable_hold_nowhere() {
    let share = Share::default();
    for shape in shapes() {
        with_bounded_nets(250, &shape, |seed, net, structure, explored| {
            let (prover, mut random) = (Prover::new(structure), StdRng::seed_from_u64(seed));
            for _ in 0..4 {
                let formula = random_formula(net, &mut random, 3);
                let is_met = |marking| formula.holds(&ReferenceValuation::build(net, marking).unwrap());
                let holds = !explored.markings.keys().any(is_met);
                let proof = prover.unreachable(&formula, &budget());
                share.note(net, structure, holds, proof.as_ref());
            }
        });
    }
    share.print("unreachable formulas");
}

/// The lemmas of all answers about a net are used for the next questions. A marking that an answer leaves open meets the
/// formula up to rounding, unless that depends on transitions: those that can never fire count as disabled.
#[test]
fn answers_with_earlier_lemmas_are_right() {
    let (share, open, missed) = (Share::default(), Cell::new(0), Cell::new(0));
    for shape in shapes() {
        with_bounded_nets(250, &shape, |seed, net, structure, explored| {
            let (prover, mut random) = (Prover::new(structure), StdRng::seed_from_u64(seed));
            let mut known = Vec::new();
            for _ in 0..6 {
                let formula = random_formula(net, &mut random, 2);
                let meets =
                    |marking: &Marking| formula.holds(&ReferenceValuation::build(net, marking).unwrap());
                let holds = !explored.markings.keys().any(meets);
                match prover.decide(&formula, &known, &budget()) {
                    Answer::Unreachable(proof) => share.note(net, structure, holds, Some(&proof)),
                    Answer::Open { marking, lemmas } => {
                        share.note(net, structure, holds, None);
                        let is_exact = formula.transitions().is_empty() && !formula.mentions_deadlock();
                        let is_met = meets(&starting_with(net, &marking));
                        open.set(open.get() + 1);
                        missed.set(missed.get() + u64::from(is_exact && !is_met));
                        known = lemmas;
                    }
                    Answer::Unknown => share.note(net, structure, holds, None),
                }
            }
        });
    }
    share.print("unreachable formulas");
    // The linear programs are not exact.
    let (open, missed) = (open.get(), missed.get());
    assert!(
        is_met(open, 500) && missed * 100 <= open,
        "{missed} of {open} open markings do not meet the formula"
    );
}

/// Returns the marking of a net with these tokens, by place.
fn starting_with(net: &Net, tokens: &[u64]) -> Marking {
    let mut net = net.clone();
    for (place, &tokens) in net.places.iter_mut().zip(tokens) {
        place.initial = Inscription::Tokens(tokens);
    }
    semantics::initial(&net).unwrap()
}

fn random_formula(net: &Net, random: &mut StdRng, depth: usize) -> Formula {
    let parts = |random: &mut StdRng| (0..3).map(|_| random_formula(net, random, depth - 1)).collect();
    match random.random_range(0..if depth == 0 { 5 } else { 11 }) {
        0 if random.random_bool(0.2) => Formula::Constant(random.random_bool(0.5)),
        1 if random.random_bool(0.4) => Formula::Deadlock,
        2 => {
            let any = TransitionId::new(random.random_range(0..net.transitions.len()));
            Formula::Enabled(vec![any])
        }
        0..=4 => random_comparison(net, random),
        5 => Formula::Not(Box::new(random_formula(net, random, depth - 1))),
        6 | 7 => Formula::And(parts(random)),
        8 => Formula::Or(parts(random)),
        9 => Formula::Implies(Box::new([(); 2].map(|()| random_formula(net, random, depth - 1)))),
        _ => Formula::Iff(Box::new([(); 2].map(|()| random_formula(net, random, depth - 1)))),
    }
}

fn random_comparison(net: &Net, random: &mut StdRng) -> Formula {
    use Relation::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
    let relation = [AtLeast, AtMost, Equal, Greater, Less, Unequal][random.random_range(0..6)];
    let place = |random: &mut StdRng| PlaceId::new(random.random_range(0..net.places.len()));
    let terms: Vec<_> =
        (0..random.random_range(1..=3)).map(|_| (random.random_range(-2..=2), place(random))).collect();
    Formula::Compare(Comparison::build(terms, relation, random.random_range(-3..=8)).unwrap())
}
