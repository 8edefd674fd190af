//! The level graph of a state space.

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Guidance, LEVEL_BYTES_OF_STATE, Level, Limits, Observation, Options};
use sanderling_engine::Explorable;
use sanderling_net::{Diagnostics, Net};
use sanderling_report::{EdgeLength, GraphLevel, LevelGraph};
use sanderling_store::StateId;

use super::self_check::{NetReference, sound};
use crate::prepare::{AnalysedNet, Encoded, Facts};
use crate::replay::{Until, reason};
use crate::request::Request;

/// Explores the reachable markings of a net breadth-first within the limits of a request. Counts the markings
/// by level, and the firings between them by how many levels they lead back. Uses only the limits, the number
/// of threads and the treatment of model errors from the request. The caller fills in `file` and `format`.
///
/// Counting takes as long as exploring, so each gets half of the time. If the time for counting runs out, the
/// edges of the last states are missing. If there is not even time to prepare the search, the graph has only
/// the initial state.
///
/// # Errors
/// As for [`analyse`](crate::analyse).
pub fn level_graph(net: &Net, request: &Request, control: &Control<'_>) -> Result<LevelGraph, Diagnostics> {
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    let until = Until::of(&request.limits, control);
    if !analysed.learn_with_errors_until(request.model_errors, &|| until.is_over()) {
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
    let (uncancelled, end) = (Control::default(), until.end_of_grace());
    let whole = if control.is_cancelled() { &uncancelled } else { control };
    let levels = M::level_graph(&outcome, options.threads, &Control::of_part_until(whole, end));
    let mut graph = LevelGraph::new(levels.into_iter().map(graph_level).collect());
    if !graph.exhaustive {
        // If the search was complete, the counting was not.
        graph.reason = outcome.stop.and_then(reason).or_else(|| Some(until.reason()));
    }
    Ok(graph)
}

/// Returns the limits of the search that leave enough memory for the levels of its states.
fn with_room_for_levels(limits: Limits, words: usize) -> Limits {
    // A stored state needs at least its words and its predecessor.
    let stored = words * size_of::<u64>() + size_of::<StateId>();
    let room = |bytes: usize| bytes / (stored + LEVEL_BYTES_OF_STATE) * stored;
    Limits { memory_bytes: limits.memory_bytes.map(room), ..limits }
}

fn graph_level(level: Level) -> GraphLevel {
    let edges = level.edges.into_iter().map(|(length, edges)| EdgeLength { length, edges });
    GraphLevel { states: level.states, unexpanded: level.unexpanded, edges: edges.collect() }
}
