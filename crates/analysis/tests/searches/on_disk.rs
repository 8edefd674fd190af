//! States on disk: with any blocks, spills and merges, the results equal those in memory.

use sanderling_analysis::open::Order;
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{
    Control, Disk, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason, StoreChoice, Stored,
    explore,
};
use sanderling_cutoff::{
    BATCH_BYTES_OF_ONE_THREAD, CANDIDATE_BYTES, Cutoffs, RUN_WORDS_OF_BLOCK, VAULT_BYTES_IN_MEMORY,
};
use sanderling_store::runs::Usage;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::tiny::systems::{GraphSystem, after, diamond};

use sanderling_testkit::tiny::{Growing, random_edges};

fn bits() -> usize {
    if sanderling_cutoff::has_weak_hashes() { 6 } else { 11 }
}

fn on_disk() -> Options {
    Options { store: StoreChoice::Disk, ..Options::default() }
}

/// Returns cutoffs that put everything into files, in small pieces.
pub(crate) fn small_pieces() -> Cutoffs {
    Cutoffs::usual()
        .with(CANDIDATE_BYTES, 1 << 14)
        .with(RUN_WORDS_OF_BLOCK, 30)
        .with(BATCH_BYTES_OF_ONE_THREAD, 300)
        .with(VAULT_BYTES_IN_MEMORY, 10)
}

fn of_diamond(options: &Options) -> Outcome<GraphSystem> {
    let last: Goal<'_, GraphSystem> = Box::new(|_, _, _, events| events.is_empty());
    let observation = Observation { goals: vec![last], ..Observation::default() };
    explore(diamond(bits()), options, &observation, &Guidance::default(), &Control::default())
}

fn usage(outcome: &Outcome<GraphSystem>) -> Usage {
    let Stored::Disk(states) = &outcome.store else { panic!("states are on disk") };
    states.usage()
}

#[test]
fn what_goes_through_small_files_is_counted_and_found_as_in_memory() {
    let whole = of_diamond(&Options::default());
    let _entered = small_pieces().enter();
    for threads in [1, 2, 5] {
        let outcome = of_diamond(&Options { threads, ..on_disk() });
        assert_eq!((outcome.stop, outcome.states), (None, Some(1 << bits())));
        assert_eq!((outcome.firings, outcome.dead, &outcome.levels), (whole.firings, 1, &whole.levels));
        let path = &outcome.hits[0].as_ref().expect("there is a dead state").events;
        assert_eq!(
            (path.len(), outcome.system.node(&after(&outcome.system, path))),
            (bits(), Some((1 << bits()) - 1))
        );
        let usage = usage(&outcome);
        assert!(
            usage.written > usage.peak && usage.peak >= usage.taken && usage.read > usage.taken,
            "{usage:?}"
        );
    }
}

#[test]
fn there_are_never_more_states_than_are_allowed() {
    let _entered = small_pieces().enter();
    let all = 1 << bits();
    for states in [1, 2, 3, 11, 12, 13, all / 3, all / 2, all - 1, all] {
        let limits = Limits { states: Some(states), ..Limits::default() };
        let outcome = of_diamond(&Options { limits, threads: 2, ..on_disk() });
        assert_eq!((outcome.stop, outcome.visits), (Some(StopReason::States), states));
        assert!(outcome.levels.iter().sum::<u64>() <= states, "{:?}", outcome.levels);
    }
    let limits = Limits { states: Some(all + 1), ..Limits::default() };
    let outcome = of_diamond(&Options { limits, ..on_disk() });
    assert_eq!((outcome.stop, outcome.states), (None, Some(all)));
}

/// Returns the results of a search, except for the choice among several paths.
fn found(
    edges: &[Vec<(usize, usize)>],
    options: &Options,
    undefined: Option<usize>,
) -> impl PartialEq + std::fmt::Debug + use<> {
    let goals: Vec<Goal<'_, Growing>> = (0..edges.len())
        .map(|wanted| Box::new(move |_: &_, _: &[u64], &node: &usize, _: &[_]| node == wanted) as _)
        .collect();
    let observation = Observation { goals, extremes: true, fired_events: true, ..Observation::default() };
    let system = Growing::new(edges.to_vec()).with_undefined(undefined);
    let outcome = explore(system, options, &observation, &Guidance::default(), &Control::default());
    let end_of = |events: &[sanderling_system::EventId]| {
        let step = |node: usize, event: &sanderling_system::EventId| {
            edges[node].iter().find(|edge| edge.0 == event.index()).expect("it is enabled").1
        };
        events.iter().fold(0, step)
    };
    let hits = outcome.hits.iter().enumerate().map(|(wanted, hit)| {
        let steps = hit.as_ref().map(|hit| (end_of(&hit.events) == wanted, hit.events.len()));
        // If the search ends early, the goals met by then depend on the order.
        if undefined.is_none() { steps } else { steps.map(|(is_there, _)| (is_there, 0)) }
    });
    let hits: Vec<_> = hits.collect();
    assert!(hits.iter().flatten().all(|hit| hit.0), "a path leads where it should");
    if let Some(undefined) = &outcome.undefined {
        return (outcome.stop, None, Some(undefined.events.len()), Vec::new(), Vec::new());
    }
    let counts = (
        outcome.states,
        outcome.expanded,
        outcome.firings,
        outcome.dead,
        outcome.maxima,
        outcome.never_fired,
    );
    (outcome.stop, Some(counts), None, outcome.levels, hits)
}

#[test]
fn states_that_outgrow_their_packing_are_written_anew() {
    for_seeds(if sanderling_cutoff::has_weak_hashes() { 60 } else { 300 }, |seed| {
        let edges = random_edges(seed);
        let undefined = (seed % 4 == 3).then(|| seed as usize % edges.len()).filter(|&node| node > 0);
        let in_memory = found(&edges, &Options::default(), undefined);
        for threads in [1, 2] {
            assert_eq!(found(&edges, &Options { threads, ..on_disk() }, undefined), in_memory);
        }
    });
}

#[test]
fn a_limit_on_the_disk_ends_the_search_with_what_was_found_by_then() {
    let _entered = small_pieces().enter();
    let disk = Disk { max_bytes: Some(300), ..Disk::default() };
    let outcome = of_diamond(&Options { disk, ..on_disk() });
    assert_eq!((outcome.stop, outcome.is_exhaustive()), (Some(StopReason::DiskLimit), false));
    assert!(outcome.visits > 1 && outcome.visits < 1 << bits() && usage(&outcome).peak <= 300);
    assert_eq!(outcome.levels[..2], [1, bits() as u64]);
}

#[test]
fn where_no_file_can_be_made_the_search_says_so() {
    let _entered = small_pieces().enter();
    let directory = tempfile::tempdir().expect("there is room").path().to_owned();
    assert!(!directory.exists(), "it was removed");
    let disk = Disk { directory: Some(directory), ..Disk::default() };
    assert!(disk.try_to_write().is_err() && Disk::default().try_to_write().is_ok());
    let outcome = of_diamond(&Options { disk, ..on_disk() });
    assert_eq!(outcome.stop, Some(StopReason::DiskFailed));
    assert!(outcome.visits < 1 << bits());
}

#[test]
fn other_limits_end_it_between_rounds() {
    let limits = Limits { states: Some(100), ..Limits::default() };
    let outcome = of_diamond(&Options { limits, ..on_disk() });
    assert_eq!(outcome.stop, if bits() > 6 { Some(StopReason::States) } else { None });
    let control = Control::default();
    control.cancel();
    let observation = Observation::default();
    let outcome = explore(diamond(bits()), &on_disk(), &observation, &Guidance::default(), &control);
    assert_eq!(outcome.stop, Some(StopReason::Cancelled));
}

#[test]
fn what_needs_states_one_by_one_is_refused() {
    let refused = |options: Options| options.refusal().is_some();
    assert!(!refused(on_disk()));
    assert!(refused(Options { order: Order::DepthFirst, ..on_disk() }));
    assert!(refused(Options { retention: Retention::Cache, ..on_disk() }));
    assert!(refused(Options { driver: sanderling_analysis::Driver::Sequential, ..on_disk() }));
}
