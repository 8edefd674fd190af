//! Drawings of nets, of programs and of small state spaces: as data for a page that draws, and as pictures.
//!
//! [`drawing()`] says where each node of a net is, and what is written on it; a program is its processes, each an automaton. [`svg`] makes
//! pictures of that and of state graphs, and [`layout`] finds positions for nodes that have none. Nothing here opens a file or explores
//! anything: a state graph is given.

mod groups;
pub mod layout;
mod net;
mod shapes;
pub mod svg;
mod text;

pub use groups::{groups, part};
pub use net::drawing;
pub use shapes::{
    Automaton, Drawing, Group, GroupKind, Groups, Kinds, Line, Link, Location, Node, ProcessStep,
};
