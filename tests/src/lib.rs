//! What the tests across the workspace share.
//!
//! The tests themselves are in `tests/`, one file for each prepared. Here is what they are made of:
//! every configuration ([`Configuration`]), the naive explorer's findings held against a report
//! ([`Oracle`]), traces played on the reference semantics without the program's help ([`play()`]), those
//! of DVE models on a direct interpreter ([`Program`]), their property processes by definition ([`check_property_process`]), properties at random ([`random_property`]), and temporal ones by their
//! definitions ([`temporal`]).

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
pub use property_process::{asked, check_property_process};
pub use read::{read, read_nets};
pub use sanderling_testkit::random_property;
