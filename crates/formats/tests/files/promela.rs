//! Tests of programs that are read and written, by their text and with Spin.

mod define;
mod include;
mod read;
mod small;
mod spin;
mod written;
