//! Texts and the listener at the C interface, with all code that cannot be checked.

use std::ffi::{CStr, CString, c_char, c_void};

use crate::session::Failed;

/// A text from the caller.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Given<'t> {
    /// NULL.
    Nothing,
    /// A text.
    Text(&'t str),
    /// Bytes that are not UTF-8.
    NoText,
}

impl Given<'_> {
    /// Returns why the value is not a text, if a text is needed.
    pub(crate) fn refusal(self, what: &str) -> Failed {
        let problem = match self {
            Given::NoText => "is not UTF-8",
            Given::Nothing | Given::Text(_) => "is missing",
        };
        Failed::of_caller(&format!("{what} {problem}"))
    }
}

/// Reads a text from the caller.
///
/// # Safety
/// `text` is NULL or the beginning of a text that ends in NUL, and does not change while the result is used.
pub(crate) unsafe fn given<'t>(text: *const c_char) -> Given<'t> {
    if text.is_null() {
        return Given::Nothing;
    }
    // SAFETY: it is not NULL; the rest is as the caller promises.
    match unsafe { CStr::from_ptr(text) }.to_str() {
        Ok(text) => Given::Text(text),
        Err(_) => Given::NoText,
    }
}

/// Returns a text for the caller, who frees it. It is cut at a NUL, which JSON never contains.
pub(crate) fn returned(text: &str) -> *mut c_char {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default().into_raw()
}

/// Frees a text.
///
/// # Safety
/// `text` is NULL, or comes from [`returned`] and is not used any more.
pub(crate) unsafe fn free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it comes from `CString::into_raw`, and is not used any more.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// The listener of the caller.
pub(crate) struct Listener {
    listener: unsafe extern "C" fn(*const c_char, *mut c_void),
    context: *mut c_void,
}

// SAFETY: the caller promises that the listener may be called with its context on another thread, and only one thread
// uses it.
unsafe impl Send for Listener {}

impl Listener {
    pub(crate) fn new(
        listener: unsafe extern "C" fn(*const c_char, *mut c_void),
        context: *mut c_void,
    ) -> Self {
        Self { listener, context }
    }

    /// Passes a message to the listener.
    pub(crate) fn notify(&self, message: &str) {
        // Messages are JSON, which has no NUL.
        let message = CString::new(message).unwrap_or_default();
        // SAFETY:
        // * the message ends in NUL and lives until the call returns;
        // * the listener may be called with this context, as the caller promised.
        unsafe { (self.listener)(message.as_ptr(), self.context) };
    }
}
