//! Formats a comparison for the terminal, the worst changes first.

use std::fmt::{self, Display, Formatter};

use super::answers::{AnswerChange, CHANGES, Change};
use super::mean::Mean;
use super::ratio::Ratio;
use super::{CaseName, Comparison, Measure, OutcomeChange, Side};
use crate::campaign::case::word;
use crate::campaign::record::Outcome;

/// Maximum number of rows of a list, unless it must be shown completely.
const MAX_ROWS: usize = 40;

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "old: {}", self.old)?;
        writeln!(f, "new: {}", self.new)?;
        writeln!(f, "{} compared", cases(self.joined))?;
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        if self.is_unchanged() {
            writeln!(f, "\nNothing changed.")?;
        }
        self.show_answers(f)?;
        self.show_outcomes(f)?;
        self.seconds.show("Seconds", f)?;
        self.memory.show("Peak memory", f)?;
        for (title, names) in
            [("Only in the old results", &self.only_old), ("Only in the new results", &self.only_new)]
        {
            list(
                f,
                title,
                &["model", "question", "configuration"],
                names.iter().map(CaseName::cells),
                MAX_ROWS,
            )?;
        }
        Ok(())
    }
}

impl Comparison {
    fn show_answers(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const HEAD: &[&str] = &["model", "question", "configuration", "answer", "old", "new", "known"];
        for change in CHANGES {
            let rows = self.answers.iter().filter(|answer| answer.change == change).map(AnswerChange::cells);
            let most = if change <= Change::StillWrong { usize::MAX } else { MAX_ROWS };
            list(f, change.title(), HEAD, rows, most)?;
            if change == Change::BecameWrong && self.new_wrong_answers() == 0 {
                writeln!(f, "\nNo answer became wrong.")?;
            }
        }
        Ok(())
    }

    fn show_outcomes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const HEAD: &[&str] = &["model", "question", "configuration", "old", "new", "reason"];
        let crashed = |change: &&OutcomeChange| change.new == Outcome::Crashed;
        let rows = self.outcomes.iter().filter(crashed).map(OutcomeChange::cells);
        list(f, "NEW CRASHES", HEAD, rows, usize::MAX)?;
        let rows = self.outcomes.iter().filter(|change| !crashed(change)).map(OutcomeChange::cells);
        list(f, "Ended otherwise", HEAD, rows, MAX_ROWS)
    }
}

impl Measure {
    fn show(&self, title: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let (unit, [less, more]) = (self.rule.unit, self.rule.words);
        writeln!(f, "\n{title}: {} that both sides answered", cases(self.compared))?;
        if self.compared == 0 {
            return Ok(());
        }
        writeln!(f, "{}", self.rule.in_words())?;
        let same = self.compared - self.less.len() - self.more.len();
        writeln!(f, "{} {less}, {} {more}, {same} within noise", self.less.len(), self.more.len())?;
        if !self.means.is_empty() {
            writeln!(
                f,
                "Geometric means of new/old over models that take {} {unit} or more on either side:",
                self.rule.floor
            )?;
            let rows: Vec<_> = self.means.iter().map(|mean| mean.cells(less, more)).collect();
            columns(f, &["", "", "models", "ratio", "95 % interval", ""], &rows)?;
        }
        let head = ["model", "question", "configuration", "old", "new", "ratio", "spread", "runs"];
        for (word, ratios) in [(more, &self.more), (less, &self.less)] {
            let title = format!("Became {word} ({unit})");
            list(f, &title, &head, ratios.iter().map(Ratio::cells), MAX_ROWS)?;
        }
        Ok(())
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_owned());
        write!(f, "suite {}, version {}, ", text(&self.suite), text(&self.version))?;
        write!(f, "{} in {}", counted(self.runs, "run", "runs"), cases(self.cases))
    }
}

impl Change {
    fn title(self) -> &'static str {
        match self {
            Self::BecameWrong => "NEW WRONG ANSWERS",
            Self::StillWrong => "Still wrong",
            Self::BecameUnknown => "Became unknown",
            Self::BecameDifferent => "Answered differently, with no known answer",
            Self::BecameRight => "Became right",
            Self::BecameAnswered => "Became answered",
        }
    }
}

impl CaseName {
    fn cells(&self) -> Vec<String> {
        [&self.model, &self.question, &self.configuration].map(Clone::clone).to_vec()
    }
}

impl AnswerChange {
    fn cells(&self) -> Vec<String> {
        let values =
            [&self.old, &self.new, &self.known].map(|value| value.clone().unwrap_or_else(|| "-".to_owned()));
        self.case.cells().into_iter().chain([self.answer.clone()]).chain(values).collect()
    }
}

impl OutcomeChange {
    fn cells(&self) -> Vec<String> {
        let old = self.old.map_or("-", word).to_owned();
        let reason = self.reason.clone().unwrap_or_default();
        self.case.cells().into_iter().chain([old, word(self.new).to_owned(), reason]).collect()
    }
}

impl Ratio {
    fn cells(&self) -> Vec<String> {
        let spread = if self.repetitions > 1 {
            format!("{:.2} to {:.2}", self.low, self.high)
        } else {
            "-".to_owned()
        };
        let statistics = [figure(self.old), figure(self.new), format!("{:.2}", self.ratio)];
        self.case
            .cells()
            .into_iter()
            .chain(statistics)
            .chain([spread, self.repetitions.to_string()])
            .collect()
    }
}

impl Mean {
    fn cells(&self, less: &str, more: &str) -> Vec<String> {
        let (question, configuration) = self.of.clone().unwrap_or_else(|| ("all".to_owned(), String::new()));
        let (interval, verdict) = match self.interval {
            None => ("-".to_owned(), "too few models".to_owned()),
            Some((low, high)) => {
                let verdict = if high < 1.0 {
                    less
                } else if low > 1.0 {
                    more
                } else {
                    "within noise"
                };
                (format!("{low:.3} to {high:.3}"), verdict.to_owned())
            }
        };
        vec![
            question,
            configuration,
            self.models.to_string(),
            format!("{:.3}", self.ratio),
            interval,
            verdict,
        ]
    }
}

/// Formats a number with about three digits.
fn figure(figure: f64) -> String {
    match figure {
        small if small < 10.0 => format!("{small:.3}"),
        large => format!("{large:.1}"),
    }
}

fn cases(count: usize) -> String {
    counted(count, "case", "cases")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Formats a list with a title and its number of rows; empty without rows.
fn list(
    f: &mut Formatter<'_>,
    title: &str,
    head: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
    most: usize,
) -> fmt::Result {
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}: {}", rows.len())?;
    columns(f, head, &rows[..rows.len().min(most)])?;
    match rows.len().saturating_sub(most) {
        0 => Ok(()),
        more => writeln!(f, "  and {more} more"),
    }
}

/// Formats rows below a header. Each column is as wide as its widest cell.
fn columns(f: &mut Formatter<'_>, head: &[&str], rows: &[Vec<String>]) -> fmt::Result {
    let head: Vec<_> = head.iter().map(|&name| name.to_owned()).collect();
    let lines = || std::iter::once(&head).chain(rows);
    let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<_> = (0..head.len()).map(width).collect();
    for line in lines() {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("  {cell:<width$}"));
        writeln!(f, "{}", cells.collect::<String>().trim_end())?;
    }
    Ok(())
}
