//! Tiny nets and systems, with statistics that are easy to check.
//!
//! [`nets`] has nets, [`systems`] bare graphs of states, a [`Counter`] also has quantities and
//! assumptions, and [`Growing`] is a graph that outgrows its packing.

mod counter;
mod growing;
pub mod nets;
pub mod systems;

pub use counter::Counter;
pub use growing::{Growing, random_edges};
