//! A small state space, with all its states and edges.
//!
//! Each output format has a file: [`dot`] for Graphviz, [`aut`] for tools on labelled transition systems, and
//! [`graphml`] for graph editors. In JSON the graph is an object. Each writer makes one pass over the graph
//! without buffering. It escapes special characters of its format, so that no id of a net can break out of its quotes.

pub mod aut;
pub mod dot;
pub mod graphml;

use serde::{Deserialize, Serialize};

use crate::{Marking, Reason, SCHEMA, VERSION};

/// States and edges. A state's number is its position; the initial state is number 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StateGraph {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The net's file.
    pub file: String,
    /// The net's format.
    pub format: String,
    /// Always `graph`.
    pub question: String,
    /// Whether the graph has every reachable state with all its edges.
    pub exhaustive: bool,
    /// Why the graph is incomplete, if it is.
    pub reason: Option<Reason>,
    /// The states in the order in which they were discovered.
    pub states: Vec<GraphState>,
    /// The edges, grouped by source in the order of the states.
    pub edges: Vec<GraphEdge>,
}

/// A state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GraphState {
    /// The marking.
    pub marking: Marking,
    /// Whether the graph has the edges of this state. If the search ended early, some states have none.
    pub expanded: bool,
    /// Whether this is the error state, to which all undefined events lead, and not a marking.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub error: bool,
}

impl GraphState {
    /// Returns a text for the state.
    pub(crate) fn label(&self) -> String {
        if self.error { "model error".into() } else { crate::text::marking(&self.marking, usize::MAX) }
    }
}

/// A firing from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GraphEdge {
    /// The source state.
    pub source: u32,
    /// The target state.
    pub target: u32,
    /// The transition's id, with its binding if it has one.
    pub event: String,
}

impl StateGraph {
    /// Creates a graph without states.
    #[must_use]
    pub fn new() -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION.into(),
            file: String::new(),
            format: String::new(),
            question: "graph".into(),
            exhaustive: true,
            reason: None,
            states: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Returns for each state whether it is dead: expanded, and without outgoing edges.
    #[must_use]
    pub fn dead_states(&self) -> Vec<bool> {
        let mut dead: Vec<bool> = self.states.iter().map(|state| state.expanded).collect();
        for edge in &self.edges {
            if let Some(leaves) = dead.get_mut(edge.source as usize) {
                *leaves = false;
            }
        }
        dead
    }

    /// Keeps the first `states` states and the edges between them. A state that loses an edge is no longer expanded.
    /// The removed states may already be absent.
    pub fn truncate(&mut self, states: usize) {
        let leads_beyond = |edge: &GraphEdge| edge.source.max(edge.target) as usize >= states;
        if self.states.len() <= states && !self.edges.iter().any(leads_beyond) {
            return;
        }
        self.exhaustive = false;
        self.states.truncate(states);
        for edge in self.edges.iter().filter(|edge| edge.target as usize >= states) {
            if let Some(state) = self.states.get_mut(edge.source as usize) {
                state.expanded = false;
            }
        }
        self.edges.retain(|edge| !leads_beyond(edge));
    }
}

impl Default for StateGraph {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two states and two edges, with ids that every format has to escape.
    pub(crate) fn awkward() -> StateGraph {
        let state = |places: &[(&str, u64)], expanded| GraphState {
            marking: places.iter().map(|&(place, tokens)| (place, tokens.into())).collect(),
            expanded,
            error: false,
        };
        let edge = |source, target, event: &str| GraphEdge { source, target, event: event.into() };
        StateGraph {
            file: "a\"b.pnml".into(),
            states: vec![
                state(&[("p\"1", 1), ("<q>", 3)], true),
                state(&[("a&b\\n", 1)], true),
                state(&[], false),
            ],
            edges: vec![edge(0, 1, "say \"hi\""), edge(0, 0, "caf\u{e9}\\\n\u{1}"), edge(0, 2, "<&>")],
            exhaustive: false,
            ..StateGraph::new()
        }
    }

    #[test]
    fn states_beyond_a_number_are_left_out_and_those_before_say_so() {
        let state = || GraphState { marking: Marking::default(), expanded: true, error: false };
        let edge = |source, target| GraphEdge { source, target, event: "t".into() };
        let mut graph = StateGraph {
            states: (0..4).map(|_| state()).collect(),
            edges: vec![edge(0, 1), edge(1, 2), edge(2, 3), edge(3, 0)],
            ..StateGraph::new()
        };
        graph.truncate(4);
        assert!(graph.exhaustive && graph.edges.len() == 4);
        graph.truncate(3);
        assert!(!graph.exhaustive);
        assert_eq!((graph.states.len(), graph.edges.len()), (3, 2));
        assert_eq!(graph.states.iter().map(|state| state.expanded).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn a_state_without_edges_is_dead_only_if_it_was_expanded() {
        assert_eq!(awkward().dead_states(), [false, true, false]);
    }
}
