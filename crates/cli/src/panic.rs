//! Panics, which are bugs in the program. A panic becomes a failure with its own exit code, instead of the message and
//! the code of the language's runtime.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, PoisonError};

use crate::failure::Failure;

/// The message of the first panic on any thread.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Carries out `task`, and turns a panic in it, or on a thread that it waits for, into a failure.
pub(crate) fn caught<T>(task: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    panic::set_hook(Box::new(|panic| {
        FIRST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| describe(panic));
    }));
    panic::catch_unwind(AssertUnwindSafe(task)).unwrap_or_else(|_| {
        let message = FIRST.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(Failure::internal(format!("internal error: {}", message.unwrap_or_default())))
    })
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let literal = payload.downcast_ref::<&str>().copied();
    let message = literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = message.unwrap_or("a panic without words");
    match panic.location() {
        Some(location) => format!("{message} ({}:{})", location.file(), location.line()),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn a_panic_is_an_internal_error_with_its_message() {
        let failure = caught::<()>(|| panic!("the sky fell")).unwrap_err();
        let _ = panic::take_hook();
        assert_eq!(failure.exit(), Exit::Internal);
        assert!(failure.to_report().message.contains("the sky fell"), "{failure:?}");
    }
}
