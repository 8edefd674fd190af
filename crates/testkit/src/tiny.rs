//! Tiny nets and systems, with statistics that are easy to check.
//!
//! [`nets`] has nets, [`systems`] bare graphs of states, and a [`Counter`] also has quantities and assumptions.

mod counter;
pub mod nets;
pub mod systems;

pub use counter::Counter;
