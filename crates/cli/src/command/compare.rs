//! `compare`: the differences between two nets.

use std::path::Path;

use sanderling_report::text;

use super::load;
use crate::arguments::{CompareArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;

/// Prints the differences.
pub(super) fn compare(options: &CompareArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if [&options.before, &options.after].iter().all(|file| *file == Path::new("-")) {
        return Err(Failure::usage("standard input can be read only once: give one of the nets as a file"));
    }
    let before = load(&options.net(&options.before), output)?;
    let after = load(&options.net(&options.after), output)?;
    let mut report = sanderling::compare(before.net(), after.net());
    (report.file, report.format) = (before.origin.file, before.origin.format);
    (report.other_file, report.other_format) = (after.origin.file, after.origin.format);
    super::print(&report, text::comparison, output)?;
    Ok(report.verdict.into())
}
