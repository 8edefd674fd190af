//! Tests of files of CPN Tools.

mod corpus;
mod examples;
mod limits;
mod meaning;
mod mutation;
mod support;
