//! DVE models in the simplest implementation: the oracle for the format, the compiler and the search.
//!
//! [`Interpreter`] implements the semantics of the syntax tree in the most direct way: names are looked up when they
//! are used, numbers are 32 bits wide, a state is vectors of numbers. It is written from the description of the
//! language alone and shares nothing with the lowering to nets. [`explore()`] explores the states breadth-first,
//! [`watch()`] evaluates the property process. [`random()`] makes models from a seed, [`print()`] writes a tree as text
//! that has the same meaning whatever the precedences of operators, and [`shrink()`] makes a model small that a test
//! fails on.

mod evaluate;
mod exchange;
mod explore;
mod interpreter;
mod names;
mod print;
mod property;
mod random;
mod shrink;
mod state;

pub use explore::{Errors, Explored, explore};
pub use interpreter::Interpreter;
pub use print::print;
pub use property::{Watched, watch};
pub use random::{Shape, random};
pub use shrink::shrink;
pub use state::{Fault, Move, State, Step};

#[cfg(test)]
mod conformance_tests;
#[cfg(test)]
mod tests;
