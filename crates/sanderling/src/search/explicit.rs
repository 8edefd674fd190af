//! Searches of coloured nets with explicit colours, for nets that cannot be unfolded.
//!
//! The markings of a coloured place are numbered as they are met ([`sanderling_model::explicit`]), and so are
//! firings. Neither is known in advance, so these searches use no reductions and no proofs, and forget no
//! states. They run on one thread, so that numbers, paths and files are reproducible. The memory limit covers
//! both the tables and the store.

use std::collections::BTreeMap;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Limits, StoreChoice};
use sanderling_machine::clock::Instant;
use sanderling_model::explicit::{Shortage, TableLimits, Tables};
use sanderling_net::{Diagnostics, Net};
use sanderling_report::Reason;
use sanderling_system::SlotId;
use serde_json::Value;

use super::target::SlotsOfPlace;
use super::{Searched, Wanted, run};
use crate::prepare::AnalysedNet;
use crate::replay::Until;
use crate::request::Request;

/// Maximum number of distinct firings.
const MAX_EVENTS: u32 = 1 << 31;

/// Fraction of the memory for the tables: one part in `SHARE`. The store has the rest.
const SHARE: usize = 2;

/// The reason for the choice of the store.
const WHY_PACKED: &str = "markings are short, since the contents of places are in tables";

/// Searches a net with explicit colours, and computes what is wanted in addition.
///
/// # Errors
/// The initial marking is undefined or too large, or the request requires something that this search does not
/// support.
pub(super) fn search<'a>(
    net: AnalysedNet<'a>,
    request: &Request,
    wanted: Wanted<'_>,
    control: &'a Control<'a>,
    started: Instant,
) -> Result<Searched, Diagnostics> {
    let (settled, limits) = settled(request);
    let until = Until::of(&request.limits, control);
    let model = net.coloured_model(limits, move || until.is_over())?;
    let slots: SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
    let mut searched = run(net, model, (&settled, wanted), slots, control, started)?;
    if let Some(store) = &mut searched.statistics.store {
        WHY_PACKED.clone_into(&mut store.why);
    }
    searched.statistics.options = options(net.net, request);
    Ok(searched)
}

/// Returns the effective choices. The memory limit that the user gave covers tables and store together.
pub(crate) fn options(net: &Net, request: &Request) -> BTreeMap<String, Value> {
    let (settled, _) = settled(request);
    Request { limits: request.limits, proofs: request.proofs, ..settled }.as_json(net, "explicit")
}

/// Returns the effective request, and the limits of the tables.
pub(crate) fn settled(request: &Request) -> (Request, TableLimits) {
    let mut settled = Request {
        threads: 1,
        store: Some(StoreChoice::Packed),
        retention: Retention::KeepAll,
        proofs: false,
        ..request.clone()
    };
    let tables = share_of(&mut settled.limits);
    (settled, tables)
}

/// Moves the share of the tables out of the limits of a search.
pub(crate) fn share_of(limits: &mut Limits) -> TableLimits {
    let bytes = match &mut limits.memory_bytes {
        None => u64::MAX,
        Some(bytes) => {
            let tables = *bytes / SHARE;
            *bytes -= tables;
            tables as u64
        }
    };
    TableLimits { events: MAX_EVENTS, bytes }
}

/// Returns why an event had no successor, if memory or time ran out. `stopped` is the reason in the case of
/// time.
pub(crate) fn shortage(tables: &Tables, stopped: Reason) -> Option<(Reason, Option<String>)> {
    Some(match tables.shortage()? {
        Shortage::Time => (stopped, None),
        Shortage::Room => (
            Reason::MemoryLimit,
            Some("the tables of place contents and bindings are full: increase the memory limit".into()),
        ),
        Shortage::Steps => (
            Reason::Unsupported,
            Some(
                "a marking has too many bindings, or a firing puts too many values, to try them one by one"
                    .into(),
            ),
        ),
        Shortage::Tokens => (Reason::TokenOverflow, None),
    })
}
