//! A report as a row of a table over several files.
//!
//! Columns are named after the keys of the report's JSON, or after the properties of `analyse`. A file without a report
//! also has a row, which gives the reason.

use std::fmt::Write;

use crate::{
    AnalysisReport, Answer, Count, Failure, Greatest, Natural, Reason, Report, StandardProperty, Verdict,
};

/// A row: the file, its outcome, and the cells by their columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The file, as named by the user.
    pub file: String,
    /// The outcome for the file.
    pub outcome: Outcome,
    cells: Vec<(&'static str, Cell)>,
}

/// The outcome for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is an answer.
    Verdict(Verdict),
    /// There is no answer, because the file or the question is invalid.
    Error,
    /// There is no answer, because the user stopped the program.
    Stopped,
}

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    /// A text.
    Text(String),
    /// A number.
    Count(Count),
    /// A time in seconds.
    Seconds(f64),
    /// A verdict.
    Verdict(Verdict),
    /// The number of properties with each verdict.
    Answers(Vec<Verdict>),
    /// The greatest values of sums, if known.
    Greatest(Vec<Option<Greatest>>),
}

impl Outcome {
    /// Returns the word used in tables.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verdict(verdict) => verdict.as_str(),
            Self::Error => "error",
            Self::Stopped => "stopped",
        }
    }
}

impl Row {
    /// The columns of rows about state spaces in addition to the file and the verdict, in the order of CSV.
    pub const OF_REPORTS: [&'static str; 11] = [
        "reason",
        "answers",
        "states",
        "firings",
        "deadlocks",
        "max_tokens_in_place",
        "max_tokens_in_marking",
        "exhaustive",
        "time_s",
        "peak_memory_bytes",
        "message",
    ];

    /// Returns the columns of rows about these standard properties, and about the greatest values of sums if
    /// `with_greatest`.
    #[must_use]
    pub fn of_analyses(properties: &[StandardProperty], with_greatest: bool) -> Vec<&'static str> {
        let properties = properties.iter().map(|property| property.as_str());
        let greatest = with_greatest.then_some("greatest");
        let rest = ["states", "firings", "deadlocks", "terminal_components", "time_s", "message"];
        properties.chain(greatest).chain(rest).collect()
    }

    /// Returns the row of a search.
    #[must_use]
    pub fn of_report(report: &Report) -> Self {
        let mut row = Self::new(&report.file, Outcome::Verdict(report.verdict));
        row.put("reason", report.reason.map(Reason::as_str).map(|name| Cell::Text(name.to_owned())));
        if !report.answers.is_empty() {
            let verdicts = report.answers.iter().map(|answer: &Answer| answer.verdict);
            row.put("answers", Some(Cell::Answers(verdicts.collect())));
        }
        for (column, count) in [
            ("states", report.states.or(report.explored.map(|explored| explored.states))),
            ("firings", report.firings.or(report.explored.map(|explored| explored.firings))),
            ("deadlocks", report.deadlocks),
            ("max_tokens_in_place", report.max_tokens_in_place),
            ("max_tokens_in_marking", report.max_tokens_in_marking),
            ("peak_memory_bytes", Some(report.peak_memory_bytes.into())),
        ] {
            row.put(column, count.map(Cell::Count));
        }
        if let Some((states, firings, deadlocks)) = report.numbers().filter(|_| report.states.is_none()) {
            let large = |number: Option<&Natural>| number.map(|number| Cell::Text(number.to_string()));
            row.put("states", large(Some(states)));
            row.put("firings", large(firings).filter(|_| report.firings.is_none()));
            row.put("deadlocks", large(deadlocks).filter(|_| report.deadlocks.is_none()));
        }
        row.put("exhaustive", Some(Cell::Text(report.exhaustive.to_string())));
        row.put("time_s", Some(Cell::Seconds(report.time_s.total)));
        row
    }

    /// Returns the row of the standard properties.
    #[must_use]
    pub fn of_analysis(report: &AnalysisReport) -> Self {
        let mut row = Self::new(&report.file, Outcome::Verdict(report.verdict));
        for answer in &report.answers {
            row.put(answer.property.as_str(), Some(Cell::Verdict(answer.verdict)));
        }
        if !report.greatest.is_empty() {
            row.put("greatest", Some(Cell::Greatest(report.greatest.iter().map(|one| one.value).collect())));
        }
        for (column, count) in [
            ("states", report.states),
            ("firings", report.firings),
            ("deadlocks", report.deadlocks),
            ("terminal_components", report.terminal_components),
        ] {
            row.put(column, count.map(Cell::Count));
        }
        row.put("time_s", Some(Cell::Seconds(report.time_s.total)));
        row
    }

    /// Returns the row of a file without an answer.
    #[must_use]
    pub fn of_failure(file: &str, failure: &Failure, outcome: Outcome) -> Self {
        let mut row = Self::new(file, outcome);
        row.put("message", Some(Cell::Text(failure.in_one_line())));
        row
    }

    fn new(file: &str, outcome: Outcome) -> Self {
        Self { file: file.to_owned(), outcome, cells: Vec::new() }
    }

    fn put(&mut self, column: &'static str, cell: Option<Cell>) {
        self.cells.extend(cell.map(|cell| (column, cell)));
    }

    /// Returns the content of a column.
    pub(crate) fn cell(&self, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|(name, _)| *name == column).map(|(_, cell)| cell)
    }

    /// Returns the row as a line of CSV with these columns after the file and the verdict. Fields are quoted according
    /// to RFC 4180 (Y. Shafranovich, *Common Format and MIME Type for Comma-Separated Values (CSV) Files*, 2005).
    #[must_use]
    pub fn csv(&self, columns: &[&str]) -> String {
        let mut line = field(&self.file);
        let _ = write!(line, ",{}", self.outcome.as_str());
        for column in columns {
            let text = self.cell(column).map(Cell::plain).unwrap_or_default();
            let _ = write!(line, ",{}", field(&text));
        }
        line + "\n"
    }

    /// Returns the first line of CSV with these columns.
    #[must_use]
    pub fn csv_header(columns: &[&str]) -> String {
        format!("file,verdict,{}\n", columns.join(","))
    }
}

impl Cell {
    /// Returns the text for programs.
    fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Seconds(seconds) => format!("{seconds:.6}"),
            Self::Verdict(verdict) => verdict.as_str().to_owned(),
            Self::Answers(verdicts) => {
                verdicts.iter().map(|verdict| verdict.as_str()).collect::<Vec<_>>().join(" ")
            }
            Self::Greatest(values) => {
                let values =
                    values.iter().map(|value| value.map_or("unknown".into(), |value| value.to_string()));
                values.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostic, ErrorKind, Location, Question, Severity};

    #[test]
    fn a_row_has_a_field_for_each_column() {
        let report = Report {
            file: "a, \"b\".pnml".into(),
            verdict: Verdict::Unknown,
            reason: Some(Reason::TimeLimit),
            states: None,
            ..Report::new(Question::Explore)
        };
        let line = Row::of_report(&report).csv(&Row::OF_REPORTS);
        assert_eq!(line, "\"a, \"\"b\"\".pnml\",unknown,time_limit,,,0,0,,,false,0.000000,0,\n");
        let header = Row::csv_header(&Row::OF_REPORTS);
        assert_eq!(header.split(',').count(), line.split(',').count() - 1);
    }

    #[test]
    fn a_file_without_an_answer_says_why() {
        let mut failure = Failure::new(ErrorKind::Input, "`x` cannot be read");
        let row =
            |failure: &Failure| Row::of_failure("x", failure, Outcome::Error).csv(&["states", "message"]);
        assert_eq!(row(&failure), "x,error,,`x` cannot be read\n");
        failure.diagnostics = vec![Diagnostic::warning("weight 0"), Diagnostic::warning("no net")];
        failure.diagnostics[1].severity = Severity::Error;
        failure.diagnostics[1].location = Some(Location { line: 1, column: 7, extent: None });
        assert_eq!(row(&failure), "x,error,,`x` cannot be read: 1:7: no net\n");
    }
}
