//! The outcome of a replay as text.

use std::fmt::Write;

use super::trace::marking;
use crate::{ReplayReport, Verdict};

/// As many places of a marking are shown.
const MOST_PLACES: usize = 40;

/// The outcome and the marking that was reached.
#[must_use]
pub fn replay(report: &ReplayReport) -> String {
    let mut out = String::new();
    let (trace, file, steps) = (&report.trace_file, &report.file, report.steps);
    let _ = match (report.verdict, &report.problem) {
        (Verdict::Holds, _) => writeln!(out, "holds: {trace} is a run of {file} with {steps} firings"),
        (_, Some(problem)) => writeln!(out, "violated: {trace} is not a run of {file}: {problem}"),
        (_, None) => writeln!(out, "violated: {trace} is not a run of {file}"),
    };
    let dead = if report.deadlock { "  (deadlock: no transition is enabled)" } else { "" };
    let _ = writeln!(out, "reached: {}{dead}", marking(&report.marking, MOST_PLACES));
    out
}
