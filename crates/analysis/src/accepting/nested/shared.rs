//! What the threads of a nested search tell each other: that it is over, and how far each has come.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use sanderling_system::EventId;

use super::expansion::Faults;
use super::memory::{Memory, Node};
use crate::control::{Control, Progress};
use crate::limits::{Clock, StopReason};
use crate::on_the_fly::Halt;
use crate::self_check::Discrepancy;

/// Why a search ends before it has visited every node.
pub(super) enum Ending<Id> {
    /// A way from the first node to one of a cycle that is accepted, and the nodes of the cycle, which begins with that one.
    Cycle(Vec<Node<Id>>, Vec<Node<Id>>),
    /// A way to a node from which every run is accepted.
    Universal(Vec<Node<Id>>),
    /// An event broke an assumption in a state.
    Broken(Vec<u64>, EventId),
    Stopped(StopReason),
}

/// Why a thread does not go on.
pub(super) enum Halted<Id> {
    /// It has found why the search ends.
    Ends(Ending<Id>),
    /// Another one has.
    IsOver,
}

impl<Id> From<Halt> for Halted<Id> {
    fn from(halt: Halt) -> Self {
        Self::Ends(match halt {
            Halt::Broken(state, event) => Ending::Broken(state, event),
            Halt::Stop(reason) => Ending::Stopped(reason),
        })
    }
}

/// How far a thread has come.
#[derive(Default)]
pub(super) struct Tally {
    /// The nodes that it was the first to paint blue.
    pub(super) painted: AtomicU64,
    /// The nodes on its path.
    pub(super) open: AtomicU64,
    pub(super) firings: AtomicU64,
    /// The memory of what is the thread's own.
    pub(super) bytes: AtomicU64,
}

/// What all threads share beside the memory.
pub(super) struct Shared<'s, Id> {
    clock: Clock,
    control: &'s Control<'s>,
    is_over: AtomicBool,
    ending: Mutex<Option<Ending<Id>>>,
    /// By thread.
    pub(super) tallies: Vec<Tally>,
    /// By thread, how many nodes it may visit before it looks at the limits again, so that all together never visit more than they may.
    granted: Mutex<Vec<u64>>,
    noted: Mutex<Noted>,
}

/// What threads have noted beside their ways.
#[derive(Debug, Clone, Default)]
pub(super) struct Noted {
    pub(super) faults: Faults,
    pub(super) discrepancy: Option<Discrepancy>,
}

/// So many nodes a thread visits before it looks whether a limit is reached.
const VISITS_AT_A_TIME: u64 = 1 << 10;

/// And no more than so many events are fired until then.
pub(super) const FIRINGS_AT_A_TIME: u64 = 1 << 13;

impl<'s, Id> Shared<'s, Id> {
    pub(super) fn new(clock: Clock, control: &'s Control<'s>, threads: usize) -> Self {
        Self {
            clock,
            control,
            is_over: AtomicBool::new(false),
            ending: Mutex::new(None),
            tallies: (0..threads).map(|_| Tally::default()).collect(),
            granted: Mutex::new(vec![0; threads]),
            noted: Mutex::default(),
        }
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads. What is said first counts.
    pub(super) fn end(&self, ending: Option<Ending<Id>>) {
        let mut first = self.ending.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none() {
            *first = ending;
        }
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Takes note of what a thread that has ended says.
    pub(super) fn note(&self, faults: Faults, compared: u64, discrepancy: Option<&Discrepancy>) {
        self.control.count_compared(compared);
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.faults.undefined |= faults.undefined;
        noted.faults.untold |= faults.untold;
        noted.discrepancy = noted.discrepancy.take().or(discrepancy.cloned());
    }

    /// Tells of the progress, once a thread has said how far it has come; answers how many nodes that one may visit before it asks again.
    ///
    /// What the other threads may still visit counts as visited: so limits of states are kept, and such a search may end a little before them.
    pub(super) fn look_at_limits(
        &self,
        number: usize,
        tell: impl FnOnce(&Tally),
        memory: &impl Memory,
    ) -> Result<u64, Halted<Id>> {
        if self.is_over() {
            return Err(Halted::IsOver);
        }
        let mut granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        tell(&self.tallies[number]);
        granted[number] = 0;
        let (visits, bytes) = (self.visits(), memory.bytes() + self.sum(|tally| &tally.bytes) as usize);
        let spoken_for = visits + granted.iter().sum::<u64>();
        self.control.report(|| Progress {
            states: visits,
            stored: memory.len() as u64,
            open: self.sum(|tally| &tally.open),
            firings: self.firings(),
            level: 0,
            bytes,
            elapsed: self.clock.elapsed(),
            shares: Vec::new(),
        });
        if self.control.is_cancelled() {
            return Err(Halt::Stop(StopReason::Cancelled).into());
        }
        if let Some(reason) = self.clock.exceeded(spoken_for, bytes) {
            return Err(Halt::Stop(reason).into());
        }
        let share = self.clock.states_left(spoken_for) / self.tallies.len() as u64;
        granted[number] = share.clamp(1, VISITS_AT_A_TIME);
        Ok(granted[number])
    }

    /// The nodes that were visited; in the end each counts once.
    pub(super) fn visits(&self) -> u64 {
        self.sum(|tally| &tally.painted) + self.sum(|tally| &tally.open)
    }

    pub(super) fn firings(&self) -> u64 {
        self.sum(|tally| &tally.firings)
    }

    fn sum(&self, of: impl Fn(&Tally) -> &AtomicU64) -> u64 {
        self.tallies.iter().map(|tally| of(tally).load(Ordering::Relaxed)).sum()
    }

    /// The memory of what is the threads' own.
    pub(super) fn bytes(&self) -> usize {
        self.sum(|tally| &tally.bytes) as usize
    }

    /// What the search has come to: why it ended before it was through, and what was noted.
    pub(super) fn into_outcome(self) -> (Option<Ending<Id>>, Noted) {
        let ending = self.ending.into_inner().unwrap_or_else(PoisonError::into_inner);
        (ending, self.noted.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
