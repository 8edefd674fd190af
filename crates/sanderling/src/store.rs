//! Which store remembers the markings, and what a state is likely to take in each of them.

use sanderling_analysis::{Outcome, StoreChoice, bytes_of_state};
use sanderling_model::NetModel;
use sanderling_report::{Inexact, Layout, Store, StoreEstimate};
use sanderling_store::pairs::PairOptions;

use crate::request::Request;

/// A store, and why it is this one.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    pub(crate) store: StoreChoice,
    pub(crate) why: &'static str,
}

/// The store that is asked for, or else the one that is expected to serve best with states of so many
/// words.
///
/// NOTE: a store that is chosen without being asked for has to go with every other choice of a request.
pub(crate) fn choose(asked: Option<StoreChoice>, _words: usize) -> Chosen {
    match asked {
        Some(store) => Chosen { store, why: "as asked for" },
        None => Chosen { store: StoreChoice::Packed, why: "whole states are the fastest to find" },
    }
}

/// The store of a search as a report tells of it.
pub(crate) fn describe<M: NetModel>(request: &Request, outcome: &Outcome<M>) -> Store {
    let Chosen { store, why } = choose(request.store, outcome.system.words());
    let (bytes, states) = (outcome.store.bytes() as u64, outcome.store.len());
    let inexact = outcome.omissions.map(|omissions| Inexact {
        states_at_least: outcome.visits.into(),
        firings_at_least: outcome.firings.into(),
        deadlocks_at_least: outcome.dead.into(),
        expected_omissions: omissions.expected,
        omission_probability: omissions.probability(),
    });
    Store {
        name: store.to_string(),
        why: why.to_owned(),
        bytes,
        bytes_per_state: (states > 0).then(|| bytes as f64 / states as f64),
        inexact,
    }
}

/// Fills in which store a search would use, and what a state takes in each.
pub(crate) fn fill_stores<M: NetModel>(layout: &mut Layout, model: &M) {
    let Chosen { store, why } = choose(None, model.words());
    layout.store = store.to_string();
    why.clone_into(&mut layout.store_why);
    layout.stores = estimates(model);
}

/// What a state takes in each store that keeps something of every state, the exact ones first.
///
/// NOTE: what depends on the states themselves, not on the model alone, has to be sampled; here is the
/// place for it.
fn estimates<M: NetModel>(model: &M) -> Vec<StoreEstimate> {
    let estimate = |store: StoreChoice, bytes_per_state: f64, basis: &str| StoreEstimate {
        name: store.to_string(),
        bytes_per_state,
        basis: basis.to_owned(),
    };
    let exactly =
        |store: StoreChoice, basis: &str| estimate(store, bytes_of_state(store, model) as f64, basis);
    vec![
        exactly(StoreChoice::Packed, "its words, its predecessor and its share of the index"),
        exactly(
            StoreChoice::ComBack(PairOptions::default()),
            "its predecessor, an event and its share of the index; a cache besides",
        ),
        estimate(
            StoreChoice::HashCompaction(64),
            SIGNATURE,
            "inexact; what its place does not tell of a signature, less where there are more states",
        ),
    ]
}

/// The bytes of a signature of 64 bits where there are a million.
const SIGNATURE: f64 = 8.5;
