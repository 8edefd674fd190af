//! Tests of the checker as a library and as a program.

mod program;
mod refusals;
mod runs;
