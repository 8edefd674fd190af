//! Tests of Helena's nets.

mod files;
mod meaning;
