//! Hints that accompany an answer and may explain it.

use std::borrow::Cow;
use std::collections::HashMap;

use sanderling_net::{ArcKind, Inscription, Net, PlaceId};
use sanderling_report::{
    AnalysisReport, Hint, HintKind, Question, Report, StandardProperty, Tokens as Held, Trace, Verdict,
};

use super::meant_end::{MAX_PLACES, Tokens, meant_ends};
use crate::request::Request;

/// Returns the hints about an answer. Its traces are runs of the net `analysed`; `origin` maps each of its
/// places to a place of the net that was read.
pub(crate) fn hints(
    report: &Report,
    net: &Net,
    analysed: &Net,
    origin: impl Fn(PlaceId) -> PlaceId,
) -> Vec<Hint> {
    let is_deadlock = report.question == Question::Deadlock && report.verdict == Verdict::Violated;
    about(report.trace.as_ref().filter(|_| is_deadlock), net, analysed, origin)
}

/// Returns the hints about the standard properties, as `hints` does for an answer.
pub(crate) fn hints_about_properties(
    report: &AnalysisReport,
    net: &Net,
    analysed: &Net,
    origin: impl Fn(PlaceId) -> PlaceId,
) -> Vec<Hint> {
    let answer = report.answer(StandardProperty::DeadlockFree);
    let deadlock = answer.filter(|answer| answer.verdict == Verdict::Violated);
    about(deadlock.and_then(|answer| answer.trace.as_ref()), net, analysed, origin)
}

/// Returns the hints about a net, and about the deadlock at the end of a trace.
fn about(
    to_deadlock: Option<&Trace>,
    net: &Net,
    analysed: &Net,
    origin: impl Fn(PlaceId) -> PlaceId,
) -> Vec<Hint> {
    let to_deadlock = to_deadlock.filter(|_| analysed.is_place_transition());
    let meant = to_deadlock.and_then(|trace| meant_end(net, &last_marking(trace, analysed, origin)?));
    no_tokens(net).into_iter().chain(meant).collect()
}

/// Returns a hint if the property process of a program was not used, or if it cannot accept any run.
pub(crate) fn about_property_process(net: &Net, request: &Request) -> Option<Hint> {
    let process = net.program.as_ref()?.property.as_ref()?;
    let name = &process.name;
    let message = match (request.is_about_runs() && request.property_process, process.beyond.first()) {
        (true, _) => {
            let accepts_nothing = process.accepting.iter().any(Vec::is_empty);
            accepts_nothing.then(|| {
                format!("no location of the property process `{name}` accepts, so that no run is accepted")
            })?
        }
        (false, None) => format!(
            "the property process `{name}` is ignored; `check --property-process` checks whether it accepts a run"
        ),
        (false, Some(beyond)) => {
            format!(
                "the property process `{name}` is ignored, and cannot be checked, since it has {}",
                beyond.what
            )
        }
    };
    Some(Hint { kind: HintKind::PropertyProcess, message, except: None })
}

/// The bindings that are disabled only by negative differences of multisets.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Disabled {
    /// The number of such bindings in an unfolded net.
    Never(u64),
    /// Whether such a binding was met in some marking, with explicit colours.
    InSomeMarking(bool),
}

/// Returns a hint that the answer may depend on the semantics of multiset difference, if it disables
/// bindings.
pub(crate) fn about_differences(disabled: Disabled) -> Option<Hint> {
    let what = match disabled {
        Disabled::Never(0) | Disabled::InSomeMarking(false) => return None,
        Disabled::Never(1) => "1 binding is never enabled".to_owned(),
        Disabled::Never(more) => format!("{more} bindings are never enabled"),
        Disabled::InSomeMarking(true) => "a binding is not enabled in some marking".to_owned(),
    };
    let message = format!(
        "{what}, because a difference of multisets takes away a colour that is not there; `--difference truncated` cuts such differences off \
         at zero, as TAPAAL does, and may give another answer"
    );
    Some(Hint { kind: HintKind::Differences, message, except: None })
}

/// Returns a hint if the net has no token in its initial marking.
pub(crate) fn no_tokens(net: &Net) -> Option<Hint> {
    let is_empty = |initial: &Inscription| matches!(initial, Inscription::Tokens(0));
    if net.places.is_empty() || !net.places.iter().all(|place| is_empty(&place.initial)) {
        return None;
    }
    let mut needs_tokens = vec![false; net.transitions.len()];
    for arc in net.arcs.iter().filter(|arc| matches!(arc.kind, ArcKind::Input | ArcKind::Read)) {
        needs_tokens[arc.transition.index()] = true;
    }
    let what = match needs_tokens.iter().all(|needs| *needs) {
        true => "nothing can fire",
        false => "only transitions without inputs can fire at first",
    };
    let message =
        format!("no place has a token, so that {what}; the initial marking is probably missing in the file");
    Some(Hint { kind: HintKind::NoTokens, message, except: None })
}

/// Returns a hint if a dead marking is an intended end.
fn meant_end(net: &Net, tokens: &Tokens) -> Option<Hint> {
    let end = meant_ends(net).into_iter().find(|end| end.is(tokens))?;
    let holds = |(&place, tokens): (&PlaceId, &u64)| {
        let unit = if *tokens == 1 { "token" } else { "tokens" };
        format!("{tokens} {unit} in `{}`", net.place(place).id)
    };
    let marked: Vec<String> = tokens.iter().map(holds).collect();
    let message = format!("this deadlock is {}: {}, and none elsewhere", end.is, marked.join(", "));
    let formula = end.formula(net).filter(|_| net.places.len() <= MAX_PLACES);
    let except = formula.map(|formula| formula.display(net).to_string());
    Some(Hint { kind: HintKind::MeantEnd, message, except })
}

/// Returns the tokens at the end of a trace of a place/transition net, by the places of the net that was
/// read.
fn last_marking(trace: &Trace, net: &Net, origin: impl Fn(PlaceId) -> PlaceId) -> Option<Tokens> {
    let mut held: HashMap<Cow<'_, str>, Held> =
        trace.initial.iter().map(|(place, tokens)| (place.as_str().into(), tokens.clone())).collect();
    let changes = trace.steps.iter().flat_map(|step| step.changed);
    held.extend(changes.map(|change| (change.place.into(), change.after)));
    held.retain(|_, tokens| !tokens.is_empty());
    let mut last = Tokens::new();
    for place in net.place_ids() {
        let Some(tokens) = held.get(net.place(place).id.as_str()) else { continue };
        let Held::Plain(count) = tokens else { return None };
        let sum: &mut u64 = last.entry(origin(place)).or_default();
        *sum = sum.checked_add(u64::try_from(count.finite()?).ok()?)?;
    }
    Some(last)
}
