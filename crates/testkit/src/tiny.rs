//! Nets and systems that fit in the head, with statistics that anybody can check.
//!
//! [`nets`] has them as nets, [`systems`] as bare graphs of states, and a
//! [`Counter`] has quantities and assumptions besides.

mod counter;
pub mod nets;
pub mod systems;

pub use counter::Counter;
