//! The processes that search together, as one of them sees them.
//!
//! What carries messages is somebody else's: this crate knows no network. Each state belongs to one process, by the shard of its
//! hash (Stern and Dill, *Parallelizing the Murphi Verifier*, CAV 1997; Evangelista and Kristensen, *Search-Order Independent State Caching*,
//! ToPNoC IV, 2010, section 4.2), and all processes go in steps: each gives each of the others a message, and has one of each.

mod telling;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) use self::telling::{read, tell, unreadable, write};
use crate::limits::StopReason;
use crate::outcome::Outcome;

/// The other processes of a search.
///
/// # Laws
/// 1. Every process calls [`send`](Self::send) and [`receive`](Self::receive) in turns and equally often, until one of them is lost.
/// 2. What a call of `receive` answers are the messages that the others have given to the call of `send` with the same number, whole and unchanged.
/// 3. Once a process is lost, calls fail, and none of them waits for ever.
pub trait Peers: Send {
    /// How many processes there are, together with this one: at least one.
    fn processes(&self) -> usize;

    /// Which of them this one is.
    fn own(&self) -> usize;

    /// Sends each process its message, by process. Does not wait until they are there.
    ///
    /// # Errors
    /// Where a process is lost.
    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), Lost>;

    /// Waits for what each has sent to this one. That to itself comes back.
    ///
    /// # Errors
    /// Where a process is lost.
    fn receive(&mut self) -> Result<Vec<Vec<u8>>, Lost>;

    /// Sends and receives.
    ///
    /// # Errors
    /// Where a process is lost.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Lost> {
        self.send(messages)?;
        self.receive()
    }

    /// Tells the others that this process ends before it has searched, and why. Nothing is sent or received afterwards.
    fn leave(&mut self, why: StopReason);

    /// What has been sent and received so far.
    fn traffic(&self) -> Traffic;
}

/// A process is lost: it has ended, it cannot be reached, or what it sends has no meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// Which.
    pub process: usize,
    /// What was noticed, in lower case.
    pub why: String,
    /// Why it [left](Peers::leave), if it said so.
    pub left: Option<StopReason>,
}

impl Lost {
    /// A process that has said nothing before it was lost.
    #[must_use]
    pub fn new(process: usize, why: String) -> Self {
        Self { process, why, left: None }
    }
}

/// What one process has sent and received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Traffic {
    /// Bytes sent to others.
    pub sent_bytes: u64,
    /// Bytes received from others.
    pub received_bytes: u64,
    /// The time in which this process waited for messages.
    pub waited: Duration,
}

/// What one process has done of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Share {
    /// States that it remembers.
    pub states: u64,
    /// States that it has expanded.
    pub expanded: u64,
    /// Events that it has fired.
    pub firings: u64,
    /// The most memory that it took at a time, messages included.
    pub peak_bytes: u64,
    /// What it has sent and received.
    pub traffic: Traffic,
}

/// What a search of several processes has found.
#[derive(Debug)]
pub struct Together<S> {
    /// What all of them have found, but for [`Outcome::store`] and [`Outcome::system`], which are this process's. `peak_bytes` is the sum of all.
    pub outcome: Outcome<S>,
    /// What each has done, if all of them could tell at the end.
    pub shares: Vec<Share>,
    /// The process that was lost, if one was.
    pub lost: Option<Lost>,
}
