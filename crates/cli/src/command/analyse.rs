//! `analyse`: the standard properties of a net, on one page.

use sanderling::{Limits, StandardRequest, default_memory_limit};
use sanderling_net::{Net, PlaceId};
use sanderling_report::{AnalysisReport, StandardProperty, text};

use super::{load, search, unfold};
use crate::arguments::{AnalyseArguments, HowToAnalyse, NetArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// Tells the standard properties.
pub(super) fn analyse(options: &AnalyseArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    ask(&options.net, &options.asked, &options.how, output)
}

/// Tells some of the standard properties, or all where none is named.
pub(super) fn ask(
    net: &NetArguments,
    asked: &[StandardProperty],
    how: &HowToAnalyse,
    output: &OutputOptions,
) -> Result<Exit, Failure> {
    let input = load(net, output)?;
    let watch = Watch::begin(output);
    let memory = how.memory.or_else(default_memory_limit).and_then(|bytes| usize::try_from(bytes).ok());
    let limits = Limits { time: Some(how.time), memory_bytes: memory, states: None };
    let input = unfold::unfolded(input, net, &limits, false, &watch).map_err(unfold::failure)?;
    let mut report = analysed(&input, asked, (how, limits), &watch)?;
    drop(watch);
    complete(&mut report, &input);
    super::print(&report, text::analysis, output)?;
    Ok(report.verdict.into())
}

fn analysed(
    input: &Input,
    asked: &[StandardProperty],
    (how, limits): (&HowToAnalyse, Limits),
    watch: &Watch,
) -> Result<AnalysisReport, Failure> {
    let net = input.prepared.net();
    let place = |id: &Option<String>| id.as_ref().map(|id| place(net, id)).transpose();
    let request = StandardRequest {
        asked: asked.to_vec(),
        limits: Limits { time: limits.time.map(|time| watch.left_of(time)), ..limits },
        threads: how.threads.map_or_else(search::cores, Into::into),
        source: place(&how.source)?,
        sink: place(&how.sink)?,
        cases: how.cases.get(),
        ..StandardRequest::default()
    };
    input.prepared.standard_properties(&request, watch.control()).map_err(|found| input.unsupported(found))
}

/// The place that a user means: by its id, or by a name that no other place has.
pub(super) fn place(net: &Net, name: &str) -> Result<PlaceId, Failure> {
    net.place_called(name).ok_or_else(|| {
        Failure::usage(format!("the net has no place `{name}`: expected its id, or a name that no other has"))
    })
}

/// Fills in what the library cannot know.
pub(super) fn complete(report: &mut AnalysisReport, input: &Input) {
    report.file.clone_from(&input.file);
    report.format.clone_from(&input.format);
    report.warnings.clone_from(&input.warnings);
    report.time_s.parse = input.parse_time.as_secs_f64();
    report.time_s.total += report.time_s.parse;
}
