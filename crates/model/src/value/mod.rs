//! Nets whose places are variables: one token each, with a value.
//!
//! ```text
//! Net ─▶ Cells, Rules ─▶ proof ─▶ sample ─▶ Slots, programs, Selector ─▶ ValueModel
//!        numbers, and    what is  what is   bits, and what is done
//!        what is done    proved   seen      with them
//! ```
//!
//! A program of communicating processes is such a net. A place that always holds exactly one token
//! costs nothing but the bits of its value. [`cell`] says which numbers a marking is made of,
//! [`translate`] makes [`rule`]s of transitions, [`proof`] finds the ranges, [`slot`] packs; [`guard`],
//! [`effect`] and [`compile`] write programs for the [`machine`], and [`selector`] finds the
//! transitions that are worth a look.

mod assemble;
mod cell;
mod compile;
mod condition;
mod control;
mod decision;
mod effect;
mod expression;
mod extents;
mod footprint;
mod guard;
#[cfg(test)]
mod interpret;
mod key;
mod machine;
mod model;
mod narrowed;
mod operation;
mod proof;
#[cfg(test)]
mod random;
mod range;
mod refusal;
mod rule;
mod sample;
mod selector;
mod simplify;
mod slot;
mod tables;
mod translate;
mod translation;
mod undefined;
mod words;

pub use cell::{Cell, CellId, Cells, PlaceCells, Shape};
pub use model::{ModelErrors, ValueModel};
pub use range::Range;
pub use slot::{Extent, Slot, Slots};
