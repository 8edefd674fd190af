//! Common code of the tests across the workspace.
//!
//! The tests themselves are in `tests/`, one file for each subject. This crate provides:
//!
//! * every configuration ([`Configuration`]),
//! * comparisons of reports with the naive explorer ([`Oracle`]),
//! * traces played with the reference semantics, independently of the program ([`play()`]),
//! * traces of DVE models on a direct interpreter ([`Program`]), and property processes by definition
//!   ([`check_property_process`]),
//! * random properties ([`random_property`]), and temporal properties by definition ([`temporal`]).

mod configuration;
mod counter;
mod counts;
mod explicit;
mod oracle;
mod play;
mod program;
mod property_process;
mod read;
pub mod soak;
pub mod temporal;

pub use configuration::Configuration;
pub use counter::{apply, counter, number, x};
pub use counts::check_counts;
pub use explicit::without_unfolding;
pub use oracle::{Oracle, freedom_from_deadlock};
pub use play::{check_self_covering, play};
pub use program::{End, Program};
pub use property_process::{check_property_process, property_process_report};
pub use read::{read, read_nets};
pub use sanderling_testkit::random_property;
