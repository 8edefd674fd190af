//! One question about each of several files.
//!
//! A command is a function from a file to its [`Answer`]; all commands share this loop over files. For one file the
//! answer is printed in full. For several files each answer is one line, printed at once. A file without an answer does
//! not stop the loop. The exit code is the worst one.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sanderling_report::text::{Detail, StatisticsDetail};
use sanderling_report::{AnalysisReport, Labels, Outcome, Report, Row, StandardProperty, text};

use crate::arguments::{NetArguments, NetsArguments, OutputOptions, Style};
use crate::diagnostics::Look;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output, panic};

/// The answer for one file, with the labels that people see for its nodes.
pub(super) enum Answer {
    /// About its state space, shown with these statistics.
    Report(Box<Report>, Labels, StatisticsDetail),
    /// About its standard properties, shown in this detail.
    Analysis(Box<AnalysisReport>, Labels, Detail),
}

/// The columns of a table, and those shown to people.
pub(super) struct Columns {
    /// The columns of CSV.
    all: Vec<&'static str>,
    /// The columns of the table at the end.
    shown: Vec<&'static str>,
    /// The standard properties in the line of a file.
    properties: Vec<StandardProperty>,
}

impl Columns {
    /// Returns the columns of answers about state spaces.
    pub(super) fn of_reports() -> Self {
        let shown = ["reason", "answers", "states", "firings", "deadlocks", "time_s"];
        Self { all: Row::OF_REPORTS.to_vec(), shown: shown.to_vec(), properties: Vec::new() }
    }

    /// Returns the columns of answers about these standard properties, and about sums if `with_sums`. If neither is
    /// requested, all properties have columns.
    pub(super) fn of_analyses(requested: &[StandardProperty], with_sums: bool) -> Self {
        let (properties, of_csv) = if requested.is_empty() && !with_sums {
            (text::SHOWN_OF_ANALYSES.to_vec(), StandardProperty::ALL.to_vec())
        } else {
            (requested.to_vec(), requested.to_vec())
        };
        let shown =
            properties.iter().map(|property| property.as_str()).chain(["greatest", "states", "time_s"]);
        Self { all: Row::of_analyses(&of_csv, with_sums), shown: shown.collect(), properties }
    }
}

/// Answers the question for each file, and prints the answers.
pub(super) fn each(
    nets: &NetsArguments,
    columns: &Columns,
    output: &OutputOptions,
    ask: impl Fn(&NetArguments) -> Result<Answer, Failure>,
) -> Result<Exit, Failure> {
    match nets.files.as_slice() {
        [file] if output.format != Style::Csv => {
            let answer = ask(&nets.one(file))?;
            answer.print(output)?;
            Ok(answer.exit())
        }
        files => series(files, columns, output, |file| ask(&nets.one(file))),
    }
}

/// Returns an error if an option for a single answer is given with several files.
pub(super) fn refuse_for_several(nets: &NetsArguments, option: &str, is_given: bool) -> Result<(), Failure> {
    match nets.files.len() {
        number if is_given && number > 1 => Err(Failure::usage(format!(
            "{option} applies to a single file, and {number} are given: omit it, or run the command for each file separately"
        ))),
        _ => Ok(()),
    }
}

fn series(
    files: &[PathBuf],
    columns: &Columns,
    output: &OutputOptions,
    ask: impl Fn(&Path) -> Result<Answer, Failure>,
) -> Result<Exit, Failure> {
    if output.format == Style::Json && files.len() > 1 {
        let number = files.len();
        let message = format!(
            "--format json is one object, and there are {number} files: --format jsonl writes one on each line"
        );
        return Err(Failure::usage(message));
    }
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err(Failure::usage("standard input can be read only once: `-` is given several times"));
    }
    interrupt::ends_a_series();
    if output.format == Style::Csv {
        output::print(&Row::csv_header(&columns.all))?;
    }
    let (mut rows, mut exit) = (Vec::new(), Exit::Success);
    for file in files {
        let answer = if interrupt::is_stopped() { Err(left_out()) } else { panic::caught(|| ask(file)) };
        let (row, code) = print_answer(&file.display().to_string(), answer, columns, output)?;
        rows.push(row);
        exit = exit.worse(code);
    }
    if output.format == Style::Text {
        output::print(&output::printable(&text::table(&rows, &columns.shown)))?;
    }
    Ok(exit)
}

fn left_out() -> Failure {
    Failure::stopped("skipped, since the program was stopped")
}

/// Prints the line of a file, and returns its row and exit code.
fn print_answer(
    file: &str,
    answer: Result<Answer, Failure>,
    columns: &Columns,
    output: &OutputOptions,
) -> Result<(Row, Exit), Failure> {
    let (row, line, exit) = match answer {
        Ok(answer) => (answer.row(), answer.line(columns, output.format), answer.exit()),
        Err(failure) => {
            let exit = failure.exit();
            let failure = failure.about_file(file);
            if !output.format.is_json() && exit != Exit::Unknown {
                // If standard error is closed, the row is enough.
                let _ = io::stderr().write_all(failure.render(Look::of_standard_error()).as_bytes());
            }
            let outcome = if exit == Exit::Unknown { Outcome::Stopped } else { Outcome::Error };
            let report = failure.to_report();
            let line = match output.format {
                Style::Text => text::failure_line(file, &report, outcome),
                style => style.json(&report),
            };
            (Row::of_failure(file, &report, outcome), line, exit)
        }
    };
    output::print(&match output.format {
        Style::Text => output::printable(&line).into_owned(),
        Style::Csv => row.csv(&columns.all),
        Style::Json | Style::Jsonl => line,
    })?;
    Ok((row, exit))
}

impl Answer {
    /// Returns the answer, shown in this detail.
    pub(super) fn in_detail(self, detail: Detail) -> Self {
        match self {
            Self::Analysis(report, labels, _) => Self::Analysis(report, labels, detail),
            other @ Self::Report(..) => other,
        }
    }

    /// Prints the answer in full.
    fn print(&self, output: &OutputOptions) -> Result<(), Failure> {
        match self {
            Self::Report(report, labels, detail) => {
                super::print(&**report, |report| text::report(&labels.report(report), *detail), output)
            }
            Self::Analysis(report, labels, detail) => {
                super::print(&**report, |report| text::analysis(&labels.analysis(report), *detail), output)
            }
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Report(report, ..) => report.verdict.into(),
            Self::Analysis(report, ..) => report.verdict.into(),
        }
    }

    fn row(&self) -> Row {
        match self {
            Self::Report(report, ..) => Row::of_report(report),
            Self::Analysis(report, ..) => Row::of_analysis(report),
        }
    }

    /// Returns the line of one of several files.
    fn line(&self, columns: &Columns, style: Style) -> String {
        match (self, style.is_json()) {
            (Self::Report(report, ..), true) => style.json(&**report),
            (Self::Analysis(report, ..), true) => style.json(&**report),
            (Self::Report(report, ..), false) => text::report_line(report),
            (Self::Analysis(report, ..), false) => text::analysis_line(report, &columns.properties),
        }
    }
}
