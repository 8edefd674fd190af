//! Conclusions against the graph of all reachable markings.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_model::Structure;
use sanderling_net::semantics::Marking;
use sanderling_net::{Arc, ArcKind, Net, PlaceId, TransitionId};
use sanderling_structure_theory::{
    Answer, Budget, Claim, Class, Flow, LiveMarkedGraph, NotWellFormed, Unknown, conclusions,
    free_choice_liveness, state_machine_liveness, well_formedness,
};
use sanderling_testkit::naive::{self, Graph};
use sanderling_testkit::random::{classes, for_seeds, is_met};
use sanderling_testkit::tiny::nets;

use crate::plain::{Plain, any_net, one_case, with_tokens};

const NEVER: &dyn Fn() -> bool = &|| false;
const LIMIT: usize = 1500;

/// How often each of some things was seen.
#[derive(Default)]
struct Counts(RefCell<BTreeMap<String, u32>>);

impl Counts {
    fn note(&self, what: impl std::fmt::Debug) {
        *self.0.borrow_mut().entry(format!("{what:?}")).or_default() += 1;
    }

    /// Checks that at least `expected` things were seen, each of them `each` times with all seeds.
    fn require(&self, each: u64, expected: usize) {
        println!("{:?}", self.0.borrow());
        let mut counts: Vec<u32> = self.0.borrow().values().copied().collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let least = counts.get(expected - 1).copied().unwrap_or(0);
        assert!(is_met(least, each - 1), "{:?}", self.0.borrow());
    }
}

#[test]
fn marked_graphs_are_live_exactly_if_they_are_found_to_be() {
    let counts = Counts::default();
    for_seeds(1500, |seed| {
        let net = classes::marked_graph(seed);
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let flow = Flow::of(&structure);
        let found = LiveMarkedGraph::of(&flow);
        if let Answer::No(circuit) = &found {
            for (index, &place) in circuit.iter().enumerate() {
                let next = circuit[(index + 1) % circuit.len()];
                let shared = plain.outputs_of_place(place.index());
                assert_eq!(shared, plain.inputs_of_place(next.index()), "{circuit:?}");
                assert_eq!(structure.initial()[place.index()], 0);
            }
        }
        if let Ok(graph) = Graph::explore(&net, LIMIT) {
            assert_eq!(found.truth(), Some(graph.is_live(&net)), "{:?}", found.truth());
            counts.note(found.truth());
        }
        let Answer::Yes(live) = found else { return };
        let bounds = live.place_bounds(&Budget::new(NEVER)).unwrap();
        match naive::explore(&net, LIMIT) {
            Ok(explored) => {
                let explored: Vec<_> = explored.bounds.iter().map(|&most| Some(u128::from(most))).collect();
                assert_eq!(bounds, explored);
                counts.note("bounded");
            }
            Err(_) => counts.note(("many markings", bounds.contains(&None))),
        }
        let starved = Budget { max_work: 1, ..Budget::new(NEVER) };
        assert_eq!(live.place_bounds(&starved), Err(Unknown::OverBudget));
        assert_eq!(live.place_bounds(&Budget::new(&|| true)), Err(Unknown::Stopped));
    });
    counts.require(150, 4);
}

#[test]
fn state_machines_are_live_exactly_if_they_are_found_to_be() {
    let counts = Counts::default();
    for_seeds(2000, |seed| {
        let net = classes::state_machine(seed);
        let structure = Structure::build(&net).unwrap();
        let found = state_machine_liveness(&Flow::of(&structure)).truth();
        let graph = Graph::explore(&net, 100_000).expect("it is bounded");
        assert_eq!(found, Some(graph.is_live(&net)));
        counts.note(found);
    });
    counts.require(300, 2);
}

#[test]
fn bounded_free_choice_nets_are_live_exactly_if_they_are_found_to_be() {
    let counts = Counts::default();
    for_seeds(5000, |seed| {
        let net = classes::free_choice(seed);
        let structure = Structure::build(&net).unwrap();
        let Ok(graph) = Graph::explore(&net, LIMIT) else { return };
        let found = free_choice_liveness(&Flow::of(&structure), &Budget::new(NEVER)).truth();
        assert_eq!(found, Some(graph.is_live(&net)));
        counts.note(found);
    });
    counts.require(500, 2);
}

/// Whether some transition can be enabled no more: if tokens were never taken away, it still could not.
fn is_dying(plain: &Plain, marking: &Marking) -> bool {
    let mut marked: Vec<bool> =
        (0..plain.places).map(|place| marking.tokens(PlaceId::new(place)) > 0).collect();
    let is_ready = |marked: &[bool], t: usize| plain.inputs_of_transition(t).iter().all(|&p| marked[p]);
    for _ in 0..=plain.places {
        for t in 0..plain.transitions {
            if is_ready(&marked, t) {
                plain.outputs_of_transition(t).into_iter().for_each(|p| marked[p] = true);
            }
        }
    }
    (0..plain.transitions).any(|t| !is_ready(&marked, t))
}

/// A free-choice net that is not live reaches a marking with an empty siphon. Of infinitely many markings the nearest ones are looked at.
#[test]
fn unbounded_free_choice_nets_that_are_not_live_can_lose_a_siphon_and_others_cannot() {
    let counts = Counts::default();
    for_seeds(3000, |seed| {
        let net = classes::free_choice(seed);
        if Graph::explore(&net, 100).is_ok() {
            return;
        }
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let dies = naive::nearest(&net, 100).iter().any(|marking| is_dying(&plain, marking));
        let found = free_choice_liveness(&Flow::of(&structure), &Budget::new(NEVER)).truth();
        assert!(found == Some(false) || !dies, "it is said to be live");
        counts.note((found, dies));
    });
    let counts_of = |what: &str| counts.0.borrow().get(what).copied().unwrap_or_default();
    assert!(counts_of("(Some(false), false)") * 10 < counts_of("(Some(false), true)"), "mostly seen early");
    counts.require(30, 2);
}

#[test]
fn well_formed_nets_have_a_live_and_bounded_marking_and_others_none_that_is_found() {
    let counts = Counts::default();
    for_seeds(1500, |seed| {
        let net = classes::free_choice(seed);
        let structure = Structure::build(&net).unwrap();
        let mut random = StdRng::seed_from_u64(seed);
        match well_formedness(&Flow::of(&structure), &Budget::new(NEVER)) {
            Answer::Yes(shown) => {
                let net = with_tokens(&net, || 1);
                let graph = Graph::explore(&net, 20_000).expect("it is bounded");
                assert!(graph.is_live(&net), "{shown:?}");
                assert!(!shown.explain().is_empty());
                counts.note("well-formed");
            }
            Answer::No(reason) => {
                for _ in 0..4 {
                    let net = with_tokens(&net, || random.random_range(0..=2));
                    let is_live = Graph::explore(&net, LIMIT).is_ok_and(|graph| graph.is_live(&net));
                    assert!(!is_live, "{reason:?}");
                }
                assert!(!reason.explain(&net).is_empty());
                counts.note(match reason {
                    NotWellFormed::NotConservative(_) => "not conservative",
                    NotWellFormed::NotConsistent(_) => "not consistent",
                    NotWellFormed::Rank { .. } => "rank",
                });
            }
            Answer::Unknown(unknown) => assert!(matches!(unknown, Unknown::Beyond(_)), "{unknown:?}"),
        }
    });
    counts.require(10, 4);
}

/// Whether the claim is true of the net, by its reachable markings; `None`: they are too many.
fn holds(claim: Claim, net: &Net, plain: &Plain) -> Option<bool> {
    let graph = Graph::explore(net, LIMIT).ok();
    let is_live = graph.as_ref().map(|graph| graph.is_live(net));
    match claim {
        Claim::Live => is_live,
        Claim::NotLive => is_live.map(|is_live| !is_live),
        Claim::LiveAndBounded => Some(is_live.expect("it is bounded")),
        Claim::NotWellFormed => Some(is_live != Some(true)),
        Claim::DeadlockFree => graph.map(|graph| graph.is_deadlock_free()),
        Claim::Sound | Claim::Unsound => {
            let sink = (0..plain.places).find(|&p| plain.outputs_of_place(p).is_empty())?;
            let graph = Graph::explore(&one_case(net), LIMIT).ok()?;
            Some(graph.is_sound(net, PlaceId::new(sink)) == (claim == Claim::Sound))
        }
    }
}

/// A free-choice net to which read arcs have been added, so that many are still ordinary, but free choice no more.
fn with_reads(seed: u64) -> Net {
    let (mut net, mut random) = (classes::free_choice(seed), StdRng::seed_from_u64(seed));
    for _ in 0..random.random_range(1..=2) {
        let place = PlaceId::new(random.random_range(0..net.places.len()));
        let transition = TransitionId::new(random.random_range(0..net.transitions.len()));
        net.add_arc(Arc::weighted(place, transition, ArcKind::Read, 1));
    }
    with_tokens(&net, || random.random_range(0..=2))
}

#[test]
fn every_conclusion_holds() {
    let counts = Counts::default();
    for_seeds(6000, |seed| {
        let net = if seed % 2 == 0 { with_reads(seed) } else { any_net(seed / 2) };
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let flow = Flow::of(&structure);
        for conclusion in conclusions(&net, &flow, &Budget::new(NEVER)) {
            let (claim, theorem) = (conclusion.claim(), conclusion.theorem());
            let is_true = holds(claim, &net, &plain);
            assert!(is_true != Some(false), "{claim} by {theorem}: {}", conclusion.explain(&net));
            assert!(!conclusion.explain(&net).is_empty());
            if is_true.is_some() {
                counts.note((theorem, claim));
            }
        }
    });
    counts.require(15, 12);
}

#[test]
fn theorems_say_nothing_of_nets_that_they_are_not_about() {
    use ArcKind::{Inhibitor, Input, Output, Reset};
    let ring = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 1), (0, 1, Output, 1)];
    for (tokens, more) in
        [([2, 0, 0], (2, 0, Inhibitor, 1)), ([2, 0, 0], (2, 0, Reset, 1)), ([2, 0, 2], (2, 0, Input, 2))]
    {
        let arcs: Vec<_> = ring.iter().copied().chain([more]).collect();
        let net = nets::net("n", &tokens, 2, &arcs);
        let structure = Structure::build(&net).unwrap();
        let flow = Flow::of(&structure);
        assert!(conclusions(&net, &flow, &Budget::new(NEVER)).is_empty(), "{more:?}");
        assert!(matches!(LiveMarkedGraph::of(&flow), Answer::Unknown(Unknown::Beyond(_))));
        assert!(Class::ExtendedFreeChoice.obstacle(&flow).is_some());
    }
}

#[test]
fn conclusions_are_explained_in_the_names_of_the_net() {
    let explained = |net: &Net| {
        let structure = Structure::build(net).unwrap();
        let found = conclusions(net, &Flow::of(&structure), &Budget::new(NEVER));
        found.iter().map(|one| format!("{}: {}", one.claim(), one.explain(net))).collect::<Vec<_>>()
    };
    assert_eq!(explained(&nets::clock(3)), ["live: every directed circuit is marked"]);
    assert_eq!(explained(&nets::ring(3, 0)), ["not live: the directed circuit {p1, p2, p0} is not marked"]);
    assert!(explained(&nets::lock_order()).is_empty(), "it has a deadlock, and is not free choice");
}
