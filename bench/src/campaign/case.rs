//! A case: a model, a question and a configuration, with all repetitions of its run.
//!
//! Pages and comparisons use cases. If a program is deterministic, repetitions differ only in time, so
//! statistics are medians. If repetitions have different outcomes, the case has the worst one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::record::{Answer, Outcome, Rating, Run};
use crate::values::median;

/// The repetitions of a run. There is at least one.
#[derive(Debug, Clone)]
pub(super) struct Case<'a> {
    runs: Vec<&'a Run>,
}

impl<'a> Case<'a> {
    /// Returns all cases of the runs, sorted by model, question and configuration.
    pub(super) fn all(runs: &'a [Run]) -> Vec<Self> {
        let mut cases: BTreeMap<_, Vec<&Run>> = BTreeMap::new();
        for run in runs {
            cases.entry((&run.model, &run.question, &run.configuration)).or_default().push(run);
        }
        let sorted = |mut runs: Vec<&'a Run>| {
            runs.sort_by_key(|run| run.repetition);
            Self { runs }
        };
        cases.into_values().map(sorted).collect()
    }

    pub(super) fn model(&self) -> &'a str {
        &self.runs[0].model
    }

    pub(super) fn question(&self) -> &'a str {
        &self.runs[0].question
    }

    pub(super) fn configuration(&self) -> &'a str {
        &self.runs[0].configuration
    }

    /// Returns the repetitions in order.
    pub(super) fn runs(&self) -> &[&'a Run] {
        &self.runs
    }

    /// Returns the first repetition with the worst outcome.
    pub(super) fn worst(&self) -> &'a Run {
        let badness = |run: &&&Run| (badness(run.outcome), run.count(Rating::Wrong), Reverse(run.repetition));
        self.runs.iter().max_by_key(badness).expect("a case has a run")
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.worst().outcome
    }

    /// Returns each answer by name, with its worst rating among the repetitions.
    pub(super) fn answers(&self) -> BTreeMap<&'a str, &'a Answer> {
        let mut answers: BTreeMap<&str, &Answer> = BTreeMap::new();
        for answer in self.runs.iter().flat_map(|run| &run.answers) {
            let worst = answers.entry(&answer.name).or_insert(answer);
            if answer.rating < worst.rating {
                *worst = answer;
            }
        }
        answers
    }

    pub(super) fn is_wrong(&self) -> bool {
        self.runs.iter().any(|run| run.count(Rating::Wrong) > 0)
    }

    /// Returns whether every repetition gave all answers, none of them wrong.
    pub(super) fn is_answered(&self) -> bool {
        self.outcome() == Outcome::Answered && !self.is_wrong()
    }

    /// Returns the median of a value over the repetitions that have it.
    pub(super) fn median(&self, figure: impl Fn(&Run) -> Option<f64>) -> Option<f64> {
        median(self.runs.iter().filter_map(|run| figure(run)))
    }

    pub(super) fn seconds(&self) -> f64 {
        self.median(|run| Some(run.wall_s)).unwrap_or_default()
    }

    pub(super) fn peak_bytes(&self) -> Option<f64> {
        self.median(|run| run.peak_bytes.map(|bytes| bytes as f64))
    }

    pub(super) fn states(&self) -> Option<f64> {
        self.median(|run| run.states)
    }

    pub(super) fn firings_per_s(&self) -> Option<f64> {
        self.median(|run| run.firings_per_s)
    }

    /// Returns the bytes per state of the store or of the whole process.
    pub(super) fn bytes_per_state(&self, bytes: impl Fn(&Run) -> Option<u64>) -> Option<f64> {
        self.median(|run| Some(bytes(run)? as f64 / run.states.filter(|&states| states > 0.0)?))
    }
}

/// Ranks outcomes from good to bad.
fn badness(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Answered => 0,
        Outcome::Unknown => 1,
        Outcome::Refused => 2,
        Outcome::OutOfTime => 3,
        Outcome::OutOfMemory => 4,
        Outcome::Crashed => 5,
    }
}

/// Returns the word for an outcome on pages and in tables.
pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Answered => "answered",
        Outcome::Unknown => "unknown",
        Outcome::Refused => "refused",
        Outcome::Crashed => "crashed",
        Outcome::OutOfTime => "out of time",
        Outcome::OutOfMemory => "out of memory",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::{answered, run};

    #[test]
    fn repetitions_are_one_case_with_the_median_of_their_seconds() {
        let mut runs =
            [run("a", "q", "x", 3), run("a", "q", "x", 1), run("a", "q", "x", 2), run("a", "q", "y", 1)];
        for (run, seconds) in runs.iter_mut().zip([9.0, 1.0, 2.0, 5.0]) {
            run.wall_s = seconds;
        }
        let cases = Case::all(&runs);
        let statistics: Vec<_> = cases
            .iter()
            .map(|case| (case.model(), case.configuration(), case.runs().len(), case.seconds()))
            .collect();
        assert_eq!(statistics, [("a", "x", 3, 2.0), ("a", "y", 1, 5.0)]);
    }

    #[test]
    fn a_case_is_as_bad_as_its_worst_repetition() {
        let mut runs = [run("a", "q", "x", 1), run("a", "q", "x", 2), run("a", "q", "x", 3)];
        runs[0].outcome = Outcome::OutOfTime;
        runs[1].outcome = Outcome::Crashed;
        runs[2].answers = vec![answered("states", "5", Some("4"))];
        let cases = Case::all(&runs);
        assert_eq!(
            (cases[0].outcome(), cases[0].is_answered(), cases[0].is_wrong()),
            (Outcome::Crashed, false, true)
        );
        assert_eq!(cases[0].answers()["states"].rating, Rating::Wrong);
    }
}
