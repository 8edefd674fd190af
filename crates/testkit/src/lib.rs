//! Tools for tests.
//!
//! [`tiny`] has tiny nets and systems; [`random`] has nets from a seed, and [`random_property`] properties of them and,
//! by [`random_value_property`], of the values of programs; [`sized`] has nets of any size; [`naive`] explores a net in
//! the simplest way, on the reference semantics, so that every engine can be compared with it; [`dve`] does the same
//! for DVE models, on their syntax trees, and [`promela`] for Promela programs; [`rules`] has random rules of data nets,
//! and interprets them; [`laws`] checks the numbered laws of the system traits; [`corpora`] finds the collections of
//! models with known answers, if they are available; [`files`] have their expected results beside them, as the
//! [`examples`] of formats do, and [`damage`] changes them; [`written`] returns the text that a format writes, and
//! [`listing`] has nets as lines of text.

pub mod corpora;
pub mod damage;
pub mod dve;
pub mod examples;
pub mod files;
pub mod laws;
pub mod listing;
pub mod naive;
pub mod promela;
pub mod random;
mod random_property;
mod random_values;
pub mod rules;
pub mod sized;
pub mod tiny;
mod written;

pub use random_property::random_property;
pub use random_values::{Condition, Moment, Number, ValueProperty, random_value_property};
pub use written::written;
