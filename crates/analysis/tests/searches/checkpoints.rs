//! Interrupted searches that resume. The outcome equals that of an uninterrupted search.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::{Chains, Events};
use sanderling_analysis::retention::{Caching, Kept, Retention};
use sanderling_analysis::{
    Checkpoints, Control, Driver, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason,
    StoreChoice, Stored, Summary, explore, explore_with_checkpoints,
};
use sanderling_checkpoint::{Folder, Problem, Which};
use sanderling_cutoff::{
    BATCH_BYTES_OF_ONE_THREAD, CANDIDATE_BYTES, Cutoffs, RUN_WORDS_OF_BLOCK, VAULT_BYTES_IN_MEMORY,
};
use sanderling_store::StateId;
use sanderling_system::{Adaptive, EventId, Extremes, Maxima};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::tiny::systems::diamond;
use serde_json::json;

use crate::stages::Counters;
use sanderling_testkit::tiny::{Growing, random_edges};

/// The results that do not depend on time and memory.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) stop: Option<StopReason>,
    /// The number of visits, and the numbers of expanded states, firings and dead states.
    pub(crate) counts: [u64; 4],
    maxima: Option<Maxima>,
    measured: Vec<i128>,
    never_fired: Option<Vec<EventId>>,
    hits: Vec<Option<Vec<EventId>>>,
    undefined: Option<Vec<EventId>>,
    levels: Vec<u64>,
    relaxations: u32,
    root: StateId,
    pub(crate) kept: Option<Kept>,
    /// In a packed store, its whole content, in order.
    states: Vec<(StateId, StateId, Vec<u64>)>,
}

pub(crate) fn found<S: Extremes>(outcome: Outcome<S>) -> Found {
    let states = match &outcome.store {
        Stored::Packed(store) => {
            store.ids().map(|id| (id, store.pred(id), store.state(id).to_vec())).collect()
        }
        _ => Vec::new(),
    };
    Found {
        stop: outcome.stop,
        counts: [outcome.visits, outcome.expanded, outcome.firings, outcome.dead],
        maxima: outcome.maxima,
        measured: outcome.measured,
        never_fired: outcome.never_fired,
        hits: outcome.hits.into_iter().map(|hit| hit.map(|witness| witness.events)).collect(),
        undefined: outcome.undefined.map(|witness| witness.events),
        levels: outcome.levels,
        relaxations: outcome.relaxations,
        root: outcome.root,
        kept: outcome.kept,
        states,
    }
}

/// Runs a search once. Cancels it after this number of states, if it is to be interrupted.
pub(crate) fn run<S: Extremes + Adaptive + Send>(
    (system, guidance): (S, &Guidance<'_, S>),
    options: &Options,
    goal: impl Fn(&S, &[u64], &S::Scratch) -> bool + Sync,
    cancel_after: Option<u64>,
    checkpoints: Option<&Checkpoints>,
) -> Result<Outcome<S>, Problem> {
    let (control, seen) = (Control::default(), AtomicU64::new(0));
    let see: Goal<'_, S> = Box::new(|_, _, _, _| {
        if cancel_after.is_some_and(|most| seen.fetch_add(1, Ordering::Relaxed) >= most) {
            control.cancel();
        }
        false
    });
    let goal: Goal<'_, S> = Box::new(|system, state, scratch, _| goal(system, state, scratch));
    let observation = Observation {
        goals: vec![see, goal],
        extremes: true,
        fired_events: true,
        measures: vec![Box::new(|_, state, _| i128::from(state[0] % 1000) << 70)],
        ..Observation::default()
    };
    match checkpoints {
        None => Ok(explore(system, options, &observation, guidance, &control)),
        Some(checkpoints) => {
            explore_with_checkpoints(system, options, &observation, guidance, &control, checkpoints)
        }
    }
}

/// Starts at the beginning, or resumes from one of the last two checkpoints.
fn checkpoints(path: &Path, which: Which, every: Duration) -> Result<Checkpoints, Problem> {
    if !path.exists() {
        return Checkpoints::begin(Folder::create(path)?, every, json!({ "who": "a test" }));
    }
    let folder = Folder::open(path)?;
    let manifest = folder.manifest(which).or_else(|_| folder.manifest(Which::Newest))?;
    assert_eq!(Summary::of(path, &manifest)?.caller, json!({ "who": "a test" }));
    Checkpoints::resume(folder, manifest, every)
}

/// Interrupts a search repeatedly. Returns the result, and the number of interruptions.
pub(crate) fn interrupted<S: Extremes + Adaptive + Send>(
    (system, guidance): (impl Fn() -> S, &Guidance<'_, S>),
    options: &Options,
    goal: impl Fn(&S, &[u64], &S::Scratch) -> bool + Sync,
    states: u64,
    random: &mut StdRng,
) -> (Found, u32) {
    let parent = tempfile::tempdir().expect("there is room for a folder");
    let path = parent.path().join("checkpoints");
    let mut interruptions = 0;
    loop {
        let which = if random.random_bool(0.3) { Which::Earlier } else { Which::Newest };
        let every = if random.random_bool(0.7) { Duration::ZERO } else { Duration::from_secs(3600) };
        let checkpoints = checkpoints(&path, which, every).expect("it can go on");
        let cancel_after = (interruptions < 6).then(|| random.random_range(0..=states));
        let max_threads = if options.chosen_driver() == Driver::Batched { 3 } else { 1 };
        let options = Options { threads: random.random_range(1..=max_threads), ..options.clone() };
        let outcome =
            run((system(), guidance), &options, &goal, cancel_after, Some(&checkpoints)).expect("it resumes");
        checkpoints.finish().expect("it can be written");
        if outcome.stop != Some(StopReason::Cancelled) {
            return (found(outcome), interruptions);
        }
        interruptions += 1;
    }
}

fn stores() -> [StoreChoice; 5] {
    let comback = "comback".parse().expect("it is a store");
    [StoreChoice::Packed, StoreChoice::Tree, StoreChoice::Disk, StoreChoice::Auto, comback]
}

#[test]
fn whatever_interrupts_a_search_its_outcome_is_the_same() {
    let all = AtomicU64::new(0);
    for_seeds(150, |seed| {
        let edges = random_edges(seed);
        let mut random = StdRng::seed_from_u64(seed);
        let wanted = random.random_range(0..edges.len());
        let undefined = (seed % 5 == 0).then(|| random.random_range(0..edges.len()));
        let system = || Growing::new(edges.clone()).with_undefined(undefined);
        for store in stores() {
            let options = Options { store, retention: Retention::KeepAll, ..Options::default() };
            let goal = |_: &Growing, _: &[u64], &node: &usize| node == wanted;
            let expected = found(
                run((system(), &Guidance::default()), &options, goal, None, None)
                    .expect("nothing is to be read"),
            );
            let (found, interruptions) =
                interrupted((system, &Guidance::default()), &options, goal, edges.len() as u64, &mut random);
            assert_eq!(found, expected, "{store}, {interruptions} interruptions");
            all.fetch_add(interruptions.into(), Ordering::Relaxed);
        }
    });
    assert!(all.into_inner() > 0);
}

/// Candidates are spilled, levels are in many blocks, and both are in files. Limits on states also end the
/// search.
#[test]
fn a_search_on_disk_is_the_same_in_small_pieces_and_with_more_and_more_states() {
    let pieces = Cutoffs::usual()
        .with(CANDIDATE_BYTES, 1 << 12)
        .with(RUN_WORDS_OF_BLOCK, 7)
        .with(BATCH_BYTES_OF_ONE_THREAD, 300)
        .with(VAULT_BYTES_IN_MEMORY, 10);
    let _entered = pieces.enter();
    let bits = if sanderling_cutoff::has_weak_hashes() { 6 } else { 10 };
    let options = Options { store: StoreChoice::Disk, ..Options::default() };
    let goal = |system: &_, state: &[u64], _: &_| -> bool {
        sanderling_testkit::tiny::systems::GraphSystem::node(system, state) == Some((1 << bits) - 1)
    };
    let system = || diamond(bits).with_words(3);
    let expected = found(
        run((system(), &Guidance::default()), &options, goal, None, None).expect("nothing is to be read"),
    );
    for seed in 0..12 {
        let mut random = StdRng::seed_from_u64(seed);
        let (found, interruptions) =
            interrupted((system, &Guidance::default()), &options, goal, 1 << bits, &mut random);
        assert_eq!(found, expected, "{seed}: {interruptions} interruptions");
    }
    for seed in 0..6 {
        let mut random = StdRng::seed_from_u64(seed);
        let parent = tempfile::tempdir().expect("there is room for a folder");
        let (path, mut states, mut pauses) = (parent.path().join("checkpoints"), 0, 0);
        let outcome = loop {
            states += random.random_range(1..1 << (bits - 2));
            let limits = Limits { states: Some(states), ..Limits::default() };
            let checkpoints =
                checkpoints(&path, Which::Newest, Duration::from_secs(3600)).expect("it resumes");
            let options = Options { limits, threads: 2, ..options.clone() };
            let outcome = run((system(), &Guidance::default()), &options, goal, None, Some(&checkpoints))
                .expect("it resumes");
            checkpoints.finish().expect("it can be written");
            if outcome.stop != Some(StopReason::States) {
                break found(outcome);
            }
            assert_eq!(outcome.visits, states);
            pauses += 1;
        };
        assert!(outcome == expected && pauses > 2, "{outcome:?}");
    }
}

#[test]
fn damaged_runs_are_refused_or_do_not_matter() {
    let _entered = Cutoffs::usual().with(RUN_WORDS_OF_BLOCK, 30).with(VAULT_BYTES_IN_MEMORY, 10).enter();
    let options = Options { store: StoreChoice::Disk, ..Options::default() };
    let goal = |_: &_, _: &[u64], _: &_| false;
    let bits = if sanderling_cutoff::has_weak_hashes() { 5 } else { 8 };
    let expected = found(
        run((diamond(bits), &Guidance::default()), &options, goal, None, None)
            .expect("nothing is to be read"),
    );
    let mut refused = 0;
    for seed in 0..60 {
        let mut random = StdRng::seed_from_u64(seed);
        let parent = tempfile::tempdir().expect("there is room for a folder");
        let path = parent.path().join("checkpoints");
        for cancel_after in [Some(1 << (bits - 1)), None] {
            let checkpoints =
                checkpoints(&path, Which::Newest, Duration::ZERO).expect("there is a checkpoint");
            let outcome =
                run((diamond(bits), &Guidance::default()), &options, goal, cancel_after, Some(&checkpoints));
            match outcome {
                Err(problem) => {
                    assert!(matches!(problem, Problem::Damaged { .. }), "{problem}");
                    refused += 1;
                }
                Ok(outcome) if cancel_after.is_none() => assert_eq!(found(outcome), expected),
                Ok(_) => {}
            }
            checkpoints.finish().expect("it can be written");
            if cancel_after.is_some() {
                let runs = std::fs::read_dir(&path).expect("it is a folder").filter_map(|entry| {
                    let path = entry.expect("it can be read").path();
                    (path.extension()? == "sorted").then_some(path)
                });
                let mut runs: Vec<_> = runs.collect();
                runs.sort();
                let run = &runs[random.random_range(0..runs.len())];
                let mut bytes = std::fs::read(run).expect("it can be read");
                let at = random.random_range(0..bytes.len());
                if random.random_bool(0.8) {
                    bytes[at] ^= 1 << random.random_range(0..8);
                } else {
                    bytes.truncate(at);
                }
                std::fs::write(run, bytes).expect("it can be written");
            }
        }
    }
    assert!(refused > 20, "{refused}");
}

/// The search is so large that the tree is learned again, its nodes get more bits, and blocks of logs are
/// full.
#[test]
fn a_large_search_is_the_same_after_interruptions() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let system = || diamond(17).with_words(2);
    for store in stores() {
        let options = Options { store, ..Options::default() };
        let goal = |system: &_, state: &[u64], _: &_| -> bool {
            sanderling_testkit::tiny::systems::GraphSystem::node(system, state) == Some((1 << 17) - 1)
        };
        let expected = found(
            run((system(), &Guidance::default()), &options, goal, None, None).expect("nothing is to be read"),
        );
        assert_eq!(expected.counts[0], 1 << 17);
        let mut random = StdRng::seed_from_u64(7);
        let (found, interruptions) =
            interrupted((system, &Guidance::default()), &options, goal, 1 << 17, &mut random);
        assert_eq!(found, expected, "{store}");
        assert!(interruptions > 2);
    }
}

#[test]
fn a_search_that_switched_to_the_tree_store_resumes() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let system = || Counters;
    let goal = |_: &_, _: &[u64], _: &_| false;
    let peak = |store| {
        let options = Options { store, ..Options::default() };
        run((system(), &Guidance::default()), &options, goal, None, None)
            .expect("nothing is to be read")
            .peak_bytes
    };
    let (packed, tree) = (peak(StoreChoice::Packed), peak(StoreChoice::Tree));
    assert!(tree < packed, "{tree} {packed}");
    // Too little for whole states, and enough for the tree with the memory of more threads.
    let memory_bytes = Some(packed - (packed - tree) / 2);
    let options = Options {
        store: StoreChoice::Auto,
        limits: Limits { memory_bytes, ..Limits::default() },
        retention: Retention::KeepAll,
        ..Options::default()
    };
    let expected =
        run((system(), &Guidance::default()), &options, goal, None, None).expect("nothing is to be read");
    assert!(matches!(expected.store, Stored::Tree(_)) && expected.stop.is_none(), "{:?}", expected.stop);
    let expected = found(expected);
    for seed in 0..5 {
        let mut random = StdRng::seed_from_u64(seed);
        let (found, _) = interrupted((system, &Guidance::default()), &options, goal, 1 << 17, &mut random);
        assert_eq!(found, expected);
    }
}

#[test]
fn a_completed_search_resumes_with_the_same_result() {
    let parent = tempfile::tempdir().expect("there is room for a folder");
    for (store, decided) in stores().into_iter().flat_map(|store| [(store, false), (store, true)]) {
        let path = parent.path().join(format!("{store}-{decided}"));
        let options = Options { store, retention: Retention::KeepAll, ..Options::default() };
        let goals =
            || -> Vec<Goal<'_, _>> { vec![Box::new(|_, _, _, events: &[EventId]| events.len() == 3)] };
        let mut all = Vec::new();
        for _ in 0..3 {
            let observation =
                Observation { goals: goals(), stop_when_decided: decided, ..Observation::default() };
            let checkpoints =
                checkpoints(&path, Which::Newest, Duration::from_secs(3600)).expect("it resumes");
            let (guidance, control) = (Guidance::default(), Control::default());
            let outcome = explore_with_checkpoints(
                diamond(6),
                &options,
                &observation,
                &guidance,
                &control,
                &checkpoints,
            );
            all.push(found(outcome.expect("it resumes")));
            checkpoints.finish().expect("it can be written");
        }
        assert_eq!(all[0].stop, decided.then_some(StopReason::Decided));
        assert!(all[1] == all[0] && all[2] == all[0], "{all:?}");
    }
}

#[test]
fn another_search_or_another_net_is_refused() {
    let parent = tempfile::tempdir().expect("there is room for a folder");
    for store in [StoreChoice::Packed, StoreChoice::Tree, StoreChoice::Disk] {
        let path = parent.path().join(store.to_string());
        let options = Options { store, ..Options::default() };
        let goal = |_: &_, _: &[u64], _: &_| false;
        let go_on = |words: usize, options: &Options| {
            let checkpoints =
                checkpoints(&path, Which::Newest, Duration::ZERO).expect("there is a checkpoint");
            let outcome = run(
                (diamond(9).with_words(words), &Guidance::default()),
                options,
                goal,
                Some(100),
                Some(&checkpoints),
            );
            checkpoints.finish().expect("it can be written");
            outcome.map(|outcome| outcome.stop)
        };
        assert!(go_on(2, &options).is_ok());
        assert!(matches!(go_on(3, &options), Err(Problem::Damaged { .. })), "{store}");
        let other = if store == StoreChoice::Tree { StoreChoice::Packed } else { StoreChoice::Tree };
        let other = Options { store: other, ..Options::default() };
        assert!(matches!(go_on(2, &other), Err(Problem::Damaged { .. })), "{store}");
        assert!(go_on(2, &options).is_ok());
    }
}

#[test]
fn what_has_no_checkpoints_says_why() {
    let refused = |options: Options| {
        assert_eq!(options.refusal(), None);
        options.refusal_of_checkpoints().is_some()
    };
    let stored = |store: &str| Options { store: store.parse().expect("a store"), ..Options::default() };
    let caching = Caching { max_states: Some(100), ..Caching::default() };
    assert!(!refused(Options::default()));
    assert!(!refused(Options { order: Order::DepthFirst, ..Options::default() }));
    assert!(!refused(Options { driver: Driver::Sequential, ..Options::default() }));
    assert!(!refused(Options { order: Order::DepthFirst, ..stored("comback") }));
    assert!(!refused(Options { retention: Retention::Sweep, ..Options::default() }));
    assert!(!refused(Options { events: Events::SLEEP, chains: Chains::OffTree, ..Options::default() }));
    for retention in [Retention::Cache, Retention::CacheAndSweep] {
        // The time of this depends on the memory.
        assert!(refused(Options { retention, ..Options::default() }));
        assert!(!refused(Options { retention, caching: caching.clone(), ..Options::default() }));
    }
    assert!(refused(Options { retention: Retention::Cache, caching, ..stored("comback") }));
    assert!(!refused(Options { order: Order::DepthFirst, ..stored("tree") }));
    assert!(!refused(Options { store: StoreChoice::Bitstate(4), ..Options::default() }));
    assert!(!refused(stored("disk")));
}
