//! Which store remembers the markings, and what a state is likely to take in each of them.

use std::time::Duration;

use sanderling_analysis::{
    Control, Guidance, Limits, Observation, Options, Outcome, StoreChoice, Stored, are_kept_whole,
    bytes_of_state,
};
use sanderling_engine::Explorable;
use sanderling_model::NetModel;
use sanderling_report::{Inexact, Layout, OnDisk, Store, StoreEstimate};
use sanderling_store::pairs::PairOptions;

use crate::request::Request;

/// With this number of states the tree store's bytes a state are measured for an estimate, if there are so many.
const SAMPLED_STATES: u64 = 1 << 17;

/// With fewer states they tell of empty tables.
const FEWEST_SAMPLED: u64 = 1 << 12;

/// The maximum time for which states are sampled.
const SAMPLING_TIME: Duration = Duration::from_millis(500);

/// The store that is used where none is asked for.
pub(crate) const DEFAULT: StoreChoice = StoreChoice::Auto;

/// Why it is this one, for states of few words,
const DEFAULT_WHY: &str = "whole states, which are the fastest to find, and in a tree once memory is used up";

/// and for states of many.
const DEFAULT_WHY_OF_MANY_WORDS: &str = "a tree, since states of many words differ little from each other";

/// The store of a search as a report tells of it.
pub(crate) fn describe<M: NetModel>(request: &Request, outcome: &Outcome<M>) -> Store {
    let (store, why) = match (request.store.unwrap_or(DEFAULT), &outcome.store) {
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
        (asked, _) => (asked, "as chosen"),
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

/// Fills in which store a search would use, and what a state takes in each.
pub(crate) fn fill_stores<M: Explorable>(layout: &mut Layout, model: M, control: &Control<'_>) {
    layout.store = DEFAULT.to_string();
    let why = if are_kept_whole(model.words()) { DEFAULT_WHY } else { DEFAULT_WHY_OF_MANY_WORDS };
    why.clone_into(&mut layout.store_why);
    layout.stores = estimates(model, control);
}

/// What a state takes in each store that keeps something of every state, the exact ones first. What
/// depends on the states themselves is measured on the first ones.
fn estimates<M: Explorable>(model: M, control: &Control<'_>) -> Vec<StoreEstimate> {
    let estimate = |store: StoreChoice, bytes_per_state: f64, basis: &str| StoreEstimate {
        name: store.to_string(),
        bytes_per_state,
        basis: basis.to_owned(),
    };
    let exactly =
        |store: StoreChoice, basis: &str| estimate(store, bytes_of_state(store, &model) as f64, basis);
    let packed = exactly(StoreChoice::Packed, "its words, its predecessor and its share of the index");
    let comback = exactly(
        StoreChoice::ComBack(PairOptions::default()),
        "its predecessor, an event and its share of the index; a cache besides",
    );
    let signature = estimate(
        StoreChoice::HashCompaction(64),
        SIGNATURE,
        "inexact; the part of a signature that its place does not hold, less where there are more states",
    );
    let tree = bytes_in_tree(model, control).map(|(bytes, basis)| estimate(StoreChoice::Tree, bytes, &basis));
    [packed].into_iter().chain(tree).chain([comback, signature]).collect()
}

/// What a state of a system takes in the tree store, measured on the first ones, and on how many; where there
/// are enough of them.
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

/// The bytes of a signature of 64 bits where there are a million.
const SIGNATURE: f64 = 8.5;
