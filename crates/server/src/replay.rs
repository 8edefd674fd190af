//! Whether a trace is a run of a net.

use std::sync::Arc;

use sanderling::is_trace_of;
use sanderling_net::Net;
use sanderling_report::{ReplayReport, Trace};
use sanderling_unfolding::{Budget as UnfoldingBudget, unfold};

use crate::budget::Budget;
use crate::info::not_unfolded;
use crate::message::{Json, Refusal};
use crate::nets::Entry;
use crate::pending::Task;

/// Returns the task that answers `trace/replay`. A trace of the unfolding of a coloured net, as analyses report it, is
/// replayed on the unfolding, within a quarter of the memory.
pub(crate) fn task(entry: Arc<Entry>, trace: Trace, budget: &Budget) -> Result<Task, Refusal> {
    let is_coloured = !entry.net.is_place_transition() && entry.net.program.is_none();
    let grant =
        if is_coloured && !is_trace_of(&entry.net, &trace) { Some(budget.grant(None)?) } else { None };
    Ok(Box::new(move |control| {
        let Some(grant) = grant else { return replay_report(&entry, &entry.net, &trace) };
        let usual = UnfoldingBudget::default();
        let is_cancelled = || control.is_cancelled();
        let bytes = grant.bytes.min(usual.bytes);
        let budget = UnfoldingBudget { bytes, is_cancelled: &is_cancelled, ..usual };
        let unfolding = unfold(&entry.net, &budget).map_err(|problem| not_unfolded(&entry, problem))?;
        replay_report(&entry, unfolding.net(), &trace)
    }))
}

fn replay_report(entry: &Entry, net: &Net, trace: &Trace) -> Result<Json, Refusal> {
    let (file, format) = (entry.origin.file.clone(), entry.origin.format.clone());
    Json::of(&ReplayReport { file, format, ..sanderling::replay(net, trace) })
}
