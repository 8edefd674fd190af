//! Values that are freed in the background.

use std::ops::Deref;
use std::thread;

/// A value that is freed in a thread of its own. Freeing a net of 300,000 places takes half a second, and the program
/// may end meanwhile.
#[derive(Debug)]
pub(crate) struct FreedLater<T: Send + 'static>(Option<T>);

impl<T: Send + 'static> FreedLater<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Some(value))
    }

    pub(crate) fn into_inner(mut self) -> T {
        self.0.take().expect("only this and `drop` take the value")
    }
}

impl<T: Send + 'static> Deref for FreedLater<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("only `into_inner` and `drop` take the value")
    }
}

impl<T: Send + 'static> Drop for FreedLater<T> {
    fn drop(&mut self) {
        if let Some(value) = self.0.take() {
            // If no thread can be started, the value is freed here.
            let _ = thread::Builder::new().name("free".into()).spawn(move || drop(value));
        }
    }
}
