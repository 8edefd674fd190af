//! The head of the page: the suite, the program, the machine, the limits, and the number of runs.

use std::collections::BTreeSet;

use super::Contents;
use super::table::{count, number_of, optional};
use crate::campaign::record::{Run, Session};
use crate::campaign::results::Results;
use crate::html::escaped;
use crate::values::show_size;

/// Returns the title of the page as text.
pub(super) fn title(results: &Results) -> String {
    match results.sessions.first() {
        Some(session) => format!("Bench: {}", session.suite),
        None => "Bench".to_owned(),
    }
}

/// Returns the list of facts, and the differences between the sessions.
pub(super) fn section(results: &Results, contents: &Contents<'_>) -> String {
    let mut facts = results.sessions.first().map(of_session).unwrap_or_default();
    facts.push(("Runs", runs(results, contents)));
    facts.push(("Limits of a run", limits(&results.runs)));
    let facts: String = facts
        .iter()
        .map(|(name, fact)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(fact)))
        .collect();
    let notes: String = differences(&results.sessions)
        .iter()
        .map(|note| format!("<p class=\"note\">{}</p>\n", escaped(note)))
        .collect();
    format!("<dl class=\"facts\">\n{facts}</dl>\n{notes}")
}

fn of_session(session: &Session) -> Vec<(&'static str, String)> {
    let machine = &session.machine;
    let memory = machine.memory_bytes.map_or_else(String::new, |bytes| format!(", {}", show_size(bytes)));
    let machine = format!(
        "{}, {}{memory}, {}",
        machine.processor,
        number_of(machine.cores, "core", "cores"),
        machine.system
    );
    let jobs = if session.jobs == 1 { "one".to_owned() } else { session.jobs.to_string() };
    vec![
        ("Suite", format!("{} ({})", session.suite, session.fingerprint)),
        ("Version", session.version.clone()),
        ("Machine", machine),
        (
            "Random access",
            optional(session.random_access_per_s, |rate| format!("{} updates a second", count(rate))),
        ),
        ("At the same time", format!("{jobs} at most")),
    ]
}

fn runs(results: &Results, contents: &Contents<'_>) -> String {
    format!(
        "{}: {}, {}, {}",
        number_of(results.runs.len(), "run", "runs"),
        number_of(contents.models.len(), "model", "models"),
        number_of(contents.questions.len(), "question", "questions"),
        number_of(contents.configurations.len(), "configuration", "configurations"),
    )
}

fn limits(runs: &[Run]) -> String {
    let all: BTreeSet<_> =
        runs.iter().map(|run| (run.limits.time_s.to_bits(), run.limits.memory_bytes)).collect();
    let shown =
        all.iter().map(|&(time, bytes)| format!("{} s and {}", f64::from_bits(time), show_size(bytes)));
    let shown: Vec<_> = shown.collect();
    if shown.is_empty() { "none".to_owned() } else { shown.join("; ") }
}

/// Describes the differences between the sessions that make their runs hard to compare.
fn differences(sessions: &[Session]) -> Vec<String> {
    let Some(first) = sessions.first() else { return Vec::new() };
    let mut notes = Vec::new();
    let mut note = |what: &str, of: &dyn Fn(&Session) -> String| {
        let others: BTreeSet<_> = sessions.iter().map(of).filter(|other| *other != of(first)).collect();
        if !others.is_empty() {
            let others: Vec<_> = others.into_iter().collect();
            notes.push(format!("Not all runs were made {what}; others: {}.", others.join("; ")));
        }
    };
    note("with this version", &|session| session.version.clone());
    note("on this machine", &|session| {
        let machine = &session.machine;
        format!("{}, {} cores, {}", machine.processor, machine.cores, machine.system)
    });
    note("with this suite", &|session| format!("{} ({})", session.suite, session.fingerprint));
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::case::Case;
    use crate::campaign::sample::{run, session};

    fn section_of(results: &Results) -> String {
        section(results, &Contents::of(&Case::all(&results.runs)))
    }

    #[test]
    fn the_facts_are_those_of_the_first_session() {
        let mut other = session();
        other.random_access_per_s = Some(1e7);
        let runs = vec![run("a", "q", "x", 1), run("b", "q", "x", 1)];
        let html = section_of(&Results { sessions: vec![session(), other], runs });
        for fact in ["Quick", "0.1.0", "Example 3000, 8 cores, 16.0 GiB", "42\u{202f}000\u{202f}000 updates"]
        {
            assert!(html.contains(fact), "{fact}: {html}");
        }
        assert!(
            html.contains("2 runs: 2 models, 1 question, 1 configuration")
                && html.contains("60 s and 2.0 GiB")
        );
        assert!(!html.contains("Not all runs"), "{html}");
    }

    #[test]
    fn sessions_on_other_machines_or_of_other_versions_are_shown() {
        let (mut newer, mut moved) = (session(), session());
        newer.version = "0.2.0".into();
        moved.machine.processor = "Other <1>".into();
        let html = section_of(&Results { sessions: vec![session(), newer, moved], runs: Vec::new() });
        assert!(
            html.contains("version") && html.contains("0.2.0") && html.contains("Other &lt;1&gt;"),
            "{html}"
        );
    }
}
