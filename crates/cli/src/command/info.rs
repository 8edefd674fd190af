//! `info`: what can be said about a net without exploring it.
//!
//! A coloured net is described as its file has it, at once. Only who asks for it waits for its unfolding.

use sanderling::{Limits, outline};
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
    let is_coloured = !input.net().is_place_transition() && input.net().program.is_none();
    let needs_unfolding = options.unfold || options.structural.reduce.is_some();
    let mut report = if is_coloured && !needs_unfolding {
        outline(input.net())
    } else {
        let watch = Watch::begin(output, &input.file);
        input = unfold::unfolded(input, &options.net, &Limits::default(), false, &watch)
            .map_err(unfold::failure)?;
        drop(watch);
        input.prepared.describe().map_err(|found| input.unsupported(found))?
    };
    report.file.clone_from(&input.file);
    report.format.clone_from(&input.format);
    report.warnings.clone_from(&input.warnings);
    report.nets_in_file = input.nets_in_file;
    report.queries = queries;
    report.reduction = structural::reduced(&options.structural, &input)?
        .map(|reduction| structural::statistics(&reduction, &options.structural));
    let labels = input.prepared.labels(options.names.chosen());
    super::print(&report, |report| text::structure(&labels.structure(report)), output)?;
    Ok(Exit::Success)
}
