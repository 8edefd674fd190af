//! A small state space, drawn out state by state.

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Guidance, Observation, Options, Outcome, StopReason, explore, graph};
use sanderling_model::NetModel;
use sanderling_net::{Diagnostics, Net};
use sanderling_report::{GraphEdge, GraphState, StateGraph};
use sanderling_store::StateId;

use super::self_check::{NetReference, sound};
use crate::explain::marking_display::MarkingDisplay;
use crate::explain::report::reason;
use crate::prepare::{AnalysedNet, Facts};
use crate::request::Request;

/// Explores the reachable markings of a net within the limits of a request, and gives them with the
/// firings between them. States are numbered in breadth-first order. `file` and `format` are the
/// caller's to fill in.
///
/// # Errors
/// As for [`analyse`](crate::analyse).
pub fn state_graph(net: &Net, request: &Request, control: &Control<'_>) -> Result<StateGraph, Diagnostics> {
    if let Some(refusal) = request.refusal() {
        return Err(refusal.diagnostic("").into());
    }
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    if analysed.is_place_transition() {
        drawn(net, analysed.field_model()?, request, control)
    } else {
        drawn(net, analysed.data_model(request.model_errors)?, request, control)
    }
}

fn drawn<M: NetModel>(
    net: &Net,
    model: M,
    request: &Request,
    control: &Control<'_>,
) -> Result<StateGraph, Diagnostics> {
    let display = MarkingDisplay::new(net);
    // What is to be drawn has to be there, and has to be kept.
    let Options { threads, limits, .. } = request.options();
    let options = Options { retention: Retention::KeepAll, threads, limits, ..Options::default() };
    let reference = NetReference::new(net, request);
    // Who asks for a number of states gets them, of an unbounded net, too.
    let observation = Observation {
        self_check: reference.check(&model),
        past_unbounded: limits.states.is_some(),
        ..Observation::default()
    };
    let outcome = explore(model, &options, &observation, &Guidance::default(), control);
    sound(&outcome)?;
    let drawn = graph(&outcome.system, outcome.store.packed(), outcome.root);
    let mut result = StateGraph::new();
    result.exhaustive = outcome.is_exhaustive();
    // Beyond a limit there may be infinitely many states.
    let stop = outcome.self_covering.as_ref().map_or(outcome.stop, |_| Some(StopReason::Unbounded));
    result.reason = stop.and_then(reason);
    result.states = drawn.states.iter().map(|&state| graph_state(&display, &outcome, state)).collect();
    let edges = drawn.edges.iter().map(|&(source, event, target)| GraphEdge {
        source: source as u32,
        target: target as u32,
        event: net.transitions[event.index()].id.clone(),
    });
    result.edges = edges.collect();
    for (state, is_whole) in result.states.iter_mut().zip(drawn.is_whole) {
        state.expanded = is_whole;
    }
    Ok(result)
}

fn graph_state<M: NetModel>(
    display: &MarkingDisplay<'_>,
    outcome: &Outcome<M>,
    state: StateId,
) -> GraphState {
    let (model, words) = (&outcome.system, outcome.store.packed().state(state));
    let mut scratch = model.scratch();
    model.unpack::<0>(words, &mut scratch);
    let marking = model.marking(words, &scratch);
    GraphState {
        error: marking.is_none(),
        marking: marking.map(|marking| display.marking(&marking)).unwrap_or_default(),
        expanded: true,
    }
}
