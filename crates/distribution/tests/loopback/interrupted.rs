//! Distributed searches that are interrupted and resumed. Their final reports equal that of an uninterrupted search by
//! one process.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{
    Checkpointing, Company, Control, Limits, Progress, Question, Request, Statistics, StoreChoice,
    WhichCheckpoint, analyse,
};
use sanderling_net::{Arc, ArcKind, Diagnostics, Net, Place, Transition};
use sanderling_report::{Reason, Report};
use sanderling_testkit::random::for_seeds;

use crate::{each, is_as_of_one, net_of};

/// Runs a search with checkpoints in a folder, and returns the report of each process. Cancels process `who` when
/// `is_far_enough` holds.
pub(crate) fn run(
    net: &Net,
    request: &Request,
    (directory, resume, every): (&Path, Option<WhichCheckpoint>, Duration),
    processes: usize,
    (who, is_far_enough): (usize, &(dyn Fn(&Progress) -> bool + Sync)),
) -> Vec<Result<Report, Diagnostics>> {
    let checkpoint =
        Some(Checkpointing { resume, every, ..Checkpointing::in_directory(directory.to_owned()) });
    each(processes, |exchange, names| {
        let own = sanderling::Peers::own(&exchange);
        let company = Some(Company::new(Box::new(exchange), names));
        let is_over = AtomicBool::new(false);
        let listener = |progress: &Progress| {
            if own == who && is_far_enough(progress) {
                is_over.store(true, Ordering::Relaxed);
            }
        };
        let control = Control::with_listener(listener).until(|| is_over.load(Ordering::Relaxed));
        let request = Request { company, checkpoint: checkpoint.clone(), ..request.clone() };
        analyse(net, &request, &control)
    })
}

/// The stores that support checkpoints.
pub(crate) const STORES: [StoreChoice; 3] = [StoreChoice::Packed, StoreChoice::Tree, StoreChoice::Disk];

pub(crate) const NEVER: (usize, &(dyn Fn(&Progress) -> bool + Sync)) = (0, &|_| false);

/// Returns the reports of a search. Panics if there is an error.
pub(crate) fn ended(reports: Vec<Result<Report, Diagnostics>>) -> Vec<Report> {
    let report = |report: Result<Report, Diagnostics>| {
        report.unwrap_or_else(|found| panic!("it goes on: {}", text(&found)))
    };
    reports.into_iter().map(report).collect()
}

/// Returns the messages with their help texts.
pub(crate) fn text(found: &Diagnostics) -> String {
    let lines = found.iter().map(|one| format!("{}; {}", one.message, one.help.as_deref().unwrap_or("")));
    lines.collect::<Vec<_>>().join("\n")
}

fn is_interrupted(report: &Report) -> bool {
    matches!(report.reason, Some(Reason::Cancelled | Reason::StateLimit))
}

/// Interrupts and resumes a search up to five times. Returns the final reports and the number of interruptions.
fn interrupted(net: &Net, request: &Request, processes: usize, random: &mut StdRng) -> (Vec<Report>, u32) {
    let parent = tempfile::tempdir().expect("there is room for a folder");
    let directory = parent.path().join("checkpoints");
    let (mut interruptions, mut resume) = (0, None);
    loop {
        let every = if random.random_bool(0.7) { Duration::ZERO } else { Duration::from_secs(3600) };
        let states = random.random_range(1..600);
        let mut request = Request { threads: random.random_range(1..=2), ..request.clone() };
        let cut = |progress: &Progress| interruptions < 5 && progress.states >= states;
        let who = (random.random_range(0..processes), &cut as &(dyn Fn(&Progress) -> bool + Sync));
        let mut stop = who;
        if interruptions < 5 && random.random_bool(0.3) {
            request.limits.states = Some(states);
            stop = NEVER;
        }
        let reports = run(net, &request, (&directory, resume, every), processes, stop);
        if resume == Some(WhichCheckpoint::Earlier) && reports.iter().all(Result::is_err) {
            // There was only one checkpoint.
            resume = Some(WhichCheckpoint::Newest);
            continue;
        }
        let reports = ended(reports);
        let first = &reports[0];
        assert!(reports.iter().all(|report| report.reason == first.reason), "{:?}", first.reason);
        if !is_interrupted(first) || interruptions >= 5 {
            return (reports, interruptions);
        }
        interruptions += 1;
        let is_earlier = random.random_bool(0.3);
        resume = Some(if is_earlier { WhichCheckpoint::Earlier } else { WhichCheckpoint::Newest });
    }
}

/// `SANDERLING_SEEDS` increases the number of seeds.
#[test]
fn a_search_that_is_interrupted_repeatedly_has_the_same_result() {
    let all = AtomicU32::new(0);
    for_seeds(18, |seed| {
        let net = net_of(seed);
        let mut random = StdRng::seed_from_u64(seed);
        let limits = Limits { states: Some(20_000), memory_bytes: Some(256 << 20), ..Limits::default() };
        let statistics = Statistics { levels: true, bounds: true, dead_transitions: true };
        let explore = Request { statistics, limits, ..Request::new(Question::Explore) };
        let deadlock = Request { limits, ..Request::new(Question::Deadlock) };
        let processes = 1 + seed as usize % 4;
        for request in [explore, deadlock] {
            let plain = analyse(&net, &request, &Control::default()).expect("it can be compiled");
            for store in STORES {
                let request = Request { store: Some(store), ..request.clone() };
                let (reports, interruptions) = interrupted(&net, &request, processes, &mut random);
                reports.iter().for_each(|report| is_as_of_one(report, &plain, processes));
                all.fetch_add(interruptions, Ordering::Relaxed);
            }
        }
    });
    assert!(all.into_inner() > 0);
}

/// Returns a net with nine lamps that are switched on and off, a request, and the report of one process. The net has
/// 512 states in ten levels.
pub(crate) fn lamps() -> (Net, Request, Report) {
    let mut net = Net::new("lamps");
    for lamp in 0..9 {
        let off = net.add_place(Place::with_tokens(format!("off{lamp}"), 1));
        let on = net.add_place(Place::with_tokens(format!("on{lamp}"), 0));
        for (name, from, to) in [("set", off, on), ("reset", on, off)] {
            let switch = net.add_transition(Transition::plain(format!("{name}{lamp}")));
            net.add_arc(Arc::weighted(from, switch, ArcKind::Input, 1));
            net.add_arc(Arc::weighted(to, switch, ArcKind::Output, 1));
        }
    }
    let statistics = Statistics { levels: true, bounds: true, dead_transitions: true };
    let request = Request { statistics, ..Request::new(Question::Explore) };
    let plain = analyse(&net, &request, &Control::default()).expect("it can be compiled");
    assert!(plain.exhaustive && plain.states == Some(512_u32.into()), "{:?}", plain.states);
    (net, request, plain)
}

#[test]
fn at_every_level_a_search_can_be_interrupted() {
    let (net, request, plain) = lamps();
    let levels = plain.levels.as_ref().map_or(0, Vec::len) as u64;
    for store in STORES {
        let request = Request { store: Some(store), ..request.clone() };
        // In the last but one level, the search ends before all processes have received the cancellation.
        for level in 0..levels - 2 {
            let processes = 1 + level as usize % 4;
            let parent = tempfile::tempdir().expect("there is room for a folder");
            let is_there = move |progress: &Progress| progress.level >= level;
            let hour = Duration::from_secs(3600);
            let begun =
                run(&net, &request, (parent.path(), None, hour), processes, (processes - 1, &is_there));
            for report in ended(begun) {
                assert_eq!(report.reason, Some(Reason::Cancelled), "{level}");
            }
            let newest = (parent.path(), Some(WhichCheckpoint::Newest), hour);
            for report in ended(run(&net, &request, newest, processes, NEVER)) {
                is_as_of_one(&report, &plain, processes);
            }
            // A finished search gives the same reports when it is resumed.
            for report in ended(run(&net, &request, newest, processes, NEVER)) {
                is_as_of_one(&report, &plain, processes);
            }
        }
    }
}

/// The search stores packed states at first, and changes to trees when memory is short.
#[test]
fn a_search_that_switched_to_trees_resumes_with_trees() {
    let (net, request, plain) = lamps();
    let mut changed = 0;
    for bytes in (15..22).map(|bits| 1 << bits) {
        let parent = tempfile::tempdir().expect("there is room for a folder");
        let limits = Limits { memory_bytes: Some(bytes), ..request.limits };
        let short = Request { limits, store: Some(StoreChoice::Auto), ..request.clone() };
        let reports = ended(run(&net, &short, (parent.path(), None, Duration::ZERO), 2, NEVER));
        changed += u32::from(reports[0].reason == Some(Reason::MemoryLimit));
        let enough = Request { store: Some(StoreChoice::Auto), ..request.clone() };
        let newest = (parent.path(), Some(WhichCheckpoint::Newest), Duration::ZERO);
        for report in ended(run(&net, &enough, newest, 2, NEVER)) {
            is_as_of_one(&report, &plain, 2);
        }
    }
    assert!(changed > 0, "there is too little memory for some");
}

/// Process 1 is cancelled at a certain check for cancellation. Such checks occur between steps and while candidates are
/// compared. In the second case, process 1 lacks its part of the next level, but the others have theirs.
#[test]
fn at_every_look_for_a_sign_to_end_a_search_on_disk_can_be_interrupted() {
    let (net, request, plain) = lamps();
    let request = Request { store: Some(StoreChoice::Disk), ..request };
    let interruptions = AtomicU32::new(0);
    for_seeds(24, |seed| {
        let parent = tempfile::tempdir().expect("there is room for a folder");
        let processes = 2 + seed as usize % 2;
        let search = |resume, looks: u32| {
            let checkpoint =
                Checkpointing { resume, ..Checkpointing::in_directory(parent.path().to_owned()) };
            each(processes, |exchange, names| {
                let left =
                    AtomicU32::new(if sanderling::Peers::own(&exchange) == 1 { looks } else { u32::MAX });
                let has_begun = AtomicBool::new(false);
                let control =
                    Control::with_listener(|_| has_begun.store(true, Ordering::Relaxed)).until(|| {
                        let looked = |left: u32| Some(left.saturating_sub(1));
                        has_begun.load(Ordering::Relaxed)
                            && left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, looked) == Ok(0)
                    });
                let company = Some(Company::new(Box::new(exchange), names));
                analyse(
                    &net,
                    &Request { company, checkpoint: Some(checkpoint.clone()), ..request.clone() },
                    &control,
                )
            })
        };
        let mut reports = ended(search(None, seed as u32 * 3));
        while is_interrupted(&reports[0]) {
            interruptions.fetch_add(1, Ordering::Relaxed);
            reports = ended(search(Some(WhichCheckpoint::Newest), 20 + seed as u32));
        }
        reports.iter().for_each(|report| is_as_of_one(report, &plain, processes));
    });
    assert!(interruptions.into_inner() > 0);
}
