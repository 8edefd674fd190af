//! A monotonic clock for all targets.
//!
//! [`Instant`] is that of the standard library, except in WebAssembly without a system, where the standard library
//! would panic. There it is a replacement with the same methods that calls a function of the host. The function is set
//! once, before anything else is done.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "tests know it where it is not public"))]
mod given;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use given::{Instant, set};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
