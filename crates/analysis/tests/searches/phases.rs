//! Tests of the phases that searches report.

use std::time::Duration;

use sanderling_analysis::open::Order;
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{
    Control, DepthBound, Driver, Guidance, Limits, Observation, Options, Outcome, Phases, StoreChoice,
    explore, explore_to_depth,
};
use sanderling_store::pairs::PairOptions;
use sanderling_testkit::tiny::Counter;
use sanderling_testkit::tiny::systems::{GraphSystem, deadlock};

/// Returns a system with 3001 states, which are packed again several times.
fn system() -> Counter {
    Counter::up_and_down(3000)
}

fn run(options: &Options) -> Outcome<Counter> {
    explore(system(), options, &Observation::default(), &Guidance::default(), &Control::default())
}

/// Whether `fire`, `hash`, `look_up` and `retain` are reported.
fn reported(phases: Phases) -> [bool; 4] {
    let Phases { fire, hash, look_up, retain } = phases;
    [fire, hash, look_up, retain].map(|time| time.is_some())
}

fn sum(phases: Phases) -> Duration {
    let Phases { fire, hash, look_up, retain } = phases;
    [fire, hash, look_up, retain].into_iter().flatten().sum()
}

/// Returns options with the phases that they report.
fn cases() -> Vec<(Options, [bool; 4])> {
    let batched = |store, threads| Options { store, threads, ..Options::default() };
    let single = |store, order| Options { driver: Driver::Sequential, store, order, ..Options::default() };
    let comback = StoreChoice::ComBack(PairOptions::default());
    let cache = |retention| Options { retention, ..single(StoreChoice::Packed, Order::DepthFirst) };
    let caching = Caching { max_states: Some(100), ..Caching::default() };
    let [all_but_hash, all_but_retain] = [[true, false, true, false], [true, true, true, false]];
    vec![
        (batched(StoreChoice::Packed, 1), all_but_retain),
        (batched(StoreChoice::Packed, 3), all_but_retain),
        (batched(StoreChoice::Tree, 1), all_but_hash),
        (batched(StoreChoice::Tree, 3), all_but_hash),
        (batched(comback, 1), all_but_hash),
        (single(StoreChoice::Packed, Order::BreadthFirst), all_but_retain),
        (single(StoreChoice::Packed, Order::DepthFirst), all_but_retain),
        (single(StoreChoice::Tree, Order::DepthFirst), all_but_hash),
        (single(comback, Order::DepthFirst), all_but_retain),
        (single(StoreChoice::HashCompaction(40), Order::DepthFirst), all_but_retain),
        (single(StoreChoice::Bitstate(3), Order::BreadthFirst), all_but_retain),
        (Options { caching, ..cache(Retention::Cache) }, [true; 4]),
    ]
}

#[test]
fn reported_phases_are_never_longer_than_the_search() {
    for (options, expected) in cases() {
        let Outcome { phases, elapsed, .. } = run(&options);
        assert_eq!(reported(phases), expected, "{options:?}");
        assert!(sum(phases) > Duration::ZERO && sum(phases) <= elapsed, "{phases:?} of {elapsed:?}");
    }
}

#[test]
fn phases_of_the_smallest_search_are_reported() {
    for (options, _) in cases() {
        let outcome = explore(
            deadlock(),
            &options,
            &Observation::<GraphSystem>::default(),
            &Guidance::default(),
            &Control::default(),
        );
        assert!(outcome.phases.fire.is_some(), "{options:?}");
        assert!(sum(outcome.phases) <= outcome.elapsed, "{options:?}");
    }
}

#[test]
fn phases_include_both_stores_of_a_search_that_switches() {
    let whole = run(&Options::default());
    let limits = Limits { memory_bytes: Some(whole.peak_bytes / 2), ..Limits::default() };
    let outcome = run(&Options { store: StoreChoice::Auto, limits, ..Options::default() });
    assert!(outcome.phases.hash.is_some(), "the packed store came first: {:?}", outcome.phases);
    assert!(sum(outcome.phases) <= outcome.elapsed);
}

#[test]
fn a_depth_bounded_search_reports_no_phases() {
    let bound = DepthBound::new(5);
    let (outcome, _) =
        explore_to_depth(system(), &bound, Limits::default(), &Observation::default(), &Control::default());
    assert_eq!(outcome.phases, Phases::default());
}
