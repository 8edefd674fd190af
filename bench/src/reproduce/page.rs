//! The page of an experiment: a single, self-contained HTML file.

use super::table::Table;
use crate::chart::Chart;
use crate::html::{self, escaped};

/// The content of a page.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    pub(super) introduction: &'a str,
    pub(super) table: &'a Table,
    /// The charts of each model.
    pub(super) charts: Vec<(String, Vec<Chart>)>,
}

impl Page<'_> {
    /// Returns the page. `is_marked` returns whether a cell is highlighted.
    pub(super) fn html(&self, is_marked: impl Fn(&[String], &str) -> bool) -> String {
        let charts: String = self.charts.iter().map(|(model, charts)| section(model, charts)).collect();
        let body = format!(
            "<h1>{}</h1>\n<p>{}</p>\n<div class=\"wide\">\n{}</div>\n{}{charts}",
            escaped(self.title),
            escaped(self.introduction),
            self.table.html(is_marked),
            self.table.legend(),
        );
        html::page(self.title, &body)
    }
}

fn section(model: &str, charts: &[Chart]) -> String {
    let drawn: String = charts.iter().map(Chart::figure).collect();
    format!("<h2>{}</h2>\n<div class=\"charts\">\n{drawn}</div>\n", escaped(model))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_needs_no_other_file_and_is_escaped() {
        let table = Table::default();
        let charts = vec![("a<b".to_owned(), Vec::new())];
        let page = Page { title: "Cache & co", introduction: "x < y", table: &table, charts };
        let html = page.html(|_, _| false);
        assert!(html.contains("<h1>Cache &amp; co</h1>") && html.contains("x &lt; y"));
        assert!(html.contains("<h2>a&lt;b</h2>"));
        assert!(!html.contains("href=") && !html.contains("src="));
    }
}
