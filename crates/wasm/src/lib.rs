//! The engine as a WebAssembly module without a system interface, for a worker of a browser or of Node.
//!
//! ```text
//! worker ──message──▶ answer ──▶ requests of sanderling-server, single-threaded ──▶ send ──▶ worker
//! ```
//!
//! The module uses the messages of `docs/server.md`. It imports only four functions from its host: a clock, a function
//! that receives a message, one that reports a cancellation, and one that receives the message of a panic. After a
//! panic, the instance is unusable. The host calls [`sanderling_begin`] once, then [`sanderling_room`] and
//! [`sanderling_answer`] for each message. The custom section `sanderling` contains the version.

mod allocation;

use std::io;
use std::sync::{Mutex, PoisonError};

use sanderling_report::VERSION;
use sanderling_server::Server;

/// The version in the file of the module.
#[used]
#[unsafe(link_section = "sanderling")]
static SECTION: [u8; VERSION.len()] = {
    let mut bytes = [0; VERSION.len()];
    bytes.copy_from_slice(VERSION.as_bytes());
    bytes
};

static SERVER: Mutex<Option<Server>> = Mutex::new(None);

mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Returns the number of milliseconds since a fixed time.
        pub(crate) safe fn now() -> f64;
        /// Returns a nonzero number if the current request has been cancelled.
        pub(crate) safe fn is_cancelled() -> u32;
        /// Receives a message of `bytes` bytes of UTF-8 at `text`. They are valid until this function returns.
        pub(crate) safe fn send(text: *const u8, bytes: usize);
        /// Receives the message of a panic, as `send` receives other messages.
        pub(crate) safe fn broken(text: *const u8, bytes: usize);
    }
}

/// Starts a server whose analyses share `memory_bytes` bytes of memory.
#[unsafe(no_mangle)]
pub extern "C" fn sanderling_begin(memory_bytes: f64) {
    sanderling_machine::clock::set(|| host::now());
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        host::broken(text.as_ptr(), text.len());
    }));
    let send = |message: &str| -> io::Result<()> {
        host::send(message.as_ptr(), message.len());
        Ok(())
    };
    // NOTE: the hosts of this project pass a natural number. The cast turns any other number into one.
    let server = Server::without_threads(Box::new(send), memory_bytes as u64, || host::is_cancelled() != 0);
    *SERVER.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
}

/// Allocates `bytes` bytes for a message. The host writes the message there and passes it to [`sanderling_answer`].
#[unsafe(no_mangle)]
pub extern "C" fn sanderling_room(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Answers a message and frees its memory. All resulting messages have been sent when this function returns. Returns
/// 0 if the message ended the session.
///
/// # Safety
/// `room` was returned by [`sanderling_room`] for the same number of bytes, and is not used after this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_answer(room: *mut u8, bytes: usize) -> u32 {
    // SAFETY:
    // * the caller guarantees that `room` is the address of a boxed slice of `bytes` bytes;
    // * the caller no longer uses the slice.
    let message = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, bytes)) };
    let mut server = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    server.as_mut().is_some_and(|server| server.answer(&message)).into()
}
