//! The processes that search together in a distributed search.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use sanderling_analysis::{Lost, Peers, Share, StopReason};
use sanderling_report::{Process, Reason};

/// The other processes. They take part in one search only: the first search of the request.
#[derive(Clone)]
pub struct Company {
    peers: Arc<Mutex<Option<Box<dyn Peers>>>>,
    names: Arc<Vec<String>>,
}

impl Company {
    /// Creates a company from connections to the other processes, and the addresses of all processes.
    #[must_use]
    pub fn new(peers: Box<dyn Peers>, names: Vec<String>) -> Self {
        Self { peers: Arc::new(Mutex::new(Some(peers))), names: Arc::new(names) }
    }

    /// Takes the peers. Later calls return `None`.
    pub(crate) fn take(&self) -> Option<Box<dyn Peers>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Calls `act` on the peers, unless a search has taken them already.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut dyn Peers) -> T) -> Option<T> {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.as_mut().map(|peers| act(&mut **peers))
    }

    /// Notifies the other processes that this process ends without having searched, and why. Only time,
    /// memory and cancellation are reported; in all other cases the others detect the lost connection.
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

    /// Describes which process was lost and why.
    #[must_use]
    pub fn describe_loss(&self, lost: &Lost) -> String {
        format!("process {} at {}: {}", lost.process, self.name(lost.process), lost.why)
    }

    /// Returns what each process did, as reports show it.
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
