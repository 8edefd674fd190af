//! A small state space as an explicit graph.

use std::cell::Cell;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Guidance, Limits, Observation, Options, Outcome, StopReason};
use sanderling_engine::Explorable;
use sanderling_machine::clock::Instant;
use sanderling_model::NetModel;
use sanderling_net::{Diagnostics, Net, semantics};
use sanderling_report::{GraphEdge, GraphState, Reason, StateGraph};
use sanderling_store::StateId;

use super::self_check::{NetReference, sound};
use crate::prepare::{AnalysedNet, Facts};
use crate::replay::marking_display::MarkingDisplay;
use crate::replay::{Until, reason};
use crate::request::Request;

/// Explores the reachable markings of a net within the limits of a request, and returns them with the firings
/// between them. States are numbered in breadth-first order. The caller fills in `file` and `format`.
///
/// If the time runs out before the graph is complete, the states found last are missing. If there is not even
/// time to prepare the search, the graph has only the initial state.
///
/// # Errors
/// As for [`analyse`](crate::analyse).
pub fn state_graph(net: &Net, request: &Request, control: &Control<'_>) -> Result<StateGraph, Diagnostics> {
    if let Some(refusal) = request.refusal() {
        return Err(refusal.diagnostic("").into());
    }
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    let until = Until::of(&request.limits, control);
    if !analysed.learn_with_errors_until(request.model_errors, &|| until.is_over()) {
        return Ok(initial_alone(net, until.reason()));
    }
    if analysed.is_place_transition() {
        drawn(net, analysed.field_model()?, request, until, control)
    } else {
        drawn(net, analysed.data_model(request.model_errors)?, request, until, control)
    }
}

/// Returns a graph of only the initial state, if there was no time for more.
pub(super) fn initial_alone(net: &Net, reason: Reason) -> StateGraph {
    let marking = semantics::initial(net).map(|marking| MarkingDisplay::new(net).marking(&marking));
    let state = GraphState { error: false, expanded: false, marking: marking.unwrap_or_default() };
    StateGraph { exhaustive: false, reason: Some(reason), states: vec![state], ..StateGraph::new() }
}

fn drawn<M: Explorable>(
    net: &Net,
    model: M,
    request: &Request,
    until: Until<'_>,
    control: &Control<'_>,
) -> Result<StateGraph, Diagnostics> {
    let display = MarkingDisplay::new(net);
    // The graph needs all states in the store.
    let Options { threads, limits, .. } = request.options();
    // Building the graph takes as long as finding the states.
    let limits = Limits { time: until.left().map(|left| left / 2), ..limits };
    let options = Options { retention: Retention::KeepAll, threads, limits, ..Options::default() };
    let reference = NetReference::new(net, request);
    // If the user gave a number of states, the search continues to that number even if the net is unbounded.
    let observation = Observation {
        self_check: reference.check(&model),
        past_unbounded: limits.states.is_some(),
        ..Observation::default()
    };
    let outcome = model.explore(&options, &observation, &Guidance::default(), control);
    sound(&outcome)?;
    // The edges and the markings each have half of the time.
    let left = until.with_grace().left();
    let half = until.showing_until(left.and_then(|left| Instant::now().checked_add(left / 2)));
    // `graph` calls this only while states are left to expand, so `true` means that edges are missing.
    let is_cut = Cell::new(false);
    let is_over = || {
        is_cut.set(is_cut.get() || half.is_over());
        is_cut.get()
    };
    let drawn = outcome.system.graph(outcome.store.packed(), outcome.root, &is_over);
    // The user may have cancelled while edges were computed.
    let shown = until.with_grace();
    let mut result = StateGraph::new();
    result.exhaustive = outcome.is_exhaustive();
    // Beyond a limit there may be infinitely many states.
    let stop = outcome.self_covering.as_ref().map_or(outcome.stop, |_| Some(StopReason::Unbounded));
    result.reason = stop.and_then(reason);
    // The initial state is always shown.
    let is_in_time = |&(position, _): &(usize, &StateId)| position == 0 || !shown.is_over();
    let in_time = drawn.states.iter().enumerate().take_while(is_in_time);
    result.states = in_time.map(|(_, &state)| graph_state(&display, &outcome, state)).collect();
    let edges = drawn.edges.iter().map(|&(source, event, target)| GraphEdge {
        source: source as u32,
        target: target as u32,
        event: net.transitions[event.index()].id.clone(),
    });
    result.edges = edges.collect();
    for (state, is_whole) in result.states.iter_mut().zip(drawn.is_whole) {
        state.expanded = is_whole;
    }
    if is_cut.get() || result.states.len() < drawn.states.len() {
        result.truncate(result.states.len());
        result.exhaustive = false;
        result.reason = result.reason.or_else(|| Some(until.reason()));
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
