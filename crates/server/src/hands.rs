//! Who does what takes its time: a thread of its own, or, where there are none, whoever asks.

use std::sync::Arc;
use std::{io, thread};

use sanderling::Control;

/// Says whether nobody waits for what is being done any more.
pub(crate) type IsCancelled = Arc<dyn Fn() -> bool + Send + Sync>;

/// Who does what takes its time.
#[derive(Clone, Default)]
pub(crate) enum Hands {
    /// A thread for each piece of work.
    #[default]
    Many,
    /// Whoever asks for it, who hears nothing else until it is done.
    One(IsCancelled),
}

/// Work that was begun; none where it is done already.
#[derive(Debug)]
pub(crate) struct Begun(Option<thread::JoinHandle<()>>);

impl Hands {
    /// Does some work.
    ///
    /// # Errors
    /// That the system gives no thread for it.
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

    /// A line to some work, which ends when nobody waits for it any more.
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
    /// Work that is done.
    pub(crate) const fn done() -> Self {
        Self(None)
    }

    /// Work that a thread does.
    pub(crate) const fn on(thread: thread::JoinHandle<()>) -> Self {
        Self(Some(thread))
    }

    /// Whether it is done.
    pub(crate) fn is_finished(&self) -> bool {
        self.0.as_ref().is_none_or(thread::JoinHandle::is_finished)
    }

    /// Waits until it is done.
    pub(crate) fn wait(self) {
        if let Some(thread) = self.0 {
            // NOTE: it has caught its own panic.
            let _ = thread.join();
        }
    }
}
