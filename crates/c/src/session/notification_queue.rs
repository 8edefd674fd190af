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
pub(super) struct NotificationQueue {
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

impl NotificationQueue {
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
    fn a_listener_receives_no_messages_after_it_closes_the_queue() {
        let queue = NotificationQueue::default();
        (0..3).for_each(|at| queue.add(&at.to_string(), at == 1));
        assert!(queue.claim());
        assert_eq!(queue.next_claimed().as_deref(), Some("0"));
        queue.close();
        assert_eq!(queue.next_claimed(), None);
        queue.release();
        assert!(!queue.claim());
    }

    #[test]
    fn closing_waits_until_the_listener_has_received_the_rest() {
        let queue = NotificationQueue::default();
        (0..3).for_each(|at| queue.add(&at.to_string(), at == 1));
        assert!(queue.claim());
        thread::scope(|scope| {
            let received = scope.spawn(|| {
                let messages: Vec<String> = std::iter::from_fn(|| queue.next_claimed()).collect();
                queue.release();
                messages
            });
            queue.close();
            assert_eq!(received.join().unwrap(), ["0", "1", "2"]);
        });
    }
}
