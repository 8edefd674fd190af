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
//! | which numbers a marking is made of, what a transition does with them | [`cell`], [`translate`], [`rule`], [`expression`] |
//! | what is known of their ranges, and assumed | [`proof`], [`narrowed`], [`sample`], [`turn`], [`extents`] |
//! | where they stand | [`slot`], [`translation`] |
//! | programs | [`simplify`], [`guard`], [`condition`], [`decision`], [`compile`], [`effect`], [`action`], [`machine`] |
//! | which transitions are worth a look | [`group`], [`remainder`], [`listing`], [`selector`], [`key`], [`gather`] |
//! | all of it together | [`assemble`], [`model`] |

mod action;
mod assemble;
mod cell;
mod compile;
mod condition;
mod control;
mod decision;
mod dependency;
mod effect;
mod expression;
mod extents;
mod gather;
mod group;
mod guard;
#[cfg(test)]
mod interpret;
mod key;
mod listing;
mod machine;
mod model;
mod narrowed;
mod operation;
mod proof;
#[cfg(test)]
mod random;
mod refusal;
mod remainder;
mod rule;
mod sample;
mod selector;
mod simplify;
mod slot;
mod tables;
mod translate;
mod translation;
mod turn;
mod undefined;
mod words;

pub use cell::{Cell, CellId, Cells, PlaceCells, Shape};
pub use model::{ModelErrors, ValueModel};
pub use sanderling_interval::Interval;
pub use slot::{Extent, Slot, Slots};
