//! Calls as TAPAAL's editor makes them, and its way of reading the answers.

mod agreement;
mod answers;
mod calls;
mod coloured;
mod interactive;
mod program;
mod reading;
mod runs;
