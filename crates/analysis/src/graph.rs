//! The state space as a graph for display, with states numbered in breadth-first order.

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

/// A state space, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// The states. The first one is the initial state.
    pub states: Vec<StateId>,
    /// Source, event and target of each firing, ordered by source. States are given by their position in
    /// `states`.
    pub edges: Vec<(usize, EventId, usize)>,
    /// For each state, whether all of its firings are included. Firings that lead out of the store are not.
    pub is_whole: Vec<bool>,
}

/// Creates the graph of the states of a store. Once `is_over` returns true, the remaining states have no
/// firings.
#[must_use]
pub fn graph<S: System>(system: &S, store: &PackedStore, root: StateId, is_over: &dyn Fn() -> bool) -> Graph {
    let mut numbers: Vec<Vec<Option<usize>>> =
        store.shards().iter().map(|shard| vec![None; shard.len()]).collect();
    numbers[root.shard()][root.position()] = Some(0);
    let mut graph = Graph { states: vec![root], edges: Vec::new(), is_whole: Vec::new() };
    let (mut scratch, mut successor) = (system.scratch(), vec![0; system.words()]);
    let mut events = Vec::new();
    let mut next = 0;
    while let Some(&id) = graph.states.get(next) {
        if is_over() {
            graph.is_whole.resize(graph.states.len(), false);
            return graph;
        }
        let state = store.state(id);
        events.clear();
        system.unpack::<0>(state, &mut scratch);
        system.enabled::<0>(state, &scratch, &mut events);
        graph.is_whole.push(true);
        for &event in &events {
            let fired = system.fire::<0>(state, &scratch, event, &mut successor);
            let target = store.find::<0>(&successor).filter(|_| fired == Fired::Successor);
            let Some(target) = target else {
                graph.is_whole[next] = false;
                continue;
            };
            let number = *numbers[target.shard()][target.position()].get_or_insert_with(|| {
                graph.states.push(target);
                graph.states.len() - 1
            });
            graph.edges.push((next, event, number));
        }
        next += 1;
    }
    graph
}
