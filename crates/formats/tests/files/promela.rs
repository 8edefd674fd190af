//! Tests of programs that are read and written, by their text and with Spin.

mod include;
mod read;
mod spin;
mod written;
