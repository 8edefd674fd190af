//! Answers a query about a net.
//!
//! If a bound on the number of tokens is given, the original net is searched first, up to `MAX_STATES`
//! states, because its answer is about all markings. An open query is then decided on the net
//! [within](crate::within) the bound plus one firing. A run found there is a run of the original net; the
//! absence of a run counts only if no marking was excluded.
//!
//! INVARIANT: an answer other than unknown is about the net without the bound.

use sanderling::query::{self, Answer as Given, Query};
use sanderling::{Control, PreparedNet, Question, Request, replay};
use sanderling_net::PlaceId;
use sanderling_property::Property;
use sanderling_report::{Count, Decision, Report, Trace, Verdict};

use crate::Outcome;
use crate::arguments::Call;
use crate::strategy::request;
use crate::within::Within;

/// Maximum number of states of a search of the original net before the bound is used. Debug builds use fewer, since
/// random nets are often unbounded.
pub(crate) const MAX_STATES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

/// The answer to a query.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) truth: Truth,
    /// What decided it, or decided its parts if all of them were needed.
    pub(crate) decided_by: Vec<Decision>,
    /// The run of the analysed net that shows it.
    pub(crate) run: Option<Trace>,
    /// The statistics of the search of the original net, if there was one.
    pub(crate) report: Option<Report>,
}

/// The truth value or number that answers a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Truth {
    Satisfied,
    NotSatisfied,
    /// The answer is a number.
    Number(Count),
    /// There is no answer, for this reason.
    Unknown(String),
}

impl Answered {
    /// Returns the answer unknown, with a reason.
    pub(crate) fn unknown(why: impl Into<String>) -> Self {
        Self { truth: Truth::Unknown(why.into()), decided_by: Vec::new(), run: None, report: None }
    }
}

/// Answers whether a property of the analysed net holds.
pub(crate) fn answer(prepared: &PreparedNet, property: &Property, call: &Call) -> Outcome<Answered> {
    let net = prepared.net();
    let within = call.token_bound.and_then(|bound| Within::just_beyond(net, bound));
    let question = Question::Check(vec![property.clone()]);
    let request = request(call, question, net, within.as_ref().map(|_| MAX_STATES));
    let answered = answer_request(prepared, &request)?;
    match (&answered.truth, within) {
        (Truth::Unknown(_), Some(within)) => {
            let bounded = answer_within(&within, property, call)?;
            Ok(Answered { report: answered.report, ..checked(prepared, bounded) })
        }
        _ => Ok(answered),
    }
}

/// Answers by a search of the prepared net that discovers at most `max_states` states.
pub(crate) fn answer_briefly(
    prepared: &PreparedNet,
    property: &Property,
    call: &Call,
    max_states: u64,
) -> Outcome<Answered> {
    let question = Question::Check(vec![property.clone()]);
    answer_request(prepared, &request(call, question, prepared.net(), Some(max_states)))
}

/// Answers a request for one property.
pub(crate) fn answer_request(prepared: &PreparedNet, request: &Request) -> Outcome<Answered> {
    let report = prepared.analyse(request, &Control::default()).map_err(|found| found.to_string())?;
    let truth = truth(report.answers[0].verdict);
    Ok(Answered {
        truth: truth.unwrap_or_else(|| Truth::Unknown(why(&report))),
        decided_by: report.answers[0].decided_by.iter().cloned().collect(),
        run: report.answers[0].trace.clone().filter(Trace::shows_alone),
        report: Some(report),
    })
}

/// Answers within a bound, if the result applies to the original net.
fn answer_within(within: &Within, property: &Property, call: &Call) -> Outcome<Answered> {
    let question = Question::Check(vec![within.property(property), within.leaves_out()]);
    let request = request(call, question, within.net(), None);
    let report = sanderling::analyse(within.net(), &request, &Control::default())
        .map_err(|found| found.to_string())?;
    let [answer, beyond] = &report.answers[..] else { return Err("two properties have two answers".into()) };
    let truth = match truth(answer.verdict) {
        // An answer without a run is about all markings, and counts only if all are within the bound.
        Some(truth) if answer.trace.is_some() || beyond.verdict == Verdict::Violated => truth,
        Some(_) => Truth::Unknown(format!(
            "markings with more than {} tokens were left out; give a larger bound",
            within.max_tokens()
        )),
        None => Truth::Unknown(why(&report)),
    };
    Ok(Answered {
        truth,
        decided_by: answer.decided_by.iter().cloned().collect(),
        run: answer.trace.clone().filter(Trace::shows_alone).map(|trace| within.original(trace)),
        report: None,
    })
}

/// Returns the answer after replaying its run on the prepared net. Panics if the replay fails.
fn checked(prepared: &PreparedNet, answered: Answered) -> Answered {
    if let Some(run) = &answered.run {
        let replayed = replay(prepared.net(), run);
        assert_eq!(replayed.verdict, Verdict::Holds, "the run does not replay: {:?}", replayed.problem);
    }
    answered
}

fn truth(verdict: Verdict) -> Option<Truth> {
    match verdict {
        Verdict::Unknown | Verdict::Computed => None,
        Verdict::Holds => Some(Truth::Satisfied),
        Verdict::Violated => Some(Truth::NotSatisfied),
    }
}

fn why(report: &Report) -> String {
    let reason = report.reason.map_or("it was not found out", sanderling_report::Reason::as_str);
    match &report.reason_text {
        Some(text) => format!("{reason}: {text}"),
        None => reason.replace('_', " "),
    }
}

/// Answers the maximum sum of the tokens of these places.
pub(crate) fn bound(prepared: &PreparedNet, places: &[PlaceId], call: &Call) -> Outcome<Answered> {
    let sum: Vec<(i64, PlaceId)> = places.iter().map(|&place| (1, place)).collect();
    let sum = prepared.sum_to_unfolded(&sum);
    let request = request(call, Question::Explore, prepared.net(), None);
    let mut answered = Answered::unknown("the bound was not found out");
    let examined = prepared.queried();
    let on_answer = &mut |answer: query::Answered| {
        if let Given::Number(number) = answer.answer {
            answered.truth = Truth::Number(number);
            answered.decided_by = vec![answer.by];
        }
    };
    let done = query::answer(&examined, &Query::Bounds(vec![sum]), &request, &Control::default(), on_answer);
    done.map_err(|found| found.to_string())?;
    Ok(answered)
}

/// Returns the statistics of the state space.
pub(crate) fn explored(prepared: &PreparedNet, call: &Call) -> Outcome<Report> {
    let request = request(call, Question::Explore, prepared.net(), None);
    prepared.analyse(&request, &Control::default()).map_err(|found| found.to_string())
}
