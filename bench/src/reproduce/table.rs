//! A table of results in CSV, in HTML and as lines for the terminal.
//!
//! Cells are formatted once as text, so the forms agree. A cell that exceeds the published value is
//! highlighted in HTML; CSV has a separate column for that.

use std::fmt::Write;

use crate::html::{escaped, grouped};

/// Named columns, and rows with one cell for each column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Table {
    pub(super) columns: &'static [Column],
    pub(super) rows: Vec<Vec<String>>,
}

/// A column: its name in CSV, and its meaning.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) meaning: &'static str,
}

pub(super) const fn column(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning }
}

impl Table {
    /// Formats the table as CSV (RFC 4180 with line feeds), with a header.
    pub(super) fn csv(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| column.name.to_owned()).collect();
        let lines = std::iter::once(&names).chain(&self.rows);
        lines
            .map(|cells| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n")
            .collect()
    }

    /// Formats the table in HTML. `is_marked` returns whether the cell of a row in a column is highlighted.
    pub(super) fn html(&self, is_marked: impl Fn(&[String], &str) -> bool) -> String {
        let mut html = String::from("<table>\n<thead><tr>");
        for Column { name, meaning } in self.columns {
            let _ =
                write!(html, "<th title=\"{}\">{}</th>", escaped(meaning), escaped(&name.replace('_', " ")));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (index, (cell, column)) in row.iter().zip(self.columns).enumerate() {
                let class = if is_marked(row, column.name) { " class=\"larger\"" } else { "" };
                let name = if index == 0 { "th" } else { "td" };
                let _ = write!(html, "<{name}{class}>{}</{name}>", escaped(&grouped(cell)));
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n");
        html
    }

    /// Returns the meanings of the columns in HTML, as a collapsed section.
    pub(super) fn legend(&self) -> String {
        let explained = self.columns.iter().map(|Column { name, meaning }| {
            format!("<dt>{}</dt><dd>{}</dd>\n", escaped(&name.replace('_', " ")), escaped(meaning))
        });
        let explained: String = explained.collect();
        format!("<details><summary>What the columns mean</summary>\n<dl>\n{explained}</dl></details>\n")
    }
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

/// Formats a share in percent with one decimal, unless that is 0.
pub(super) fn percent(part: u64, whole: u64) -> String {
    let text = format!("{:.1}", part as f64 * 100.0 / whole.max(1) as f64);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
pub(super) fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => line.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                line.push(std::mem::take(&mut cell));
                lines.push(std::mem::take(&mut line));
            }
            letter => cell.push(letter),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        const COLUMNS: &[Column] =
            &[Column { name: "model", meaning: "which" }, Column { name: "cache_percent", meaning: "a < b" }];
        let rows = [["stratified:8,\"x\"", "5"], ["<plain>\nline", ""]];
        Table { columns: COLUMNS, rows: rows.map(|row| row.map(str::to_owned).to_vec()).to_vec() }
    }

    #[test]
    fn columns_are_explained() {
        assert!(table().legend().contains("<dt>cache percent</dt><dd>a &lt; b</dd>"));
    }

    #[test]
    fn csv_is_read_back() {
        let table = table();
        let lines = parse_csv(&table.csv());
        assert_eq!(lines[0], ["model", "cache_percent"]);
        assert_eq!(lines[1..], table.rows);
    }

    #[test]
    fn html_is_escaped_and_marked() {
        let html = table().html(|row, column| column == "cache_percent" && row[1] == "5");
        assert!(html.contains("<th>&lt;plain&gt;") && html.contains("title=\"a &lt; b\""), "{html}");
        assert_eq!(html.matches("class=\"larger\"").count(), 1);
    }

    #[test]
    fn percentages_are_short() {
        let all = [(1, 8), (5, 100), (2, 3), (0, 0)].map(|(part, whole)| percent(part, whole));
        assert_eq!(all, ["12.5", "5", "66.7", "0"]);
    }
}
