//! Coloured nets that are explored as they are, since they cannot be unfolded.
//!
//! The markings of a coloured place are numbered as they are met ([`sanderling_model::interned`]), and so are firings. Nothing is
//! known of either beforehand: nothing is reduced, proved, or forgotten, and the search is that of one thread, so that
//! numbers, paths and files are the same each time. The limit on memory holds for the tables and the store together.

use std::collections::BTreeMap;
use std::time::Instant;

use sanderling_analysis::open::Order;
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, StoreChoice};
use sanderling_model::interned::{Most, Shortage};
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::{Diagnostic, Diagnostics, Net};
use sanderling_report::Reason;
use sanderling_system::SlotId;
use serde_json::Value;

use super::target::SlotsOfPlace;
use super::{Searched, Sum, run};
use crate::choices::{Heuristic, Reductions};
use crate::prepare::AnalysedNet;
use crate::request::{Encoding, Request};

/// More firings than a search ever tells apart.
const MAX_EVENTS: u32 = 1 << 31;

/// The tables have one of so many parts of the memory, and the store has the others.
const SHARE: usize = 2;

/// Why this store.
const WHY_PACKED: &str = "markings are short where what places hold is in tables";

/// The analysis of a net that is explored as it is, with the greatest value of each of some sums.
///
/// # Errors
/// Where its initial marking has no meaning or is too large, or where the request asks for what this search does not do.
pub(super) fn search(
    net: AnalysedNet<'_>,
    request: &Request,
    sums: &[Sum],
    control: &Control<'_>,
    started: Instant,
) -> Result<Searched, Diagnostics> {
    if let Some((refusal, help)) = refusal(request) {
        return Err(Diagnostic::error(refusal).help(help).into());
    }
    let (settled, most) = settled(request);
    let model = net.coloured_model(most)?;
    let slots: SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
    let mut searched = run(net, model, (&settled, sums), slots, control, started)?;
    if let Some(store) = &mut searched.report.store {
        WHY_PACKED.clone_into(&mut store.why);
    }
    searched.report.options = options(net.net, request);
    Ok(searched)
}

/// The choices as they are carried out. The user speaks of the memory for tables and store together.
pub(crate) fn options(net: &Net, request: &Request) -> BTreeMap<String, Value> {
    let (settled, _) = settled(request);
    Request { limits: request.limits, proofs: request.proofs, ..settled }.as_json(net, "interned")
}

/// Why the choices of a request do not go together with interning, and what to do about it.
fn refusal(request: &Request) -> Option<(&'static str, &'static str)> {
    let keeps_all = matches!(request.retention, Retention::Auto | Retention::KeepAll);
    let stores_whole = matches!(request.store, None | Some(StoreChoice::Auto | StoreChoice::Packed));
    if request.encoding != Encoding::Auto {
        Some((
            "this net is not unfolded, and what its coloured places hold is numbered as it is met",
            "leave out `--encoding`",
        ))
    } else if request.reductions != Reductions::default() {
        Some((
            "this net is not unfolded, and nothing is known of its firings beforehand that a reduction could go by",
            "leave out `--reduce`",
        ))
    } else if !keeps_all {
        Some((
            "this net is not unfolded, and the tables of what its places hold would grow all the same where states are forgotten",
            "leave out `--retain`",
        ))
    } else if !stores_whole {
        Some((
            "this net is not unfolded, and its markings are short, since the tables of what its places hold take the memory",
            "leave out `--store`",
        ))
    } else if request.model_errors == ModelErrors::State {
        Some(("this net is not unfolded, and has no error state", "leave out `--model-errors state`"))
    } else if request.order == Order::BestFirst && matches!(request.heuristic, Heuristic::Expression(_)) {
        Some((
            "this net is not unfolded, and its places hold no single numbers for an expression to use",
            "choose another `--heuristic`",
        ))
    } else {
        None
    }
}

/// The request as it is carried out, and how much is interned.
pub(crate) fn settled(request: &Request) -> (Request, Most) {
    let mut settled = Request {
        threads: 1,
        store: Some(StoreChoice::Packed),
        retention: Retention::KeepAll,
        proofs: false,
        ..request.clone()
    };
    let bytes = match &mut settled.limits.memory_bytes {
        None => u64::MAX,
        Some(bytes) => {
            let tables = *bytes / SHARE;
            *bytes -= tables;
            tables as u64
        }
    };
    (settled, Most { events: MAX_EVENTS, bytes })
}

/// What a report says where an event led nowhere for want of something.
pub(crate) fn shortage<M: NetModel>(model: &M) -> Option<(Reason, Option<String>)> {
    Some(match model.tables()?.shortage()? {
        Shortage::Room => (
            Reason::MemoryLimit,
            Some(
                "the tables of what coloured places hold, and of bindings, are full: give more (--memory)"
                    .into(),
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
