//! Tests of GreatSPN's files.

mod corpora;
mod files;
