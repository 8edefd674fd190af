//! Tests of programs in DVE: how they are read, lowered and run.

mod beem;
mod conformance;
mod corpora;
mod examples;
mod limits;
mod lowering;
mod mutation;
mod names;
mod property;
mod semantics;
mod spans;
mod support;
