//! Rates the result for a model against its known answers.

use sanderling_report::{Count, Reason, Report};

use crate::campaign::findings::Findings;
use crate::campaign::known::{text as known_text, truth_word};
use crate::campaign::record::Rating as Rated;
use crate::collection::Known;
use crate::runner::exploration::Outcome;

/// The result for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rating {
    /// Everything that is known was found, and something is known.
    Right,
    /// The exploration was complete, but nothing is known about its results.
    Unrated,
    /// The exploration was incomplete, for this reason. Nothing contradicts the known answers.
    Unknown(Reason),
    /// The model could not be loaded; contains the message.
    Refused(String),
    /// A result contradicts the known answers, or the exploration failed.
    Wrong(String),
}

impl Rating {
    /// Rates an outcome; an `Err` says how the exploration failed.
    pub(super) fn of(known: &Known, model: &str, outcome: &Result<Outcome, String>) -> Self {
        let reports = match outcome {
            Err(message) => return Self::Wrong(message.clone()),
            Ok(Outcome { reports: Err(message), .. }) => return Self::Refused(message.clone()),
            Ok(Outcome { reports: Ok(reports), .. }) => reports,
        };
        match &reports[..] {
            [report] => Self::of_report(known, model, report),
            // The known answers do not distinguish the nets of a file.
            several => {
                several.iter().find(|report| !is_finished(report)).map_or(Self::Unrated, Self::unfinished)
            }
        }
    }

    fn of_report(known: &Known, model: &str, report: &Report) -> Self {
        let answers = known.answers.all(model, "").into_iter();
        let answers = answers.map(|(name, answer)| (name.to_owned(), known_text(answer))).collect();
        let mut findings = Findings::of_report(report, &answers);
        if let Some(levels) = &report.levels {
            findings.figure("bfs_levels", levels.len().into(), is_finished(report), &answers);
        }
        findings
            .answers
            .extend(truths(report).map(|(name, truth)| (name.to_owned(), (truth_word(truth), false))));
        let rated = findings.rated(&answers);
        if let Some(wrong) = rated.iter().find(|answer| answer.rating == Rated::Wrong) {
            let [found, known] = [&wrong.value, &wrong.known].map(|it| it.as_deref().unwrap_or("nothing"));
            return Self::Wrong(format!("{}: found {found}, known {known}", wrong.name));
        }
        let levels = known.levels.get(model);
        if let Some(difference) = levels.and_then(|levels| difference_in_levels(report, levels)) {
            return Self::Wrong(difference);
        }
        let is_known = levels.is_some() || rated.iter().any(|answer| answer.rating == Rated::Right);
        match (is_finished(report), is_known) {
            (false, _) => Self::unfinished(report),
            (true, false) => Self::Unrated,
            (true, true) => Self::Right,
        }
    }

    fn unfinished(report: &Report) -> Self {
        report.reason.map_or_else(|| Self::Wrong("not finished, for no reason".into()), Self::Unknown)
    }

    /// Returns whether the task fails because of this rating. If `has_to_be_right`, everything except `Right`
    /// is a failure, and except an unfolding that exceeds its budget.
    pub(super) fn is_failure(&self, has_to_be_right: bool) -> bool {
        match self {
            Self::Right => false,
            Self::Wrong(_) => true,
            Self::Refused(message) => has_to_be_right && !message.contains("unfolding is too large"),
            Self::Unrated | Self::Unknown(_) => has_to_be_right,
        }
    }

    /// Returns the rating as a single word.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Unrated => "unrated",
            Self::Unknown(_) => "unknown",
            Self::Refused(_) => "refused",
            Self::Wrong(_) => "wrong",
        }
    }
}

/// Returns whether the report covers the whole state space.
fn is_finished(report: &Report) -> bool {
    report.exhaustive || report.unbounded.is_some()
}

/// Describes the first level whose number of states differs from the known one. The table may have only the
/// first levels; the number of levels is a separate answer.
fn difference_in_levels(report: &Report, known: &[(u64, u64)]) -> Option<String> {
    let found = report.levels.as_ref().filter(|_| is_finished(report))?;
    let known = known.iter().map(|&(states, _)| Count::from(states));
    let found = found.iter().copied().chain(std::iter::repeat(Count::ZERO));
    let mut pairs = known.zip(found).enumerate();
    let (level, (known, found)) = pairs.find(|(_, (known, found))| known != found)?;
    Some(format!("level {level}: found {found} states, known {known}"))
}

/// Returns the properties of the net that a search decided. An observation holds in any case; its absence
/// counts only if the search was complete.
fn truths(report: &Report) -> impl Iterator<Item = (&'static str, bool)> {
    let several_tokens = report.max_tokens_in_place > Some(Count::from(1_u64));
    let every_transition = report.dead_transitions.as_ref().is_some_and(Vec::is_empty);
    let seen = [
        ("deadlock", report.deadlocks != Some(Count::ZERO), true),
        ("one_safe", several_tokens, false),
        ("quasi_live", every_transition, true),
    ];
    let truth = |(name, is_seen, meaning): (_, bool, bool)| {
        (is_seen || report.exhaustive).then_some((name, is_seen == meaning))
    };
    seen.map(truth).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use sanderling_report::Question;
    use sanderling_testkit::corpora::{KnownAnswers, KnownLevels};

    use super::*;

    fn report() -> Report {
        let mut report = Report::new(Question::Explore);
        report.exhaustive = true;
        report.states = Some(5_u64.into());
        report.max_tokens_in_place = Some(2_u64.into());
        report.dead_transitions = Some(Vec::new());
        report
    }

    fn rated(known: &[(&str, &str)], reports: Vec<Report>) -> Rating {
        let lines: String = known.iter().map(|(kind, value)| format!("m\t{kind}\t{value}\n")).collect();
        let answers = KnownAnswers::parse(&format!("title\n{lines}")).unwrap();
        let known = Known { answers, ..Known::default() };
        Rating::of(
            &known,
            "m",
            &Ok(Outcome { reports: Ok(reports), peak_resident_bytes: None, resident_bytes_before: None }),
        )
    }

    #[test]
    fn a_finished_report_is_right_if_every_figure_agrees() {
        let known = [("states", "5"), ("deadlock", "FALSE"), ("one_safe", "FALSE"), ("quasi_live", "TRUE")];
        assert_eq!(rated(&known, vec![report()]), Rating::Right);
        for wrong in [("states", "6"), ("states", "+inf"), ("deadlock", "TRUE"), ("one_safe", "TRUE")] {
            assert_eq!(rated(&[wrong], vec![report()]).word(), "wrong", "{wrong:?}");
        }
        assert_eq!(rated(&[], vec![report()]), Rating::Unrated);
        assert_eq!(rated(&[("states", "5")], vec![report(), report()]), Rating::Unrated);
    }

    #[test]
    fn numbers_that_are_not_known_are_neither_right_nor_wrong() {
        let forgetful = Report { states: None, firings: None, deadlocks: None, ..report() };
        let rated = |known: &[(&str, &str)]| rated(known, vec![forgetful.clone()]);
        assert_eq!(rated(&[("states", "6"), ("edges", "7")]), Rating::Unrated);
        assert_eq!(rated(&[("states", "6"), ("one_safe", "FALSE"), ("deadlock", "TRUE")]), Rating::Right);
        assert_eq!(rated(&[("states", "6"), ("deadlock", "FALSE")]).word(), "wrong");
    }

    #[test]
    fn an_unfinished_report_is_unknown_unless_it_has_seen_too_much() {
        let unfinished = Report { exhaustive: false, reason: Some(Reason::TimeLimit), ..report() };
        let rated = |known: (&str, &str)| rated(&[known], vec![unfinished.clone()]);
        let huge = "9".repeat(60);
        for known in [
            ("states", "5"),
            ("states", "6"),
            ("states", "+inf"),
            ("states", huge.as_str()),
            ("deadlock", "TRUE"),
        ] {
            assert_eq!(rated(known), Rating::Unknown(Reason::TimeLimit), "{known:?}");
        }
        for known in [("states", "4"), ("one_safe", "TRUE"), ("quasi_live", "FALSE")] {
            assert_eq!(rated(known).word(), "wrong", "{known:?}");
        }
    }

    #[test]
    fn crashes_are_wrong_and_refusals_are_not() {
        let known = Known::default();
        assert_eq!(Rating::of(&known, "m", &Err("signal 9".into())), Rating::Wrong("signal 9".into()));
        let refused = Outcome {
            reports: Err("the unfolding is too large: more than 7 places".into()),
            peak_resident_bytes: None,
            resident_bytes_before: None,
        };
        let rating = Rating::of(&known, "m", &Ok(refused));
        assert!(rating.word() == "refused" && !rating.is_failure(true));
        assert!(Rating::Refused("broken".into()).is_failure(true));
        assert!(!Rating::Unrated.is_failure(false) && Rating::Unknown(Reason::TimeLimit).is_failure(true));
    }

    #[test]
    fn known_levels_are_compared() {
        let levels = Some(vec![1_u64.into(), 3_u64.into(), 1_u64.into()]);
        let outcome = Outcome {
            reports: Ok(vec![Report { levels, ..report() }]),
            peak_resident_bytes: None,
            resident_bytes_before: None,
        };
        let outcome = Ok(outcome);
        let rated = |levels: &str, number: &str| {
            let answers = KnownAnswers::parse(&format!("title\nm\tbfs_levels\t{number}\n")).unwrap();
            let levels = KnownLevels::parse(&format!("title\n{levels}")).unwrap();
            Rating::of(&Known { answers, levels }, "m", &outcome)
        };
        let first = "m\t0\t1\t4\nm\t1\t3\t4\n";
        assert_eq!(rated(&format!("{first}m\t2\t1\t0\n"), "3"), Rating::Right);
        assert_eq!(rated(first, "3"), Rating::Right);
        assert_eq!(rated(first, "4"), Rating::Wrong("bfs_levels: found 3, known 4".into()));
        let wrong = rated(&format!("{first}m\t2\t2\t0\n"), "3");
        assert_eq!(wrong, Rating::Wrong("level 2: found 1 states, known 2".into()));
        assert_eq!(rated(&format!("{first}m\t2\t1\t4\nm\t3\t1\t0\n"), "3").word(), "wrong");
    }
}
