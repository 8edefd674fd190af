//! The answer to a query about a net.
//!
//! Where a bound of tokens is given, the net is first asked as it is, up to this number of states, because then the answer is about all
//! of its markings. What is left open is asked of the net [within](crate::within) the bound and one firing more: a run that is found
//! there is a run of the net; that there is none counts if nothing had to be left out. INVARIANT: an
//! answer that is not unknown is one about the net without the bound.

use sanderling::query::{self, Answer as Given, Query};
use sanderling::{Control, PreparedNet, Question, Request, replay};
use sanderling_net::PlaceId;
use sanderling_property::Property;
use sanderling_report::{Count, Decision, Report, Trace, Verdict};

use crate::Outcome;
use crate::arguments::Call;
use crate::strategy::request;
use crate::within::Within;

/// As many states are explored of a net before it is asked within a bound.
pub(crate) const MAX_STATES: u64 = 1_000_000;

/// What is known of a query.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) truth: Truth,
    /// What decided it, or its parts where all of them were needed.
    pub(crate) decided_by: Vec<Decision>,
    /// The run that shows it, of the net that is analysed.
    pub(crate) run: Option<Trace>,
    /// The statistics of the search of the net as it is, where there was one.
    pub(crate) report: Option<Report>,
}

/// Whether a query is satisfied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Truth {
    Satisfied,
    NotSatisfied,
    /// The answer is a number.
    Number(Count),
    /// There is no answer, and why.
    Unknown(String),
}

impl Answered {
    /// No answer, for this reason.
    pub(crate) fn unknown(why: impl Into<String>) -> Self {
        Self { truth: Truth::Unknown(why.into()), decided_by: Vec::new(), run: None, report: None }
    }
}

/// Answers whether a property of the net that is analysed holds.
pub(crate) fn answer(prepared: &PreparedNet, property: &Property, call: &Call) -> Outcome<Answered> {
    let net = prepared.net();
    let within = call.token_bound.and_then(|bound| Within::just_beyond(net, bound));
    let question = Question::Check(vec![property.clone()]);
    let request = request(call, question, net, within.as_ref().map(|_| MAX_STATES));
    let answered = asked(prepared, &request)?;
    match (&answered.truth, within) {
        (Truth::Unknown(_), Some(within)) => {
            let bounded = answer_within(&within, property, call)?;
            Ok(Answered { report: answered.report, ..checked(prepared, bounded) })
        }
        _ => Ok(answered),
    }
}

/// The answer by a search of the prepared net that discovers at most `max_states` states.
pub(crate) fn answer_briefly(
    prepared: &PreparedNet,
    property: &Property,
    call: &Call,
    max_states: u64,
) -> Outcome<Answered> {
    let question = Question::Check(vec![property.clone()]);
    asked(prepared, &request(call, question, prepared.net(), Some(max_states)))
}

/// The answer to a request for one property.
pub(crate) fn asked(prepared: &PreparedNet, request: &Request) -> Outcome<Answered> {
    let report = prepared.analyse(request, &Control::default()).map_err(|found| found.to_string())?;
    let truth = truth(report.answers[0].verdict);
    Ok(Answered {
        truth: truth.unwrap_or_else(|| Truth::Unknown(why(&report))),
        decided_by: report.answers[0].decided_by.iter().cloned().collect(),
        run: report.answers[0].trace.clone().filter(Trace::shows_alone),
        report: Some(report),
    })
}

/// Answers within a bound, as far as that says something about the net.
fn answer_within(within: &Within, property: &Property, call: &Call) -> Outcome<Answered> {
    let question = Question::Check(vec![within.property(property), within.leaves_out()]);
    let request = request(call, question, within.net(), None);
    let report = sanderling::analyse(within.net(), &request, &Control::default())
        .map_err(|found| found.to_string())?;
    let [asked, beyond] = &report.answers[..] else { return Err("two properties have two answers".into()) };
    let truth = match truth(asked.verdict) {
        // Without a run it is about all markings, and counts where all are within the bound.
        Some(truth) if asked.trace.is_some() || beyond.verdict == Verdict::Violated => truth,
        Some(_) => Truth::Unknown(format!(
            "markings with more than {} tokens were left out; give a larger bound",
            within.max_tokens()
        )),
        None => Truth::Unknown(why(&report)),
    };
    Ok(Answered {
        truth,
        decided_by: asked.decided_by.iter().cloned().collect(),
        run: asked.trace.clone().filter(Trace::shows_alone).map(|trace| within.original(trace)),
        report: None,
    })
}

/// This answer, after its run has been replayed on the prepared net. Panics where that fails.
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

/// Answers which is the greatest sum of the tokens of these places.
pub(crate) fn bound(prepared: &PreparedNet, places: &[PlaceId], call: &Call) -> Outcome<Answered> {
    let sum: Vec<(i64, PlaceId)> = places.iter().map(|&place| (1, place)).collect();
    let sum = prepared.sum_to_unfolded(&sum);
    let request = request(call, Question::Explore, prepared.net(), None);
    let mut answered = Answered::unknown("the bound was not found out");
    let examined = prepared.queried();
    let hear = &mut |told: query::Answered| {
        if let Given::Number(number) = told.answer {
            answered.truth = Truth::Number(number);
            answered.decided_by = vec![told.by];
        }
    };
    let done = query::answer(&examined, &Query::Bounds(vec![sum]), &request, &Control::default(), hear);
    done.map_err(|found| found.to_string())?;
    Ok(answered)
}

/// The statistics of the state space.
pub(crate) fn explored(prepared: &PreparedNet, call: &Call) -> Outcome<Report> {
    let request = request(call, Question::Explore, prepared.net(), None);
    prepared.analyse(&request, &Control::default()).map_err(|found| found.to_string())
}
