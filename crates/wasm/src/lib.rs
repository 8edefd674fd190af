//! The engine as a WebAssembly module without a system below it, for a worker of a browser or of Node.
//!
//! ```text
//! worker ──message──▶ answer ──▶ requests of sanderling-server, on the one thread that there is ──▶ send ──▶ worker
//! ```
//!
//! The module speaks the messages of `docs/server.md`. It needs four functions of its host and nothing else: a clock, what takes a
//! message, what says that nobody waits any more, and what takes the last words of a panic, after which the instance is of no use. The host
//! calls [`sanderling_begin`] once, and for each message [`sanderling_room`] and [`sanderling_answer`]. The custom section `sanderling` has
//! the version.

mod allocation;

use std::io;
use std::sync::{Mutex, PoisonError};

use sanderling_report::VERSION;
use sanderling_server::Server;

/// The version, for whoever is given the module as a file.
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
        /// The milliseconds since some moment.
        pub(crate) safe fn now() -> f64;
        /// Not 0 if nobody waits any more for what is being done.
        pub(crate) safe fn is_cancelled() -> u32;
        /// Takes so many bytes of UTF-8 at an address: a message. They are there until it returns.
        pub(crate) safe fn send(text: *const u8, bytes: usize);
        /// Takes what a panic says.
        pub(crate) safe fn broken(text: *const u8, bytes: usize);
    }
}

/// Begins a server whose analyses share so much memory.
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
    // NOTE: no fraction or negative number of bytes comes from a host of ours, and one would be made a number of bytes here.
    let server = Server::without_threads(Box::new(send), memory_bytes as u64, || host::is_cancelled() != 0);
    *SERVER.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
}

/// Room for a message of so many bytes, to be written before [`sanderling_answer`] is given it.
#[unsafe(no_mangle)]
pub extern "C" fn sanderling_room(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Answers a message, whose room it takes; all that comes of it has been sent when this returns. 0 if it was the last one.
///
/// # Safety
/// The room is of [`sanderling_room`], for as many bytes, and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_answer(room: *mut u8, bytes: usize) -> u32 {
    // SAFETY:
    // * the address is that of a boxed slice of so many bytes, as the caller has promised;
    // * nobody else has it any more.
    let message = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, bytes)) };
    let mut server = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    server.as_mut().is_some_and(|server| server.answer(&message)).into()
}
