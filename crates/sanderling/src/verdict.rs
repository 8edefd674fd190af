//! What the outcome of a search means for what was asked.
//!
//! A state that decides a question is not believed before the run to it has been replayed on the net
//! and the marking that it ends in decides the question there, too. With
//! [`ModelErrors::State`](crate::ModelErrors::State) a run may also end in the error state, by a step
//! that is undefined on the net.

use sanderling_analysis::Outcome;
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::semantics::Interpreter;
use sanderling_net::{Assertion, Net};
use sanderling_property::{Formula, Property, Quantifier, ReferenceValuation};
use sanderling_report::{Answer, ModelError, Report, Trace, Verdict};

use crate::packed_marking::ErrorState;
use crate::request::{Question, Request};
use crate::trace::{Run, replayed};

/// Fills in the answers, the verdict over all of them, and what proves it.
pub(crate) fn fill_verdict<M: NetModel>(
    report: &mut Report,
    net: &Net,
    request: &Request,
    outcome: &Outcome<M>,
) {
    let judge = Judge { net, request, outcome };
    report.model_error = judge.model_error();
    match &request.question {
        Question::Deadlock => {
            report.trace = judge.found(0, |run| judge.satisfies(run, &Formula::Deadlock));
            report.verdict = verdict(Quantifier::Always, report.trace.is_some(), report.exhaustive);
        }
        Question::Explore => {
            report.answers = judge.assertions(report, 0);
            // That there is no end to the states is an answer, too.
            let is_answered = report.exhaustive || report.unbounded.is_some();
            let figures = if is_answered { Verdict::Computed } else { Verdict::Unknown };
            let is_violated = report.answers.iter().any(|answer| answer.verdict == Verdict::Violated);
            report.verdict = if is_violated { Verdict::Violated } else { figures };
            report.trace = deciding_trace(report);
        }
        Question::Check(properties) => {
            let goals = properties.iter().enumerate();
            report.answers = goals.map(|(goal, property)| judge.property(report, goal, property)).collect();
            report.answers.extend(judge.assertions(report, properties.len()));
            report.verdict = Verdict::all(report.answers.iter().map(|answer| answer.verdict));
            report.trace = deciding_trace(report);
        }
    }
    if report.model_error.is_some() {
        report.verdict = Verdict::Violated;
    }
}

/// The trace of the first answer that has the verdict of all together.
fn deciding_trace(report: &Report) -> Option<Trace> {
    let deciding = |answer: &&Answer| answer.verdict == report.verdict && answer.trace.is_some();
    report.answers.iter().find(deciding).and_then(|answer| answer.trace.clone())
}

/// What is needed to judge an outcome.
struct Judge<'a, M: NetModel> {
    net: &'a Net,
    request: &'a Request,
    outcome: &'a Outcome<M>,
}

impl<M: NetModel> Judge<'_, M> {
    fn property(&self, report: &Report, goal: usize, property: &Property) -> Answer {
        let target = property.target();
        let trace = self.found(goal, |run| self.satisfies(run, &target));
        let verdict = verdict(property.quantifier, trace.is_some(), report.exhaustive);
        answer(report, property.name.clone(), property.text.clone(), verdict, trace)
    }

    /// The answers to the assertions, whose goals begin at this position.
    fn assertions(&self, report: &Report, first_goal: usize) -> Vec<Answer> {
        let asked = self.request.asserted(self.net);
        let asserted = |index: usize| {
            let assertion = &self.net.assertions[index];
            let trace = self.found(first_goal + index, |run| self.refutes(run, assertion));
            let verdict = verdict(Quantifier::Always, trace.is_some(), report.exhaustive);
            answer(report, Some(assertion.id.clone()), format!("assert {}", assertion.id), verdict, trace)
        };
        asked.map(asserted).collect()
    }

    /// The trace to the state that meets a goal, if one was found.
    ///
    /// # Panics
    /// Where the run does not meet the goal on the net: then the compiled model is wrong, and nothing
    /// that it says may be shown.
    fn found(&self, goal: usize, meets_goal: impl Fn(&Run) -> bool) -> Option<Trace> {
        let run = replayed(self.net, &self.outcome.hits[goal].as_ref()?.events);
        let may_end_so = run.last().is_some() || self.request.model_errors == ModelErrors::State;
        assert!(may_end_so && meets_goal(&run), "the trace leads to a marking that decides nothing");
        Some(run.trace)
    }

    /// Whether a condition holds at the end of a run.
    fn satisfies(&self, run: &Run, formula: &Formula) -> bool {
        let Some(marking) = run.last() else { return formula.holds(&ErrorState) };
        ReferenceValuation::build(self.net, marking).is_ok_and(|marking| formula.holds(&marking))
    }

    /// Whether an assertion fails at the end of a run. Of the error state, nothing is asserted.
    fn refutes(&self, run: &Run, assertion: &Assertion) -> bool {
        let holds = |marking| Interpreter::new(self.net).holds(assertion, marking).unwrap_or(false);
        run.last().is_some_and(|marking| !holds(marking))
    }

    /// Where the search ended at an undefined event, the run to it.
    ///
    /// # Panics
    /// Where the event is not undefined on the net, see [`found`](Self::found).
    fn model_error(&self) -> Option<ModelError> {
        let Run { trace, error, .. } = replayed(self.net, &self.outcome.undefined.as_ref()?.events);
        let last = trace.steps.last().filter(|_| error.is_some());
        let last = last.expect("the trace ends in a step that has a meaning").clone();
        let message = last.error.unwrap_or_default();
        Some(ModelError { message, event: last.event, moves: last.moves, trace })
    }
}

fn answer(
    report: &Report,
    name: Option<String>,
    property: String,
    verdict: Verdict,
    trace: Option<Trace>,
) -> Answer {
    let reason = report.reason.filter(|_| verdict == Verdict::Unknown);
    Answer { name, property, verdict, reason, trace }
}

/// What it means that a state that decides the question was found, or that none was.
fn verdict(quantifier: Quantifier, is_found: bool, is_exhaustive: bool) -> Verdict {
    match (quantifier, is_found) {
        (Quantifier::Always, true) => Verdict::Violated,
        (Quantifier::Reach, true) => Verdict::Holds,
        (_, false) if !is_exhaustive => Verdict::Unknown,
        (Quantifier::Always, false) => Verdict::Holds,
        (Quantifier::Reach, false) => Verdict::Violated,
    }
}
