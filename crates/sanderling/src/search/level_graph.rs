//! The level graph of a state space.

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Guidance, LEVEL_BYTES_OF_STATE, Level, Limits, Observation, Options};
use sanderling_engine::Explorable;
use sanderling_net::{Diagnostics, Net};
use sanderling_report::{EdgeLength, GraphLevel, LevelGraph};
use sanderling_store::StateId;

use super::self_check::{NetReference, sound};
use super::until::Until;
use crate::explain::report::reason;
use crate::prepare::{AnalysedNet, Encoded, Facts};
use crate::request::Request;

/// Explores the reachable markings of a net breadth-first within the limits of a request, and counts them
/// by level, and the firings between them by how far they lead back. Of the request, the limits, the
/// number of threads and what becomes of model errors are looked at. `file` and `format` are the caller's to fill in.
///
/// Counting takes as long as exploring: half of the time is for each, if it is limited. Where there is not enough of it, the edges of the
/// states that were found last are not counted; where it does not suffice to get ready, there is the initial state alone.
///
/// # Errors
/// As for [`analyse`](crate::analyse).
pub fn level_graph(net: &Net, request: &Request, control: &Control<'_>) -> Result<LevelGraph, Diagnostics> {
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    let until = Until::of(&request.limits, control);
    if !analysed.learn_until(&|| until.is_over()) {
        let initial = GraphLevel { states: 1, unexpanded: 1, edges: Vec::new() };
        return Ok(LevelGraph { reason: Some(until.reason()), ..LevelGraph::new(vec![initial]) });
    }
    if !analysed.is_place_transition() {
        return counted(net, analysed.data_model(request.model_errors)?, request, until, control);
    }
    match analysed.encoded()? {
        Encoded::Fields(model) => counted(net, model, request, until, control),
        Encoded::Radix(model) => counted(net, model, request, until, control),
    }
}

fn counted<M: Explorable>(
    net: &Net,
    model: M,
    request: &Request,
    until: Until<'_>,
    control: &Control<'_>,
) -> Result<LevelGraph, Diagnostics> {
    let limits = with_room_for_levels(request.limits, model.words());
    let options = Options {
        retention: Retention::KeepAll,
        threads: request.threads.max(1),
        limits: Limits { time: until.left().map(|left| left / 2), ..limits },
        ..Options::default()
    };
    let reference = NetReference::new(net, request);
    let observation = Observation { self_check: reference.check(&model), ..Observation::default() };
    let outcome = model.explore(&options, &observation, &Guidance::default(), control);
    sound(&outcome)?;
    let (nobody, end) = (Control::default(), until.end_of_grace());
    let whole = if control.is_cancelled() { &nobody } else { control };
    let levels = M::level_graph(&outcome, options.threads, &Control::of_part_until(whole, end));
    let mut graph = LevelGraph::new(levels.into_iter().map(graph_level).collect());
    if !graph.exhaustive {
        // Where the search came to its end, the counting did not.
        graph.reason = outcome.stop.and_then(reason).or_else(|| Some(until.reason()));
    }
    Ok(graph)
}

/// The limits of the search, so that there is memory left for the levels of its states.
fn with_room_for_levels(limits: Limits, words: usize) -> Limits {
    // A stored state takes its words and its predecessor, and more.
    let stored = words * size_of::<u64>() + size_of::<StateId>();
    let room = |bytes: usize| bytes / (stored + LEVEL_BYTES_OF_STATE) * stored;
    Limits { memory_bytes: limits.memory_bytes.map(room), ..limits }
}

fn graph_level(level: Level) -> GraphLevel {
    let edges = level.edges.into_iter().map(|(length, edges)| EdgeLength { length, edges });
    GraphLevel { states: level.states, unexpanded: level.unexpanded, edges: edges.collect() }
}
