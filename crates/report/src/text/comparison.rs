//! The differences between two nets as text: a line for each element, marked as in `diff`, and one for each changed
//! aspect.

use std::fmt::Write;

use super::statistics::counted;
use crate::{ArcDifference, AspectDifference, ChangeKind, ComparisonReport, Difference, Verdict};

/// Maximum number of characters of a text to show.
const LONGEST: usize = 100;

/// Renders whether two nets are equal, and their differences.
#[must_use]
pub fn comparison(report: &ComparisonReport) -> String {
    let (file, other) = (&report.file, &report.other_file);
    if report.verdict == Verdict::Holds {
        return format!("{file} and {other}: the same\n");
    }
    let parts = [
        (report.declarations.len(), "declaration"),
        (report.places.len(), "place"),
        (report.transitions.len(), "transition"),
        (report.arcs.len(), "arc"),
    ];
    let parts = parts.into_iter().filter(|(number, _)| *number > 0);
    let counts: Vec<String> = parts.map(|(number, thing)| counted(number, thing)).collect();
    let mut out = format!("{file} and {other}: different in {}\n", counts.join(", "));
    for (title, differences) in [
        ("declarations", &report.declarations),
        ("places", &report.places),
        ("transitions", &report.transitions),
    ] {
        section(title, differences.iter().map(|one| (one.change, node(one), &*one.aspects)), &mut out);
    }
    section("arcs", report.arcs.iter().map(|one| (one.change, arc(one), &*one.aspects)), &mut out);
    out
}

fn section<'a>(
    title: &str,
    differences: impl Iterator<Item = (ChangeKind, String, &'a [AspectDifference])>,
    out: &mut String,
) {
    let mut differences = differences.peekable();
    if differences.peek().is_some() {
        let _ = writeln!(out, "\n{title}");
    }
    for (change, element, aspects) in differences {
        let sign = match change {
            ChangeKind::Added => '+',
            ChangeKind::Removed => '-',
            ChangeKind::Changed => '~',
        };
        let aspects: Vec<String> = aspects.iter().map(|one| aspect(one, change)).collect();
        let line = format!("  {sign} {element}  {}", aspects.join(", "));
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

fn node(difference: &Difference) -> String {
    match &difference.name {
        Some(name) => format!("{} \"{name}\"", difference.id),
        None => difference.id.clone(),
    }
}

fn arc(difference: &ArcDifference) -> String {
    let ArcDifference { place, transition, kind, .. } = difference;
    match kind.as_str() {
        "input" => format!("{place} → {transition}"),
        "output" => format!("{transition} → {place}"),
        kind => format!("{place} → {transition} ({kind})"),
    }
}

/// Renders a changed aspect as `weight 1 → 2`, and any other one by its only value.
fn aspect(difference: &AspectDifference, change: ChangeKind) -> String {
    let text = |text: &Option<String>| text.as_deref().map_or_else(|| "none".to_owned(), cut);
    let AspectDifference { aspect, before, after } = difference;
    match change {
        ChangeKind::Added => format!("{aspect} {}", text(after)),
        ChangeKind::Removed => format!("{aspect} {}", text(before)),
        ChangeKind::Changed => format!("{aspect} {} → {}", text(before), text(after)),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
