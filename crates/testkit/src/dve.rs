//! DVE models without any machinery: the oracle for the format, the compiler and the search.
//!
//! [`Interpreter`] gives the syntax tree its meaning in the most direct way: names are looked up
//! where they stand, numbers are 32 bits wide, a state is vectors of numbers. It is written from the
//! description of the language alone and shares nothing with the lowering to nets. [`explore()`] walks
//! the states breadth-first, [`watch()`] asks the property process. [`random()`] makes models from a seed, [`print()`] writes a tree as text that
//! means the same however operators bind, and [`shrink()`] makes a model small that a test fails on.

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
