//! Derives verdicts and answers from the outcome of a search.
//!
//! A state decides a question only after its run has been replayed on the net. The last marking of the run
//! must decide the question there, too. If the replay is interrupted, the question stays open. With
//! [`ModelErrors::State`](crate::ModelErrors::State) a run may also end in the error state, by a step that is
//! undefined on the net.

use sanderling_model::ModelErrors;
use sanderling_net::{Assertion, Net};
use sanderling_property::{Formula, Property, Quantifier, ReferenceValuation};
use sanderling_report::{Answer, ModelError, Reason, Report, Trace, Verdict};
use sanderling_system::EventId;

use super::report::report;
use crate::replay::finding::Finding;
use crate::replay::trace::{Replayer, Run};
use crate::replay::{Interrupted, Until};
use crate::request::{Question, Request};
use crate::search::{Searched, is_met_without_values};

/// Returns the report of a search: its statistics, the answers, the overall verdict, and the trace that proves it.
pub(crate) fn judged(net: &Net, request: &Request, found: Searched, until: Until<'_>) -> Report {
    let Searched { statistics, findings, undefined, meaning, shortest_reason, .. } = found;
    let replayer = Replayer::new(net, &meaning, until);
    let mut report = report(net, request, statistics);
    let mut judge = Judge { net, request, findings, replayer, shortest_reason, reason: report.reason };
    report.model_error = undefined.and_then(|events| judge.model_error(&events));
    match &request.question {
        Question::Deadlock | Question::DeadlockExcept(_) => {
            let goal = &request.goals()[0];
            report.trace = judge.found(0, &|judge, run| judge.satisfies(run, goal));
            report.verdict = verdict(Quantifier::Always, &judge.findings[0]);
            report.decided_by = judge.findings[0].decided_by();
        }
        Question::Explore | Question::Statements(_) => {
            report.answers = judge.assertions(0);
            // That the net is unbounded is an answer, too.
            let is_answered = report.exhaustive || report.unbounded.is_some();
            let statistics = if is_answered { Verdict::Computed } else { Verdict::Unknown };
            let is_violated = report.answers.iter().any(|answer| answer.verdict == Verdict::Violated);
            report.verdict = if is_violated { Verdict::Violated } else { statistics };
            report.trace = deciding_trace(&report);
        }
        Question::Check(properties) => {
            let goals = properties.iter().enumerate();
            report.answers = goals.map(|(goal, property)| judge.property(goal, property)).collect();
            report.answers.extend(judge.assertions(properties.len()));
            report.verdict = Verdict::all(report.answers.iter().map(|answer| answer.verdict));
            report.trace = deciding_trace(&report);
        }
    }
    if report.model_error.as_ref().is_some_and(|error| is_limit(net, &error.event)) {
        report.model_error = None;
        judge.reason = Some(Reason::Unsupported);
        report.reason_text = Some(LIMIT.to_owned());
    }
    if report.model_error.is_some() {
        report.verdict = Verdict::Violated;
    }
    report.reason = judge.reason;
    report
}

/// Why a search ended at a limit of the reader of a program.
pub(crate) const LIMIT: &str = "the program creates more processes than were found when it was read";

/// Returns whether the transition with this id stands for a limit of the reader of a program.
pub(crate) fn is_limit(net: &Net, event: &str) -> bool {
    let limits = net.program.iter().flat_map(|program| &program.limits);
    limits.into_iter().any(|limit| net.transition(*limit).id == event)
}

/// Returns the trace of the first answer whose verdict is the overall verdict.
pub(crate) fn deciding_trace(report: &Report) -> Option<Trace> {
    let deciding = |answer: &&Answer| answer.verdict == report.verdict && answer.trace.is_some();
    report.answers.iter().find(deciding).and_then(|answer| answer.trace.clone())
}

/// The context for judging an outcome.
struct Judge<'a> {
    net: &'a Net,
    request: &'a Request,
    findings: Vec<Finding>,
    replayer: Replayer<'a>,
    shortest_reason: Option<Reason>,
    /// Why an answer is unknown.
    reason: Option<Reason>,
}

impl Judge<'_> {
    fn property(&mut self, goal: usize, property: &Property) -> Answer {
        let target = property.target();
        let trace = self.found(goal, &|judge, run| judge.satisfies(run, &target));
        self.answer(goal, (property.name.clone(), property.text.clone()), property.quantifier, trace)
    }

    /// Returns the answers to the assertions, whose goals start at this position.
    fn assertions(&mut self, first_goal: usize) -> Vec<Answer> {
        let (net, positions) = (self.net, self.request.asserted(self.net));
        let asserted = |index: usize| {
            let assertion = &net.assertions[index];
            let trace = self.found(first_goal + index, &|judge, run| Ok(judge.refutes(run, assertion)));
            let named = (Some(assertion.id.clone()), format!("assert {}", assertion.id));
            self.answer(first_goal + index, named, Quantifier::Always, trace)
        };
        positions.map(asserted).collect()
    }

    /// Returns the answer for a goal, given the name and the text of its property.
    fn answer(
        &self,
        goal: usize,
        (name, property): (Option<String>, String),
        quantifier: Quantifier,
        trace: Option<Trace>,
    ) -> Answer {
        let finding = &self.findings[goal];
        let verdict = verdict(quantifier, finding);
        let reason = self.reason.filter(|_| verdict == Verdict::Unknown);
        Answer { name, property, verdict, reason, trace, decided_by: finding.decided_by() }
    }

    /// Returns the trace to the state that meets a goal, if one was found. If the replay is interrupted, the
    /// goal becomes open.
    ///
    /// # Panics
    /// The run does not meet the goal on the net. In that case the compiled model is wrong, and none of its
    /// results may be shown.
    fn found(
        &mut self,
        goal: usize,
        meets_goal: &dyn Fn(&Self, &Run) -> Result<bool, Interrupted>,
    ) -> Option<Trace> {
        let Finding::Found(found, _) = &self.findings[goal] else { return None };
        let replayed = self.replayer.run(&found.events).and_then(|run| Ok((meets_goal(self, &run)?, run)));
        let (is_met, run) = match replayed {
            Ok(replayed) => replayed,
            Err(interrupted) => {
                (self.findings[goal], self.reason) = (Finding::Open, Some(interrupted.reason));
                return None;
            }
        };
        let may_end_so = run.last().is_some() || self.request.model_errors == ModelErrors::State;
        assert!(may_end_so && is_met, "the trace leads to a marking that decides nothing");
        let shortest_reason = self.shortest_reason.filter(|_| self.request.shortest && !found.is_shortest);
        Some(Trace { shortest: Some(found.is_shortest), shortest_reason, ..run.trace })
    }

    /// Returns whether a condition holds at the end of a run.
    fn satisfies(&self, run: &Run, formula: &Formula) -> Result<bool, Interrupted> {
        let Some(marking) = run.last() else {
            return Ok(is_met_without_values(formula, &self.request.question));
        };
        Ok(ReferenceValuation::of(self.replayer.interpreter(), marking).satisfies(formula)?)
    }

    /// Returns whether an assertion fails at the end of a run. Assertions do not apply to the error state.
    fn refutes(&self, run: &Run, assertion: &Assertion) -> bool {
        let holds = |marking| self.replayer.interpreter().holds(assertion, marking).unwrap_or(false);
        run.last().is_some_and(|marking| !holds(marking))
    }

    /// Returns the run to the undefined event at which the search stopped.
    ///
    /// # Panics
    /// The event is defined on the net, see [`found`](Self::found).
    fn model_error(&mut self, events: &[EventId]) -> Option<ModelError> {
        let run = self.replayer.run(events).map_err(|interrupted| self.reason = Some(interrupted.reason));
        let Run { trace, error, .. } = run.ok()?;
        let last = trace.steps.last().filter(|_| error.is_some());
        let last = last.expect("the trace ends in a step that has a meaning");
        let message = last.error.unwrap_or_default();
        Some(ModelError { message, event: last.event, moves: last.moves, trace })
    }
}

/// Returns the verdict for a quantifier and a finding.
fn verdict(quantifier: Quantifier, finding: &Finding) -> Verdict {
    match (quantifier, finding) {
        (_, Finding::Open | Finding::TooLong) => Verdict::Unknown,
        (Quantifier::Always, Finding::Found(..)) | (Quantifier::Reach, Finding::Absent(_)) => {
            Verdict::Violated
        }
        (Quantifier::Reach, Finding::Found(..)) | (Quantifier::Always, Finding::Absent(_)) => Verdict::Holds,
    }
}
