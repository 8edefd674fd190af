//! The description of a checkpoint as text.

use std::fmt::Write;

use super::statistics::{Statistics, bytes, seconds};
use crate::CheckpointReport;

/// Renders the description.
#[must_use]
pub fn checkpoint(report: &CheckpointReport) -> String {
    let left = if report.finished { "the search has ended" } else { "the search can be resumed" };
    let mut out = String::new();
    let _ = writeln!(out, "{}: checkpoint {}: {left}", report.directory, report.checkpoint);
    let _ = writeln!(out, "  started with: {}", report.command.join(" "));
    let _ = writeln!(out, "  in: {}\n", report.working_directory);
    let mut statistics = Statistics::default();
    statistics.count("states", report.states);
    statistics.count("firings", report.firings);
    statistics.count("level", report.level);
    statistics.row("time", seconds(report.elapsed_s), "s");
    statistics.row("files", bytes(report.bytes), "");
    statistics.write(&mut out);
    out
}
