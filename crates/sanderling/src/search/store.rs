//! The store of a search, and estimates of the memory per state in each store.

use std::time::Duration;

use sanderling_analysis::{
    Control, Guidance, Limits, Observation, Options, Outcome, StoreChoice, Stored, are_kept_whole,
    bytes_of_state,
};
use sanderling_engine::Explorable;
use sanderling_model::NetModel;
use sanderling_report::{Inexact, Layout, OnDisk, Store, StoreEstimate};

use crate::request::{DEFAULT_STORE, Request};

/// Number of states on which the memory per state of the tree store is measured for an estimate.
const SAMPLED_STATES: u64 = 1 << 17;

/// Minimum number of states for an estimate. With fewer, the tables would be mostly empty.
const FEWEST_SAMPLED: u64 = 1 << 12;

/// Time limit for sampling states.
const SAMPLING_TIME: Duration = Duration::from_millis(500);

/// The reason for the default store, for states of few words.
const DEFAULT_WHY: &str = "whole states, which are the fastest to find, and in a tree once memory is used up";

/// The reason for the default store, for states of many words.
const DEFAULT_WHY_OF_MANY_WORDS: &str = "a tree, since states of many words differ little from each other";

/// Describes the store of a search, for a report.
pub(super) fn describe<M: NetModel>(request: &Request, outcome: &Outcome<M>) -> Store {
    let (store, why) = match (request.store.unwrap_or(DEFAULT_STORE), &outcome.store) {
        (StoreChoice::Auto, Stored::Tree(_)) if are_kept_whole(outcome.system.words()) => {
            (StoreChoice::Tree, "whole states would have taken more memory than there is")
        }
        (StoreChoice::Auto, Stored::Tree(_)) => {
            (StoreChoice::Tree, "states of many words differ little from each other")
        }
        (StoreChoice::Auto, Stored::Disk(_)) => {
            (StoreChoice::Disk, "states in memory would have taken more than there is")
        }
        (StoreChoice::Auto, _) if outcome.kept.is_some_and(|kept| kept.forgotten > 0) => {
            (StoreChoice::Packed, "whole states can be forgotten one by one")
        }
        (StoreChoice::Auto, _) => (StoreChoice::Packed, "whole states are the fastest to find"),
        (chosen, _) => (chosen, "as chosen"),
    };
    let (bytes, states) = (outcome.store.bytes() as u64, outcome.store.len());
    let inexact = outcome.omissions.map(|omissions| Inexact {
        states_at_least: outcome.visits.into(),
        firings_at_least: outcome.firings.into(),
        deadlocks_at_least: outcome.dead.into(),
        expected_omissions: omissions.expected,
        omission_probability: omissions.probability(),
    });
    let disk = match &outcome.store {
        Stored::Disk(states) => Some(states.usage()),
        _ => None,
    };
    let disk = disk.map(|usage| OnDisk {
        peak_bytes: usage.peak,
        bytes_written: usage.written,
        bytes_read: usage.read,
    });
    Store {
        name: store.to_string(),
        why: why.to_owned(),
        bytes,
        bytes_per_state: (states > 0).then(|| bytes as f64 / states as f64),
        disk,
        inexact,
    }
}

/// Fills in which store a search would use, and the memory per state in each store.
pub(crate) fn fill_stores<M: Explorable>(layout: &mut Layout, model: M, control: &Control<'_>) {
    layout.store = DEFAULT_STORE.to_string();
    let why = if are_kept_whole(model.words()) { DEFAULT_WHY } else { DEFAULT_WHY_OF_MANY_WORDS };
    why.clone_into(&mut layout.store_why);
    layout.stores = estimates(model, control);
}

/// Estimates the memory per state in each store that keeps something of every state. Values that depend on the
/// states are measured on the first ones.
fn estimates<M: Explorable>(model: M, control: &Control<'_>) -> Vec<StoreEstimate> {
    let stores: Vec<_> = StoreChoice::all().map(|store| (store, bytes_of_state(store, &model))).collect();
    let mut tree = bytes_in_tree(model, control);
    let estimate = |(store, bytes): (StoreChoice, usize)| {
        let (bytes_per_state, basis) = match store {
            StoreChoice::Tree => tree.take()?,
            StoreChoice::HashCompaction(_) => (SIGNATURE, BASIS_OF_SIGNATURE.to_owned()),
            _ => (bytes as f64, store.kind().basis?.to_owned()),
        };
        Some(StoreEstimate { name: store.to_string(), bytes_per_state, basis })
    };
    stores.into_iter().filter_map(estimate).collect()
}

/// Measures the bytes per state in the tree store on the first states, and describes on how many. Returns
/// `None` if there are too few.
fn bytes_in_tree<M: Explorable>(model: M, control: &Control<'_>) -> Option<(f64, String)> {
    let limits =
        Limits { states: Some(SAMPLED_STATES), time: Some(SAMPLING_TIME), memory_bytes: Some(256 << 20) };
    let options = Options { store: StoreChoice::Tree, limits, ..Options::default() };
    let (observation, guidance) = (Observation::default(), Guidance::default());
    let outcome = model.explore(&options, &observation, &guidance, control);
    let states = outcome.visits;
    let basis = if outcome.is_exhaustive() {
        format!("measured on all {states} states")
    } else {
        format!("measured on the first {states} states; mostly less where there are more")
    };
    (states >= FEWEST_SAMPLED).then(|| (outcome.store.bytes() as f64 / states as f64, basis))
}

/// Bytes per 64-bit signature in a table of a million.
const SIGNATURE: f64 = 8.5;

/// What a signature takes memory for.
const BASIS_OF_SIGNATURE: &str =
    "inexact; the part of a signature that its place does not hold, less where there are more states";
