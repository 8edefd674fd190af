//! Tables of the page, and the format of values in them.
//!
//! Optional end tags are omitted, and the alignment is declared once per table, because one of the tables has
//! a row for every case.

use std::fmt::Write;

use crate::html::{escaped, grouped};

/// The text for a missing value.
pub(super) const NONE: &str = "–";

/// A table with a caption. Its first column has the row headers.
#[derive(Debug, Default)]
pub(super) struct Table<'a> {
    /// The caption, for readers who cannot see the context.
    pub(super) caption: &'a str,
    pub(super) columns: &'a [&'a str],
    /// The number of text columns, from the left.
    pub(super) texts: usize,
    /// Whether the last column is text, too.
    pub(super) is_text_last: bool,
    /// The id by which the script finds the table to sort and filter it.
    pub(super) id: Option<&'a str>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table<'_> {
    /// Returns the table in a scrollable box, or a note if it has no rows.
    pub(super) fn html(&self) -> String {
        if self.rows.is_empty() {
            return "<p class=\"none\">none</p>\n".to_owned();
        }
        let caption = escaped(self.caption);
        let id = self.id.map_or_else(String::new, |id| format!(" id=\"{id}\""));
        let last = if self.is_text_last { " last" } else { "" };
        let mut html = format!(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\n\
             <table{id} class=\"t{}{last}\"><caption>{caption}</caption>\n<thead><tr>",
            self.texts
        );
        for column in self.columns {
            let _ = write!(html, "<th scope=\"col\">{}", escaped(column));
        }
        html.push_str("</thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (index, cell) in row.iter().enumerate() {
                html.push_str(if index == 0 { "<th scope=row>" } else { "<td>" });
                html.push_str(&escaped(cell));
            }
            html.push('\n');
        }
        html.push_str("</table></div>\n");
        html
    }
}

/// Formats seconds with about three digits.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        small if small < 1.0 => format!("{small:.3}"),
        some if some < 10.0 => format!("{some:.2}"),
        many if many < 100.0 => format!("{many:.1}"),
        most => format!("{most:.0}"),
    }
}

/// Formats a whole number with its digits in groups.
pub(super) fn count(number: f64) -> String {
    grouped(&format!("{number:.0}"))
}

/// Formats bytes in MiB.
pub(super) fn mebibytes(bytes: f64) -> String {
    format!("{:.1}", bytes / f64::from(1 << 20))
}

/// Formats a value, if it is known.
pub(super) fn optional(figure: Option<f64>, shown: impl Fn(f64) -> String) -> String {
    figure.map_or_else(|| NONE.to_owned(), shown)
}

/// Formats a number with a noun in the singular or the plural.
pub(super) fn number_of(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(&number.to_string()), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_and_the_first_heads_its_row() {
        let rows = vec![vec!["a<b\"&".to_owned(), "1".to_owned()]];
        let table = Table { caption: "x & y", columns: &["m", "n>1"], texts: 1, rows, ..Table::default() };
        let html = table.html();
        assert!(html.contains("<tr><th scope=row>a&lt;b&quot;&amp;<td>1\n"), "{html}");
        assert!(
            html.contains("aria-label=\"x &amp; y\"") && html.contains("<th scope=\"col\">n&gt;1"),
            "{html}"
        );
    }

    #[test]
    fn a_table_without_rows_is_a_line() {
        assert_eq!(Table { columns: &["m"], ..Table::default() }.html(), "<p class=\"none\">none</p>\n");
    }

    #[test]
    fn seconds_have_three_digits_or_so() {
        let shown = [0.0, 0.0123, 1.234, 12.34, 123.4].map(seconds);
        assert_eq!(shown, ["0.000", "0.012", "1.23", "12.3", "123"]);
    }

    #[test]
    fn unknown_values_are_dashes() {
        assert_eq!([optional(None, count), optional(Some(12345.0), count)], ["–", "12\u{202f}345"]);
        assert_eq!([number_of(1, "run", "runs"), number_of(0, "run", "runs")], ["1 run", "0 runs"]);
    }
}
