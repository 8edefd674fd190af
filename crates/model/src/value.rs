//! Nets whose places are variables: one token each, with a value.
//!
//! ```text
//! Net ─▶ Cells, Rules ─▶ proof ─▶ sample ─▶ Slots, programs, Selector ─▶ ValueModel
//!        numbers, and    what is  what is   bits, and what is done
//!        what is done    proved   seen      with them
//! ```
//!
//! A program of communicating processes is such a net. A place that always holds exactly one token
//! costs nothing but the bits of its value.
//!
//! | step | modules |
//! | --- | --- |
//! | which numbers a marking is made of, what a transition does with them | `sanderling_data_net` |
//! | what is known of their ranges, and assumed | `proof`, `sample`, `turn`, `extents` |
//! | where they stand | `slot`, `translation` |
//! | programs | `guard`, `condition`, `decision`, `compile`, `effect`, `action`, `machine` |
//! | which transitions are worth a look | `group`, `remainder`, `listing`, `selector`, `key`, `gather` |
//! | all of it together | `assemble`, `model` |

mod action;
mod assemble;
mod compile;
mod condition;
mod control;
mod decision;
mod dependency;
mod effect;
mod extents;
mod gather;
mod group;
mod guard;
mod key;
mod listing;
mod machine;
mod model;
mod operation;
mod proof;
#[cfg(test)]
mod random;
mod remainder;
mod sample;
mod selector;
mod slot;
mod tables;
mod translation;
mod turn;
mod undefined;
mod words;

pub use model::{ModelErrors, ValueModel};
pub use sanderling_data_net::{Cell, CellId, Cells, Interval, PlaceCells, Shape};
pub use slot::{Extent, Slot, Slots};
