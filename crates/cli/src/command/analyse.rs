//! `analyse`: the standard properties of a net, on one page.

use sanderling::{Limits, StandardRequest, default_memory_limit};
use sanderling_net::{Net, NodeNames, PlaceId};
use sanderling_report::{AnalysisReport, StandardProperty};

use super::several::{self, Answer, Columns};
use super::{load, search, unfold};
use crate::arguments::{AnalyseArguments, HowToAnalyse, NetArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// Tells the standard properties.
pub(super) fn analyse(options: &AnalyseArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let columns = Columns::of_analyses(&options.asked);
    let names = options.names.chosen();
    several::each(&options.nets, &columns, output, |net| {
        ask(net, &options.asked, (&options.how, names), output)
    })
}

/// Tells some of the standard properties, or all where none is named.
pub(super) fn ask(
    net: &NetArguments,
    asked: &[StandardProperty],
    (how, names): (&HowToAnalyse, NodeNames),
    output: &OutputOptions,
) -> Result<Answer, Failure> {
    let input = load(net, output)?;
    let watch = Watch::begin(output);
    let memory = how.memory.or_else(default_memory_limit).and_then(|bytes| usize::try_from(bytes).ok());
    let limits = Limits { time: Some(how.time), memory_bytes: memory, states: None };
    let input = unfold::unfolded(input, net, &limits, false, &watch).map_err(unfold::failure)?;
    let mut report = analysed(&input, asked, (how, limits, names), &watch)?;
    drop(watch);
    complete(&mut report, &input);
    Ok(Answer::Analysis(Box::new(report), sanderling::labels(input.net(), names)))
}

fn analysed(
    input: &Input,
    asked: &[StandardProperty],
    (how, limits, names): (&HowToAnalyse, Limits, NodeNames),
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
        names,
        ..StandardRequest::default()
    };
    input.prepared.standard_properties(&request, watch.control()).map_err(|found| input.unsupported(found))
}

/// The place that a user means: by its id, or by a name that no other place has.
fn place(net: &Net, name: &str) -> Result<PlaceId, Failure> {
    let named = net.with_names();
    let is_it = |place: &PlaceId| net.place(*place).id == name;
    let is_called = |place: &PlaceId| named.place(*place).id == name;
    let found = net.place_ids().find(is_it).or_else(|| net.place_ids().find(is_called));
    found.ok_or_else(|| {
        Failure::usage(format!("the net has no place `{name}`: expected its id, or a name that no other has"))
    })
}

/// Fills in what the library cannot know.
fn complete(report: &mut AnalysisReport, input: &Input) {
    report.file.clone_from(&input.file);
    report.format.clone_from(&input.format);
    report.warnings.clone_from(&input.warnings);
    report.time_s.parse = input.parse_time.as_secs_f64();
    report.time_s.total += report.time_s.parse;
}
