//! The memory that all analyses share.
//!
//! An analysis receives its part before it begins and returns it when it ends, so the sum of all parts never exceeds
//! the memory of the server. If too little is left, the analysis waits. Waiting analyses are served in the order of
//! their requests.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::message::{Code, Refusal};

/// Minimum size of a part in bytes; no analysis works with less.
const MIN_GRANT: u64 = 16 << 20;

/// Number of equal parts in the whole budget. An analysis that requests no amount gets one of them.
const PARTS: u64 = 4;

/// Interval at which a waiting analysis checks for its cancellation.
const PERIOD: Duration = Duration::from_millis(50);

#[derive(Debug, Clone)]
pub(crate) struct Budget(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    whole: u64,
    state: Mutex<State>,
    /// Memory was returned, or a waiting analysis was cancelled.
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    left: u64,
    /// The waiting tickets, in order.
    waiting: VecDeque<u64>,
    tickets: u64,
}

/// A part of the budget, which is returned when this is dropped.
#[derive(Debug)]
pub(crate) struct Grant {
    budget: Budget,
    /// The number of bytes that may be used.
    pub(crate) bytes: u64,
    /// The number of bytes that are returned: 0 if the analysis was cancelled before it had a part.
    held: u64,
}

impl Budget {
    pub(crate) fn new(bytes: u64) -> Self {
        let state = State { left: bytes, waiting: VecDeque::new(), tickets: 0 };
        Self(Arc::new(Shared { whole: bytes, state: Mutex::new(state), changed: Condvar::new() }))
    }

    /// Returns the size of a part for a request of this many bytes, or for one without an amount.
    ///
    /// # Errors
    /// If the whole budget is smaller.
    pub(crate) fn part(&self, requested: Option<u64>) -> Result<u64, Refusal> {
        let whole = self.0.whole;
        let bytes = requested.unwrap_or(whole / PARTS).max(MIN_GRANT);
        if bytes > whole {
            let message = format!(
                "{bytes} bytes of memory are requested, and the server has {whole} for all analyses: request less, or start it with more (`--memory`)"
            );
            return Err(Refusal::new(Code::OutOfBudget, message));
        }
        Ok(bytes)
    }

    /// Grants this much memory at once, or refuses if less is left.
    pub(crate) fn grant(&self, requested: Option<u64>) -> Result<Grant, Refusal> {
        let bytes = self.part(requested)?;
        let mut state = self.lock();
        if state.left < bytes {
            let message = format!(
                "{} bytes of memory are left, and {bytes} are needed: wait for an analysis to end, or cancel one",
                state.left
            );
            return Err(Refusal::new(Code::OutOfBudget, message));
        }
        state.left -= bytes;
        Ok(Grant { budget: self.clone(), bytes, held: bytes })
    }

    /// Grants this much memory at once if it is left and no analysis waits. Otherwise returns a place in the queue.
    pub(crate) fn grant_or_queue(&self, bytes: u64) -> Result<Grant, Ticket> {
        let mut state = self.lock();
        if state.waiting.is_empty() && state.left >= bytes {
            state.left -= bytes;
            return Ok(Grant { budget: self.clone(), bytes, held: bytes });
        }
        state.tickets += 1;
        let number = state.tickets;
        state.waiting.push_back(number);
        Err(Ticket { budget: self.clone(), bytes, number })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue.
#[derive(Debug)]
pub(crate) struct Ticket {
    budget: Budget,
    bytes: u64,
    number: u64,
}

impl Ticket {
    /// Waits for the turn of the ticket and for its memory. A cancelled analysis needs no memory, and is served at
    /// once.
    pub(crate) fn served(self, is_cancelled: impl Fn() -> bool) -> Grant {
        let Self { ref budget, bytes, number } = self;
        let mut state = budget.lock();
        let held = loop {
            if is_cancelled() {
                break 0;
            }
            if state.waiting.front() == Some(&number) && state.left >= bytes {
                break bytes;
            }
            let waited = budget.0.changed.wait_timeout(state, PERIOD);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        state.left -= held;
        drop(state);
        Grant { budget: budget.clone(), bytes, held }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.budget.lock().waiting.retain(|&number| number != self.number);
        self.budget.0.changed.notify_all();
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        self.budget.lock().left += self.held;
        self.budget.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn grants_never_exceed_the_budget_and_are_returned() {
        let budget = Budget::new(1 << 30);
        let grants: Vec<Grant> = std::iter::from_fn(|| budget.grant(None).ok()).collect();
        assert_eq!(grants.len() as u64, PARTS);
        assert!(grants.iter().map(|grant| grant.bytes).sum::<u64>() <= 1 << 30);
        assert_eq!(budget.grant(Some(1 << 30)).unwrap_err().code, Code::OutOfBudget);
        drop(grants);
        assert_eq!(budget.grant(Some(1 << 30)).unwrap().bytes, 1 << 30);
        assert!(budget.part(Some((1 << 30) + 1)).unwrap_err().message.contains("request less"));
    }

    #[test]
    fn all_queued_requests_are_served() {
        let budget = Budget::new(1 << 30);
        let served = AtomicUsize::new(0);
        let request = |at| budget.grant_or_queue(if at % 3 == 0 { 1 << 29 } else { 1 << 27 });
        let parts: Vec<Result<Grant, Ticket>> = (0..40).map(request).collect();
        assert!(parts.iter().filter(|part| part.is_err()).count() > 30);
        thread::scope(|scope| {
            for part in parts {
                scope.spawn(|| {
                    let grant = part.unwrap_or_else(|ticket| ticket.served(|| false));
                    thread::yield_now();
                    assert_eq!(grant.held, grant.bytes);
                    served.fetch_add(1, Ordering::SeqCst);
                });
            }
        });
        assert_eq!(served.into_inner(), 40);
        assert_eq!(budget.grant(Some(1 << 30)).unwrap().bytes, 1 << 30);
    }

    #[test]
    fn a_cancelled_request_does_not_wait_and_holds_no_memory() {
        let budget = Budget::new(1 << 30);
        let all = budget.grant(Some(1 << 30)).unwrap();
        let queue = |bytes| budget.grant_or_queue(bytes).expect_err("there is nothing left");
        let (first, second) = (queue(1 << 29), queue(1 << 29));
        assert_eq!(first.served(|| true).held, 0);
        drop(all);
        assert!(budget.grant_or_queue(MIN_GRANT).is_err(), "the second comes first");
        assert_eq!(second.served(|| false).held, 1 << 29);
        assert_eq!(budget.grant_or_queue(1 << 30).unwrap().held, 1 << 30);
    }
}
