//! Paths over a tree store and on disk, which store no predecessors. They are found backwards, for many
//! goals at a time. Also paths that a user cancels.

use sanderling_analysis::{
    Control, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason, StoreChoice, explore,
};
use sanderling_testkit::tiny::systems::{GraphSystem, after, diamond, ring};

const STORES: [StoreChoice; 2] = [StoreChoice::Tree, StoreChoice::Disk];

fn search(
    system: GraphSystem,
    goals: Vec<Goal<'_, GraphSystem>>,
    (store, threads): (StoreChoice, usize),
    control: &Control<'_>,
) -> Outcome<GraphSystem> {
    let options = Options { store, threads, ..Options::default() };
    let observation = Observation { goals, ..Observation::default() };
    explore(system, &options, &observation, &Guidance::default(), control)
}

fn is_node(wanted: usize) -> Goal<'static, GraphSystem> {
    Box::new(move |_, _, &node, _| node == wanted)
}

#[test]
fn ways_to_many_states_are_found_together_and_are_shortest() {
    let bits = if sanderling_cutoff::has_weak_hashes() { 6 } else { 9 };
    for at in STORES.into_iter().flat_map(|store| [(store, 1), (store, 3)]) {
        let goals = (0..1 << bits).map(is_node).chain([is_node(usize::MAX)]).collect();
        let outcome = search(diamond(bits), goals, at, &Control::default());
        assert_eq!((outcome.stop, outcome.unwitnessed.len()), (None, 0));
        for (node, hit) in (0..1_usize << bits).zip(&outcome.hits) {
            let path = &hit.as_ref().expect("every node is met").events;
            assert_eq!(outcome.system.node(&after(&outcome.system, path)), Some(node));
            assert_eq!(path.len(), node.count_ones() as usize);
        }
        assert_eq!(outcome.hits[1 << bits], None);
    }
}

#[test]
fn a_search_that_is_cancelled_on_the_way_back_does_not_say_that_nothing_was_found() {
    STORES.into_iter().chain([StoreChoice::Packed]).for_each(cancelled_on_the_way_back);
}

fn cancelled_on_the_way_back(store: StoreChoice) {
    let control = Control::default();
    let cancels: Goal<'_, GraphSystem> = Box::new(|_, _, &node, _| {
        if node == 5 {
            control.cancel();
        }
        node == 5
    });
    let outcome = search(ring(20), vec![cancels, is_node(0)], (store, 1), &control);
    assert_eq!(outcome.stop, Some(StopReason::Cancelled));
    assert_eq!((&outcome.hits[0], outcome.unwitnessed), (&None, vec![0]));
    assert_eq!(outcome.hits[1].as_ref().map(|witness| witness.events.len()), Some(0));
}

#[test]
fn looking_for_ways_is_within_the_time() {
    STORES.into_iter().for_each(looks_within_the_time);
}

fn looks_within_the_time(store: StoreChoice) {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};
    // Time runs out when the last state is met. No other state is open then, so that only the path is cut.
    // On a slow machine the search itself may run out of time.
    let limit = Duration::from_millis(40);
    let (started, is_met) = (Instant::now(), AtomicBool::new(false));
    let takes_long: Goal<'_, GraphSystem> = Box::new(|_, _, _, events| {
        is_met.fetch_or(events.is_empty(), Ordering::Relaxed);
        while events.is_empty() && started.elapsed() < 2 * limit {
            std::hint::spin_loop();
        }
        events.is_empty()
    });
    let limits = Limits { time: Some(limit), ..Limits::default() };
    let options = Options { store, limits, ..Options::default() };
    let observation = Observation { goals: vec![takes_long], ..Observation::default() };
    let outcome = explore(diamond(3), &options, &observation, &Guidance::default(), &Control::default());
    let unwitnessed = if is_met.load(Ordering::Relaxed) { vec![0] } else { Vec::new() };
    assert_eq!((outcome.stop, outcome.unwitnessed), (Some(StopReason::Time), unwitnessed));
    assert_eq!(outcome.hits, [None]);
}
