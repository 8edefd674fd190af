//! All reachable markings, in the form of certificates.

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Guidance, Limits, Observation, Options, StopReason, StoreChoice};
use sanderling_certificate_check::exploration::Blocks;
use sanderling_certificate_check::net::Net as CheckedNet;
use sanderling_certificate_check::schema::{Exploration, Markings};
use sanderling_engine::Explorable;
use sanderling_model::{CountModel, FieldModel, Knowledge, NetModel};
use sanderling_net::Net;
use sanderling_system::System;

/// Explores a net. The result is the list of its markings if there are no more than `max_markings`, and blocks of
/// hashes otherwise.
///
/// # Errors
/// If not all markings were explored; the error is the reason.
pub(crate) fn exploration(
    net: &Net,
    knowledge: &Knowledge,
    (max_markings, threads, limits): (u64, usize, Limits),
    control: &Control<'_>,
) -> Result<Exploration, String> {
    let options = Options {
        retention: Retention::KeepAll,
        store: StoreChoice::Packed,
        threads,
        limits,
        ..Options::default()
    };
    let model = FieldModel::compile(knowledge.clone());
    let outcome = model.explore(&options, &Observation::default(), &Guidance::default(), control);
    if !outcome.is_exhaustive() {
        return Err(format!("no proof was found, and {}", why(outcome.stop)));
    }
    let (model, store, places) = (&outcome.system, outcome.store.packed(), net.place_ids());
    let (mut scratch, mut marking) = (model.scratch(), vec![0; places.len()]);
    let packed = outcome.store.packed().ids().map(|id| {
        let state = store.state(id);
        model.unpack::<0>(state, &mut scratch);
        net.place_ids().for_each(|place| marking[place.index()] = model.tokens(state, &scratch, place));
        CheckedNet::pack(&marking)
    });
    let places = net.places.iter().map(|place| place.id.clone()).collect();
    if outcome.store.len() as u64 <= max_markings {
        let mut markings: Vec<_> = packed.collect();
        markings.sort_unstable();
        return Ok(Exploration { places, markings: Some(Markings(markings)), blocks: None });
    }
    let mut blocks = Blocks::default();
    packed.for_each(|one| blocks.add(&one));
    Ok(Exploration { places, markings: None, blocks: Some(blocks.to_list()) })
}

fn why(stop: Option<StopReason>) -> &'static str {
    match stop {
        Some(StopReason::Cancelled) => "the exploration of all markings was cancelled",
        Some(StopReason::Memory) => "all markings do not fit in the memory",
        Some(StopReason::Time) => "all markings could not be explored in the time",
        Some(StopReason::Unbounded) => "there are infinitely many markings",
        _ => "not all markings could be explored",
    }
}
