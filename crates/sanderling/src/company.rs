//! The processes that search together for a request.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use sanderling_analysis::{Lost, Peers, Share, StopReason};
use sanderling_report::{Process, Reason};

/// The other processes, for one search: the first one of the request.
#[derive(Clone)]
pub struct Company {
    peers: Arc<Mutex<Option<Box<dyn Peers>>>>,
    names: Arc<Vec<String>>,
}

impl Company {
    /// These processes, with their addresses.
    #[must_use]
    pub fn new(peers: Box<dyn Peers>, names: Vec<String>) -> Self {
        Self { peers: Arc::new(Mutex::new(Some(peers))), names: Arc::new(names) }
    }

    /// The peers, for whoever asks first.
    pub(crate) fn take(&self) -> Option<Box<dyn Peers>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// What is done with the peers before anybody takes them.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut dyn Peers) -> T) -> Option<T> {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.as_mut().map(|peers| act(&mut **peers))
    }

    /// Tells the others that this process ends for this reason, if it has not searched. Where there is none, or it is none of time, memory or cancellation,
    /// nothing is told, and they notice that it is not there.
    pub fn leave(&self, reason: Option<Reason>) {
        let why = match reason {
            Some(Reason::Cancelled) => StopReason::Cancelled,
            Some(Reason::TimeLimit) => StopReason::Time,
            Some(Reason::MemoryLimit) => StopReason::Memory,
            _ => return,
        };
        if let Some(mut peers) = self.take() {
            peers.leave(why);
        }
    }

    fn name(&self, process: usize) -> &str {
        self.names.get(process).map_or("?", String::as_str)
    }

    /// Who was lost, and why, for people.
    #[must_use]
    pub fn told(&self, lost: &Lost) -> String {
        format!("process {} at {}: {}", lost.process, self.name(lost.process), lost.why)
    }

    /// What each has done, as a report says it.
    pub(crate) fn processes(&self, shares: &[Share]) -> Vec<Process> {
        let process = |(at, share): (usize, &Share)| Process {
            host: self.name(at).to_owned(),
            states: share.states.into(),
            firings: share.firings.into(),
            peak_memory_bytes: share.peak_bytes,
            sent_bytes: share.traffic.sent_bytes,
            received_bytes: share.traffic.received_bytes,
            waited_s: share.traffic.waited.as_secs_f64(),
        };
        shares.iter().enumerate().map(process).collect()
    }
}

impl PartialEq for Company {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.peers, &other.peers)
    }
}

impl fmt::Debug for Company {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Company").field("names", &self.names).finish_non_exhaustive()
    }
}
