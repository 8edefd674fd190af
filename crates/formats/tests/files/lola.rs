//! Tests of LoLA's nets.

mod files;
mod written;
