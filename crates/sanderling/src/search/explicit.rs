//! Coloured nets that are explored as they are, since they cannot be unfolded.
//!
//! The markings of a coloured place are numbered as they are met ([`sanderling_model::explicit`]), and so are firings. Nothing is
//! known of either beforehand: nothing is reduced, proved, or forgotten, and the search is that of one thread, so that
//! numbers, paths and files are the same each time. The limit on memory holds for the tables and the store together.

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
use super::{Searched, Until, Wanted, run};
use crate::prepare::AnalysedNet;
use crate::request::Request;

/// More firings than a search ever tells apart.
const MAX_EVENTS: u32 = 1 << 31;

/// The tables have one of this number of parts of the memory, and the store has the others.
const SHARE: usize = 2;

/// Why this store.
const WHY_PACKED: &str = "markings are short where what places hold is in tables";

/// The analysis of a net that is explored with explicit colours, with what is wanted besides.
///
/// # Errors
/// Where its initial marking has no meaning or is too large, or where the request asks for what this search does not do.
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
    if let Some(store) = &mut searched.report.store {
        WHY_PACKED.clone_into(&mut store.why);
    }
    searched.report.options = options(net.net, request);
    Ok(searched)
}

/// The choices as they are carried out. The user speaks of the memory for tables and store together.
pub(crate) fn options(net: &Net, request: &Request) -> BTreeMap<String, Value> {
    let (settled, _) = settled(request);
    Request { limits: request.limits, proofs: request.proofs, ..settled }.as_json(net, "explicit")
}

/// The request as it is carried out, and how much the tables may hold.
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

/// Takes from the limits of a search what the tables may hold.
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

/// What a report says if an event led nowhere for want of something. `stopped` is the reason if that was time.
pub(crate) fn shortage(tables: &Tables, stopped: Reason) -> Option<(Reason, Option<String>)> {
    Some(match tables.shortage()? {
        Shortage::Time => (stopped, None),
        Shortage::Room => (
            Reason::MemoryLimit,
            Some(
                "the tables of what coloured places hold, and of bindings, are full: give more memory".into(),
            ),
        ),
        Shortage::Steps => (
            Reason::Unsupported,
            Some(
                "a marking has more bindings, or a firing puts more values, than can be tried one by one"
                    .into(),
            ),
        ),
        Shortage::Tokens => (Reason::TokenOverflow, None),
    })
}
