//! `info`: a description of a net without exploring it.
//!
//! A coloured net is described at once, in the form its file has. It is unfolded only on request.

use sanderling::outline;
use sanderling_report::text;

use super::{load, query, structural, unfold};
use crate::arguments::{InfoArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::watch::Watch;

/// Describes the net.
pub(super) fn info(options: &InfoArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let mut input = load(&options.net, output)?;
    let queries = query::listed(&input)?;
    let limits = options.budget.limits();
    let watch = Watch::begin(output, &input.origin.file);
    let is_coloured = !input.net().is_place_transition() && input.net().program.is_none();
    let needs_unfolding = options.unfold || options.structural.reduce.is_some();
    let mut report = if is_coloured && !needs_unfolding {
        outline(input.net())
    } else {
        input = unfold::unfolded(input, &options.net, &limits, false, &watch).map_err(unfold::failure)?;
        let described =
            input.prepared.describe_until(Some(watch.left_of(options.budget.time)), watch.control());
        described.map_err(|found| input.unsupported(found))?
    };
    report.file.clone_from(&input.origin.file);
    report.format.clone_from(&input.origin.format);
    report.warnings.clone_from(&input.origin.warnings);
    report.nets_in_file = input.origin.nets_in_file;
    report.queries = queries;
    report.reduction = structural::reduced(&options.structural, &input, (&options.budget, &watch))?
        .map(|reduction| structural::statistics(&reduction, &options.structural));
    drop(watch);
    let labels = input.prepared.labels(options.names.chosen());
    super::print(&report, |report| text::structure(&labels.structure(report)), output)?;
    Ok(if report.reason.is_some() { Exit::Unknown } else { Exit::Success })
}
