//! Pictures as SVG: a net, a program, a state graph, the levels of a state space, a run of a program.
//!
//! Pictures of nets, programs and state graphs look like the studio's drawings: places are circles with their tokens,
//! transitions are boxes, and the end of an arc shows its kind. They are light or dark like the reader's system, need
//! only a sans-serif font, and have no scripts. Texts are escaped and never occur in attributes, so that ids cannot be
//! interpreted as SVG. Equal drawings are equal texts. The picture of levels is a chart.

mod boxes;
mod canvas;
mod geometry;
mod labels;
#[cfg(not(target_family = "wasm"))]
mod levels;
mod net;
mod processes;
mod sequence;
mod states;
mod style;

use std::fmt;
#[cfg(not(target_family = "wasm"))]
use std::io;

use sanderling_net::Net;
#[cfg(not(target_family = "wasm"))]
use sanderling_report::LevelGraph;
use sanderling_report::{StateGraph, Trace};

/// Maximum number of nodes of a legible picture: places, transitions and locations of a net, or states.
pub const MAX_NODES: usize = 2000;

/// Error for a graph that is too large for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// Number of nodes.
    pub nodes: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a picture of {} nodes cannot be read: {MAX_NODES} are drawn at most", self.nodes)
    }
}

impl std::error::Error for TooLarge {}

/// Returns the picture of a net with its initial marking, or of the processes of a program. `title` is its title.
///
/// # Errors
/// If it has more than [`MAX_NODES`] nodes.
pub fn net(net: &Net, title: &str) -> Result<String, TooLarge> {
    match &net.program {
        Some(_) => processes::picture(net, title),
        None => net::picture(net, title),
    }
}

/// Returns the picture of a state graph: a box for each state with its marking, and an arrow for all edges from one
/// state to another.
///
/// # Errors
/// If it has more than [`MAX_NODES`] states.
pub fn states(graph: &StateGraph) -> Result<String, TooLarge> {
    states::picture(graph)
}

/// Returns the picture of a level graph: a chart of the states of each level, and one of the edges that lead backward.
///
/// # Errors
/// If the chart cannot be drawn.
#[cfg(not(target_family = "wasm"))]
pub fn levels(graph: &LevelGraph) -> io::Result<String> {
    levels::picture(graph)
}

/// Returns the sequence chart of a run of a program: a lifeline for each process, the steps from top to bottom, and an
/// arrow for each message. `title` is its title.
///
/// # Errors
/// If no process moves, or there are too many steps or processes: why, as a sentence.
pub fn sequence(trace: &Trace, title: &str) -> Result<String, String> {
    sequence::picture(trace, title)
}

/// Checks that there are not too many nodes.
fn small_enough(nodes: usize) -> Result<(), TooLarge> {
    if nodes > MAX_NODES { Err(TooLarge { nodes }) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
