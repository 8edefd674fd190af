//! `info`: what can be said about a net without exploring it.

use sanderling::Limits;
use sanderling_report::text;

use super::{load, query, structural, unfold};
use crate::arguments::{InfoArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::watch::Watch;

/// Describes the net.
pub(super) fn info(options: &InfoArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let input = load(&options.net, output)?;
    let queries = query::listed(&input)?;
    let input = unfold::unfolded(input, &options.net, &Limits::default(), false, &Watch::begin(output))
        .map_err(unfold::failure)?;
    let mut report = input.prepared.describe().map_err(|found| input.unsupported(found))?;
    report.file.clone_from(&input.file);
    report.format.clone_from(&input.format);
    report.warnings.clone_from(&input.warnings);
    report.nets_in_file = input.nets_in_file;
    report.queries = queries;
    report.reduction = structural::reduced(&options.structural, &input)?
        .map(|reduction| structural::statistics(&reduction, &options.structural));
    super::print(&report, text::structure, output)?;
    Ok(Exit::Success)
}
