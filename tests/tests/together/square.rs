//! The configuration square: on random nets, every configuration agrees with the naive explorer.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::Question;
use sanderling_cutoff::{Cutoffs, RELAXATIONS_LOOKING_AHEAD, RELAXATIONS_ONE_BY_ONE, TESTS_AHEAD};
use sanderling_net::ArcKind::{Inhibitor, Input, Output, Read, Reset};
use sanderling_net::Net;
use sanderling_property::Property;
use sanderling_report::Report;
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::nets;
use sanderling_tests::{Configuration, Oracle, random_property};

/// Maximum number of markings for the naive explorer.
const LIMIT: usize = 300;

/// Number of properties of a net that are checked in one pass.
const PROPERTIES: usize = 4;

/// The number of nets that were explored completely, and of those that were not.
#[derive(Default)]
struct Seen {
    bounded: std::cell::Cell<usize>,
    unfinished: std::cell::Cell<usize>,
}

impl Seen {
    fn count(&self, oracle: &Oracle<'_>) {
        let counter = if oracle.explored().is_some() { &self.bounded } else { &self.unfinished };
        counter.set(counter.get() + 1);
    }
}

/// Checks a net with every question in every configuration.
fn check_net(net: &Net, seed: u64, seen: &Seen) {
    let oracle = Oracle::of(net, LIMIT);
    seen.count(&oracle);
    check_all(net, &oracle, seed);
}

fn check_all(net: &Net, oracle: &Oracle<'_>, seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    let properties = (0..PROPERTIES).map(|_| random_property(net, &mut random));
    let parse = |text: String| Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
    let properties: Vec<_> = properties.map(parse).collect();
    let except = Question::DeadlockExcept(properties[0].clone());
    for question in [Question::Explore, Question::Deadlock, except, Question::Check(properties)] {
        check_question(oracle, &question);
        check_forgetting(oracle, &question, random.random());
    }
}

/// Checks one question in every configuration. Reports that differ only in the number of threads must be
/// equal.
fn check_question(oracle: &Oracle<'_>, question: &Question) {
    let mut on_one_thread = None;
    for configuration in Configuration::distinct() {
        let report = but_for_its_cost(oracle.check(&configuration, question.clone()));
        if configuration.threads == 1 {
            on_one_thread = Some(report);
        } else {
            assert_eq!(Some(report), on_one_thread, "{configuration:?}: as on one thread");
        }
    }
}

/// Number of configurations that may forget states to check for each net, in addition to all others.
const FORGETTING: usize = 3;

/// Checks one question in some configurations that may forget states, selected by the seed.
fn check_forgetting(oracle: &Oracle<'_>, question: &Question, seed: u64) {
    for configuration in Configuration::rotation_for(question, seed, FORGETTING) {
        let _report = oracle.check(&configuration, question.clone());
    }
}

/// Returns a report without the fields that may depend on the machine or the threads.
fn but_for_its_cost(mut report: Report) -> Report {
    report.time_s = sanderling_report::Timings::default();
    report.peak_memory_bytes = 0;
    report.store_bytes = 0;
    report.store = None;
    report.self_check = None;
    report.options.remove("threads");
    report
}

fn check_shape(shape: &Shape, seeds: u64) -> Seen {
    let seen = Seen::default();
    for_seeds(seeds, |seed| check_net(&random::net(seed, shape), seed, &seen));
    seen
}

#[test]
fn plain_nets_bounded_or_not() {
    let seen = check_shape(&Shape::plain(), 200);
    assert!(is_met(seen.bounded.get(), 0) && is_met(seen.unfinished.get(), 0));
}

#[test]
fn conservative_nets() {
    check_shape(&Shape { max_tokens: 2, ..Shape::conservative() }, 200);
}

#[test]
fn nets_with_every_kind_of_arc_and_capacities() {
    check_shape(&Shape::special(), 200);
    check_shape(&Shape { max_tokens: 2, ..Shape::conservative_special() }, 160);
}

#[test]
fn nets_with_inhibitors_everywhere() {
    let shape = Shape { inhibitor: 0.9, max_weight: 3, ..Shape::plain() };
    check_shape(&shape, 120);
    check_shape(&Shape { capacity: 0.9, ..shape }, 120);
}

#[test]
fn counts_around_2_to_the_32() {
    check_shape(&Shape::large_counts(), 120);
}

#[test]
fn counts_around_2_to_the_64() {
    let shape = Shape { max_weight: u64::MAX, max_tokens: u64::MAX, arcs: 0..=1, ..Shape::special() };
    check_shape(&shape, 160);
    let halves = Shape { max_weight: 1 << 62, max_tokens: u64::MAX, ..Shape::conservative_special() };
    check_shape(&halves, 120);
}

#[test]
fn markings_of_many_words() {
    let shape =
        Shape { places: 5..=9, max_tokens: 1 << 45, max_weight: 1 << 43, ..Shape::conservative_special() };
    check_shape(&shape, 80);
    check_shape(&Shape { places: 80..=120, transitions: 3..=7, marked: 0.2, ..Shape::conservative() }, 12);
}

#[test]
fn claims_of_unit_safety_true_and_false() {
    check_shape(&Shape::claimed_units(), 120);
    check_shape(&Shape { conservative: false, marked: 0.2, arcs: 0..=2, ..Shape::claimed_units() }, 160);
    check_shape(&Shape { inhibitor: 0.3, read: 0.3, reset: 0.3, ..Shape::claimed_units() }, 120);
    let seen = Seen::default();
    for_seeds(120, |seed| check_net(&random::unit_safe_net(seed), seed, &seen));
}

/// Creates a net with three counters that only inhibitor arcs bound, so that no bound is proved for them.
/// They grow, shrink, are emptied, and pass tokens on.
fn inhibited_counters(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let counters = 3;
    let mut arcs = Vec::new();
    let mut transition = 0..;
    for counter in 0..counters {
        let [grow, shrink, pass, empty] = [(); 4].map(|()| transition.next().expect("there are more"));
        let next = (counter + 1) % counters;
        let mut small = || random.random_range(1..=3);
        arcs.extend([(counter, grow, Output, small()), (counter, shrink, Input, small())]);
        arcs.extend([(counter, pass, Input, small()), (next, pass, Output, small())]);
        arcs.extend([(counter, empty, Reset, 1), (next, empty, Read, small())]);
        let limit = random.random_range(9..=18);
        arcs.extend([(counter, grow, Inhibitor, limit), (next, pass, Inhibitor, limit)]);
    }
    let mut net = nets::net("counters", &[0; 3], 4 * counters, &arcs);
    net.id = format!("counters-{seed}");
    net
}

/// Several rounds in a level, growing shards, and layouts that are widened with many states in the store. Each way to
/// make room for later markings is forced once.
#[test]
fn thousands_of_markings_in_layouts_that_are_widened() {
    for_seeds(4, |seed| {
        let net = inhibited_counters(seed);
        let oracle = Oracle::of(&net, 10_000);
        assert!(oracle.explored().is_some_and(|explored| explored.states() > 500), "{}", net.id);
        let (alone, ahead) = [(4, 16), (1 << 10, 0), (0, 1 << 10), (0, 0)][seed as usize % 4];
        let _entered = Cutoffs::usual()
            .with(RELAXATIONS_ONE_BY_ONE, alone)
            .with(RELAXATIONS_LOOKING_AHEAD, ahead)
            .enter();
        check_all(&net, &oracle, seed);
    });
}

/// Creates a net of three switches beside a walk. Each step puts tokens into a place of its own, twice as many as the
/// step before. No bound of these places is proved, since the walk would begin again if a counter had a third token.
fn walk() -> Net {
    const STEPS: usize = 9;
    let (counter, step, store, switch) = (0, 1, STEPS + 2, 2 * STEPS + 2);
    let mut tokens = vec![0; switch + 6];
    tokens[step] = 1;
    let mut arcs = Vec::new();
    for walked in 0..STEPS {
        arcs.extend([(step + walked, walked, Input, 1), (step + walked + 1, walked, Output, 1)]);
        arcs.push((store + walked, walked, Output, 1 << walked));
        if walked < 2 {
            arcs.push((counter, walked, Output, 1));
        }
    }
    arcs.extend([(step + STEPS, STEPS, Input, 1), (step, STEPS, Output, 1), (counter, STEPS, Read, 3)]);
    for at in 0..3 {
        let (off, on) = (switch + 2 * at, switch + 2 * at + 1);
        tokens[off] = 1;
        let (set, reset) = (STEPS + 1 + 2 * at, STEPS + 2 + 2 * at);
        arcs.extend([(off, set, Input, 1), (on, set, Output, 1)]);
        arcs.extend([(on, reset, Input, 1), (off, reset, Output, 1)]);
    }
    nets::net("walk", &tokens, STEPS + 7, &arcs)
}

/// Each step of the walk but the first breaks an assumption.
#[test]
fn layouts_that_are_widened_at_every_step() {
    let net = walk();
    let oracle = Oracle::of(&net, 1000);
    assert_eq!(oracle.explored().map(naive::Explored::states), Some(80));
    for (alone, ahead) in [(4, 16), (1 << 10, 0), (0, 1 << 10), (0, 0)] {
        let cutoffs = Cutoffs::usual().with(RELAXATIONS_ONE_BY_ONE, alone);
        let _entered = cutoffs.with(RELAXATIONS_LOOKING_AHEAD, ahead).with(TESTS_AHEAD, 64).enter();
        check_all(&net, &oracle, ahead);
    }
}
