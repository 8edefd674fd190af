//! Tests of files in PNML: how they are read and written.

mod algebraic;
mod coloured;
mod conformance;
mod editors;
mod examples;
mod mutation;
mod spelling;
#[path = "../support/mod.rs"]
mod support;
mod tapaal;
mod write;
