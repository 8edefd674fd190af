//! A small state space, with positions for its states.
//!
//! Limits on states, memory and time apply to the exploration, so that the graph is ready soon or is marked as
//! incomplete.

use std::sync::Arc;
use std::time::Duration;

use sanderling::{Control, Limits, PreparedNet, Question, Request, coverability_graph, state_graph};
use sanderling_drawing::layout::{Graph, Layers, Point, Size, layout};
use sanderling_net::{Diagnostics, Net};
use sanderling_report::StateGraph;
use sanderling_unfolding::{Budget as UnfoldingBudget, Options};

use crate::budget::Budget;
use crate::message::{Code, Refusal};
use crate::pending::cancelled;
use crate::protocol::{DrawnStates, States};

/// Default number of states to draw.
const USUAL_STATES: u64 = 300;
/// Maximum number of states to draw.
const MAX_STATES: u64 = 2000;
/// Memory limit in bytes.
const BYTES: u64 = 64 << 20;
/// Time limit for the exploration, and for the unfolding.
const TIME: Duration = Duration::from_secs(5);

/// Returns the task that answers `graph/states`.
pub(crate) fn task(
    net: Arc<Net>,
    request: &States,
    budget: &Budget,
) -> Result<impl FnOnce(&Control<'static>) -> Result<DrawnStates, Refusal> + Send + use<>, Refusal> {
    let states = request.max_states.unwrap_or(USUAL_STATES).clamp(1, MAX_STATES);
    let grant = budget.grant(Some(BYTES))?;
    let draw: Draw = if request.coverability { coverability_graph } else { state_graph };
    Ok(move |control: &Control<'static>| {
        let graph = explored(&net, (states, draw), grant.bytes, control);
        drop(grant);
        // A cancelled request needs no positions.
        if control.is_cancelled() { Err(cancelled()) } else { Ok(laid_out(graph?, states)) }
    })
}

/// Draws at most this number of states of a net.
///
/// # Errors
/// If the net cannot be unfolded within the memory, or its states cannot be drawn.
pub fn states(net: &Net, max_states: u64, bytes: u64) -> Result<DrawnStates, Refusal> {
    explored(net, (max_states, state_graph), bytes, &Control::default())
        .map(|graph| laid_out(graph, max_states))
}

/// A function that computes the state graph of a net.
type Draw = fn(&Net, &Request, &Control<'_>) -> Result<StateGraph, Diagnostics>;

fn explored(
    net: &Net,
    (states, draw): (u64, Draw),
    bytes: u64,
    control: &Control<'_>,
) -> Result<StateGraph, Refusal> {
    let is_cancelled = || control.is_cancelled();
    let budget =
        UnfoldingBudget { bytes, time: TIME, is_cancelled: &is_cancelled, ..UnfoldingBudget::default() };
    let prepared = PreparedNet::of(net.clone(), Options { merges: false, ..Options::default() }, &budget)
        .map_err(|refused| Refusal::new(Code::BadNet, refused.1))?;
    let limits = Limits { states: Some(states), memory_bytes: usize::try_from(bytes).ok(), time: Some(TIME) };
    let request = Request { limits, ..Request::new(Question::Explore) };
    draw(prepared.net(), &request, control)
        .map_err(|found| Refusal::new(Code::BadNet, "its states cannot be drawn").with(&found, None))
}

/// Returns the graph with positions, cut to this number of states: a search ends only at its next pause, and may have
/// discovered more.
fn laid_out(mut graph: StateGraph, max_states: u64) -> DrawnStates {
    graph.truncate(usize::try_from(max_states).unwrap_or(usize::MAX));
    let states = graph.states.len();
    let sizes = vec![Size { width: 34.0, height: 34.0 }; states];
    let edges: Vec<_> = graph.edges.iter().map(|edge| (edge.source as usize, edge.target as usize)).collect();
    let drawn = layout(&Graph {
        sizes: &sizes,
        edges: &edges,
        starts: &[0][..states.min(1)],
        layers: Layers::Distance,
        gap: 34.0,
        layer_gap: 34.0,
    });
    let pair = |point: &Point| [point.x + 30.0, point.y + 30.0];
    DrawnStates {
        graph,
        width: drawn.width + 60.0,
        height: drawn.height + 60.0,
        positions: drawn.positions.iter().map(pair).collect(),
        bends: drawn.bends.iter().map(|bends| bends.iter().map(pair).collect()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use sanderling_report::{GraphEdge, GraphState, Marking};

    use super::*;

    #[test]
    fn states_beyond_the_limit_have_no_positions() {
        let state = || GraphState { marking: Marking::default(), expanded: true, error: false };
        let edge = |source, target| GraphEdge { source, target, event: "t".into() };
        let graph = StateGraph {
            states: (0..4).map(|_| state()).collect(),
            edges: vec![edge(0, 1), edge(1, 2), edge(2, 3), edge(3, 0)],
            ..StateGraph::new()
        };
        let whole = laid_out(graph.clone(), 4);
        assert!(whole.graph.exhaustive && whole.positions.len() == 4 && whole.bends.len() == 4);
        let part = laid_out(graph, 3);
        assert!(!part.graph.exhaustive);
        assert_eq!((part.graph.edges.len(), part.bends.len(), part.positions.len()), (2, 2, 3));
    }
}
