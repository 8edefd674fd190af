//! Data nets, whose places are variables: one token each, with a value.
//!
//! ```text
//! Net ─▶ Cells, Rules ─▶ proof ─▶ sample ─▶ Slots, programs, Selector ─▶ ValueModel
//!        numbers and     proved   sampled   bits, and operations
//!        operations      ranges   ranges    on them
//! ```
//!
//! A program of communicating processes is such a net. A place that always contains exactly one token takes only the
//! bits of its value.
//!
//! | step | modules |
//! | --- | --- |
//! | numbers of a marking, and operations of a transition on them | `sanderling_data_net` |
//! | proved and assumed ranges of the numbers | `proof`, `sample`, `turn`, `extents` |
//! | location of the numbers | `slot`, `translation` |
//! | programs | `guard`, `condition`, `decision`, `compile`, `effect`, `action`, `machine` |
//! | transitions worth testing | `group`, `remainder`, `listing`, `selector`, `key`, `gather` |
//! | assembly | `assemble`, `model` |

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
