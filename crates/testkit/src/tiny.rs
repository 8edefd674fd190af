//! Nets and systems that fit in the head, with figures that anybody can check.
//!
//! [`nets`] has them as nets, [`systems`] as bare graphs of states.

pub mod nets;
pub mod systems;
