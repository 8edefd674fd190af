//! The page of an experiment: one file of HTML, with everything in it.

use super::chart::Chart;
use super::table::Table;
use crate::html::escaped;

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;color:#222;max-width:1520px;margin:24px auto;padding:0 16px}\
h1{font-size:24px}h2{font-size:18px;margin:28px 0 6px}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:13px}\
th,td{padding:3px 7px;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}\
th{text-align:right;vertical-align:bottom;white-space:normal;border-bottom:2px solid #888;cursor:help}\
td:first-child,th:first-child{text-align:left;position:sticky;left:0;background:#fff}\
dt{font-weight:600;font-size:13px}dd{margin:0 0 4px 20px;font-size:13px}td.larger{background:#fde3d3;font-weight:600}\
.charts{display:flex;flex-wrap:wrap;gap:12px}svg{max-width:100%;height:auto}\
svg text{font-family:system-ui,sans-serif;fill:#333}svg .title{font-size:13px;font-weight:600}\
svg .tick{font-size:11px}svg .label{font-size:12px}svg .grid{stroke:#e4e4e4}";

/// What is on a page.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    pub(super) introduction: &'a str,
    pub(super) table: &'a Table,
    /// The charts of each model.
    pub(super) charts: Vec<(String, Vec<Chart>)>,
}

impl Page<'_> {
    /// The page. `is_marked` says which cells stand out.
    pub(super) fn html(&self, is_marked: impl Fn(&[String], &str) -> bool) -> String {
        let title = escaped(self.title);
        let charts: String = self.charts.iter().map(|(model, charts)| section(model, charts)).collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n\
             <div class=\"wide\">\n{}</div>\n{}{charts}</body>\n</html>\n",
            escaped(self.introduction),
            self.table.html(is_marked),
            self.table.legend(),
        )
    }
}

fn section(model: &str, charts: &[Chart]) -> String {
    let drawn: String = charts.iter().filter_map(Chart::svg).collect();
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
