//! A queue of notifications for polling or for the listener.
//!
//! If no caller takes them, the oldest notifications of progress are dropped; results are kept.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// Maximum number of notifications of progress in the queue.
const MAX_PROGRESS: usize = 256;

/// The queue.
#[derive(Default)]
pub(super) struct Told {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// The messages, each with whether it is a result.
    messages: VecDeque<(String, bool)>,
    /// The number of messages about progress.
    progress: usize,
    /// Whether a listener receives the messages.
    is_claimed: bool,
    /// The listener's thread.
    listener: Option<ThreadId>,
    is_closed: bool,
}

impl Told {
    /// Adds a message.
    pub(super) fn add(&self, message: &str, is_result: bool) {
        let mut waiting = self.waiting();
        if waiting.is_closed {
            return;
        }
        if !is_result {
            if waiting.progress == MAX_PROGRESS
                && let Some(oldest) = waiting.messages.iter().position(|(_, is_result)| !is_result)
            {
                waiting.messages.remove(oldest);
                waiting.progress -= 1;
            }
            waiting.progress += 1;
        }
        waiting.messages.push_back((message.to_owned(), is_result));
        self.changed.notify_all();
    }

    /// Returns the next message for polling. Returns `None` after this time, if there is a listener, and once the queue
    /// is closed.
    pub(super) fn next(&self, wait: Duration) -> Option<String> {
        // A wait of more than a year is cut to a year.
        let until = Instant::now() + wait.min(Duration::from_secs(365 * 86_400));
        let mut waiting = self.waiting();
        loop {
            if waiting.is_claimed {
                return None;
            }
            if let Some(message) = waiting.take() {
                return Some(message);
            }
            let left = until.saturating_duration_since(Instant::now());
            if waiting.is_closed || left.is_zero() {
                return None;
            }
            waiting = self.changed.wait_timeout(waiting, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Reserves all messages for a listener. Returns `false` if there is one, or if the queue is closed.
    pub(super) fn claim(&self) -> bool {
        let mut waiting = self.waiting();
        let is_free = !waiting.is_claimed && !waiting.is_closed;
        waiting.is_claimed |= is_free;
        self.changed.notify_all();
        is_free
    }

    /// Returns the next message for the listener, which runs on this thread. Returns `None` once the queue is closed
    /// and empty.
    pub(super) fn next_claimed(&self) -> Option<String> {
        let mut waiting = self.waiting();
        waiting.listener = Some(thread::current().id());
        loop {
            if let Some(message) = waiting.take() {
                return Some(message);
            }
            if waiting.is_closed {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the reservation of the listener.
    pub(super) fn release(&self) {
        let mut waiting = self.waiting();
        waiting.is_claimed = false;
        waiting.listener = None;
        self.changed.notify_all();
    }

    /// Closes the queue. Waits until the listener has received the rest, unless the listener itself closes the queue;
    /// it then receives nothing more.
    pub(super) fn close(&self) {
        let mut waiting = self.waiting();
        waiting.is_closed = true;
        self.changed.notify_all();
        if waiting.listener == Some(thread::current().id()) {
            waiting.messages.clear();
            waiting.progress = 0;
            return;
        }
        while waiting.is_claimed {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn take(&mut self) -> Option<String> {
        let (message, is_result) = self.messages.pop_front()?;
        self.progress -= usize::from(!is_result);
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_that_closes_hears_nothing_more() {
        let told = Told::default();
        (0..3).for_each(|at| told.add(&at.to_string(), at == 1));
        assert!(told.claim());
        assert_eq!(told.next_claimed().as_deref(), Some("0"));
        told.close();
        assert_eq!(told.next_claimed(), None);
        told.release();
        assert!(!told.claim());
    }

    #[test]
    fn who_closes_waits_until_the_listener_has_heard_the_rest() {
        let told = Told::default();
        (0..3).for_each(|at| told.add(&at.to_string(), at == 1));
        assert!(told.claim());
        thread::scope(|scope| {
            let heard = scope.spawn(|| {
                let heard: Vec<String> = std::iter::from_fn(|| told.next_claimed()).collect();
                told.release();
                heard
            });
            told.close();
            assert_eq!(heard.join().unwrap(), ["0", "1", "2"]);
        });
    }
}
