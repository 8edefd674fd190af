//! Tests of files of CPN Tools.

mod corpus;
mod examples;
mod meaning;
#[path = "../support/mod.rs"]
mod support;
