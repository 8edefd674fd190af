//! Tests of programs that are written, by their text and with Spin.

mod spin;
mod written;
