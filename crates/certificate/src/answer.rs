//! Answers, as they come from a report.

use sanderling::{Question, Request};
use sanderling_certificate_check::schema::{Property as Written, Statistics, Verdict as WrittenVerdict};
use sanderling_net::Net;
use sanderling_property::{Formula, Property, Quantifier, Statement};
use sanderling_report::{Answer as Answered, Count, Report, Steps, Trace, Verdict};

/// An answer that is to be certified.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What people call it.
    pub name: String,
    /// The query.
    pub query: Query,
    /// The answer.
    pub verdict: WrittenVerdict,
    /// The ids of the transitions of a run that shows it, where there is one.
    pub run: Option<Vec<String>>,
}

/// The query.
#[derive(Debug, Clone)]
pub enum Query {
    /// A property.
    Property(Property),
    /// Whether there are infinitely many markings. The ids of the transitions that can be repeated, after the run of the answer.
    Unbounded(Vec<String>),
    /// The statistics of the state space.
    StateSpace(Statistics),
    /// Something of which nothing can be shown, in words.
    Other(String),
}

/// The answers of a report.
#[must_use]
pub fn answers(request: &Request, report: &Report) -> Vec<Answer> {
    match &request.question {
        Question::Deadlock | Question::DeadlockExcept(_) => {
            let property = freedom_from_deadlock(request.question.except());
            vec![of_property(&property, report.verdict, report.trace.as_ref())]
        }
        Question::Check(properties) => {
            let answered = properties.iter().zip(&report.answers);
            answered
                .map(|(property, answer)| of_property(property, answer.verdict, answer.trace.as_ref()))
                .collect()
        }
        Question::Statements(statements) => {
            let answered = statements.iter().zip(&report.answers);
            let answer = |(statement, answer): (&Statement, &Answered)| match statement {
                Statement::Markings(property) => of_property(property, answer.verdict, answer.trace.as_ref()),
                Statement::Runs(_) | Statement::Livelock(_) => Answer {
                    name: statement.name().unwrap_or(statement.text()).to_owned(),
                    query: Query::Other(statement.text().to_owned()),
                    verdict: written(answer.verdict),
                    run: None,
                },
            };
            answered.map(answer).collect()
        }
        Question::Explore => vec![of_state_space(report)],
    }
}

/// That every deadlock is one that is excepted.
fn freedom_from_deadlock(except: Option<&Property>) -> Property {
    let always = |formula, text| Property { name: None, quantifier: Quantifier::Always, formula, text };
    match except {
        None => always(Formula::Deadlock.negate(), "always not deadlock".into()),
        Some(except) => always(
            Formula::Implies(Box::new([Formula::Deadlock, except.formula.in_deadlock()])),
            format!("always deadlock implies ({})", except.text),
        ),
    }
}

fn written(verdict: Verdict) -> WrittenVerdict {
    match verdict {
        Verdict::Holds => WrittenVerdict::Holds,
        Verdict::Violated => WrittenVerdict::Violated,
        Verdict::Unknown | Verdict::Computed => WrittenVerdict::Unknown,
    }
}

fn of_property(property: &Property, verdict: Verdict, trace: Option<&Trace>) -> Answer {
    Answer {
        name: property.name.clone().unwrap_or_else(|| property.text.clone()),
        query: Query::Property(property.clone()),
        verdict: written(verdict),
        run: trace.map(|trace| events(&trace.steps)),
    }
}

fn of_state_space(report: &Report) -> Answer {
    if let Some(proof) = &report.unbounded {
        return Answer {
            name: "unbounded".into(),
            query: Query::Unbounded(events(&proof.pump)),
            verdict: WrittenVerdict::Holds,
            run: Some(events(&proof.prefix.steps)),
        };
    }
    let finite = |count: Option<Count>| count.and_then(Count::finite);
    let small = |count| finite(count).and_then(|count| u64::try_from(count).ok());
    let statistics = Statistics {
        states: small(report.states),
        firings: small(report.firings),
        deadlocks: small(report.deadlocks),
        max_tokens_in_place: small(Some(report.max_tokens_in_place)),
        max_tokens_in_marking: finite(Some(report.max_tokens_in_marking)),
    };
    let is_known = report.exhaustive && report.states.is_some();
    let verdict = if is_known { WrittenVerdict::Holds } else { WrittenVerdict::Unknown };
    Answer { name: "state space".into(), query: Query::StateSpace(statistics), verdict, run: None }
}

/// The ids of the transitions of some steps.
pub(crate) fn events(steps: &Steps) -> Vec<String> {
    steps.iter().map(|step| step.event).collect()
}

impl Query {
    /// As it stands in a certificate.
    pub(crate) fn written(&self, net: &Net) -> Written {
        match self {
            Self::Property(property) => crate::formula::property(net, property),
            Self::Unbounded(_) => Written::Unbounded,
            Self::StateSpace(statistics) => Written::StateSpace(statistics.clone()),
            Self::Other(words) => Written::Other(words.clone()),
        }
    }
}
