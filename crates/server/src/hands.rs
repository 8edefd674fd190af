//! Where long work runs: on threads of its own or, without threads, on the thread of the request.

use std::sync::Arc;
use std::{io, thread};

use sanderling::Control;

/// Whether the result of the running work is no longer needed.
pub(crate) type IsCancelled = Arc<dyn Fn() -> bool + Send + Sync>;

/// Where long work runs.
#[derive(Clone, Default)]
pub(crate) enum Hands {
    /// On a thread for each piece of work.
    #[default]
    Many,
    /// On the thread of the request, which processes nothing else in the meantime.
    One(IsCancelled),
}

/// Work that has begun; `None` if it is already done.
#[derive(Debug)]
pub(crate) struct Begun(Option<thread::JoinHandle<()>>);

impl Hands {
    /// Runs some work.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(crate) fn begin(&self, name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<Begun> {
        match self {
            Self::Many => {
                thread::Builder::new().name(name.into()).spawn(work).map(|thread| Begun(Some(thread)))
            }
            Self::One(_) => {
                work();
                Ok(Begun::done())
            }
        }
    }

    /// Returns a control of the work, which also ends when its result is no longer needed.
    pub(crate) fn line(&self, control: Control<'static>) -> Control<'static> {
        match self {
            Self::Many => control,
            Self::One(is_cancelled) => {
                let is_cancelled = Arc::clone(is_cancelled);
                control.until(move || is_cancelled())
            }
        }
    }
}

impl Begun {
    /// Returns finished work.
    pub(crate) const fn done() -> Self {
        Self(None)
    }

    /// Returns the work of a thread.
    pub(crate) const fn on(thread: thread::JoinHandle<()>) -> Self {
        Self(Some(thread))
    }

    /// Whether the work is finished.
    pub(crate) fn is_finished(&self) -> bool {
        self.0.as_ref().is_none_or(thread::JoinHandle::is_finished)
    }

    /// Waits until the work is finished.
    pub(crate) fn wait(self) {
        if let Some(thread) = self.0 {
            // NOTE: the thread catches its own panics.
            let _ = thread.join();
        }
    }
}
