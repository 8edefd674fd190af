//! The machine below the program: its clock, its memory and its threads.

pub mod clock;
pub mod memory;
pub mod threads;
