//! A table of all cases. The page's script sorts it by any column and filters its rows.

use super::table::{NONE, Table, count, mebibytes, number_of, optional, seconds};
use crate::campaign::case::{Case, word};

/// The outcomes by which rows are filtered. The script treats the first as the outcome that has statistics.
pub(super) const OUTCOMES: &[&str] =
    &["answered", "wrong", "unknown", "refused", "crashed", "out of time", "out of memory"];

const COLUMNS: &[&str] = &[
    "model",
    "question",
    "configuration",
    "outcome",
    "answer",
    "seconds",
    "peak MiB",
    "states",
    "bytes a state",
    "firings/s",
    "share",
    "runs",
    "reason",
];

/// Returns the outcome of a case as a word of [`OUTCOMES`]. A wrong answer takes precedence.
pub(super) fn outcome(case: &Case<'_>) -> &'static str {
    if case.is_wrong() { "wrong" } else { word(case.outcome()) }
}

pub(super) fn section(cases: &[Case<'_>]) -> String {
    let options: String = OUTCOMES.iter().map(|outcome| format!("<option>{outcome}")).collect();
    let rows = cases.iter().map(row).collect();
    let table =
        Table { caption: "All runs", columns: COLUMNS, texts: 5, is_text_last: true, id: Some("all"), rows };
    format!(
        "<section id=\"runs\"><h2>All runs</h2>\n<p>Of repetitions, numbers are medians. <em>bytes a state</em> are those \
         of the store.</p>\n<form id=\"filter\" hidden><label>Holds <input type=\"search\" name=\"text\"></label>\n\
         <label>Outcome <select name=\"outcome\"><option value=\"\">any{options}</select></label>\n\
         <output id=\"shown\">{}</output></form>\n{}</section>\n",
        number_of(cases.len(), "row", "rows"),
        table.html()
    )
}

fn row(case: &Case<'_>) -> Vec<String> {
    let worst = case.worst();
    vec![
        case.model().to_owned(),
        case.question().to_owned(),
        case.configuration().to_owned(),
        outcome(case).to_owned(),
        answer(case),
        seconds(case.seconds()),
        optional(case.peak_bytes(), mebibytes),
        optional(case.states(), count),
        optional(case.bytes_per_state(|run| run.store_bytes), |bytes| format!("{bytes:.1}")),
        optional(case.firings_per_s(), count),
        optional(case.median(|run| run.share_of_random_access), |share| format!("{share:.3}")),
        case.runs().len().to_string(),
        worst.reason.clone().unwrap_or_default(),
    ]
}

/// Returns the answer, or how many of several answers were given.
fn answer(case: &Case<'_>) -> String {
    let answers: Vec<_> = case.answers().into_values().collect();
    match &answers[..] {
        [] => NONE.to_owned(),
        [answer] => answer.value.clone().unwrap_or_else(|| NONE.to_owned()),
        several => {
            let given = several.iter().filter(|answer| answer.value.is_some()).count();
            format!("{given} of {}", several.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::Outcome;
    use crate::campaign::sample::{answered, run};

    #[test]
    fn every_case_has_a_row() {
        let mut runs = ["a", "b<", "c"].map(|model| run(model, "q", "x", 1));
        runs[1].outcome = Outcome::OutOfTime;
        runs[1].reason = Some("it took > 60 s".into());
        runs[2].answers = vec![answered("states", "5", Some("4")), answered("firings", "5", None)];
        let html = section(&Case::all(&runs));
        let row =
            "<td>answered<td>4000<td>1.00<td>64.0<td>4000<td>262.1<td>20\u{202f}000<td>0.200<td>1<td>\n";
        assert!(html.contains(&format!("<tr><th scope=row>a<td>q<td>x{row}")), "{html}");
        assert!(html.contains("<th scope=row>b&lt;<td>q<td>x<td>out of time<td>"), "{html}");
        assert!(
            html.contains("<td>it took &gt; 60 s\n") && html.contains("<td>wrong<td>2 of 2<td>"),
            "{html}"
        );
    }

    #[test]
    fn every_outcome_can_be_selected() {
        use Outcome::{Answered, Crashed, OutOfMemory, OutOfTime, Refused, Unknown};
        for outcome in [Answered, Unknown, Refused, Crashed, OutOfTime, OutOfMemory] {
            assert!(OUTCOMES.contains(&word(outcome)), "{outcome:?}");
        }
    }
}
