//! The two drivers of a search, and the functions that start them.
//!
//! The *sequential* driver is the general state exploring algorithm line by line, one event at a time. It
//! supports every option. The *batched* driver expands a block of breadth-first states at a time, on one or
//! more threads, and is several times as fast. Both return the same counts.

mod batched;
mod guide;
mod options;
mod saved_search;
mod search;
mod sequential;
mod stages;
mod store_refusal;

use sanderling_checkpoint::Problem;
use sanderling_store::PackedStore;
use sanderling_store::pairs::PairStore;
use sanderling_system::{Adaptive, Extremes};

pub(crate) use self::batched::share_out;
pub use self::batched::team;
pub use self::options::{Driver, Options};
use self::search::{Beginning, Search};
pub use self::stages::are_kept_whole;
use crate::checkpoint::Checkpoints;
use crate::control::Control;
use crate::guidance::Guidance;
use crate::limits::{Clock, StopReason};
use crate::observe::Observation;
use crate::outcome::Outcome;
use crate::peers::{Peers, Together};
use crate::retention::Retention;
use crate::store::{DiskStates, HAS_FILES, StoreChoice, TreeStates};

/// Whether several processes can search together. WebAssembly cannot start other processes.
const HAS_PROCESSES: bool = !cfg!(target_family = "wasm");

/// Explores the states of a system. The counts, the verdicts and the paths to states depend only on the
/// system and the order, not on the number of threads.
///
/// With [`StoreChoice::Auto`], a batched search that runs out of memory restarts with the tree store. If
/// memory runs out again, it restarts on disk if a directory is given, and finally as a cache if states may
/// be forgotten. If states have many words, the search starts with the tree store.
///
/// # Panics
/// If the choices do not go together (see [`Options::refusal`]), or if the guidance lacks what they need.
pub fn explore<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    observation: &Observation<'_, S>,
    guidance: &Guidance<'_, S>,
    control: &Control<'_>,
) -> Outcome<S> {
    explore_in_stages(system, options, (observation, guidance), control, None)
}

/// Explores as [`explore`] does, and writes checkpoints or resumes from one. Counts, verdicts and paths
/// equal those of an uninterrupted search, regardless of the number of interruptions. The search forgets no
/// states when memory runs out.
///
/// # Errors
/// If the search cannot resume from the chosen checkpoint.
///
/// # Panics
/// As [`explore`], and if such a search has no checkpoints (see [`Options::refusal_of_checkpoints`]).
pub fn explore_with_checkpoints<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    observation: &Observation<'_, S>,
    guidance: &Guidance<'_, S>,
    control: &Control<'_>,
    checkpoints: &Checkpoints,
) -> Result<Outcome<S>, Problem> {
    if !HAS_FILES {
        unreachable!("without files there are no checkpoints");
    }
    assert_eq!(options.refusal_of_checkpoints(), None, "there are checkpoints of such a search");
    let is_auto = options.retention == Retention::Auto && options.caching.max_states.is_none();
    let retention = if is_auto { Retention::KeepAll } else { options.retention };
    let options = Options { retention, ..options.clone() };
    let outcome = explore_in_stages(system, &options, (observation, guidance), control, Some(checkpoints));
    checkpoints.lock().failure().map_or(Ok(outcome), Err)
}

/// Explores together with other processes. Each process calls this function with the same system, options,
/// observation and guidance, and sends the others the same text, which describes the query.
///
/// Counts, levels, verdicts and the lengths of paths equal those of a search by one process, and every
/// process returns them. Each path is a shortest one, but the choice among shortest paths may depend on the
/// number of processes. Limits on memory and time apply to each process. No states are forgotten. With
/// [`StoreChoice::Auto`], if one process runs out of memory, all restart with the tree store, and then on
/// disk if a directory is given.
///
/// # Panics
/// As [`explore`], and if several processes cannot do such a search (see [`Options::refusal_of_peers`]).
pub fn explore_together<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    observation: &Observation<'_, S>,
    guidance: &Guidance<'_, S>,
    control: &Control<'_>,
    peers: (&mut dyn Peers, &str),
) -> Together<S> {
    explore_in_stages_together(system, options, (observation, guidance), control, peers, None)
}

/// Explores as [`explore_together`] does, and writes checkpoints or resumes from one that all processes have
/// chosen. Each process writes its share of a checkpoint. Counts, levels, verdicts and the lengths of paths
/// equal those of an uninterrupted search.
///
/// # Errors
/// In every process, if one of them cannot resume from the common checkpoint.
///
/// # Panics
/// As [`explore_together`].
pub fn explore_together_with_checkpoints<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    (observation, guidance): (&Observation<'_, S>, &Guidance<'_, S>),
    control: &Control<'_>,
    peers: (&mut dyn Peers, &str),
    checkpoints: &Checkpoints,
) -> Result<Together<S>, Problem> {
    let goals_and_guidance = (observation, guidance);
    let together =
        explore_in_stages_together(system, options, goals_and_guidance, control, peers, Some(checkpoints));
    checkpoints.lock().failure().map_or(Ok(together), Err)
}

fn explore_in_stages_together<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    (observation, guidance): (&Observation<'_, S>, &Guidance<'_, S>),
    control: &Control<'_>,
    (peers, query): (&mut dyn Peers, &str),
    checkpoints: Option<&Checkpoints>,
) -> Together<S> {
    if !HAS_PROCESSES {
        unreachable!("there are no other processes");
    }
    assert_eq!(options.refusal_of_peers(), None, "several processes can do such a search");
    assert!(S::HAS_ALL_STORES, "several processes can search this system");
    let options = Options { retention: Retention::KeepAll, ..options.clone() };
    let stages = options.stages(system.words());
    let resumed = checkpoints.map_or(0, |checkpoints| checkpoints.lock().resumed_stage());
    let first = resumed.min(stages.len() - 1);
    let clock = Clock::start(stages[first].limits, control);
    let beginning = Beginning::new(system, observation, guidance, control, (&stages[first], clock));
    let mut together = drive_together(beginning.with(checkpoints), (&mut *peers, query));
    for (number, stage) in stages.iter().enumerate().skip(first + 1) {
        if together.outcome.stop != Some(StopReason::Memory) {
            break;
        }
        checkpoints.into_iter().for_each(|checkpoints| checkpoints.lock().next_stage(number));
        let again = (observation, guidance);
        let again = Beginning::again(together.outcome, again, control, (stage, clock));
        together = drive_together(again.with(checkpoints), (&mut *peers, query));
    }
    together
}

/// Explores together with other processes, in the store that the options name.
fn drive_together<S: Extremes + Adaptive + Send>(
    beginning: Beginning<'_, S>,
    (peers, query): (&mut dyn Peers, &str),
) -> Together<S> {
    // Impossible combinations are not compiled.
    if const { !S::HAS_ALL_STORES } {
        unreachable!("the caller has refused it");
    }
    match beginning.options.store {
        StoreChoice::Tree => batched::partition::explore_in_trees(Search::begin(beginning), peers, query),
        StoreChoice::Disk => batched::partition::explore_on_disks(Search::begin(beginning), peers, query),
        StoreChoice::Packed | StoreChoice::Auto => {
            batched::partition::explore_packed(Search::begin(beginning), peers, query)
        }
        _ => unreachable!("several processes refuse this store"),
    }
}

fn explore_in_stages<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    (observation, guidance): (&Observation<'_, S>, &Guidance<'_, S>),
    control: &Control<'_>,
    checkpoints: Option<&Checkpoints>,
) -> Outcome<S> {
    assert_eq!(options.refusal(), None, "choices that do not go together are refused beforehand");
    let has_checkpoints = |stage: &Options| stage.refusal_of_checkpoints().is_none();
    assert!(
        S::HAS_ALL_STORES || matches!(options.store, StoreChoice::Auto | StoreChoice::Packed),
        "this system is explored in a packed store"
    );
    let packed = || vec![Options { store: StoreChoice::Packed, ..options.clone() }];
    let mut stages = if S::HAS_ALL_STORES { options.stages(system.words()) } else { packed() };
    stages.retain(|stage| checkpoints.is_none() || has_checkpoints(stage));
    let resumed = checkpoints.map_or(0, |checkpoints| checkpoints.lock().resumed_stage());
    let first = resumed.min(stages.len() - 1);
    let clock = Clock::start(stages[first].limits, control);
    let beginning = Beginning::new(system, observation, guidance, control, (&stages[first], clock));
    let mut outcome = drive(beginning.with(checkpoints));
    for (number, stage) in stages.iter().enumerate().skip(first + 1) {
        // Forgetting states helps only if there are finitely many.
        let is_vain = stage.retention != Retention::KeepAll && outcome.self_covering.is_some();
        let cannot_go_on = checkpoints.is_some_and(|checkpoints| checkpoints.lock().cannot_go_on());
        if !outcome.stop.is_some_and(is_for_want_of_room) || is_vain || cannot_go_on {
            break;
        }
        checkpoints.into_iter().for_each(|checkpoints| checkpoints.lock().next_stage(number));
        let again = Beginning::again(outcome, (observation, guidance), control, (stage, clock));
        outcome = drive(again.with(checkpoints));
    }
    outcome
}

/// Whether the next stage may succeed after a search that ended for this reason. An unreadable file is not a
/// reason, since it may belong to any store.
fn is_for_want_of_room(stop: StopReason) -> bool {
    matches!(stop, StopReason::Memory | StopReason::DiskLimit | StopReason::DiskFull | StopReason::DiskFailed)
}

/// Explores with the driver and the store that the options name.
fn drive<S: Extremes + Adaptive + Send>(beginning: Beginning<'_, S>) -> Outcome<S> {
    let options = beginning.options;
    if options.chosen_driver() == Driver::Sequential {
        return sequential::explore(Search::begin(beginning));
    }
    if const { !S::HAS_ALL_STORES } {
        return batched::packed::explore(Search::<S, PackedStore>::begin(beginning));
    }
    match options.store {
        StoreChoice::Tree => batched::tree::explore(Search::<S, TreeStates>::begin(beginning)),
        // Unused code is left out, since a module for browsers has to be small.
        StoreChoice::Disk if !HAS_FILES => unreachable!("without files, states on disk are refused"),
        StoreChoice::Disk => batched::disk::explore(Search::<S, DiskStates>::begin(beginning)),
        StoreChoice::ComBack(_) => batched::pairs::explore(Search::<S, PairStore>::begin(beginning)),
        StoreChoice::Packed | StoreChoice::Auto => {
            batched::packed::explore(Search::<S, PackedStore>::begin(beginning))
        }
        _ => unreachable!("the batched driver refuses this store"),
    }
}
