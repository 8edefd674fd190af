//! Space and speed of the search: bytes per state, firings per second, and their share of the machine's
//! random-access rate.
//!
//! Small models are not significant, since every process has a minimum size and start-up time. So there are
//! separate medians over models with more than a million states. Runs that a limit ended count, too, if their
//! program reported its progress.

use super::Contents;
use super::table::{Table, count, optional};
use crate::campaign::case::Case;
use crate::chart::{Chart, Series, legend};
use crate::values::median;

/// Minimum number of states of a large model.
const LARGE: f64 = 1e6;

/// A value of a case that is plotted against its states.
struct Figure {
    title: &'static str,
    unit: &'static str,
    of: fn(&Case<'_>) -> Option<f64>,
    shown: fn(f64) -> String,
}

const MEASURES: &[Figure] = &[
    Figure { title: "Store, bytes a state", unit: "bytes", of: store_bytes, shown: tenths },
    Figure { title: "Peak of the process, bytes a state", unit: "bytes", of: peak_bytes, shown: tenths },
    Figure {
        title: "Firings a second",
        unit: "firings a second",
        of: |case| case.firings_per_s(),
        shown: count,
    },
    Figure { title: "Share of random access", unit: "firings for an update", of: share, shown: thousandths },
];

fn store_bytes(case: &Case<'_>) -> Option<f64> {
    case.bytes_per_state(|run| run.store_bytes)
}

fn peak_bytes(case: &Case<'_>) -> Option<f64> {
    case.bytes_per_state(|run| run.peak_bytes)
}

fn share(case: &Case<'_>) -> Option<f64> {
    case.median(|run| run.share_of_random_access)
}

fn tenths(figure: f64) -> String {
    format!("{figure:.1}")
}

fn thousandths(figure: f64) -> String {
    format!("{figure:.3}")
}

pub(super) fn section(cases: &[Case<'_>], contents: &Contents<'_>) -> String {
    let charts: String = MEASURES.iter().map(|figure| figure.chart(cases, contents).figure()).collect();
    format!(
        "<section id=\"growth\"><h2>Space and speed</h2>\n<p>Medians for each configuration, over models with more than \
         10<sup>6</sup> states and over all. The share of random access is firings a second divided by the random \
         updates of memory a second that the machine made in the same session.</p>\n{}\
         <p>Each dot is a model and a question.</p>\n{}<div class=\"charts\">\n{charts}</div></section>\n",
        medians(cases, contents),
        legend(&contents.configurations),
    )
}

impl Figure {
    fn chart(&self, cases: &[Case<'_>], contents: &Contents<'_>) -> Chart {
        let series = contents.configurations.iter().enumerate().map(|(colour, configuration)| {
            let its = cases.iter().filter(|case| case.configuration() == *configuration);
            let points = its.filter_map(|case| Some((case.states()?, (self.of)(case)?)));
            let points = points.filter(|&(states, figure)| states > 0.0 && figure > 0.0).collect();
            Series { colour, points, ..Series::default() }
        });
        Chart {
            title: self.title.to_owned(),
            x_label: "states".into(),
            y_label: self.unit.to_owned(),
            series: series.collect(),
            ..Chart::default()
        }
    }
}

fn medians(cases: &[Case<'_>], contents: &Contents<'_>) -> String {
    let mut columns = vec!["configuration", "states", "cases"];
    columns.extend(MEASURES.iter().map(|figure| figure.title));
    let mut rows = Vec::new();
    for configuration in &contents.configurations {
        for (name, least) in [("more than 10⁶", LARGE), ("any", 0.0)] {
            let its = cases.iter().filter(|case| case.configuration() == *configuration);
            let its: Vec<_> = its.filter(|case| case.states().is_some_and(|states| states > least)).collect();
            let mut row = vec![(*configuration).to_owned(), name.to_owned(), its.len().to_string()];
            row.extend(MEASURES.iter().map(|figure| {
                optional(median(its.iter().filter_map(|case| (figure.of)(case))), figure.shown)
            }));
            rows.push(row);
        }
    }
    Table { caption: "Medians", columns: &columns, texts: 2, rows, ..Table::default() }.html()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::run;

    #[test]
    fn medians_are_over_large_models_and_over_all() {
        let mut runs = ["a", "b", "c"].map(|model| run(model, "q", "x", 1));
        runs[0].states = Some(2e6);
        runs[0].store_bytes = Some(20_000_000);
        runs[0].share_of_random_access = Some(0.5);
        runs[1].states = None;
        let cases = Case::all(&runs);
        let html = medians(&cases, &Contents::of(&cases));
        assert!(
            html.contains("<th scope=row>x<td>more than 10⁶<td>1<td>10.0<td>33.6<td>20\u{202f}000<td>0.500"),
            "{html}"
        );
        assert!(html.contains("<th scope=row>x<td>any<td>2<td>136.1<td>"), "{html}");
    }

    #[test]
    fn a_figure_without_states_is_not_drawn() {
        let mut runs = ["a", "b"].map(|model| run(model, "q", "x", 1));
        runs[1].states = Some(0.0);
        let cases = Case::all(&runs);
        let chart = MEASURES[0].chart(&cases, &Contents::of(&cases));
        assert_eq!(chart.series[0].points, [(4000.0, f64::from(1 << 20) / 4000.0)]);
    }
}
