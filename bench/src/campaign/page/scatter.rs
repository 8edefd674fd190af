//! The scatter plot: a dot for each model and question, with its value in one configuration plotted against
//! that in another.
//!
//! The first two configurations are drawn in advance. The page's script draws any two, and statistics other
//! than seconds, from a table of all cases that is embedded as JSON. Cases without an answer are on a line
//! beyond all values. INVARIANT: the embedded JSON contains no `<`, so no name in it can close its element.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Contents;
use super::runs::{OUTCOMES, outcome};
use crate::campaign::case::Case;
use crate::chart::{Chart, Series};
use crate::html::escaped;

/// Factor between the maximum value and the line for cases without a value.
const BEYOND: f64 = 2.0;

pub(super) fn section(cases: &[Case<'_>], contents: &Contents<'_>) -> String {
    let [across, upright, ..] = contents.configurations[..] else {
        return "<section id=\"scatter\"><h2>Two configurations</h2>\n\
                <p class=\"none\">There are no two configurations to hold against each other.</p></section>\n"
            .to_owned();
    };
    let first = chart(cases, across, upright);
    format!(
        "<section id=\"scatter\"><h2>Two configurations</h2>\n<p>A dot is a model and a question. Below the diagonal, \
         the configuration on the vertical axis has the smaller number; what a configuration did not answer lies on the \
         line beyond its numbers.</p>\n\
         <form id=\"scatter-form\" hidden>{}{}{}{}</form>\n<div id=\"scatter-chart\">\n{}</div>\n\
         <p id=\"scatter-dot\" role=\"status\">&nbsp;</p></section>\n",
        select("across", "Horizontal", &options(&contents.configurations, 0)),
        select("upright", "Vertical", &options(&contents.configurations, 1)),
        select("measure", "Figure", &options(&["seconds", "peak memory (MiB)", "firings a second"], 0)),
        select(
            "question",
            "Question",
            &format!("<option value=\"-1\">all{}", options(&contents.questions, usize::MAX))
        ),
        first.figure(),
    )
}

fn select(name: &str, label: &str, options: &str) -> String {
    format!("<label>{label} <select name=\"{name}\">{options}</select></label>\n")
}

fn options(names: &[&str], selected: usize) -> String {
    let option = |(index, name): (usize, &&str)| {
        let selected = if index == selected { " selected" } else { "" };
        format!("<option value=\"{index}\"{selected}>{}", escaped(name))
    };
    names.iter().enumerate().map(option).collect()
}

fn chart(cases: &[Case<'_>], across: &str, upright: &str) -> Chart {
    let mut pairs: BTreeMap<_, [Option<Option<f64>>; 2]> = BTreeMap::new();
    for case in cases {
        let pair = pairs.entry((case.model(), case.question())).or_default();
        let seconds = case.is_answered().then(|| case.seconds().max(0.001));
        for (side, configuration) in pair.iter_mut().zip([across, upright]) {
            if case.configuration() == configuration {
                *side = Some(seconds);
            }
        }
    }
    let most = pairs.values().flatten().flatten().flatten().fold(0.0_f64, |most, &seconds| most.max(seconds));
    let beyond = if most > 0.0 { BEYOND * most } else { 1.0 };
    let point =
        |pair: [Option<Option<f64>>; 2]| Some((pair[0]?.unwrap_or(beyond), pair[1]?.unwrap_or(beyond)));
    Chart {
        title: format!("seconds: {across} and {upright}"),
        x_label: format!("{across}: seconds"),
        y_label: format!("{upright}: seconds"),
        series: vec![Series { points: pairs.into_values().filter_map(point).collect(), ..Series::default() }],
        beyond: Some((beyond, beyond)),
        ..Chart::default()
    }
}

/// The cases for the script: names, and rows that refer to them by number.
#[derive(Serialize)]
struct Embedded<'a> {
    models: &'a [&'a str],
    questions: &'a [&'a str],
    configurations: &'a [&'a str],
    outcomes: &'a [&'a str],
    cases: Vec<Row>,
}

/// Model, question, configuration and outcome, followed by seconds, MiB and firings per second.
type Row = (usize, usize, usize, usize, f64, Option<f64>, Option<f64>);

/// Returns the element that contains the cases.
pub(super) fn embedded(cases: &[Case<'_>], contents: &Contents<'_>) -> String {
    let row = |case: &Case<'_>| {
        let place = |names: &[&str], name: &str| names.binary_search(&name).unwrap_or_default();
        let outcome = OUTCOMES.iter().position(|known| *known == outcome(case)).unwrap_or_default();
        (
            place(&contents.models, case.model()),
            place(&contents.questions, case.question()),
            place(&contents.configurations, case.configuration()),
            outcome,
            rounded(case.seconds()),
            case.peak_bytes().map(|bytes| rounded(bytes / f64::from(1 << 20))),
            case.firings_per_s().map(rounded),
        )
    };
    let embedded = Embedded {
        models: &contents.models,
        questions: &contents.questions,
        configurations: &contents.configurations,
        outcomes: OUTCOMES,
        cases: cases.iter().map(row).collect(),
    };
    let json = serde_json::to_string(&embedded).expect("names and numbers are JSON");
    format!("<script type=\"application/json\" id=\"cases\">{}</script>\n", json.replace('<', "\\u003c"))
}

/// Rounds a value to four digits.
fn rounded(figure: f64) -> f64 {
    format!("{figure:.3e}").parse().unwrap_or(figure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::{Outcome, Run};
    use crate::campaign::sample::run;

    fn runs() -> Vec<Run> {
        let keys = [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"), ("c", "x")];
        let mut runs = keys.map(|(model, configuration)| run(model, "q", configuration, 1));
        runs[1].wall_s = 4.0;
        runs[3].outcome = Outcome::OutOfTime;
        runs.to_vec()
    }

    #[test]
    fn cases_of_both_are_dots_and_unanswered_ones_lie_beyond() {
        let runs = runs();
        let chart = chart(&Case::all(&runs), "x", "y");
        assert_eq!(chart.series[0].points, [(1.0, 4.0), (1.0, 8.0)]);
        assert_eq!(chart.beyond, Some((8.0, 8.0)));
    }

    #[test]
    fn one_configuration_has_nothing_to_be_held_against() {
        let runs = [run("a", "q", "x", 1)];
        let cases = Case::all(&runs);
        assert!(section(&cases, &Contents::of(&cases)).contains("no two configurations"));
    }

    #[test]
    fn embedded_names_cannot_end_their_element_and_are_read_back() {
        let name = "</script><script>\"&";
        let runs = [run(name, "q", "x", 1)];
        let cases = Case::all(&runs);
        let html = embedded(&cases, &Contents::of(&cases));
        let json = html.split_once('>').unwrap().1.strip_suffix("</script>\n").unwrap();
        assert!(!json.contains('<'), "{json}");
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(value["models"][0], name);
        assert_eq!(value["cases"][0], serde_json::json!([0, 0, 0, 0, 1.0, 64.0, 20000.0]));
    }
}
