//! Answers a query about a net.
//!
//! If a bound on the number of tokens is given, the original net is searched first, up to `MAX_STATES`
//! states, because its answer is about all markings. An open query about markings is then decided on the net
//! [within](crate::within) the bound plus one firing. A run found there is a run of the original net; the
//! absence of a run counts only if no marking was excluded.
//!
//! Excluding markings would change the runs, so the bound is not applied to formulas about runs. But it ensures
//! that the search ends: the net is searched without a limit only after all markings are known to be within
//! the bound.
//!
//! INVARIANT: an answer other than unknown is about the net without the bound.

use sanderling::options::Choices;
use sanderling::query::{self, Answer as Given, Query};
use sanderling::{PreparedNet, Question, Request, replay};
use sanderling_net::PlaceId;
use sanderling_property::{ColouredProperty, ColouredStatement, Statement};
use sanderling_query::Properties;
use sanderling_query::contest::ContestQuery;
use sanderling_report::{Count, Decision, Report, Trace, Verdict};
use sanderling_session::{self as session, Ask, Kind, Means, Problem};

use crate::Outcome;
use crate::arguments::Call;
use crate::query::refusal;
use crate::strategy::request;
use crate::within::Within;

/// Maximum number of states of a search of the original net before the bound is used. Debug builds use fewer, since
/// random nets are often unbounded.
const MAX_STATES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

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

impl From<Report> for Answered {
    /// Returns the first answer of a report.
    fn from(report: Report) -> Self {
        let answer = &report.answers[0];
        Self {
            truth: truth(answer.verdict).unwrap_or_else(|| Truth::Unknown(why(&report))),
            decided_by: answer.decided_by.iter().cloned().collect(),
            run: answer.trace.clone().filter(Trace::shows_alone),
            report: Some(report),
        }
    }
}

/// The net of a call, with what its searches share.
pub(crate) struct Verifier<'a> {
    pub(crate) call: &'a Call,
    pub(crate) net: &'a PreparedNet,
    pub(crate) means: Means<'a>,
}

impl Verifier<'_> {
    /// Answers a query, or a part of one, with at most `max_states` states, if given.
    pub(crate) fn answer(&self, query: &ContestQuery, max_states: Option<u64>) -> Outcome<Answered> {
        let statement = match query {
            ContestQuery::Formula(property) => Statement::Markings(property.clone()),
            ContestQuery::Temporal(property) => Statement::Runs(property.clone()),
            ContestQuery::Bound(places) => return self.bound(places),
            ContestQuery::Unsupported(element) => {
                return Ok(Answered::unknown(refusal(self.call.logic, element)));
            }
        };
        let bound = self.call.token_bound.filter(|_| max_states.is_none());
        let Some(within) = bound.and_then(|bound| Within::just_beyond(self.net.net(), bound)) else {
            return self.check(&statement, max_states);
        };
        let answered = self.check(&statement, Some(MAX_STATES))?;
        match (&answered.truth, &statement) {
            (Truth::Unknown(_), Statement::Markings(property)) => {
                Ok(Answered { report: answered.report, ..self.answer_within(&within, property)? })
            }
            (Truth::Unknown(_), _) if self.is_whole(&within)? => self.check(&statement, None),
            (Truth::Unknown(why), _) => {
                let most = within.max_tokens();
                let why =
                    format!("{why}; the search ended, because some state may have more than {most} tokens");
                Ok(Answered { truth: Truth::Unknown(why), ..answered })
            }
            _ => Ok(answered),
        }
    }

    /// Returns the statistics of the state space.
    pub(crate) fn explored(&self) -> Outcome<Report> {
        self.ask(Kind::Explore, Properties::default(), None)
    }

    /// Answers whether a property holds.
    fn check(&self, statement: &ColouredStatement, max_states: Option<u64>) -> Outcome<Answered> {
        let kind = Kind::Check { assertions: false, property_process: false };
        self.ask(kind, Properties::of(vec![statement.clone()]), max_states).map(Answered::from)
    }

    fn ask(&self, kind: Kind, properties: Properties, max_states: Option<u64>) -> Outcome<Report> {
        let mut ask = Ask { kind, properties, choices: Choices::default() };
        self.search(self.net, max_states, |choices| {
            ask.choices = choices;
            ask.request(self.net, None)
        })
    }

    /// Answers questions about the net within a bound.
    fn ask_within(&self, within: &Within, question: &Question) -> Outcome<Report> {
        let net = PreparedNet::not_unfolded(within.net().clone());
        self.search(&net, None, |choices| {
            choices.request(question.clone(), net.net()).map_err(Problem::Misuse)
        })
    }

    fn search(
        &self,
        net: &PreparedNet,
        max_states: Option<u64>,
        ask: impl FnMut(Choices) -> Result<Request, Problem>,
    ) -> Outcome<Report> {
        let request = request(self.call, net, max_states, ask);
        let report = request.and_then(|request| session::search(net, &request, &self.means));
        report.map_err(|problem| problem.to_string())
    }

    /// Answers a property within a bound, if the result applies to the original net. Panics if its run does not replay.
    fn answer_within(&self, within: &Within, property: &ColouredProperty) -> Outcome<Answered> {
        let property = self.net.to_unfolded(property).map_err(|found| found.to_string())?;
        let question = Question::Check(vec![within.property(&property), within.leaves_out()]);
        let report = self.ask_within(within, &question)?;
        // An answer without a run is about all markings, and counts only if all are within the bound.
        let counts = report.answers[0].trace.is_some() || report.answers[1].verdict == Verdict::Violated;
        let mut answered = Answered::from(report);
        if !counts && !matches!(answered.truth, Truth::Unknown(_)) {
            let most = within.max_tokens();
            let why = format!("markings with more than {most} tokens were left out; give a larger bound");
            answered.truth = Truth::Unknown(why);
        }
        answered.run = answered.run.map(|run| within.original(run));
        if let Some(run) = &answered.run {
            let replayed = replay(self.net.net(), run);
            assert_eq!(replayed.verdict, Verdict::Holds, "the run does not replay: {:?}", replayed.problem);
        }
        Ok(answered)
    }

    /// Returns whether all markings are known to be within a bound.
    fn is_whole(&self, within: &Within) -> Outcome<bool> {
        let report = self.ask_within(within, &Question::Check(vec![within.leaves_out()]))?;
        Ok(report.verdict == Verdict::Violated)
    }

    /// Answers the maximum sum of the tokens of these places.
    fn bound(&self, places: &[PlaceId]) -> Outcome<Answered> {
        let sum: Vec<(i64, PlaceId)> = places.iter().map(|&place| (1, place)).collect();
        let query = Query::Bounds(vec![self.net.sum_to_unfolded(&sum)]);
        let request =
            request(self.call, self.net, None, |choices| Ok(choices.without_net(Question::Explore)));
        let request = request.map_err(|problem| problem.to_string())?;
        let mut answered = Answered::unknown("the bound is not decided");
        let on_answer = &mut |answer: query::Answered| {
            if let Given::Number(number) = answer.answer {
                answered.truth = Truth::Number(number);
                answered.decided_by = vec![answer.by];
            }
        };
        let done = query::answer(&self.net.queried(), &query, &request, self.means.control, on_answer);
        done.map_err(|found| found.to_string())?;
        Ok(answered)
    }
}

fn truth(verdict: Verdict) -> Option<Truth> {
    match verdict {
        Verdict::Unknown | Verdict::Computed => None,
        Verdict::Holds => Some(Truth::Satisfied),
        Verdict::Violated => Some(Truth::NotSatisfied),
    }
}

fn why(report: &Report) -> String {
    let reason = report.reason.map_or("not decided", sanderling_report::Reason::as_str);
    match &report.reason_text {
        Some(text) => format!("{reason}: {text}"),
        None => reason.replace('_', " "),
    }
}
