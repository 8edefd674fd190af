//! The coverability graph of a place/transition net, drawn out marking by marking.

use std::collections::VecDeque;
use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_coverability::{CoverabilitySet, Stopped, Tokens};
use sanderling_net::{Diagnostic, Diagnostics, Net};
use sanderling_report::{Count, GraphEdge, GraphState, Marking, Reason, StateGraph};

use crate::prepare::{AnalysedNet, Facts, coverability_budget, coverability_set};
use crate::request::Request;

/// The markings of the minimal coverability set, `+inf` where a place holds as many tokens as one likes, with an edge for each enabled
/// transition to the first marking that covers what it leads to. The marking that covers the initial one is the first; the others follow breadth-first. Where
/// the set cannot be had within the limits of the request, there is the initial marking alone. `file` and `format` are the caller's to fill in.
///
/// # Errors
/// Where the net is no place/transition net.
pub fn coverability_graph(
    net: &Net,
    request: &Request,
    control: &Control<'_>,
) -> Result<StateGraph, Diagnostics> {
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    if !analysed.is_place_transition() {
        let refusal = Diagnostic::error("only a place/transition net has a coverability graph");
        return Err(refusal.help("unfold the net first, or leave out `--coverability`").into());
    }
    let knowledge = analysed.knowledge()?;
    let is_cancelled = || control.is_cancelled();
    let budget = coverability_budget(request, request.limits.time.unwrap_or(Duration::MAX), &is_cancelled);
    let mut graph = StateGraph::new();
    match coverability_set(knowledge, |_| false, &budget) {
        Ok(set) => {
            graph.exhaustive = true;
            draw(net, set, &mut graph);
        }
        Err(stopped) => {
            graph.reason = Some(reason(stopped, control));
            let initial = net.place_ids().zip(knowledge.structure().initial());
            let initial = initial.map(|(place, &tokens)| (net.place(place).id.clone(), tokens.into()));
            graph.states.push(GraphState { error: false, expanded: false, marking: initial.collect() });
        }
    }
    Ok(graph)
}

fn draw(net: &Net, mut set: CoverabilitySet<'_>, graph: &mut StateGraph) {
    let mut edges = vec![Vec::new(); set.len()];
    for (source, transition, target) in set.arcs() {
        edges[source].push((transition, target));
    }
    let mut number = vec![None; set.len()];
    let mut open = VecDeque::from([set.initial()]);
    number[set.initial()] = Some(0);
    let mut numbered = 1;
    while let Some(marking) = open.pop_front() {
        let source = number[marking].expect("it was numbered when it was found");
        graph.states.push(GraphState { error: false, expanded: true, marking: drawn(net, &set, marking) });
        for &(transition, target) in &edges[marking] {
            let target = *number[target].get_or_insert_with(|| {
                open.push_back(target);
                numbered += 1;
                numbered - 1
            });
            graph.edges.push(GraphEdge { source, target, event: net.transition(transition).id.clone() });
        }
    }
}

fn drawn(net: &Net, set: &CoverabilitySet<'_>, marking: usize) -> Marking {
    let count = |place| match set.tokens(marking, place) {
        Tokens::Finite(tokens) => Count::from(tokens),
        Tokens::Omega => Count::Infinite,
    };
    let held = net.place_ids().map(|place| (net.place(place).id.clone(), count(place)));
    held.filter(|(_, count)| *count != Count::ZERO).map(|(place, count)| (place, count.into())).collect()
}

fn reason(stopped: Stopped, control: &Control<'_>) -> Reason {
    match stopped {
        Stopped::OutOfTime if control.is_cancelled() => Reason::Cancelled,
        Stopped::OutOfTime => Reason::TimeLimit,
        Stopped::OutOfMemory => Reason::MemoryLimit,
        Stopped::TooManyTokens(_) => Reason::TokenOverflow,
    }
}
