//! Drawings of nets, of programs and of small state spaces: as data for the studio, and as pictures.
//!
//! [`drawing()`] returns the position of each node of a net, and its text; a program consists of its processes, each an
//! automaton. [`svg`] makes pictures of these and of state graphs, and [`layout`] computes positions for nodes that
//! have none. This crate opens no file and explores nothing: a state graph is given.

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
