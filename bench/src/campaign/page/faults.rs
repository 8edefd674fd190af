//! Wrong answers and crashes, which come before all statistics.

use std::collections::BTreeMap;

use super::table::{NONE, Table, number_of, seconds};
use crate::campaign::case::Case;
use crate::campaign::record::{Outcome, Rating, Run};

/// Returns the sections on wrong answers and on crashes.
pub(super) fn sections(cases: &[Case<'_>]) -> String {
    wrong(cases) + &crashes(cases)
}

fn wrong(cases: &[Case<'_>]) -> String {
    let rows: Vec<_> = cases.iter().flat_map(wrong_answers).collect();
    if rows.is_empty() {
        return "<section id=\"wrong\"><h2>Wrong answers</h2>\n<p class=\"good\">No wrong answer.</p></section>\n".into();
    }
    let title = number_of(rows.len(), "wrong answer", "wrong answers");
    let columns = &["model", "question", "configuration", "answer", "reported", "known", "runs", "started"];
    let table = Table { caption: "Wrong answers", columns, texts: 8, rows, ..Table::default() };
    format!("<section id=\"wrong\" class=\"fault\"><h2>{title}</h2>\n{}</section>\n", table.html())
}

/// Returns a row for each wrong answer, with the number of repetitions that gave it.
fn wrong_answers(case: &Case<'_>) -> Vec<Vec<String>> {
    let mut counts: BTreeMap<_, (usize, &Run)> = BTreeMap::new();
    for run in case.runs() {
        for answer in run.answers.iter().filter(|answer| answer.rating == Rating::Wrong) {
            counts
                .entry([Some(&answer.name), answer.value.as_ref(), answer.known.as_ref()])
                .or_insert((0, run))
                .0 += 1;
        }
    }
    let mut rows = Vec::new();
    for (texts, (count, run)) in counts {
        let mut row = named(case);
        row.extend(texts.map(|text| text.map_or_else(|| NONE.to_owned(), Clone::clone)));
        row.extend([of_runs(count, case), run.command.join(" ")]);
        rows.push(row);
    }
    rows
}

fn crashes(cases: &[Case<'_>]) -> String {
    let rows: Vec<_> = cases.iter().filter_map(crash).collect();
    if rows.is_empty() {
        return "<section id=\"crashes\"><h2>Crashes</h2>\n<p class=\"good\">No crash.</p></section>\n"
            .into();
    }
    let title = number_of(rows.len(), "crash", "crashes");
    let columns = &["model", "question", "configuration", "reason", "after", "runs", "started"];
    let table = Table { caption: "Crashes", columns, texts: 7, rows, ..Table::default() };
    format!("<section id=\"crashes\" class=\"fault\"><h2>{title}</h2>\n{}</section>\n", table.html())
}

fn crash(case: &Case<'_>) -> Option<Vec<String>> {
    let crashed = |run: &&&Run| run.outcome == Outcome::Crashed;
    let run = case.runs().iter().find(crashed)?;
    let count = case.runs().iter().filter(crashed).count();
    let reason = run.reason.clone().unwrap_or_else(|| NONE.to_owned());
    let mut row = named(case);
    row.extend([
        reason,
        format!("{}\u{a0}s", seconds(run.wall_s)),
        of_runs(count, case),
        run.command.join(" "),
    ]);
    Some(row)
}

fn named(case: &Case<'_>) -> Vec<String> {
    [case.model(), case.question(), case.configuration()].map(str::to_owned).to_vec()
}

fn of_runs(count: usize, case: &Case<'_>) -> String {
    format!("{count}\u{a0}of\u{a0}{}", case.runs().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::{answered, run};

    #[test]
    fn a_page_without_faults_says_so() {
        let runs = [run("a", "q", "x", 1)];
        let html = sections(&Case::all(&runs));
        assert!(
            html.contains("No wrong answer.")
                && html.contains("No crash.")
                && !html.contains("class=\"fault\"")
        );
    }

    #[test]
    fn wrong_answers_are_shown_with_the_known_ones_and_their_number() {
        let mut runs = [run("a", "q", "x", 1), run("a", "q", "x", 2), run("b", "q", "x", 1)];
        runs[1].answers.push(answered("deadlock", "TRUE", Some("FALSE")));
        runs[2].outcome = Outcome::Crashed;
        runs[2].reason = Some("signal 11".into());
        let html = sections(&Case::all(&runs));
        assert!(
            html.contains("<th scope=row>a<td>q<td>x<td>deadlock<td>TRUE<td>FALSE<td>1\u{a0}of\u{a0}2<td>"),
            "{html}"
        );
        assert!(
            html.contains("<th scope=row>b<td>q<td>x<td>signal 11<td>1.00\u{a0}s<td>1\u{a0}of\u{a0}1<td>"),
            "{html}"
        );
        assert_eq!(html.matches("class=\"fault\"").count(), 2);
    }
}
