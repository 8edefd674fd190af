//! Promela programs in the simplest implementation: the oracle for the lowering to nets.
//!
//! [`explore()`] executes the graphs of control that parsing and checking return, statement by statement, with the
//! semantics of Spin's verifier. It shares nothing with the lowering: a state has the variables of the processes that
//! exist, a channel is a queue of messages, and the number of a channel is its position among those that exist.
//! [`random()`] makes programs from a seed, as a [`Tree`] of lines, so that a program with a difference can be made
//! small.

mod evaluate;
mod explore;
mod interpreter;
mod random;
mod state;
mod tree;

pub use explore::{Explored, explore};
pub use interpreter::{Interpreter, Moves};
pub use random::random;
pub use state::{Fault, State};
pub use tree::Tree;

#[cfg(test)]
mod tests;
