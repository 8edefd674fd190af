//! The lost processes, as the network threads detect them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use sanderling_analysis::Lost;

/// The state that the connections of a process share.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    is_any: AtomicBool,
    /// Whether all messages have been exchanged: a process that leaves now is not lost.
    is_over: AtomicBool,
    first: Mutex<Option<(Instant, Lost)>>,
    pub(crate) sent_bytes: AtomicU64,
    pub(crate) received_bytes: AtomicU64,
}

impl Losses {
    /// Records a lost process. Only the first one counts, since others may leave because of it.
    pub(crate) fn note(&self, lost: Lost) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| (Instant::now(), lost));
        self.is_any.store(true, Ordering::Release);
    }

    pub(crate) fn is_any(&self) -> bool {
        self.is_any.load(Ordering::Acquire)
    }

    pub(crate) fn first(&self) -> Option<(Instant, Lost)> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }
}
