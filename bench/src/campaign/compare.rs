//! Compares two results of the same suite.
//!
//! Cases are matched by model, question and configuration. Outcomes are compared exactly; time and memory are
//! compared only if both sides answered, and count only if they differ by more than noise ([`ratio`]). New
//! wrong answers come first and new crashes second, because a faster program is no better if it is wrong.

mod answers;
mod mean;
mod ratio;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::case::Case;
use super::record::{Outcome, Session};
use super::results::Results;
use answers::{AnswerChange, Change};
use mean::Mean;
use ratio::{MEMORY, Ratio, Rule, SECONDS};

/// The differences between two results.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Comparison {
    old: Side,
    new: Side,
    /// Reasons why the two are hard to compare.
    notes: Vec<String>,
    /// The number of cases on both sides.
    joined: usize,
    /// Changed answers, the worst first.
    answers: Vec<AnswerChange>,
    /// Changed outcomes, crashes first.
    outcomes: Vec<OutcomeChange>,
    seconds: Measure,
    memory: Measure,
    only_old: Vec<CaseName>,
    only_new: Vec<CaseName>,
}

/// One of the two results.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Side {
    suite: Option<String>,
    version: Option<String>,
    runs: usize,
    cases: usize,
}

/// The key of a case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct CaseName {
    model: String,
    question: String,
    configuration: String,
}

/// A case whose outcome changed, or a new case that crashed.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct OutcomeChange {
    #[serde(flatten)]
    case: CaseName,
    old: Option<Outcome>,
    new: Outcome,
    /// The reason for the new outcome.
    reason: Option<String>,
}

/// The changes of a measured value.
#[derive(Debug, Clone, Serialize)]
struct Measure {
    rule: Rule,
    /// The number of cases that both sides answered and that have the value.
    compared: usize,
    /// Decreases, the largest first.
    less: Vec<Ratio>,
    /// Increases, the largest first.
    more: Vec<Ratio>,
    /// The geometric means: of all cases, and for each question and configuration.
    means: Vec<Mean>,
}

impl Comparison {
    /// Returns the number of answers that became wrong.
    pub(super) fn new_wrong_answers(&self) -> usize {
        self.answers.iter().filter(|answer| answer.change == Change::BecameWrong).count()
    }

    /// Returns the number of cases that started to crash.
    pub(super) fn new_crashes(&self) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.new == Outcome::Crashed).count()
    }

    /// Returns whether both sides have the same cases, without changes of outcomes, time or memory.
    pub(super) fn is_unchanged(&self) -> bool {
        let is_same = |measure: &Measure| measure.less.is_empty() && measure.more.is_empty();
        self.answers.iter().all(|answer| answer.change == Change::StillWrong)
            && self.outcomes.is_empty()
            && is_same(&self.seconds)
            && is_same(&self.memory)
            && self.only_old.is_empty()
            && self.only_new.is_empty()
    }
}

impl CaseName {
    fn of(case: &Case<'_>) -> Self {
        let [model, question, configuration] =
            [case.model(), case.question(), case.configuration()].map(str::to_owned);
        Self { model, question, configuration }
    }
}

/// Compares old results with new ones.
pub(super) fn compare(old: &Results, new: &Results) -> Comparison {
    let (old_cases, new_cases) = (Case::all(&old.runs), Case::all(&new.runs));
    let (before, after) = (by_name(&old_cases), by_name(&new_cases));
    let joined: Vec<_> =
        before.iter().filter_map(|(name, old)| Some((name, old, after.get(name)?))).collect();
    let only = |cases: &BTreeMap<CaseName, Case<'_>>, others: &BTreeMap<CaseName, Case<'_>>| {
        cases.keys().filter(|name| !others.contains_key(*name)).cloned().collect()
    };
    Comparison {
        old: Side::of(old, old_cases.len()),
        new: Side::of(new, new_cases.len()),
        notes: notes(old, new, &joined),
        joined: joined.len(),
        answers: answers::changes(&before, &after),
        outcomes: outcomes(&before, &after),
        seconds: measure(&SECONDS, &joined),
        memory: measure(&MEMORY, &joined),
        only_old: only(&before, &after),
        only_new: only(&after, &before),
    }
}

fn by_name<'a>(cases: &[Case<'a>]) -> BTreeMap<CaseName, Case<'a>> {
    cases.iter().map(|case| (CaseName::of(case), case.clone())).collect()
}

impl Side {
    fn of(results: &Results, cases: usize) -> Self {
        let first = results.sessions.first();
        Self {
            suite: first.map(|session| session.suite.clone()),
            version: first.map(|session| session.version.clone()),
            runs: results.runs.len(),
            cases,
        }
    }
}

/// A case on both sides.
type Joined<'a> = (&'a CaseName, &'a Case<'a>, &'a Case<'a>);

fn notes(old: &Results, new: &Results, joined: &[Joined<'_>]) -> Vec<String> {
    let mut notes = Vec::new();
    let all = |results: &Results, of: fn(&Session) -> String| -> BTreeSet<String> {
        results.sessions.iter().map(of).collect()
    };
    let machine: fn(&Session) -> String = |session| format!("{:?}", session.machine);
    if all(old, machine) != all(new, machine) {
        notes.push("The machines differ: seconds do not say which version is faster.".to_owned());
    }
    let suite: fn(&Session) -> String = |session| session.fingerprint.clone();
    if all(old, suite) != all(new, suite) {
        notes.push("The suites differ: cases of the same name may have different questions.".to_owned());
    }
    let rate = |results: &Results| results.sessions.first()?.random_access_per_s.filter(|&rate| rate > 0.0);
    if let (Some(old), Some(new)) = (rate(old), rate(new))
        && (new / old).max(old / new) > 1.1
    {
        let percent = 100.0 * (new / old - 1.0);
        notes.push(format!("The machine's random access changed by {percent:+.0} %; seconds may follow it."));
    }
    let limited = joined.iter().filter(|(_, old, new)| old.worst().limits != new.worst().limits).count();
    if limited > 0 {
        notes.push(format!("{limited} of the cases ran under other limits."));
    }
    notes
}

fn outcomes(
    before: &BTreeMap<CaseName, Case<'_>>,
    after: &BTreeMap<CaseName, Case<'_>>,
) -> Vec<OutcomeChange> {
    let change = |(name, new): (&CaseName, &Case<'_>)| {
        let old = before.get(name).map(Case::outcome);
        let is_change = old.map_or(new.outcome() == Outcome::Crashed, |old| old != new.outcome());
        let reason = new.worst().reason.clone();
        is_change.then(|| OutcomeChange { case: name.clone(), old, new: new.outcome(), reason })
    };
    let mut outcomes: Vec<_> = after.iter().filter_map(change).collect();
    // The sort is stable, so names stay in order within a kind.
    outcomes.sort_by_key(|change| (change.new != Outcome::Crashed, change.new, change.old));
    outcomes
}

fn measure(rule: &Rule, joined: &[Joined<'_>]) -> Measure {
    let answered = joined.iter().filter(|(_, old, new)| old.is_answered() && new.is_answered());
    let ratios: Vec<_> = answered.filter_map(|&(name, old, new)| Ratio::of(rule, name, old, new)).collect();
    let means = mean::means(rule, &ratios);
    let compared = ratios.len();
    let (mut less, mut more): (Vec<_>, Vec<_>) =
        ratios.into_iter().filter(|ratio| rule.is_change(ratio)).partition(|ratio| ratio.ratio < 1.0);
    less.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    more.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    Measure { rule: rule.clone(), compared, less, more, means }
}

#[cfg(test)]
mod tests;
