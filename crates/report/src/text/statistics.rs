//! Numbers with separators and units, and columns of them.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Count, Natural};

/// Renders a number of things: `1 bit`, `2 bits`.
pub(super) fn counted(number: impl Into<Count>, thing: &str) -> String {
    let number = number.into();
    let plural = if number == Count::from(1_u64) { "" } else { "s" };
    format!("{} {thing}{plural}", figure(number))
}

/// Whether texts have digits in groups.
static HAS_GROUPS: AtomicBool = AtomicBool::new(false);

/// Sets for the whole process whether texts have digits in groups. A program that prints to a terminal calls this once.
/// Programs that parse the text need each number to be one word.
pub fn group_digits(is_for_people: bool) {
    HAS_GROUPS.store(is_for_people, Ordering::Relaxed);
}

/// Renders a number in groups of three digits or in one word, as set by [`group_digits`].
pub(super) fn figure(count: Count) -> String {
    if HAS_GROUPS.load(Ordering::Relaxed) { grouped(count) } else { count.to_string() }
}

/// Maximum number of digits of a number that is not rounded.
const MAX_DIGITS: usize = 40;

/// Renders a number as [`figure`] does, or rounded, with a remark.
pub(super) fn natural(number: &Natural) -> (String, String) {
    let digits = number.to_string();
    match number.rounded(MAX_DIGITS) {
        Some(rounded) => (rounded, format!("rounded from {} digits; JSON has them all", digits.len())),
        None if HAS_GROUPS.load(Ordering::Relaxed) => (in_groups(&digits), String::new()),
        None => (digits, String::new()),
    }
}

/// Renders the digits in groups of three: `14 348 907`.
#[must_use]
pub fn grouped(count: Count) -> String {
    let digits = count.to_string();
    if count.finite().is_none() { digits } else { in_groups(&digits) }
}

fn in_groups(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// Renders a size with a binary unit: `1.5 MiB`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "one digit behind the point is shown")]
pub fn bytes(size: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if size < 1024 {
        return format!("{size} B");
    }
    let mut scaled = size as f64 / 1024.0;
    let mut unit = 0;
    // 1023.95 would be shown as 1024.0.
    while scaled >= 1023.95 && unit + 1 < UNITS.len() {
        scaled /= 1024.0;
        unit += 1;
    }
    format!("{scaled:.1} {}", UNITS[unit])
}

/// Renders seconds to the millisecond.
#[must_use]
pub fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// Rows of a name, a figure and a remark, in three aligned columns.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    rows: Vec<(String, String, String)>,
}

impl Statistics {
    pub(super) fn row(&mut self, name: &str, figure: impl Into<String>, remark: impl Into<String>) {
        self.rows.push((name.into(), figure.into(), remark.into()));
    }

    pub(super) fn count(&mut self, name: &str, count: impl Into<Count>) {
        self.row(name, figure(count.into()), "");
    }

    /// Adds a text that is not a figure with a name.
    pub(super) fn phrase(&mut self, text: impl Into<String>) {
        self.row("", text, "");
    }

    /// Renders the rows in a line: `so far: 1 state, about 74 firings (counted at every visit)`. `partial` are the
    /// remarks on numbers of an incomplete search.
    pub(super) fn in_a_line(&self, partial: &[&str]) -> String {
        let is_partial = |remark: &String| partial.contains(&remark.as_str());
        let item = |(name, figure, remark): &(String, String, String)| {
            let name = if figure == "1" { name.strip_suffix('s').unwrap_or(name) } else { name };
            let remark = match remark {
                remark if remark.is_empty() || is_partial(remark) => String::new(),
                remark => format!("({remark})"),
            };
            [figure, name, &remark].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let items: Vec<String> = self.rows.iter().map(item).collect();
        let so_far = if self.rows.iter().any(|(.., remark)| is_partial(remark)) { "so far: " } else { "" };
        format!("{so_far}{}", items.join(", "))
    }

    /// Renders the rows in aligned columns.
    pub(super) fn write(&self, out: &mut String) {
        let names = widest(self.rows.iter().map(|row| &row.0));
        let statistics = widest(self.rows.iter().map(|row| &row.1));
        for (name, figure, remark) in &self.rows {
            let line = format!("{name:names$}  {figure:>statistics$}  {remark}");
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
}

/// Returns the width of the widest text, in characters.
pub(super) fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

/// Returns the first texts, with a note on the rest.
pub(super) fn some_of<T: AsRef<str>>(texts: &[T], most: usize) -> String {
    let shown: Vec<&str> = texts.iter().take(most).map(AsRef::as_ref).collect();
    let mut out = shown.join(", ");
    if texts.len() > most {
        let _ = write!(out, " and {} more", figure((texts.len() - most).into()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three_from_the_right() {
        let groups = |n: u64| grouped(n.into());
        assert_eq!([groups(0), groups(999), groups(1000)], ["0", "999", "1 000"]);
        assert_eq!(groups(u64::MAX), "18 446 744 073 709 551 615");
        assert_eq!(grouped(Count::Infinite), "+inf");
    }

    #[test]
    fn sizes_have_one_digit_behind_the_point() {
        assert_eq!([bytes(0), bytes(1023), bytes(1024)], ["0 B", "1023 B", "1.0 KiB"]);
        assert_eq!([bytes((1 << 20) - 1), bytes(3 << 29)], ["1.0 MiB", "1.5 GiB"]);
        assert_eq!(bytes(u64::MAX), "16.0 EiB");
    }

    #[test]
    fn a_line_has_figures_before_their_names() {
        let mut statistics = Statistics::default();
        statistics.row("states", "1", "");
        statistics.row("deadlocks", "at least 2", "some may be missing");
        statistics.phrase("0.001 s");
        let line = "1 state, at least 2 deadlocks (some may be missing), 0.001 s";
        assert_eq!(statistics.in_a_line(&["so far"]), line);
        statistics.row("firings", "74", "so far");
        assert_eq!(statistics.in_a_line(&["so far"]), format!("so far: {line}, 74 firings"));
    }

    #[test]
    fn columns_are_aligned_by_characters() {
        let mut statistics = Statistics::default();
        statistics.row("café", "1", "x");
        statistics.row("b", "1 000", "");
        let mut out = String::new();
        statistics.write(&mut out);
        assert_eq!(out, "café      1  x\nb     1 000\n");
    }

    #[test]
    fn a_long_list_is_cut_with_a_note() {
        assert_eq!(some_of(&["a", "b", "c"], 3), "a, b, c");
        assert_eq!(some_of(&["a", "b", "c"], 1), "a and 2 more");
    }
}
