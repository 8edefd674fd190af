//! The page of a campaign: a single, self-contained HTML file.
//!
//! Each section has its own file. The page is complete without its script: it has all tables in full, and
//! charts drawn in advance. The script adds interaction: scatter plots of other configurations, sorting and
//! filtering. INVARIANT: the page depends on the runs, but not on the order in which they ended.

mod cactus;
mod extremes;
mod faults;
mod growth;
mod head;
mod runs;
mod scatter;
mod score;
mod table;

use super::case::Case;
use super::results::Results;
use crate::html::{self, escaped};

const SCRIPT: &str = include_str!("page/page.js");

/// The ids and titles of the sections.
const SECTIONS: &[(&str, &str)] = &[
    ("wrong", "Wrong answers"),
    ("crashes", "Crashes"),
    ("score", "Score"),
    ("cactus", "Answered in time"),
    ("scatter", "Two configurations"),
    ("growth", "Space and speed"),
    ("extremes", "Slowest and largest"),
    ("runs", "All runs"),
];

/// The names in the results, each list sorted.
#[derive(Debug)]
struct Contents<'a> {
    models: Vec<&'a str>,
    questions: Vec<&'a str>,
    configurations: Vec<&'a str>,
}

impl<'a> Contents<'a> {
    fn of(cases: &[Case<'a>]) -> Self {
        let names = |name: fn(&Case<'a>) -> &'a str| {
            let mut names: Vec<_> = cases.iter().map(name).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        Self {
            models: names(Case::model),
            questions: names(Case::question),
            configurations: names(Case::configuration),
        }
    }
}

/// Returns the page.
pub(super) fn html(results: &Results) -> String {
    let cases = Case::all(&results.runs);
    let contents = Contents::of(&cases);
    let title = head::title(results);
    let links: String = SECTIONS.iter().map(|(id, name)| format!("<a href=\"#{id}\">{name}</a>\n")).collect();
    let sections = [
        faults::sections(&cases),
        score::section(&cases, &contents),
        cactus::section(&cases, &contents),
        scatter::section(&cases, &contents),
        growth::section(&cases, &contents),
        extremes::section(&cases),
        runs::section(&cases),
    ];
    let body = format!(
        "<header><h1>{}</h1>\n{}<nav aria-label=\"Sections\">{links}</nav></header>\n<main>\n{}</main>\n\
         {}<script>\n{SCRIPT}</script>\n",
        escaped(&title),
        head::section(results, &contents),
        sections.concat(),
        scatter::embedded(&cases, &contents),
    );
    html::page(&title, &body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::{campaign, run, session};

    fn page(runs: Vec<crate::campaign::record::Run>) -> String {
        html(&Results { sessions: vec![session()], runs })
    }

    #[test]
    fn names_are_escaped_everywhere() {
        let name = "a<b\"&</script>";
        let mut runs = Vec::new();
        for configuration in ["x<y\"", "z"] {
            let mut run = run(name, "q<r", configuration, 1);
            run.answers[0].value = Some("<5>".into());
            run.answers[0].rating = crate::campaign::record::Rating::Wrong;
            run.reason = Some("<why>".into());
            runs.push(run);
        }
        let html = page(runs);
        for raw in ["a<b", "q<r", "x<y", "<5>", "<why>"] {
            assert!(!html.contains(raw), "{raw}");
        }
        assert!(html.contains("a&lt;b&quot;&amp;&lt;/script&gt;"));
        assert_eq!(html.matches("</script>").count(), html.matches("<script").count());
    }

    #[test]
    fn nothing_is_fetched() {
        let html = page(campaign(10, 3, 2));
        assert!(!html.contains("src=") && !html.contains("@import") && !html.contains("url("));
        let elsewhere = html.match_indices("href=").filter(|(at, _)| !html[*at..].starts_with("href=\"#"));
        assert_eq!(elsewhere.count(), 0);
        // The names of XML namespaces are not addresses to fetch.
        let addresses = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("http:") && !addresses.contains("https:"));
    }

    #[test]
    fn links_lead_to_sections() {
        let html = page(campaign(3, 2, 1));
        for (id, _) in SECTIONS {
            assert_eq!(html.matches(&format!("<section id=\"{id}\"")).count(), 1, "{id}");
        }
    }

    #[test]
    fn the_page_has_every_element_that_the_script_uses() {
        let html = page(campaign(3, 2, 1));
        let ids: Vec<_> =
            SCRIPT.split("getElementById(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(ids.len() > 5);
        for id in ids {
            assert!(html.contains(&format!("id=\"{id}\"")), "{id}");
        }
    }

    #[test]
    fn the_page_of_permuted_runs_is_the_same_page() {
        let mut runs = campaign(12, 3, 2);
        let expected = page(runs.clone());
        runs.reverse();
        runs.rotate_left(7);
        assert_eq!(page(runs), expected);
    }

    #[test]
    fn nothing_at_all_is_a_page() {
        let html = html(&Results::default());
        assert!(
            html.contains("<h1>Bench</h1>") && html.contains("No wrong answer.") && html.contains("0 runs")
        );
        assert!(!html.replace(SCRIPT, "").contains("NaN"));
    }

    #[test]
    fn one_configuration_is_a_page_without_a_scatter_plot() {
        let html = page(campaign(5, 1, 1));
        assert!(html.contains("no two configurations") && html.contains("<figcaption>q0</figcaption>"));
    }

    #[test]
    fn the_page_of_three_thousand_runs_is_small() {
        let html = page(campaign(250, 6, 2));
        assert!(html.len() < 1_500_000, "{}", html.len());
    }
}
