//! A search that begins with the fastest store and restarts with smaller ones when memory runs out.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::open::Order;
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{
    Control, Disk, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason, StoreChoice, Stored,
    explore,
};
use sanderling_cutoff::{Cutoffs, VAULT_BYTES_IN_MEMORY};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, Maxima, Relaxed, Room, System};
use sanderling_testkit::tiny::systems::GraphSystem;

const NODES: usize = 30_000;

const COUNTERS: usize = 9;
const LARGEST: u64 = 2;
const STATES: u64 = (LARGEST + 1).pow(COUNTERS as u32);

/// Counters up to [`LARGEST`], in three words. Unlike states of a [graph][g] they have halves in common.
///
/// [g]: sanderling_testkit::tiny::systems::GraphSystem
#[derive(Debug, Clone)]
pub(crate) struct Counters;

fn counter(state: &[u64], at: usize) -> u64 {
    state[at % 3] >> (2 * at) & 3
}

impl System for Counters {
    type Scratch = ();

    fn words(&self) -> usize {
        3
    }

    fn events(&self) -> usize {
        COUNTERS
    }

    fn scratch(&self) {}

    fn initial(&self, state: &mut [u64]) {
        state.fill(0);
    }

    fn unpack<const W: usize>(&self, _: &[u64], _: &mut ()) {}

    fn enabled<const W: usize>(&self, state: &[u64], _: &(), events: &mut Vec<EventId>) {
        events.extend((0..COUNTERS).filter(|&at| counter(state, at) < LARGEST).map(EventId::new));
    }

    fn fire<const W: usize>(&self, state: &[u64], _: &(), event: EventId, successor: &mut [u64]) -> Fired {
        successor.copy_from_slice(state);
        successor[event.index() % 3] += 1 << (2 * event.index());
        Fired::Successor
    }
}

impl Adaptive for Counters {
    fn relax(&self, _: &[u64], _: EventId, _: Room) -> Relaxed<Self> {
        unreachable!("it assumes nothing")
    }

    fn translate(&self, _: &Self, state: &[u64], translated: &mut [u64]) {
        translated.copy_from_slice(state);
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        false
    }
}

impl Extremes for Counters {
    type Extremes = ();

    fn no_extremes(&self) {}

    fn absorb<const W: usize>(&self, _: &[u64], _: &(), _: &mut ()) {}

    fn join(&self, (): &mut (), (): &()) {}

    fn raise(&self, (): &(), _: &mut Maxima) {}
}

/// Explores with this memory limit, searching for the last state.
fn search(memory: usize, options: Options) -> Outcome<Counters> {
    let last: Goal<'_, Counters> = Box::new(|_, _, _, events| events.is_empty());
    let observation = Observation { goals: vec![last], ..Observation::default() };
    let limits = Limits { memory_bytes: Some(memory), ..Limits::default() };
    let options = Options { store: StoreChoice::Auto, limits, ..options };
    explore(Counters, &options, &observation, &Guidance::default(), &Control::default())
}

fn is_whole(outcome: &Outcome<Counters>) {
    assert_eq!(outcome.stop, None, "{} bytes", outcome.peak_bytes);
    // In a third of the states a given counter is at its end.
    let firings = COUNTERS as u64 * STATES / 3 * 2;
    assert_eq!((outcome.states, outcome.firings, outcome.dead), (Some(STATES), firings, 1));
    assert_eq!(outcome.levels.len(), COUNTERS * LARGEST as usize + 1);
    assert!(outcome.hits[0].is_some() && outcome.stop.is_none());
}

#[test]
fn with_memory_enough_states_are_whole() {
    let outcome = search(64 << 20, Options::default());
    is_whole(&outcome);
    assert!(matches!(outcome.store, Stored::Packed(_)));
}

#[test]
fn with_less_memory_the_tree_gives_the_same_counts() {
    let whole = search(64 << 20, Options::default());
    for (threads, retention) in [(1, Retention::Auto), (2, Retention::Auto), (1, Retention::KeepAll)] {
        let outcome = search(10 << 16, Options { threads, retention, ..Options::default() });
        is_whole(&outcome);
        assert!(matches!(outcome.store, Stored::Tree(_)));
        assert_eq!(outcome.levels, whole.levels);
        let steps = |outcome: &Outcome<Counters>| outcome.hits[0].as_ref().map(|path| path.events.len());
        assert_eq!(steps(&outcome), steps(&whole), "the path to a goal is as short");
        assert!(outcome.peak_bytes <= 14 << 16, "{}", outcome.peak_bytes);
    }
}

#[test]
fn with_a_directory_states_go_to_disk_before_any_is_forgotten() {
    let whole = search(64 << 20, Options::default());
    let disk = Disk { directory: Some(std::env::temp_dir()), max_bytes: None };
    let memory = 6 << 16;
    let small = Cutoffs::usual().with(VAULT_BYTES_IN_MEMORY, 1 << 12);
    let _entered = small.enter();
    for threads in [1, 2] {
        let outcome = search(
            memory,
            Options { threads, retention: Retention::Auto, disk: disk.clone(), ..Options::default() },
        );
        is_whole(&outcome);
        assert!(matches!(outcome.store, Stored::Disk(_)), "{} bytes", outcome.peak_bytes);
        assert_eq!(
            (&outcome.levels, outcome.hits[0].as_ref().map(|path| path.events.len())),
            (&whole.levels, whole.hits[0].as_ref().map(|path| path.events.len()))
        );
    }
    let small = Disk { max_bytes: Some(1 << 10), ..disk };
    let outcome =
        search(memory, Options { retention: Retention::KeepAll, disk: small.clone(), ..Options::default() });
    assert_eq!(outcome.stop, Some(StopReason::DiskLimit));
    let outcome = search(memory, Options { retention: Retention::Auto, disk: small, ..Options::default() });
    assert!(
        matches!(outcome.store, Stored::Packed(_)) && outcome.kept.is_some_and(|kept| kept.forgotten > 0)
    );
}

/// Returns a graph whose edges lead a little further on. Its states have no halves in common.
fn graph() -> GraphSystem {
    let mut random = StdRng::seed_from_u64(1);
    let edges = (0..NODES).map(|node: usize| {
        let near = |random: &mut StdRng| (node + random.random_range(1..300)).min(NODES - 1);
        (0..3).map(|event| (event, near(&mut random))).collect()
    });
    GraphSystem::new(2, edges.collect())
}

#[test]
fn where_the_tree_is_no_smaller_states_are_forgotten_if_they_may_be() {
    let explore = |retention, limits| {
        let last: Goal<'_, GraphSystem> =
            Box::new(|system, state, _, _| system.node(state) == Some(NODES - 1));
        let observation = Observation { goals: vec![last], ..Observation::default() };
        let options = Options { store: StoreChoice::Auto, retention, limits, ..Options::default() };
        explore(graph(), &options, &observation, &Guidance::default(), &Control::default())
    };
    let whole = explore(Retention::KeepAll, Limits::default());
    assert!(matches!(whole.store, Stored::Packed(_)));
    let limits = Limits { memory_bytes: Some(whole.peak_bytes / 10 * 8), ..Limits::default() };
    let forgetful = explore(Retention::Auto, limits);
    assert_eq!((forgetful.stop, forgetful.hits[0].is_some()), (None, true));
    assert!(forgetful.kept.expect("it forgets").forgotten > 0);
    let ended = explore(Retention::KeepAll, limits);
    assert_eq!(ended.stop, Some(StopReason::Memory));
    assert!(matches!(ended.store, Stored::Tree(_)));
}

#[test]
fn other_orders_have_one_stage() {
    let options = Options { order: Order::DepthFirst, retention: Retention::Auto, ..Options::default() };
    let outcome = search(9 << 16, options);
    assert!(matches!(outcome.store, Stored::Packed(_)));
    assert!(outcome.hits[0].is_some() && outcome.kept.is_some());
}
