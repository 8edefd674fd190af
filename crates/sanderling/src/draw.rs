//! A small state space, drawn out state by state.

use sanderling_analysis::{Control, Observation, Outcome, explore, graph};
use sanderling_model::{CountModel, FieldModel, Knowledge, NetModel};
use sanderling_net::{Diagnostic, Diagnostics, Net};
use sanderling_report::{GraphEdge, GraphState, StateGraph};
use sanderling_store::StateId;

use crate::answer::reason;
use crate::request::Request;

/// Explores the reachable markings of a net within the limits of a request, and gives them with the
/// firings between them. States are numbered in breadth-first order. `file` and `format` are the
/// caller's to fill in.
///
/// # Errors
/// As for [`analyse`](crate::analyse).
pub fn state_graph(net: &Net, request: &Request, control: &Control<'_>) -> Result<StateGraph, Diagnostics> {
    if let Some(refusal) = request.refusal() {
        return Err(Diagnostic::error(refusal).into());
    }
    let model = FieldModel::compile(Knowledge::of(net)?);
    let outcome = explore(model, &request.options(), &Observation::default(), control);
    let drawn = graph(&outcome.system, &outcome.store, outcome.root);
    let mut result = StateGraph::new();
    result.exhaustive = outcome.is_exhaustive();
    result.reason = outcome.stop.and_then(reason);
    result.states = drawn.states.iter().map(|&state| graph_state(net, &outcome, state)).collect();
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

fn graph_state<M: NetModel>(net: &Net, outcome: &Outcome<M>, state: StateId) -> GraphState {
    let (model, words) = (&outcome.system, outcome.store.state(state));
    let mut scratch = model.scratch();
    model.unpack::<0>(words, &mut scratch);
    let tokens = net.place_ids().map(|place| (place, model.tokens(words, &scratch, place)));
    let marked = tokens.filter(|&(_, tokens)| tokens > 0);
    let marking = marked.map(|(place, tokens)| (net.place(place).id.clone(), tokens.into())).collect();
    GraphState { marking, expanded: true }
}
