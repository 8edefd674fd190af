//! The outcome of a replay as text.

use std::fmt::Write;

use super::marking::marking;
use crate::{ReplayReport, Verdict};

/// Maximum number of places of a marking to show.
const MAX_PLACES: usize = 40;

/// Renders the outcome and the marking reached.
#[must_use]
pub fn replay(report: &ReplayReport) -> String {
    let mut out = String::new();
    let (trace, file, steps) = (&report.trace_file, &report.file, report.steps);
    let _ = match (report.verdict, &report.problem) {
        (Verdict::Holds, _) => writeln!(out, "holds: {trace} is a run of {file} with {steps} steps"),
        (_, Some(problem)) => writeln!(out, "violated: {trace} is not a run of {file}: {problem}"),
        (_, None) => writeln!(out, "violated: {trace} is not a run of {file}"),
    };
    let remark = match &report.error {
        Some(error) => format!("  (then a model error: {error})"),
        None if report.deadlock => "  (deadlock: no transition is enabled)".into(),
        None => String::new(),
    };
    let _ = writeln!(out, "reached: {}{remark}", marking(&report.marking, MAX_PLACES));
    out
}
