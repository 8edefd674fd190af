//! The processes that search together, from the perspective of one of them.
//!
//! The transport of messages is implemented elsewhere; this crate contains no network code. Each state
//! belongs to one process, by the shard of its hash (Stern and Dill, *Parallelizing the Murphi Verifier*,
//! CAV 1997; Evangelista and Kristensen, *Search-Order Independent State Caching*, ToPNoC IV, 2010, section
//! 4.2). All processes proceed in steps: in each step, every process sends a message to each other one, and
//! receives one from each.

mod messages;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) use self::messages::{exchange_heads, read, unreadable, write};
use crate::limits::StopReason;
use crate::outcome::Outcome;

/// The other processes of a search.
///
/// # Laws
/// 1. Every process calls [`send`](Self::send) and [`receive`](Self::receive) alternately and equally often,
///    until one of them is lost.
/// 2. The n-th call of `receive` returns the messages that the others passed to their n-th call of `send`,
///    complete and unchanged.
/// 3. Once a process is lost, calls fail, and none of them waits forever.
pub trait Peers: Send {
    /// Returns the number of processes including this one, at least one.
    fn processes(&self) -> usize;

    /// Returns the number of this process.
    fn own(&self) -> usize;

    /// Sends each process its message, indexed by process. Does not wait for the delivery.
    ///
    /// # Errors
    /// If a process is lost.
    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), Lost>;

    /// Waits for the messages of all processes to this one. The message to itself is included.
    ///
    /// # Errors
    /// If a process is lost.
    fn receive(&mut self) -> Result<Vec<Vec<u8>>, Lost>;

    /// Sends and receives.
    ///
    /// # Errors
    /// If a process is lost.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Lost> {
        self.send(messages)?;
        self.receive()
    }

    /// Informs the others that this process ends before it has searched, and why. Nothing is sent or
    /// received afterwards.
    fn leave(&mut self, why: StopReason);

    /// Returns the traffic so far.
    fn traffic(&self) -> Traffic;
}

/// The loss of a process: it has ended, cannot be reached, or sends invalid messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The number of the process.
    pub process: usize,
    /// The reason, in lower case.
    pub why: String,
    /// Why it [left](Peers::leave), if it reported that.
    pub left: Option<StopReason>,
}

impl Lost {
    /// Creates the loss of a process that reported no reason.
    #[must_use]
    pub fn new(process: usize, why: String) -> Self {
        Self { process, why, left: None }
    }
}

/// The messages that one process has sent and received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Traffic {
    /// Bytes sent to others.
    pub sent_bytes: u64,
    /// Bytes received from others.
    pub received_bytes: u64,
    /// The time that this process waited for messages.
    pub waited: Duration,
}

/// The part of a search that one process has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Share {
    /// The number of states that it stores.
    pub states: u64,
    /// The number of states that it has expanded.
    pub expanded: u64,
    /// The number of events that it has fired.
    pub firings: u64,
    /// Its maximum memory including messages, in bytes.
    pub peak_bytes: u64,
    /// The messages that it has sent and received.
    pub traffic: Traffic,
}

/// The result of a search by several processes.
#[derive(Debug)]
pub struct Together<S> {
    /// The common result, except for [`Outcome::store`] and [`Outcome::system`], which belong to this
    /// process. `peak_bytes` is the sum over all processes.
    pub outcome: Outcome<S>,
    /// The part of each process, if all of them reported at the end.
    pub shares: Vec<Share>,
    /// The process that was lost, if one was.
    pub lost: Option<Lost>,
}
