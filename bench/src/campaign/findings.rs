//! The results of a run, read from a report or from the contest's output.
//!
//! A value from an incomplete search is an answer only if it contradicts the known one, because more was
//! found than exists.

use std::collections::BTreeMap;

use sanderling_property::Logic;
use sanderling_query::contest::Examination;
use sanderling_report::{Count, Failure, Reason, Report, Technique, Verdict};

use super::known::truth_word;
use super::record::{Answer, Outcome};

/// The results of a run.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Findings {
    /// The answers by name, and whether each was decided without visiting markings.
    pub(crate) answers: BTreeMap<String, (String, bool)>,
    /// The outcome if something is open, and why.
    pub(crate) open: Option<(Outcome, String)>,
    pub(crate) version: String,
    pub(crate) phases_s: BTreeMap<String, f64>,
    pub(crate) search_s: Option<f64>,
    pub(crate) store_bytes: Option<u64>,
    pub(crate) states: Option<f64>,
    pub(crate) firings: Option<f64>,
}

impl Findings {
    /// Reads a report, or the message that there is none. `known` determines which statistics are impossible.
    pub(crate) fn of_json(json: &str, known: &BTreeMap<String, String>) -> Result<Self, String> {
        match serde_json::from_str::<Report>(json) {
            Ok(report) => Ok(Self::of_report(&report, known)),
            Err(error) => match serde_json::from_str::<Failure>(json) {
                Ok(failure) => Ok(Self::of_failure(&failure)),
                Err(_) => Err(format!("it printed no report: {error}")),
            },
        }
    }

    /// Reads the results from a report.
    pub(crate) fn of_report(report: &Report, known: &BTreeMap<String, String>) -> Self {
        let phases = serde_json::to_value(report.time_s).unwrap_or_default();
        let phases = phases.as_object().cloned().unwrap_or_default();
        let explored = report.explored.map(|explored| (explored.states, explored.firings));
        let seen = report.states.zip(report.firings).or(explored);
        let mut findings = Self {
            version: report.version.clone(),
            phases_s: phases.into_iter().filter_map(|(name, value)| Some((name, value.as_f64()?))).collect(),
            search_s: Some(report.time_s.search),
            // For other questions there may have been several searches, and the last store does not belong to
            // their states.
            store_bytes: Some(report.store_bytes)
                .filter(|&bytes| bytes > 0 && report.question == sanderling_report::Question::Explore),
            states: seen.and_then(|seen| number(seen.0)),
            firings: seen.and_then(|seen| number(seen.1)),
            ..Self::default()
        };
        let is_finished = report.exhaustive || report.unbounded.is_some();
        if report.question == sanderling_report::Question::Explore {
            for (name, figure) in statistics(report) {
                findings.figure(name, figure, is_finished, known);
            }
        }
        let is_proved =
            report.decided_by.as_ref().is_some_and(|decision| decision.technique != Technique::Search);
        if report.question == sanderling_report::Question::Deadlock {
            findings.verdict("deadlock".to_owned(), report.verdict, true, is_proved);
        }
        // `explore` reports assertions, too, but they were not requested.
        let checked = (report.question == sanderling_report::Question::Check).then_some(&report.answers);
        for answer in checked.into_iter().flatten() {
            let is_proved =
                answer.decided_by.as_ref().is_some_and(|decision| decision.technique != Technique::Search);
            let name = answer.name.as_ref().unwrap_or(&answer.property);
            findings.verdict(format!("assertion {name}"), answer.verdict, false, is_proved);
        }
        let is_open = report.verdict == Verdict::Unknown
            || (report.question == sanderling_report::Question::Explore && !is_finished);
        if is_open {
            findings.open = Some(reason(report));
        }
        findings
    }

    fn of_failure(failure: &Failure) -> Self {
        let diagnostic = failure.diagnostics.first().map(|first| {
            let place = first.location.map_or_else(String::new, |place| format!("{}: ", place.line));
            format!("{place}{}", first.message)
        });
        let outcome = match failure.error {
            sanderling_report::ErrorKind::Internal => Outcome::Crashed,
            _ => Outcome::Refused,
        };
        // The message starts with the file, which is already in the run.
        let message = diagnostic.unwrap_or_else(|| failure.message.clone());
        let message = message.lines().next().unwrap_or_default().to_owned();
        Self { open: Some((outcome, message)), version: failure.version.clone(), ..Self::default() }
    }

    /// Records a value. In an incomplete search it is an answer only if it exceeds the known one.
    pub(crate) fn figure(
        &mut self,
        name: &str,
        figure: Count,
        is_finished: bool,
        known: &BTreeMap<String, String>,
    ) {
        if is_finished {
            self.answers.insert(name.to_owned(), (figure.to_string(), false));
        } else if let (Count::Finite(found), Some(Ok(known))) =
            (figure, known.get(name).map(|k| k.parse::<u128>()))
            && found > known
        {
            self.answers.insert(name.to_owned(), (format!("at least {found}"), false));
        }
    }

    fn verdict(&mut self, name: String, verdict: Verdict, is_negated: bool, is_proved: bool) {
        let holds = match verdict {
            Verdict::Holds => true,
            Verdict::Violated => false,
            Verdict::Unknown | Verdict::Computed => return,
        };
        self.answers.insert(name, (truth_word(holds != is_negated), is_proved));
    }

    /// Reads the output of an examination, given its property file, if it has one. The output has no reasons
    /// for open answers.
    pub(crate) fn of_lines(examination: Examination, properties: Option<&str>, output: &str) -> Self {
        let mut ids: Vec<&str> = properties.map_or_else(Vec::new, ids);
        ids.sort_unstable();
        let answers = output.lines().filter_map(|line| read(examination, &ids, line)).collect();
        Self { answers, version: sanderling_report::VERSION.to_owned(), ..Self::default() }
    }

    /// Returns the answers rated against the known ones.
    pub(crate) fn rated(&self, known: &BTreeMap<String, String>) -> Vec<Answer> {
        let mut names: Vec<&String> = known.keys().chain(self.answers.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let answer = |name: &String| {
            let (value, is_proved) =
                self.answers.get(name).cloned().map_or((None, false), |(v, p)| (Some(v), p));
            Answer::new(name, value, known.get(name).cloned(), is_proved)
        };
        names.into_iter().map(answer).collect()
    }
}

/// Returns the statistics of a report that are answers, by name.
fn statistics(report: &Report) -> Vec<(&'static str, Count)> {
    // Every place of a program holds one token. The maxima of a reduced net are not those of the user's net.
    let most = |count: Option<Count>| count.filter(|_| !report.program && report.reduced_net.is_none());
    let counted = [
        ("states", report.states),
        ("edges", report.firings),
        ("deadlock_states", report.deadlocks),
        ("max_token_in_place", most(report.max_tokens_in_place)),
        ("max_token_per_marking", most(report.max_tokens_in_marking)),
    ];
    counted.into_iter().filter_map(|(name, count)| Some((name, count?))).collect()
}

fn number(count: Count) -> Option<f64> {
    count.finite().map(|count| count as f64)
}

fn reason(report: &Report) -> (Outcome, String) {
    let outcome = match report.reason {
        Some(Reason::TimeLimit) => Outcome::OutOfTime,
        Some(Reason::MemoryLimit | Reason::TreeTooLarge) => Outcome::OutOfMemory,
        _ => Outcome::Unknown,
    };
    let text = report.reason_text.clone().or_else(|| report.reason.map(|reason| reason.to_string()));
    (outcome, text.unwrap_or_else(|| "it gave no reason".to_owned()))
}

/// Returns the ids in a property file.
fn ids(properties: &str) -> Vec<&str> {
    let ids = properties.split("<id>").skip(1);
    ids.filter_map(|rest| Some(rest.split_once("</id>")?.0.trim())).collect()
}

/// Parses an answer from a line in the contest's format. Names of known answers contain the last two digits
/// of an id. CTL files mix ids of several years; there, the names contain the position of the id among the
/// sorted ids.
fn read(examination: Examination, ids: &[&str], line: &str) -> Option<(String, (String, bool))> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [kind @ ("FORMULA" | "STATE_SPACE"), id, value, techniques @ ..] = &words[..] else { return None };
    let position = ids.binary_search(id).ok().filter(|_| examination.logic() == Some(Logic::Ctl));
    let digits = || id.rsplit('-').next().unwrap_or_default().to_owned();
    let number = position.map_or_else(digits, |position| format!("{position:02}"));
    let name = match (*kind, examination) {
        ("STATE_SPACE", _) => match *id {
            "TRANSITIONS" => "edges".to_owned(),
            other => other.to_lowercase(),
        },
        (_, Examination::UpperBounds) => format!("bound UpperBounds-{number}"),
        (_, Examination::ReachabilityDeadlock) => "deadlock".to_owned(),
        (_, Examination::OneSafe) => "one_safe".to_owned(),
        (_, Examination::QuasiLiveness) => "quasi_live".to_owned(),
        (_, Examination::StableMarking) => "stable_marking".to_owned(),
        (_, Examination::Liveness) => "live".to_owned(),
        _ => format!("formula {examination}-{number}"),
    };
    Some((name, ((*value).to_owned(), is_by_proof(techniques))))
}

/// Returns whether a proof decided an answer. A search may in addition have found the marking that reaches a
/// bound.
fn is_by_proof(techniques: &[&str]) -> bool {
    let proves = |technique: &&str| matches!(*technique, "TOPOLOGICAL" | "SIPHON_TRAP");
    !techniques.contains(&"EXPLICIT") || techniques.iter().any(proves)
}

#[cfg(test)]
mod tests {
    use sanderling_report::Question;

    use super::super::record::Rating;
    use super::*;

    fn known(name: &str, value: &str) -> BTreeMap<String, String> {
        BTreeMap::from([(name.to_owned(), value.to_owned())])
    }

    fn findings_of(report: &Report, known: &BTreeMap<String, String>) -> Findings {
        Findings::of_json(&sanderling_report::to_json(report), known).unwrap()
    }

    #[test]
    fn a_finished_search_answers_and_another_one_only_contradicts() {
        let mut report = Report::new(Question::Explore);
        report.states = Some(7_u64.into());
        (report.exhaustive, report.verdict) = (true, Verdict::Computed);
        let known = known("states", "6");
        assert_eq!(findings_of(&report, &known).answers["states"], ("7".to_owned(), false));
        (report.exhaustive, report.verdict) = (false, Verdict::Unknown);
        report.reason = Some(Reason::TimeLimit);
        let found = findings_of(&report, &known);
        assert_eq!(found.answers["states"].0, "at least 7");
        assert_eq!(found.open.as_ref().unwrap().0, Outcome::OutOfTime);
        assert_eq!(found.rated(&known)[0].rating, Rating::Wrong);
        report.states = Some(5_u64.into());
        let found = findings_of(&report, &known);
        assert!(found.answers.is_empty());
        assert_eq!(found.rated(&known)[0].rating, Rating::Unknown);
    }

    #[test]
    fn a_violated_report_means_that_a_deadlock_exists() {
        let mut report = Report::new(Question::Deadlock);
        for (verdict, value) in [(Verdict::Holds, "FALSE"), (Verdict::Violated, "TRUE")] {
            report.verdict = verdict;
            assert_eq!(findings_of(&report, &BTreeMap::new()).answers["deadlock"].0, value);
        }
        report.verdict = Verdict::Unknown;
        assert!(findings_of(&report, &BTreeMap::new()).answers.is_empty());
    }

    #[test]
    fn other_json_is_not_a_report() {
        assert!(Findings::of_json("", &BTreeMap::new()).is_err());
        assert!(Findings::of_json("{}", &BTreeMap::new()).is_err());
    }

    #[test]
    fn the_contests_lines_have_the_names_of_known_answers() {
        let output = "FORMULA A-PT-1-UpperBounds-2025-07 +inf TECHNIQUES LP_APPROX\nCANNOT_COMPUTE\n";
        let found = Findings::of_lines(Examination::UpperBounds, None, output);
        assert_eq!(Vec::from_iter(found.answers), [("bound UpperBounds-07".into(), ("+inf".into(), true))]);
        let output =
            "STATE_SPACE TRANSITIONS 12 TECHNIQUES EXPLICIT\nSTATE_SPACE STATES 3 TECHNIQUES EXPLICIT";
        let found = Findings::of_lines(Examination::StateSpace, None, output);
        assert_eq!(Vec::from_iter(found.answers.into_keys()), ["edges", "states"]);
        for (examination, name) in [(Examination::OneSafe, "one_safe"), (Examination::Liveness, "live")] {
            let found = Findings::of_lines(examination, None, "FORMULA X TRUE TECHNIQUES EXPLICIT");
            assert_eq!(found.answers[name], ("TRUE".into(), false));
        }
        let file = "<id>A-CTLCardinality-2025-00</id><id> A-CTLCardinality-2023-15 </id>";
        for (examination, name) in [
            (Examination::CtlCardinality, "formula CTLCardinality-01"),
            (Examination::LtlCardinality, "formula LTLCardinality-00"),
        ] {
            let line = "FORMULA A-CTLCardinality-2025-00 TRUE TECHNIQUES EXPLICIT";
            let found = Findings::of_lines(examination, Some(file), line);
            assert_eq!(Vec::from_iter(found.answers.into_keys()), [name]);
        }
    }
}
