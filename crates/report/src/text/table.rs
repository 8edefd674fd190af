//! Reports about several files as text: a line for each file, and a table of all.

use std::fmt::Write;

use super::analysis::number;
use super::report::headline;
use super::statistics::{counted, figure, seconds};
use crate::row::Cell;
use crate::{AnalysisReport, Count, Failure, Outcome, Question, Report, Row, StandardProperty, Verdict};

/// The titles of columns that are not titled by their keys.
const TITLES: [(&str, &str); 2] = [("time_s", "seconds"), ("peak_memory_bytes", "bytes")];

/// The standard properties in a line and a table of several nets if none is requested.
pub const SHOWN_OF_ANALYSES: [StandardProperty; 7] = [
    StandardProperty::Bounded,
    StandardProperty::Safe,
    StandardProperty::DeadlockFree,
    StandardProperty::QuasiLive,
    StandardProperty::Live,
    StandardProperty::Reversible,
    StandardProperty::Sound,
];

/// Renders the verdict on one of several files in a line.
#[must_use]
pub fn report_line(report: &Report) -> String {
    let states = match (report.question, report.states) {
        (Question::Explore, Some(Count::Finite(1))) => ", 1 state".to_owned(),
        (Question::Explore, Some(states)) if states != Count::Infinite => {
            format!(", {} states", figure(states))
        }
        _ => String::new(),
    };
    format!("{}: {}{states}\n", report.file, headline(report))
}

/// Renders the properties of one of several files in a line: `net.pnml: bounded, safe; not live; unknown: reversible`.
#[must_use]
pub fn analysis_line(report: &AnalysisReport, shown: &[StandardProperty]) -> String {
    let of = |verdict: Verdict| -> String {
        let these = report
            .answers
            .iter()
            .filter(|answer| answer.verdict == verdict && shown.contains(&answer.property));
        these.map(|answer| label(answer.property.as_str())).collect::<Vec<_>>().join(", ")
    };
    let parts = [(Verdict::Holds, ""), (Verdict::Violated, "not "), (Verdict::Unknown, "unknown: ")];
    let parts = parts.map(|(verdict, prefix)| (prefix, of(verdict)));
    let mut parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(prefix, names)| prefix.to_owned() + &names)
        .collect();
    if !report.greatest.is_empty() {
        let values: Vec<_> = report.greatest.iter().map(|one| one.value).collect();
        let plural = if values.len() == 1 { "" } else { "s" };
        parts.push(format!("greatest value{plural} {}", Cell::Greatest(values).in_words()));
    }
    match report.states {
        Some(Count::Infinite) => parts.push("infinitely many markings".into()),
        Some(states) if report.program.is_some() => parts.push(counted(states, "state")),
        Some(states) => parts.push(counted(states, "marking")),
        None => {}
    }
    format!("{}: {}\n", report.file, parts.join("; "))
}

/// Renders the failure for one of several files in a line.
#[must_use]
pub fn failure_line(file: &str, failure: &Failure, outcome: Outcome) -> String {
    // The line already names the file.
    let message = failure.in_one_line();
    let message = message.strip_prefix(&format!("`{file}` ")).unwrap_or(&message);
    format!("{file}: {}: {message}\n", outcome.as_str())
}

/// Renders the table of several files with these columns, and the number of files with each verdict. Empty columns are
/// left out.
#[must_use]
pub fn table(rows: &[Row], columns: &[&str]) -> String {
    let mut out = String::from("\n");
    let says_something = |column: &&&str| rows.iter().any(|row| row.cell(column).is_some());
    let columns: Vec<&str> = columns.iter().filter(says_something).copied().collect();
    let titles = ["file", "verdict"].into_iter().chain(columns.iter().copied()).map(label).collect();
    let mut lines: Vec<Vec<String>> = vec![titles];
    for row in rows {
        let cells = columns.iter().map(|column| row.cell(column).map(Cell::in_words).unwrap_or_default());
        lines.push([row.file.clone(), row.outcome.as_str().to_owned()].into_iter().chain(cells).collect());
    }
    let numbers: Vec<bool> = columns
        .iter()
        .map(|column| {
            rows.iter().any(|row| matches!(row.cell(column), Some(Cell::Count(_) | Cell::Seconds(_))))
        })
        .collect();
    let is_number = |column: usize| column >= 2 && numbers[column - 2];
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    for line in &lines {
        let mut text = String::new();
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            let _ = if is_number(column) {
                write!(text, "{cell:>width$}  ")
            } else {
                write!(text, "{cell:width$}  ")
            };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
    out.push_str(&counts(rows));
    out
}

/// Renders the number of files, and the number with each verdict: `3 files: 2 holds, 1 error`.
fn counts(rows: &[Row]) -> String {
    let mut found: Vec<(&str, usize)> = Vec::new();
    for outcome in [
        Outcome::Verdict(Verdict::Computed),
        Outcome::Verdict(Verdict::Holds),
        Outcome::Verdict(Verdict::Violated),
        Outcome::Verdict(Verdict::Unknown),
        Outcome::Error,
        Outcome::Stopped,
    ] {
        found.push((outcome.as_str(), rows.iter().filter(|row| row.outcome == outcome).count()));
    }
    let found: Vec<String> =
        found.iter().filter(|(_, count)| *count > 0).map(|(word, count)| format!("{count} {word}")).collect();
    format!("{} files: {}\n", rows.len(), found.join(", "))
}

fn label(key: &str) -> String {
    let title = TITLES.iter().find(|(name, _)| *name == key).map_or(key, |(_, title)| title);
    title.replace('_', " ")
}

impl Cell {
    /// Returns the text for people.
    fn in_words(&self) -> String {
        match self {
            Self::Text(text) => text.replace('_', " "),
            Self::Count(count) => figure(*count),
            Self::Seconds(time) => seconds(*time),
            Self::Verdict(Verdict::Holds | Verdict::Computed) => "yes".into(),
            Self::Verdict(Verdict::Violated) => "no".into(),
            Self::Verdict(Verdict::Unknown) => "?".into(),
            Self::Answers(verdicts) => {
                let holding = verdicts.iter().filter(|&&verdict| verdict == Verdict::Holds).count();
                format!("{holding} of {} hold", verdicts.len())
            }
            Self::Greatest(values) => {
                values.iter().map(|value| value.map_or("?".into(), number)).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorKind, PropertyAnswer};

    fn explored(file: &str, verdict: Verdict, states: u64) -> Row {
        let report = Report {
            file: file.into(),
            verdict,
            states: Some(states.into()),
            ..Report::new(Question::Deadlock)
        };
        Row::of_report(&report)
    }

    #[test]
    fn columns_are_aligned_and_those_without_a_word_left_out() {
        let failure = Failure::new(ErrorKind::Input, "`bad.pnml` cannot be read: 2 errors");
        let rows = [
            explored("a.pnml", Verdict::Holds, 12),
            explored("a-long-name.pnml", Verdict::Violated, 14_348_907),
            Row::of_failure("bad.pnml", &failure, Outcome::Error),
        ];
        assert_eq!(
            table(&rows, &["answers", "states"]),
            "\nfile              verdict     states\n\
             a.pnml            holds           12\n\
             a-long-name.pnml  violated  14348907\n\
             bad.pnml          error\n\
             3 files: 1 holds, 1 violated, 1 error\n"
        );
        assert_eq!(
            failure_line("bad.pnml", &failure, Outcome::Error),
            "bad.pnml: error: cannot be read: 2 errors\n"
        );
    }

    #[test]
    fn a_line_of_an_analysis_sorts_properties_by_their_verdicts() {
        let answer = |property, verdict| PropertyAnswer {
            property,
            verdict,
            text: String::new(),
            nodes: Vec::new(),
            trace: None,
            marking: None,
        };
        let answers = vec![
            answer(StandardProperty::Ordinary, Verdict::Holds),
            answer(StandardProperty::Bounded, Verdict::Holds),
            answer(StandardProperty::Safe, Verdict::Holds),
            answer(StandardProperty::QuasiLive, Verdict::Violated),
            answer(StandardProperty::Live, Verdict::Unknown),
        ];
        let report = AnalysisReport {
            file: "a.pnml".into(),
            answers,
            states: Some(1200_u64.into()),
            ..AnalysisReport::new()
        };
        assert_eq!(
            analysis_line(&report, &SHOWN_OF_ANALYSES),
            "a.pnml: bounded, safe; not quasi live; unknown: live; 1200 markings\n"
        );
    }
}
