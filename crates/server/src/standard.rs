//! Standard properties: the questions of `analysis/standard`, and their answers.

use std::sync::Arc;
use std::time::Duration;

use sanderling::options::Choices;
use sanderling::{PreparedNet, StandardRequest};
use sanderling_machine::clock::Instant;
use sanderling_net::{Net, PlaceId};
use sanderling_property::Expression;
use sanderling_report::AnalysisReport;
use sanderling_unfolding::{Budget as UnfoldingBudget, Options};

use crate::analyses::{Share, Work};
use crate::info::not_unfolded;
use crate::message::{Code, Refusal};
use crate::nets::Entry;
use crate::protocol::{Reported, Standard};
use crate::search::{bad_property, bad_question, condition};

/// Returns the work that computes the properties, or the problem with the question.
pub(crate) fn work(question: Standard, entry: Arc<Entry>) -> Result<Work, Refusal> {
    let chosen = chosen(&question)?;
    if question.final_condition.is_some()
        && (question.source.is_some() || question.sink.is_some() || question.cases.is_some())
    {
        let message = "`final` says where the process ends: omit `source`, `sink` and `cases`";
        return Err(Refusal::new(Code::BadQuestion, message));
    }
    read(&question, &entry.net)?;
    Ok(Box::new(move |share| {
        let report = described(&question, &chosen, &entry, share)?;
        Ok(Reported::Standard(Box::new(report)))
    }))
}

/// Returns the request in the options. Invalid options are reported at once, not in the result.
fn chosen(question: &Standard) -> Result<StandardRequest, Refusal> {
    let names = || Standard::options().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let unknown = |name: &str| {
        let message = format!("unknown option `{name}` for standard properties: expected one of {}", names());
        Refusal::new(Code::BadQuestion, message)
    };
    if let Some(other) = question.options.keys().find(|name| !Standard::options().any(|one| one == *name)) {
        return Err(unknown(other));
    }
    let choices = Choices::from_json(&question.options);
    let choices = choices.map_err(|misuse| Refusal::new(Code::BadQuestion, misuse))?;
    StandardRequest::chosen(&choices).map_err(unknown)
}

/// Parses a request for a net, to report errors before any work is done. Places of a coloured net are those of its
/// unfolding.
fn read(question: &Standard, net: &Net) -> Result<(), Refusal> {
    if net.is_place_transition() {
        question.source.iter().chain(&question.sink).try_for_each(|name| place(net, name).map(drop))?;
    }
    question.final_condition.as_ref().map(|text| condition(text, net)).transpose()?;
    question.bounds.iter().enumerate().try_for_each(|(index, text)| {
        Expression::parse_coloured(text, net).map(drop).map_err(|found| bad_property(&found, (text, index)))
    })
}

/// Returns the request for a prepared net.
fn of_net(
    question: &Standard,
    chosen: &StandardRequest,
    prepared: &PreparedNet,
) -> Result<StandardRequest, Refusal> {
    let place = |name: &Option<String>| name.as_ref().map(|name| place(prepared.net(), name)).transpose();
    let condition = |text: &String| prepared.condition(text).map_err(|found| bad_question(&found, text));
    let sum = |text: &String| prepared.sum(text).map_err(|found| bad_question(&found, text));
    Ok(StandardRequest {
        properties: question.only.clone(),
        sums: question.bounds.iter().map(sum).collect::<Result<_, _>>()?,
        final_condition: question.final_condition.as_ref().map(condition).transpose()?,
        source: place(&question.source)?,
        sink: place(&question.sink)?,
        cases: question.cases.map_or(chosen.cases, Into::into),
        ..chosen.clone()
    })
}

fn place(net: &Net, name: &str) -> Result<PlaceId, Refusal> {
    net.place_called(name).ok_or_else(|| {
        let expected = "expected an id or a unique name";
        Refusal::new(Code::BadQuestion, format!("the net has no place `{name}`: {expected}"))
    })
}

fn described(
    question: &Standard,
    chosen: &StandardRequest,
    entry: &Entry,
    share: &Share,
) -> Result<AnalysisReport, Refusal> {
    let started = Instant::now();
    let prepared = prepared(entry, chosen.limits.time, share)?;
    let mut request = of_net(question, chosen, &prepared)?;
    let limits = &mut request.limits;
    limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    limits.memory_bytes = Some(usize::try_from(share.grant.bytes).unwrap_or(usize::MAX));
    let mut report = prepared
        .standard_properties(&request, &share.control)
        .map_err(|found| entry.refused(Refusal::new(Code::BadNet, "the net cannot be analysed"), &found))?;
    entry.origin.complete_analysis(&mut report);
    Ok(report)
}

/// Returns the net, unfolded if it is coloured, within the time for the whole analysis.
fn prepared(entry: &Entry, time: Option<Duration>, share: &Share) -> Result<PreparedNet, Refusal> {
    let usual = UnfoldingBudget::default();
    let budget = UnfoldingBudget {
        bytes: share.grant.bytes.min(usual.bytes),
        time: time.map_or(usual.time, |time| time.min(usual.time)),
        is_cancelled: &|| share.control.is_cancelled(),
        ..usual
    };
    let options = Options { merges: false, ..Options::default() };
    PreparedNet::of(Net::clone(&entry.net), options, &budget)
        .map_err(|refused| not_unfolded(entry, refused.1))
}
