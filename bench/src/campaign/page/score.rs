//! The score: the outcomes and times for each question and configuration.
//!
//! It counts cases rather than runs: a model counts once, regardless of its repetitions.

use super::Contents;
use super::table::{NONE, Table, optional, seconds};
use crate::campaign::case::Case;
use crate::campaign::record::{Outcome, Rating};
use crate::values::median;

const COLUMNS: &[&str] = &[
    "question",
    "configuration",
    "models",
    "answered",
    "right",
    "wrong",
    "unknown",
    "unrated",
    "by proof",
    "refused",
    "crashed",
    "out of time",
    "out of memory",
    "total s",
    "median s",
];

pub(super) fn section(cases: &[Case<'_>], contents: &Contents<'_>) -> String {
    let mut rows = Vec::new();
    for question in &contents.questions {
        for configuration in &contents.configurations {
            let its = cases
                .iter()
                .filter(|case| case.question() == *question && case.configuration() == *configuration);
            let its: Vec<_> = its.collect();
            if !its.is_empty() {
                rows.push(row(question, configuration, &its));
            }
        }
    }
    let table = Table { caption: "Score", columns: COLUMNS, texts: 2, rows, ..Table::default() };
    format!(
        "<section id=\"score\"><h2>Score</h2>\n<p>Models count once: of repetitions, the seconds are the median, and \
         what came out is the worst. <em>Answered</em> are models with all answers, none of them wrong; <em>right</em>, \
         <em>wrong</em>, <em>unknown</em> (no answer) and <em>unrated</em> (no known answer) count answers; \
         <em>by proof</em> those found without visiting markings. The total is over all models, the median over those \
         that are answered.</p>\n{}</section>\n",
        table.html()
    )
}

fn row(question: &str, configuration: &str, cases: &[&Case<'_>]) -> Vec<String> {
    let rated = |rating| {
        cases
            .iter()
            .flat_map(|case| case.answers().into_values())
            .filter(|answer| answer.rating == rating)
            .count()
    };
    let ended = |outcome| cases.iter().filter(|case| case.outcome() == outcome).count();
    let proved = cases.iter().flat_map(|case| case.answers().into_values());
    let proved = proved.filter(|answer| answer.is_proved && answer.value.is_some()).count();
    let answered = || cases.iter().filter(|case| case.is_answered());
    let counts = [
        cases.len(),
        answered().count(),
        rated(Rating::Right),
        rated(Rating::Wrong),
        rated(Rating::Unknown),
        rated(Rating::Unrated),
        proved,
        ended(Outcome::Refused),
        ended(Outcome::Crashed),
        ended(Outcome::OutOfTime),
        ended(Outcome::OutOfMemory),
    ];
    let shown = |count: usize| if count == 0 { NONE.to_owned() } else { count.to_string() };
    let mut row = vec![question.to_owned(), configuration.to_owned()];
    row.extend(counts.map(shown));
    row.push(seconds(cases.iter().map(|case| case.seconds()).sum()));
    row.push(optional(median(answered().map(|case| case.seconds())), seconds));
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::Answer;
    use crate::campaign::sample::{answered, run};

    #[test]
    fn models_count_once_and_answers_by_their_rating() {
        let names = [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1)];
        let mut runs = names.map(|(model, repetition)| run(model, "q", "x", repetition));
        runs[1].wall_s = 3.0;
        runs[2].wall_s = 4.0;
        runs[3].answers.push(Answer::new("deadlock", Some("TRUE".into()), None, true));
        runs[3].answers.push(answered("tokens", "1", Some("2")));
        runs[4].outcome = Outcome::OutOfTime;
        runs[4].answers = vec![Answer::new("states", None, Some("4".into()), false)];
        let cases = Case::all(&runs);
        let html = section(&cases, &Contents::of(&cases));
        let row =
            "<th scope=row>q<td>x<td>3<td>1<td>2<td>1<td>1<td>1<td>1<td>–<td>–<td>1<td>–<td>5.00<td>3.00\n";
        assert!(html.contains(row), "{html}");
    }
}
