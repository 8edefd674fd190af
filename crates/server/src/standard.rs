//! Standard properties: what is asked with `analysis/standard`, and how it is answered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sanderling::options::Choices;
use sanderling::{PreparedNet, StandardRequest};
use sanderling_net::{Net, PlaceId};
use sanderling_report::AnalysisReport;
use sanderling_unfolding::{Budget as UnfoldingBudget, Options};

use crate::analyses::{Share, Work};
use crate::info::not_unfolded;
use crate::message::{Code, Refusal};
use crate::nets::Entry;
use crate::protocol::{Reported, Standard};

/// The work that finds the properties, unless something is wrong with the question.
pub(crate) fn work(asked: Standard, entry: Arc<Entry>) -> Result<Work, Refusal> {
    let chosen = chosen(&asked)?;
    if entry.net.is_place_transition() {
        of_net(&asked, &chosen, &entry.net)?;
    }
    Ok(Box::new(move |share| {
        let report = described(&asked, &chosen, &entry, share)?;
        Ok(Reported::Standard(Box::new(report)))
    }))
}

/// What the options say. What is wrong with them is told at once, not as the result.
fn chosen(asked: &Standard) -> Result<StandardRequest, Refusal> {
    let names = || Standard::options().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let unknown = |name: &str| {
        let message = format!("`{name}` is no option of standard properties: expected one of {}", names());
        Refusal::new(Code::BadQuestion, message)
    };
    if let Some(other) = asked.options.keys().find(|name| !Standard::options().any(|one| one == *name)) {
        return Err(unknown(other));
    }
    let choices = Choices::from_json(&asked.options);
    let choices = choices.map_err(|misuse| Refusal::new(Code::BadQuestion, misuse))?;
    StandardRequest::chosen(&choices).map_err(unknown)
}

/// What is asked of a net, which may be an unfolding.
fn of_net(asked: &Standard, chosen: &StandardRequest, net: &Net) -> Result<StandardRequest, Refusal> {
    let place = |name: &Option<String>| name.as_ref().map(|name| place(net, name)).transpose();
    Ok(StandardRequest {
        asked: asked.only.clone(),
        source: place(&asked.source)?,
        sink: place(&asked.sink)?,
        cases: asked.cases.map_or(chosen.cases, Into::into),
        ..chosen.clone()
    })
}

fn place(net: &Net, name: &str) -> Result<PlaceId, Refusal> {
    net.place_called(name).ok_or_else(|| {
        let expected = "expected its id, or a name that no other has";
        Refusal::new(Code::BadQuestion, format!("the net has no place `{name}`: {expected}"))
    })
}

fn described(
    asked: &Standard,
    chosen: &StandardRequest,
    entry: &Entry,
    share: &Share,
) -> Result<AnalysisReport, Refusal> {
    let started = Instant::now();
    let prepared = prepared(entry, chosen.limits.time, share)?;
    let mut request = of_net(asked, chosen, prepared.net())?;
    let limits = &mut request.limits;
    limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    limits.memory_bytes = Some(usize::try_from(share.grant.bytes).unwrap_or(usize::MAX));
    let mut report = prepared
        .standard_properties(&request, &share.control)
        .map_err(|found| Refusal::new(Code::BadNet, "the net cannot be analysed").with(&found))?;
    report.file.clone_from(&entry.file);
    report.format.clone_from(&entry.format);
    report.warnings.clone_from(&entry.warnings);
    Ok(report)
}

/// The net, unfolded if it is coloured, in the time that there is for all of it.
fn prepared(entry: &Entry, time: Option<Duration>, share: &Share) -> Result<PreparedNet, Refusal> {
    let usual = UnfoldingBudget::default();
    let budget = UnfoldingBudget {
        bytes: share.grant.bytes.min(usual.bytes),
        time: time.map_or(usual.time, |time| time.min(usual.time)),
        is_cancelled: &|| share.control.is_cancelled(),
        ..usual
    };
    let options = Options { merges: false, ..Options::default() };
    PreparedNet::of(Net::clone(&entry.net), options, &budget).map_err(|refused| not_unfolded(refused.1))
}
