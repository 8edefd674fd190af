//! The clock of the module, for dependencies on the crate `web-time`.
//!
//! The published crate `web-time` needs generated bindings to the browser, and the module would not start without them.
//! This crate provides the items in use, with the clock of the host.

pub use std::time::Duration;

pub use sanderling_machine::clock::Instant;
