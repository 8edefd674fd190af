//! Answers from a report.

use sanderling::{Question, Request};
use sanderling_certificate_check::schema::{Property as Written, Statistics, Verdict as WrittenVerdict};
use sanderling_net::{Net, TransitionId};
use sanderling_property::{
    Formula, Logic, PathOperator, PathQuantifier, Property, Quantifier, Statement, Temporal, TemporalProperty,
};
use sanderling_report::{Answer as Answered, Count, Report, Steps, Trace, Verdict};

/// Answer that is to be certified.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Name for people.
    pub name: String,
    /// Query.
    pub query: Query,
    /// Verdict on the query.
    pub verdict: WrittenVerdict,
    /// Ids of the transitions of a run that shows the answer, if there is one.
    pub run: Option<Vec<String>>,
    /// Ids of the transitions that are repeated after the run, if it is infinite; empty if nothing is enabled at its
    /// end.
    pub cycle: Option<Vec<String>>,
}

/// Query of an answer.
#[derive(Debug, Clone)]
pub enum Query {
    /// A property.
    Property(Property),
    /// Whether there are infinitely many markings, with the ids of the transitions that can be repeated after the run
    /// of the answer.
    Unbounded(Vec<String>),
    /// The statistics of the state space.
    StateSpace(Statistics),
    /// Whether every run satisfies a formula of linear time.
    Ltl(Temporal),
    /// Whether some transition of each group can be enabled again from every reachable marking.
    Live(Vec<Vec<TransitionId>>),
    /// Query about which nothing can be shown, in words.
    Other(String),
}

/// Returns the answers of a report.
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
                Statement::Runs(property) if request.fairness.is_none() => {
                    of_temporal(property, answer.verdict, answer.trace.as_ref())
                }
                Statement::Runs(_) | Statement::Livelock(_) => Answer {
                    name: statement.name().unwrap_or(statement.text()).to_owned(),
                    query: Query::Other(statement.text().to_owned()),
                    verdict: written(answer.verdict),
                    run: None,
                    cycle: None,
                },
            };
            answered.map(answer).collect()
        }
        Question::Explore => vec![of_state_space(report)],
    }
}

/// Returns the property that every deadlock is one of the exceptions.
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
        cycle: None,
    }
}

fn of_temporal(property: &TemporalProperty, verdict: Verdict, trace: Option<&Trace>) -> Answer {
    let mut run = trace.map(|trace| events(&trace.steps));
    let repeated_from = trace.and_then(|trace| trace.repeated_from);
    let cycle = run.as_mut().zip(repeated_from).map(|(run, from)| run.split_off(from));
    let (query, verdict) = Query::of_temporal(property, written(verdict));
    let name = property.name.clone().unwrap_or_else(|| property.text.clone());
    Answer { name, query, verdict, run, cycle }
}

/// Returns the verdict on the negation.
fn negated(verdict: WrittenVerdict) -> WrittenVerdict {
    match verdict {
        WrittenVerdict::Holds => WrittenVerdict::Violated,
        WrittenVerdict::Violated => WrittenVerdict::Holds,
        WrittenVerdict::Unknown => WrittenVerdict::Unknown,
    }
}

fn of_state_space(report: &Report) -> Answer {
    if let Some(proof) = &report.unbounded {
        return Answer {
            name: "unbounded".into(),
            query: Query::Unbounded(events(&proof.pump)),
            verdict: WrittenVerdict::Holds,
            run: Some(events(&proof.prefix.steps)),
            cycle: None,
        };
    }
    let finite = |count: Option<Count>| count.and_then(Count::finite);
    let small = |count| finite(count).and_then(|count| u64::try_from(count).ok());
    let statistics = Statistics {
        states: small(report.states),
        firings: small(report.firings),
        deadlocks: small(report.deadlocks),
        max_tokens_in_place: small(report.max_tokens_in_place),
        max_tokens_in_marking: finite(report.max_tokens_in_marking),
    };
    let is_known = report.exhaustive && report.states.is_some();
    let verdict = if is_known { WrittenVerdict::Holds } else { WrittenVerdict::Unknown };
    Answer {
        name: "state space".into(),
        query: Query::StateSpace(statistics),
        verdict,
        run: None,
        cycle: None,
    }
}

/// Returns the ids of the transitions of some steps.
pub(crate) fn events(steps: &Steps) -> Vec<String> {
    steps.iter().map(|step| step.event).collect()
}

impl Query {
    /// Returns the query of a temporal property, as one of linear time or about single markings if possible, and the
    /// verdict on it. A property of linear time that holds and is about single markings becomes a query about these,
    /// since its evidence is cheaper.
    pub(crate) fn of_temporal(
        property: &TemporalProperty,
        verdict: WrittenVerdict,
    ) -> (Self, WrittenVerdict) {
        let about_markings = |quantifier, formula| {
            let text = property.text.clone();
            (Self::Property(Property { name: None, quantifier, formula, text }), verdict)
        };
        let (is_linear, holds) = (property.logic == Logic::Ltl, verdict == WrittenVerdict::Holds);
        let simplified = property.formula.simplified();
        let other = || match simplified.to_linear() {
            _ if is_linear => (Self::Ltl(property.formula.clone()), verdict),
            Some((formula, false)) => (Self::Ltl(formula), verdict),
            Some((formula, true)) => (Self::Ltl(formula), negated(verdict)),
            None => (Self::Other(property.text.clone()), verdict),
        };
        match simplified.clone() {
            // The first marking is that of each run.
            state @ Temporal::State(_) if !is_linear => (Self::Ltl(state), verdict),
            Temporal::Path { quantifier, operator, mut operands } => {
                match (quantifier, operator, operands.pop()) {
                    (_, PathOperator::Globally, Some(Temporal::State(formula)))
                        if is_linear && holds || quantifier == Some(PathQuantifier::All) =>
                    {
                        about_markings(Quantifier::Always, formula)
                    }
                    (Some(PathQuantifier::Some), PathOperator::Finally, Some(Temporal::State(formula))) => {
                        about_markings(Quantifier::Reach, formula)
                    }
                    _ => other(),
                }
            }
            _ => other(),
        }
    }

    /// Returns the query as written in a certificate.
    pub(crate) fn written(&self, net: &Net) -> Written {
        match self {
            Self::Property(property) => crate::formula::property(net, property),
            Self::Ltl(formula) => crate::formula::ltl(net, formula),
            Self::Live(groups) => {
                let id = |one: &TransitionId| net.transition(*one).id.clone();
                Written::Live(groups.iter().map(|group| group.iter().map(id).collect()).collect())
            }
            Self::Unbounded(_) => Written::Unbounded,
            Self::StateSpace(statistics) => Written::StateSpace(statistics.clone()),
            Self::Other(words) => Written::Other(words.clone()),
        }
    }
}
