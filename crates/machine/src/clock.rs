//! A clock that never goes back, also where the target has none.
//!
//! Everywhere but in WebAssembly without a system, [`Instant`] is that of the standard library. There the standard library's would panic:
//! it is one of our own, with the same methods, that asks a function of the host, which is set once before anything else is done.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "tests know it where it is not public"))]
mod given;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use given::{Instant, set};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
