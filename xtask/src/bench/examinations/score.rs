//! How many answers are right, wrong and missing.

use std::fmt;

use sanderling_contest::Examination;
use sanderling_testkit::corpora::{Answer, KnownAnswers};
use serde::Serialize;

use super::run::{Run, Told};
use super::unfolding::Unfolded;

/// The scores of all examinations.
#[derive(Debug, Default, Serialize)]
pub(in crate::bench) struct Scores {
    /// One for each examination.
    scores: Vec<Score>,
    /// The answers that are wrong, with what is known.
    mistakes: Vec<String>,
    /// What went wrong besides.
    troubles: Vec<String>,
    /// How large coloured instances become.
    pub(super) unfoldings: Vec<Unfolded>,
}

/// The score of an examination.
#[derive(Debug, Serialize)]
struct Score {
    examination: &'static str,
    right: usize,
    wrong: usize,
    /// What is known, and was not answered.
    unknown: usize,
    /// Answers to what is not known.
    unrated: usize,
    /// Of all answers, those without a search.
    by_proof: usize,
    /// Seconds that all runs took.
    time_s: f64,
    /// Seconds that a run took, in the median.
    median_s: f64,
}

impl Scores {
    /// Compares.
    pub(super) fn of(runs: &[Run], known: &KnownAnswers) -> Self {
        let mut scores = Self::default();
        for examination in Examination::ALL {
            let runs: Vec<&Run> = runs.iter().filter(|run| run.examination == examination).collect();
            if runs.is_empty() {
                continue;
            }
            let mut times: Vec<f64> = runs.iter().map(|run| run.time.as_secs_f64()).collect();
            times.sort_by(f64::total_cmp);
            let mut score = Score {
                examination: examination.name(),
                right: 0,
                wrong: 0,
                unknown: 0,
                unrated: 0,
                by_proof: 0,
                time_s: times.iter().sum(),
                median_s: times[times.len() / 2],
            };
            runs.into_iter().for_each(|run| scores.rate(run, known, &mut score));
            scores.scores.push(score);
        }
        scores
    }

    fn rate(&mut self, run: &Run, known: &KnownAnswers, score: &mut Score) {
        let expected = expected(run, known);
        for told in &run.answers {
            score.by_proof += usize::from(told.is_proved);
            match expected.iter().find(|(question, _)| *question == told.question) {
                None => score.unrated += 1,
                Some((_, answer)) if agrees(told, answer) => score.right += 1,
                Some((question, answer)) => {
                    score.wrong += 1;
                    let (instance, examination) = (&run.instance, run.examination);
                    self.mistakes.push(format!(
                        "{instance} {examination} {question}: {} where {answer:?} is known",
                        told.value
                    ));
                }
            }
        }
        let is_missing = |question: &str| run.answers.iter().all(|told| told.question != question);
        score.unknown += expected.iter().filter(|(question, _)| is_missing(question)).count();
        if let Some(trouble) = &run.trouble {
            self.troubles.push(format!("{} {}: {trouble}", run.instance, run.examination));
        }
    }

    /// How many answers are wrong.
    pub(super) fn wrong(&self) -> usize {
        self.mistakes.len()
    }
}

/// What is known of the questions of a run.
fn expected<'k>(run: &Run, known: &'k KnownAnswers) -> Vec<(String, &'k Answer)> {
    let one = |question: &str, kind: &str| {
        known.get(&run.instance, kind).map(|answer| (question.to_owned(), answer)).into_iter().collect()
    };
    let numbered = |prefix: String| {
        let all = known.all(&run.instance, &prefix).into_iter();
        all.map(|(kind, answer)| (kind[prefix.len()..].to_owned(), answer)).collect()
    };
    match run.examination {
        Examination::StateSpace => [
            ("STATES", "states"),
            ("TRANSITIONS", "edges"),
            ("MAX_TOKEN_IN_PLACE", "max_token_in_place"),
            ("MAX_TOKEN_PER_MARKING", "max_token_per_marking"),
        ]
        .into_iter()
        .flat_map(|(question, kind)| -> Vec<_> { one(question, kind) })
        .collect(),
        Examination::ReachabilityDeadlock => one("", "deadlock"),
        Examination::OneSafe => one("", "one_safe"),
        Examination::QuasiLiveness => one("", "quasi_live"),
        Examination::StableMarking => one("", "stable_marking"),
        Examination::Liveness => one("", "live"),
        Examination::UpperBounds => numbered("bound UpperBounds-".to_owned()),
        Examination::ReachabilityCardinality | Examination::ReachabilityFireability => {
            numbered(format!("formula {}-", run.examination))
        }
    }
}

fn agrees(told: &Told, answer: &Answer) -> bool {
    match answer {
        Answer::Count(number) => told.value == number.to_string(),
        Answer::Huge(digits) => told.value == *digits,
        Answer::Infinite => told.value == "+inf",
        Answer::Truth(truth) => told.value == if *truth { "TRUE" } else { "FALSE" },
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mistakes.iter().try_for_each(|mistake| writeln!(f, "WRONG {mistake}"))?;
        self.troubles.iter().try_for_each(|trouble| writeln!(f, "trouble: {trouble}"))?;
        writeln!(
            f,
            "{:24} {:>7} {:>7} {:>7} {:>7} {:>8} {:>8} {:>8}",
            "examination", "right", "wrong", "unknown", "unrated", "by proof", "time", "median"
        )?;
        for score in &self.scores {
            let Score { examination, right, wrong, unknown, unrated, by_proof, time_s, median_s } = score;
            writeln!(
                f,
                "{examination:24} {right:>7} {wrong:>7} {unknown:>7} {unrated:>7} {by_proof:>8} {time_s:>6.0} s {median_s:>6.2} s"
            )?;
        }
        if !self.unfoldings.is_empty() {
            writeln!(
                f,
                "\n{:32} {:>9} {:>11} {:>10} {:>8}",
                "unfolded", "places", "transitions", "arcs", "time"
            )?;
        }
        self.unfoldings.iter().try_for_each(|unfolded| writeln!(f, "{unfolded}"))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run(examination: Examination, answers: &[(&str, &str)]) -> Run {
        let told = |&(question, value): &(&str, &str)| Told {
            question: question.into(),
            value: value.into(),
            is_proved: value == "TRUE",
        };
        Run {
            instance: "A-PT-1".into(),
            examination,
            answers: answers.iter().map(told).collect(),
            time: Duration::from_secs(1),
            trouble: None,
        }
    }

    #[test]
    fn answers_are_rated_by_what_is_known() {
        let known = "model\tkind\tvalue\nA-PT-1\tstates\t7\nA-PT-1\tedges\t+inf\nA-PT-1\tone_safe\tTRUE\n\
                     A-PT-1\tformula ReachabilityCardinality-00\tTRUE\nA-PT-1\tformula ReachabilityCardinality-01\tFALSE\n";
        let known = KnownAnswers::parse(known).unwrap();
        let runs = vec![
            run(
                Examination::StateSpace,
                &[("STATES", "7"), ("TRANSITIONS", "+inf"), ("MAX_TOKEN_IN_PLACE", "1")],
            ),
            run(Examination::OneSafe, &[]),
            run(Examination::ReachabilityCardinality, &[("00", "TRUE"), ("01", "TRUE")]),
        ];
        let scores = Scores::of(&runs, &known);
        let numbers = scores.scores.iter().map(|s| (s.right, s.wrong, s.unknown, s.unrated, s.by_proof));
        assert_eq!(numbers.collect::<Vec<_>>(), [(2, 0, 0, 1, 0), (0, 0, 1, 0, 0), (1, 1, 0, 0, 2)]);
        assert_eq!(scores.wrong(), 1);
        assert!(scores.to_string().starts_with("WRONG A-PT-1 ReachabilityCardinality 01: TRUE"), "{scores}");
    }
}
