//! Sanderling as a C library: the server's requests, as functions that take and return JSON.
//!
//! ```text
//! text ──text──▶ a function of this file ──▶ Session ──▶ the requests of sanderling-server
//! ```
//!
//! A session is a number, so a session that is closed, or never existed, is an error and not a dangling pointer. All
//! functions may be called from any thread at any time. None lets a panic through: it becomes an error as well.
//! `include/sanderling.h` is generated from this file, whose comments are its documentation. `docs/c.md` is the guide
//! for users.

mod registry;
mod session;
mod stored;
mod text;

use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use session::{Failed, Session};
use text::{Given, given, returned};

/// A session: loaded nets, and analyses of them. 0 is no session.
pub type SanderlingSession = u64;

/// A function that receives notifications: the notification in JSON, valid until the call returns, and the given context.
pub type SanderlingListener = Option<unsafe extern "C" fn(message: *const c_char, context: *mut c_void)>;

/// The version of the library, such as "0.1.0". Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn sanderling_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Opens a session. Its analyses share `memory_bytes` bytes of memory; for 0, three quarters of the free memory. Returns 0 on
/// failure.
#[unsafe(no_mangle)]
pub extern "C" fn sanderling_open(memory_bytes: u64) -> SanderlingSession {
    let memory_bytes = match memory_bytes {
        0 => sanderling::default_memory_limit().unwrap_or(4 << 30),
        bytes => bytes,
    };
    catch_unwind(|| registry::add(Session::open(memory_bytes))).unwrap_or(0)
}

/// Closes a session: cancels running analyses and waits for them. Waiting calls return, and the listener is not called any more.
/// Does nothing if there is no such session.
#[unsafe(no_mangle)]
pub extern "C" fn sanderling_close(session: SanderlingSession) {
    let closed = || registry::remove(session).iter().for_each(|session| session.close());
    // A fault of the program cannot be reported here.
    let _ = catch_unwind(AssertUnwindSafe(closed));
}

/// Loads a file. Returns `{"result": {"net": "net1", ...}}`, or `{"error": {"code", "message", "data"}}` with the problem, its
/// place and what was expected. Free the answer with sanderling_free.
///
/// # Safety
/// `path` is NULL, or points to a text that ends in NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_load(session: SanderlingSession, path: *const c_char) -> *mut c_char {
    // SAFETY: as the caller promises.
    let path = unsafe { given(path) };
    answered(session, |session| {
        let Given::Text(path) = path else { return Err(path.refusal("the path")) };
        let params = serde_json::json!({ "uri": path });
        session.request("net/load", &params.to_string())
    })
}

/// Sends a request of the server (docs/server-reference.md) and waits for the answer: an object with `result` or `error`. The
/// parameters are a JSON object, or NULL for none. Free the answer with sanderling_free.
///
/// # Safety
/// `method` and `params` are NULL, or point to texts that end in NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_request(
    session: SanderlingSession,
    method: *const c_char,
    params: *const c_char,
) -> *mut c_char {
    // SAFETY: as the caller promises.
    let (method, params) = unsafe { (given(method), given(params)) };
    answered(session, |session| {
        let (method, params) = method_and_params(method, params)?;
        session.request(method, params)
    })
}

/// Starts an analysis (`analysis/start` or `analysis/standard`) and waits until it ends. Returns an object with `report`, as
/// `sanderling --format json` prints it (docs/json.md), or with `error`. Free it with sanderling_free.
///
/// # Safety
/// `method` and `params` are NULL, or point to texts that end in NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_analyse(
    session: SanderlingSession,
    method: *const c_char,
    params: *const c_char,
) -> *mut c_char {
    // SAFETY: as the caller promises.
    let (method, params) = unsafe { (given(method), given(params)) };
    answered(session, |session| {
        let (method, params) = method_and_params(method, params)?;
        session.analyse(method, params)
    })
}

/// Returns the next notification, `analysis/progress` or `analysis/result`, as a JSON object with `method` and `params`. Returns
/// NULL if there is none within this number of milliseconds, the session is closed, or there is a listener. Results of
/// sanderling_analyse are not included. Free it with sanderling_free.
#[unsafe(no_mangle)]
pub extern "C" fn sanderling_poll(session: SanderlingSession, milliseconds: u64) -> *mut c_char {
    let next = || registry::get(session)?.next(Duration::from_millis(milliseconds));
    catch_unwind(AssertUnwindSafe(next)).ok().flatten().map_or(ptr::null_mut(), |message| returned(&message))
}

/// Passes notifications to a listener from now on, one after the other, on a thread of the session. The listener may call all
/// functions. Returns `false` if there is no such session, it has a listener, or the listener is NULL.
///
/// # Safety
/// The listener may be called with this context on another thread until the session is closed. If the listener itself closes the
/// session, its current call is the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_listen(
    session: SanderlingSession,
    listener: SanderlingListener,
    context: *mut c_void,
) -> bool {
    let Some(listener) = listener else { return false };
    let listener = text::Listener::new(listener, context);
    let listens = || {
        registry::get(session)
            .is_some_and(|session| Session::listen(&session, move |message| listener.notify(message)))
    };
    catch_unwind(AssertUnwindSafe(listens)).unwrap_or(false)
}

/// Ends an analysis early, by its name (`analysis1`); for NULL, all of them. The partial result follows. Returns `false` if there
/// is no such analysis.
///
/// # Safety
/// `analysis` is NULL, or points to a text that ends in NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_cancel(session: SanderlingSession, analysis: *const c_char) -> bool {
    // SAFETY: as the caller promises.
    let analysis = unsafe { given(analysis) };
    let cancelled = || {
        let Some(session) = registry::get(session) else { return false };
        match analysis {
            Given::Nothing => session.cancel(None),
            Given::Text(name) => session.cancel(Some(name)),
            Given::NoText => false,
        }
    };
    catch_unwind(AssertUnwindSafe(cancelled)).unwrap_or(false)
}

/// Returns the part of a JSON text at a JSON Pointer (RFC 6901), such as "/report/verdict": the characters of a string, otherwise
/// JSON. Returns NULL if there is nothing. Free it with sanderling_free.
///
/// # Safety
/// `json` and `pointer` are NULL, or point to texts that end in NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_at(json: *const c_char, pointer: *const c_char) -> *mut c_char {
    // SAFETY: as the caller promises.
    let (json, pointer) = unsafe { (given(json), given(pointer)) };
    let (Given::Text(json), Given::Text(pointer)) = (json, pointer) else { return ptr::null_mut() };
    let found = catch_unwind(|| stored::at(json, pointer));
    found.ok().flatten().map_or(ptr::null_mut(), |part| returned(&part))
}

/// Frees a text that a function has returned. Does nothing for NULL.
///
/// # Safety
/// `text` is NULL, or was returned by a function of this library and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sanderling_free(text: *mut c_char) {
    // SAFETY: as the caller promises.
    unsafe { text::free(text) };
}

/// Returns the method and the parameters of a request, which are `null` if there are none.
fn method_and_params<'t>(method: Given<'t>, params: Given<'t>) -> Result<(&'t str, &'t str), Failed> {
    let Given::Text(method) = method else { return Err(method.refusal("the method")) };
    match params {
        Given::Text(params) => Ok((method, params)),
        Given::Nothing => Ok((method, "null")),
        Given::NoText => Err(params.refusal("the parameters")),
    }
}

/// Returns the answer of a session as a text for the caller. It always returns one.
fn answered(
    session: SanderlingSession,
    ask: impl FnOnce(&Arc<Session>) -> Result<String, Failed>,
) -> *mut c_char {
    let answer = || {
        let no_session =
            || Failed::of_caller(&format!("there is no session {session}: open one with sanderling_open"));
        registry::get(session).ok_or_else(no_session).and_then(|session| ask(&session))
    };
    let answer = catch_unwind(AssertUnwindSafe(answer))
        .unwrap_or_else(|_| Err(Failed::internal("the call failed unexpectedly; please report it")));
    returned(&answer.unwrap_or_else(|failed| failed.to_json()))
}
