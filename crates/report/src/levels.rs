//! The level graph: states by breadth-first level, and edges by length.
//!
//! [`csv`] writes the graph for tables and other tools; `sanderling-drawing` draws it. In JSON it is an object.
//! The length of an edge from level d to level d' is d − d': −1 forward, 0 within the level, and positive further back.
//! *Backward* is an edge whose length is not −1.

pub mod csv;

use serde::{Deserialize, Serialize};

use crate::{Reason, SCHEMA, VERSION};

/// The levels of a state space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LevelGraph {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The net's file.
    pub file: String,
    /// The net's format.
    pub format: String,
    /// Always `levels`.
    pub question: String,
    /// Whether the graph has every reachable state with all its edges.
    pub exhaustive: bool,
    /// Why the result is partial, if it is.
    pub reason: Option<Reason>,
    /// The number of states.
    pub states: u64,
    /// The number of edges.
    pub edges: u64,
    /// The number of edges that do not lead to the next level.
    pub backward: u64,
    /// The length of the longest edge, or 0 if no length is positive.
    pub longest: u64,
    /// The levels, from that of the initial state.
    pub levels: Vec<GraphLevel>,
}

/// The states at one distance from the initial state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GraphLevel {
    /// The number of states at this distance.
    pub states: u64,
    /// The number of states at this distance whose edges are missing, since the search ended early.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unexpanded: u64,
    /// The outgoing edges of this level, by ascending length.
    pub edges: Vec<EdgeLength>,
}

/// The edges of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EdgeLength {
    /// The level of the source minus the level of the target.
    pub length: i64,
    /// The number of edges of this length.
    pub edges: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LevelGraph {
    /// Creates the graph with these levels.
    #[must_use]
    pub fn new(levels: Vec<GraphLevel>) -> Self {
        let all = || levels.iter().flat_map(|level| &level.edges);
        Self {
            schema: SCHEMA,
            version: VERSION.into(),
            file: String::new(),
            format: String::new(),
            question: "levels".into(),
            exhaustive: levels.iter().all(|level| level.unexpanded == 0),
            reason: None,
            states: levels.iter().map(|level| level.states).sum(),
            edges: all().map(|edges| edges.edges).sum(),
            backward: all().filter(|edges| edges.length >= 0).map(|edges| edges.edges).sum(),
            longest: all().map(|edges| edges.length.max(0).unsigned_abs()).max().unwrap_or(0),
            levels,
        }
    }

    /// Returns the number of states whose edges are missing.
    #[must_use]
    pub fn unexpanded(&self) -> u64 {
        self.levels.iter().map(|level| level.unexpanded).sum()
    }

    /// Returns the number of edges within a level.
    #[must_use]
    pub fn within(&self) -> u64 {
        let all = self.levels.iter().flat_map(|level| &level.edges);
        all.filter(|edges| edges.length == 0).map(|edges| edges.edges).sum()
    }
}

/// Returns a part of a whole as a fraction: 0 if the whole is 0.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a share is for reading")]
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The states, the unexpanded ones among them, and the edges by length.
    type Statistics<'a> = (u64, u64, &'a [(i64, u64)]);

    fn graph(levels: &[Statistics<'_>]) -> LevelGraph {
        let edges = |&(length, edges): &(i64, u64)| EdgeLength { length, edges };
        let level = |&(states, unexpanded, lengths): &Statistics<'_>| GraphLevel {
            states,
            unexpanded,
            edges: lengths.iter().map(edges).collect(),
        };
        LevelGraph { file: "a<b>&\"\u{1}.pnml".into(), ..LevelGraph::new(levels.iter().map(level).collect()) }
    }

    /// Three levels, the last of them partly expanded.
    pub(in crate::levels) fn partial() -> LevelGraph {
        let levels: &[Statistics<'_>] =
            &[(1, 0, &[(-1, 2)]), (2, 0, &[(-1, 4), (0, 1), (1, 1)]), (5, 2, &[(0, 1), (2, 3)])];
        LevelGraph { reason: Some(Reason::StateLimit), ..graph(levels) }
    }

    #[test]
    fn totals_add_up() {
        let graph = partial();
        assert_eq!((graph.states, graph.edges, graph.backward, graph.longest), (8, 12, 6, 2));
        assert_eq!((graph.within(), graph.unexpanded(), graph.exhaustive), (2, 2, false));
    }

    #[test]
    fn nothing_has_no_share() {
        assert_eq!(share(0, 0).to_string(), "0");
    }
}
