//! The two ways of driving a search, and the way into both.
//!
//! The *sequential* driver is the general state exploring algorithm line by line, one event at a
//! time, with every axis. The *batched* driver expands a block of breadth-first states at a time, on
//! one or more threads; it is several times as fast. Both give the same numbers.

mod batched;
mod guide;
mod options;
mod search;
mod sequential;
mod stages;
mod store_refusal;

use sanderling_store::PackedStore;
use sanderling_store::pairs::PairStore;
use sanderling_system::{Adaptive, Extremes};

pub(crate) use self::batched::{share_out, team};
pub use self::options::{Driver, Options};
use self::search::{Beginning, Search};
pub use self::stages::are_kept_whole;
use crate::control::Control;
use crate::guidance::Guidance;
use crate::limits::StopReason;
use crate::observe::Observation;
use crate::outcome::Outcome;
use crate::retention::Retention;
use crate::store::{DiskStates, StoreChoice, TreeStates};

/// Explores the states of a system. The counts, the verdicts and the paths to states depend on the
/// system and the order alone, not on the number of threads.
///
/// With [`StoreChoice::Auto`], a search in batches whose memory is used up starts again with the tree store, and where
/// that is not enough, on disk if a directory is named, and at last as a cache if states may be forgotten. States of many words begin in the tree store.
///
/// # Panics
/// Where the choices do not go together: see [`Options::refusal`]; where the guidance lacks what they need.
pub fn explore<S: Extremes + Adaptive + Send>(
    system: S,
    options: &Options,
    observation: &Observation<'_, S>,
    guidance: &Guidance<'_, S>,
    control: &Control<'_>,
) -> Outcome<S> {
    assert_eq!(options.refusal(), None, "choices that do not go together are refused beforehand");
    let stages = options.stages(system.words());
    let (first, others) = stages.split_first().expect("there is one stage at least");
    let beginning = Beginning::new(system, observation, guidance, control, first);
    let clock = beginning.clock;
    let mut outcome = drive(beginning);
    for stage in others {
        // To forget states helps where they come to an end.
        let is_vain = stage.retention != Retention::KeepAll && outcome.self_covering.is_some();
        if !outcome.stop.is_some_and(is_for_want_of_room) || is_vain {
            break;
        }
        outcome = drive(Beginning::again(outcome, (observation, guidance), control, (stage, clock)));
    }
    outcome
}

/// Whether another store may go on where a search ended for this reason. What cannot be read may be a file of any store.
fn is_for_want_of_room(stop: StopReason) -> bool {
    matches!(stop, StopReason::Memory | StopReason::DiskLimit | StopReason::DiskFull | StopReason::DiskFailed)
}

/// Explores as the options of a search say.
fn drive<S: Extremes + Adaptive + Send>(beginning: Beginning<'_, S>) -> Outcome<S> {
    let options = beginning.options;
    match (options.chosen_driver(), options.store) {
        (Driver::Sequential, _) => sequential::explore(Search::begin(beginning)),
        (_, StoreChoice::Tree) => batched::tree::explore(Search::<S, TreeStates>::begin(beginning)),
        (_, StoreChoice::Disk) => batched::disk::explore(Search::<S, DiskStates>::begin(beginning)),
        (_, StoreChoice::ComBack(_)) => batched::pairs::explore(Search::<S, PairStore>::begin(beginning)),
        (_, _) => batched::packed::explore(Search::<S, PackedStore>::begin(beginning)),
    }
}
