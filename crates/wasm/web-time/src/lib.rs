//! The clock of the module, for dependencies that ask `web-time` for one.
//!
//! The crate of that name asks the browser by generated bindings, without which the module would not start. What is needed of it
//! is here, by the clock that the host gives.

pub use std::time::Duration;

pub use sanderling_machine::clock::Instant;
