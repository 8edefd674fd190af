//! The coverability graph of a place/transition net.

use std::{iter, mem};

use sanderling_analysis::Control;
use sanderling_coverability::{Budget, CoverabilitySet, Stopped, Tokens};
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostic, Diagnostics, Net, TransitionId};
use sanderling_report::{Count, GraphEdge, GraphState, Marking, Reason, StateGraph};

use super::state_graph::initial_alone;
use crate::prepare::{AnalysedNet, Facts, coverability_set};
use crate::replay::Until;
use crate::request::Request;

/// Computes the graph of the minimal coverability set. Unbounded places are marked `+inf`. Each enabled
/// transition gives an edge to the first marking that covers its successor. The marking that covers the
/// initial one comes first, and the others follow breadth-first.
///
/// If the set cannot be computed within the limits of the request, the graph has only the initial marking. If
/// the time runs out before all edges are found, some markings lack their edges. The caller fills in `file`
/// and `format`.
///
/// # Errors
/// The net is not a place/transition net.
pub fn coverability_graph(
    net: &Net,
    request: &Request,
    control: &Control<'_>,
) -> Result<StateGraph, Diagnostics> {
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    if !analysed.is_place_transition() {
        let refusal = Diagnostic::error("only a place/transition net has a coverability graph");
        return Err(refusal.help("unfold the net first, or omit `--coverability`").into());
    }
    let until = Until::of(&request.limits, control);
    if !analysed.learn_until(&|| until.is_over()) {
        return Ok(initial_alone(net, until.reason()));
    }
    let knowledge = analysed.knowledge()?;
    let is_cancelled = || control.is_cancelled();
    let budget = Budget {
        deadline: until.left().and_then(|left| Instant::now().checked_add(left)),
        max_bytes: request.limits.memory_bytes.unwrap_or(usize::MAX),
        max_work: u64::MAX,
        is_cancelled: &is_cancelled,
    };
    Ok(match coverability_set(knowledge, |_| false, &budget) {
        Ok(set) => drawn_until(net, set, until),
        Err(Stopped::OutOfTime) => initial_alone(net, until.reason()),
        Err(Stopped::OutOfMemory) => initial_alone(net, Reason::MemoryLimit),
        Err(Stopped::TooManyTokens(_)) => initial_alone(net, Reason::TokenOverflow),
    })
}

/// Returns the graph, as far as there is time. Markings whose edges are missing come last.
fn drawn_until(net: &Net, mut set: CoverabilitySet<'_>, until: Until<'_>) -> StateGraph {
    let mut graph = StateGraph::new();
    let mut edges = vec![Vec::new(); set.len()];
    let shown = until.with_grace();
    let (arcs, expanded) = set.arcs_until(&|| shown.is_over());
    for (source, transition, target) in arcs {
        edges[source].push((transition, target));
    }
    let order = breadth_first(&edges, set.initial());
    let mut number = vec![0; order.len()];
    (0..).zip(&order).for_each(|(position, &marking)| number[marking] = position);
    // Computing edges may have used the time until the end of the grace period. The initial marking is always
    // shown.
    let is_in_time = |&(position, _): &(usize, &usize)| position == 0 || !shown.is_over();
    for (_, &marking) in order.iter().enumerate().take_while(is_in_time) {
        let held = drawn(net, &set, marking);
        graph.states.push(GraphState { error: false, expanded: marking < expanded, marking: held });
        let drawn = edges[marking].iter().map(|&(transition, target)| GraphEdge {
            source: number[marking],
            target: number[target],
            event: net.transition(transition).id.clone(),
        });
        graph.edges.extend(drawn);
    }
    if expanded < set.len() || graph.states.len() < set.len() {
        graph.truncate(graph.states.len());
        (graph.exhaustive, graph.reason) = (false, Some(until.reason()));
    }
    graph
}

/// Returns all markings, breadth-first from the initial one, followed by those without incoming edges.
fn breadth_first(edges: &[Vec<(TransitionId, usize)>], initial: usize) -> Vec<usize> {
    let (mut order, mut is_there) = (Vec::new(), vec![false; edges.len()]);
    for start in iter::once(initial).chain(0..edges.len()) {
        let mut next = order.len();
        if !mem::replace(&mut is_there[start], true) {
            order.push(start);
        }
        while let Some(&marking) = order.get(next) {
            next += 1;
            let targets = edges[marking].iter().map(|&(_, target)| target);
            order.extend(targets.filter(|&target| !mem::replace(&mut is_there[target], true)));
        }
    }
    order
}

fn drawn(net: &Net, set: &CoverabilitySet<'_>, marking: usize) -> Marking {
    let count = |place| match set.tokens(marking, place) {
        Tokens::Finite(tokens) => Count::from(tokens),
        Tokens::Omega => Count::Infinite,
    };
    let held = net.place_ids().map(|place| (net.place(place).id.clone(), count(place)));
    held.filter(|(_, count)| *count != Count::ZERO).map(|(place, count)| (place, count.into())).collect()
}
