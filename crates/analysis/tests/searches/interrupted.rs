//! Interrupted searches that fire one event at a time and resume. In every order, with every retention and
//! reduction, the outcome equals that of an uninterrupted search.

use std::collections::BTreeMap;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::reduce::{Chains, Events, Independence, Stubborn, StubbornOptions, Target};
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{Driver, Guidance, Limits, Options, StopReason, StoreChoice};
use sanderling_cutoff::{Cutoffs, EVENTS_BETWEEN_PAUSES, EVENTS_OF_SAMPLE, Entered};
use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_store::pairs::{CacheSize, PairOptions, WholeLevels};
use sanderling_testkit::random::{self, Shape, for_seeds};

use crate::checkpoints::{found, interrupted, run};
use crate::forgetting::{CHAINS, ORDERS};
use sanderling_testkit::tiny::{Growing, random_edges};

/// Enters cutoffs with short rounds, so that small systems have many.
fn short_rounds(random: &mut StdRng) -> Entered {
    let (events, at_once) = (random.random_range(1..=100), random.random_range(1..=10));
    Cutoffs::usual().with(EVENTS_BETWEEN_PAUSES, events).with(EVENTS_OF_SAMPLE, at_once).enter()
}

/// Returns a random valid combination with checkpoints, for a system of about this number of states.
fn choices(states: usize, random: &mut StdRng) -> Options {
    let retentions = [Retention::KeepAll, Retention::Cache, Retention::Sweep, Retention::CacheAndSweep];
    let strategies =
        ["random", "oldest", "lru,distance", "stratified:3", "in-degree,out-degree", "event-type"];
    loop {
        let is_packed = random.random_bool(0.5);
        let retention = if is_packed { retentions[random.random_range(0..4)] } else { Retention::KeepAll };
        let chains = if is_packed { CHAINS[random.random_range(0..CHAINS.len())] } else { Chains::Kept };
        let share = random.random_range(1..=20);
        let max_states = retention.caches().then_some((states as u64 * share).div_ceil(20));
        let replacement = strategies[random.random_range(0..strategies.len())].parse().expect("a strategy");
        let whole = WholeLevels([0, 1, 2, 5][random.random_range(0..4)]);
        let cache = CacheSize::States([0, 1, 4, 30][random.random_range(0..4)]);
        let pairs = StoreChoice::ComBack(PairOptions { cache, whole, ..PairOptions::default() });
        let hashes =
            [StoreChoice::HashCompaction(64), StoreChoice::HashCompaction(16), StoreChoice::Bitstate(3)];
        let hashed = hashes[random.random_range(0..3)];
        let others = [StoreChoice::Packed, pairs, StoreChoice::Tree, hashed];
        let store = if is_packed { StoreChoice::Packed } else { others[random.random_range(0..4)] };
        // Half of it is the array of a bitstate store.
        let memory_bytes = matches!(store, StoreChoice::Bitstate(_)).then_some(1 << 18);
        let options = Options {
            order: ORDERS[random.random_range(0..ORDERS.len())],
            retention,
            caching: Caching { max_states, replacement, ..Caching::default() },
            events: *Events::all().choose(random).expect("there are some"),
            chains,
            last_event_first: random.random_bool(0.3),
            store,
            limits: Limits { memory_bytes, ..Limits::default() },
            driver: Driver::Sequential,
            ..Options::default()
        };
        if options.refusal().is_none() && options.refusal_of_checkpoints().is_none() {
            return options;
        }
    }
}

/// The number of occurrences of each tested situation.
#[derive(Default)]
struct Seen(Mutex<BTreeMap<&'static str, u32>>);

impl Seen {
    fn note(&self, what: &'static str, is_so: bool) {
        *self.0.lock().unwrap().entry(what).or_default() += u32::from(is_so);
    }

    fn check(self) {
        let seen = self.0.into_inner().unwrap();
        println!("{seen:?}");
        assert!(seen.values().all(|&times| times > 0), "{seen:?}");
    }
}

fn guidance_of_graph(wanted: usize) -> Guidance<'static, Growing> {
    Guidance {
        heuristic: Some(Box::new(|_, _, &node| (node * 7 % 13) as i64)),
        progress: Some(Box::new(move |_, _, &node, progress| match wanted % 3 {
            0 => progress.extend([(node / 3 % 5) as i64, (node % 2) as i64]),
            1 => progress.push((node / 20) as i64),
            _ => progress.push(0),
        })),
        event_types: vec![2, 0, 1],
        ..Guidance::default()
    }
}

#[test]
fn one_event_at_a_time_graphs_are_explored_as_without_interruption() {
    let seen = Seen::default();
    for_seeds(60, |seed| {
        let edges = random_edges(seed);
        let mut random = StdRng::seed_from_u64(seed);
        let wanted = random.random_range(0..edges.len());
        let undefined = (seed % 2 == 0).then(|| random.random_range(0..edges.len()));
        let system = || Growing::new(edges.clone()).with_undefined(undefined);
        let goal = |_: &Growing, _: &[u64], &node: &usize| node == wanted;
        let guidance = guidance_of_graph(wanted);
        for _ in 0..8 {
            let _cutoffs = short_rounds(&mut random);
            let options = Options { events: Events::ALL, ..choices(edges.len(), &mut random) };
            let expected = run((system(), &guidance), &options, goal, None, None);
            let expected = found(expected.expect("nothing is to be read"));
            let (found, interruptions) =
                interrupted((system, &guidance), &options, goal, expected.counts[0] * 2 / 3, &mut random);
            assert_eq!(found, expected, "{options:?}, {interruptions} interruptions");
            let kept = expected.kept.unwrap_or_default();
            seen.note("interrupted", interruptions > 0);
            seen.note("over a tree", interruptions > 0 && options.store == StoreChoice::Tree);
            seen.note("over hashes", interruptions > 0 && !options.store.abilities().is_exact);
            seen.note("over pairs", interruptions > 0 && matches!(options.store, StoreChoice::ComBack(_)));
            seen.note("more than once", interruptions > 1);
            seen.note("forgotten", interruptions > 0 && kept.forgotten > 0);
            seen.note("passed", interruptions > 0 && kept.passed > 0);
            seen.note("swept again", interruptions > 0 && kept.swept.is_some_and(|swept| swept.sweeps > 1));
            seen.note("undefined", interruptions > 0 && expected.stop == Some(StopReason::Undefined));
        }
    });
    seen.check();
}

#[test]
fn one_event_at_a_time_reduced_nets_are_explored_as_without_interruption() {
    let seen = Seen::default();
    for_seeds(60, |seed| {
        let shape = if seed % 2 == 0 { Shape::large_counts() } else { Shape::many_events() };
        let net = random::net(seed, &shape);
        let model = || FieldModel::compile(Knowledge::of(&net).expect("it is small"));
        let mut random = StdRng::seed_from_u64(seed);
        let guidance = Guidance {
            heuristic: Some(Box::new(|_, state: &[u64], _| (state[0] % 7) as i64)),
            progress: Some(Box::new(|_, _, _, progress| progress.push(0))),
            independence: Some(Independence::of(&model()).expect("there are few events")),
            stubborn: Some(Box::new(Stubborn::of(&model(), &[Target::Deadlock], StubbornOptions::default()))),
            event_types: vec![2, 0, 1],
            ..Guidance::default()
        };
        let goal = |_: &FieldModel, state: &[u64], _: &_| state[0] % 11 == 5;
        for _ in 0..8 {
            let _cutoffs = short_rounds(&mut random);
            let mut options = choices(60, &mut random);
            options.limits.states = Some(random.random_range(1..1000));
            let expected = run((model(), &guidance), &options, goal, None, None);
            let expected = found(expected.expect("nothing is to be read"));
            let (found, interruptions) =
                interrupted((model, &guidance), &options, goal, expected.counts[0] * 2 / 3, &mut random);
            assert_eq!(found, expected, "{options:?}, {interruptions} interruptions");
            let is_interrupted = interruptions > 0;
            seen.note("to its end", is_interrupted && expected.stop.is_none());
            seen.note("to a limit", is_interrupted && expected.stop == Some(StopReason::States));
            seen.note("asleep", is_interrupted && options.events == Events::SLEEP);
            seen.note("edge-lean", is_interrupted && options.events == Events::EDGE_LEAN);
            seen.note("stubborn and asleep", is_interrupted && options.events == Events::STUBBORN_SLEEP);
        }
    });
    seen.check();
}
