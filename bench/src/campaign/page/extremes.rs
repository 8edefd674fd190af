//! The slowest and the largest runs that ended by themselves.
//!
//! Runs that a limit ended are all as slow or as large as the limit, so they appear only in the list of all
//! runs.

use std::collections::BTreeSet;

use super::table::{Table, count, mebibytes, optional, seconds};
use crate::campaign::case::Case;
use crate::campaign::record::Outcome;

const MAX: usize = 20;
const MAX_PHASES: usize = 4;
const COLUMNS: &[&str] =
    &["model", "question", "configuration", "seconds", "peak MiB", "states", "firings/s", "phases (s)"];

pub(super) fn section(cases: &[Case<'_>]) -> String {
    format!(
        "<section id=\"extremes\"><h2>The slowest and the largest</h2>\n<p>Of those that ended by themselves, without a \
         limit or a crash.</p>\n{}{}</section>\n",
        table("The slowest", cases, |case| Some(case.seconds())),
        table("The largest", cases, Case::peak_bytes),
    )
}

fn table<'a>(caption: &str, cases: &[Case<'a>], figure: impl Fn(&Case<'a>) -> Option<f64>) -> String {
    let ended = cases.iter().filter(|case| matches!(case.outcome(), Outcome::Answered | Outcome::Unknown));
    let mut statistics: Vec<_> = ended.filter_map(|case| Some((figure(case)?, case))).collect();
    statistics.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rows = statistics.iter().take(MAX).map(|(_, case)| row(case)).collect();
    Table { caption, columns: COLUMNS, texts: 3, is_text_last: true, rows, ..Table::default() }.html()
}

fn row(case: &Case<'_>) -> Vec<String> {
    vec![
        case.model().to_owned(),
        case.question().to_owned(),
        case.configuration().to_owned(),
        seconds(case.seconds()),
        optional(case.peak_bytes(), mebibytes),
        optional(case.states(), count),
        optional(case.firings_per_s(), count),
        phases(case),
    ]
}

/// Describes the phases that took the most time, by their medians.
fn phases(case: &Case<'_>) -> String {
    let names: BTreeSet<_> = case.runs().iter().flat_map(|run| run.phases_s.keys()).collect();
    let phase = |name: &String| Some((case.median(|run| run.phases_s.get(name).copied())?, name.clone()));
    let mut phases: Vec<_> = names.into_iter().filter_map(phase).collect();
    phases.sort_by(|a, b| b.0.total_cmp(&a.0));
    let shown = phases.iter().take(MAX_PHASES).map(|(time, name)| format!("{name} {}", seconds(*time)));
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::run;

    #[test]
    fn the_slowest_twenty_are_listed_in_their_order() {
        let mut runs: Vec<_> = (0..30).map(|number| run(&format!("m{number}"), "q", "x", 1)).collect();
        runs.iter_mut().zip(1_u8..).for_each(|(run, number)| run.wall_s = f64::from(number));
        runs[29].outcome = Outcome::OutOfTime;
        let html = table("The slowest", &Case::all(&runs), |case| Some(case.seconds()));
        let names: Vec<_> =
            html.match_indices("<th scope=row>").map(|(at, _)| &html[at + 14..at + 17]).collect();
        assert_eq!(names.len(), MAX);
        assert_eq!((names[0], names[19]), ("m28", "m9<"));
    }

    #[test]
    fn the_longest_phases_come_first() {
        let mut runs = [run("a", "q", "x", 1), run("a", "q", "x", 2), run("a", "q", "x", 3)];
        for (run, time) in runs.iter_mut().zip([5.0, 7.0, 6.0]) {
            run.phases_s.insert("fire".into(), time);
        }
        assert_eq!(phases(&Case::all(&runs)[0]), "fire 6.00, search 0.800, parse 0.100");
        runs.iter_mut().for_each(|run| run.phases_s.clear());
        assert_eq!(phases(&Case::all(&runs)[0]), "");
    }
}
