//! The state shared by the threads of a nested search: whether it is over, and the progress of each thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use sanderling_system::EventId;

use super::expansion::Faults;
use super::memory::{Memory, Node};
use crate::on_the_fly::Halt;
use sanderling_analysis::Discrepancy;
use sanderling_analysis::StopReason;
use sanderling_analysis::building_blocks::Clock;
use sanderling_analysis::{Control, Progress};

/// The reason why a search ends before visiting every node.
pub(super) enum Ending<Id> {
    /// A path from the first node to an accepted cycle, and the nodes of the cycle, beginning with the last
    /// node of the path.
    Cycle(Vec<Node<Id>>, Vec<Node<Id>>),
    /// A path to a node from which every run is accepted.
    Universal(Vec<Node<Id>>),
    /// An event broke an assumption in a state.
    Broken(Vec<u64>, EventId),
    Stopped(StopReason),
}

/// The reason why a thread stops.
pub(super) enum Halted<Id> {
    /// The thread has found why the search ends.
    Ends(Ending<Id>),
    /// Another thread has ended the search.
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

/// The progress of a thread.
#[derive(Default)]
pub(super) struct Tally {
    /// The number of nodes that it was the first to paint blue.
    pub(super) painted: AtomicU64,
    /// The number of nodes on its path.
    pub(super) open: AtomicU64,
    pub(super) firings: AtomicU64,
    /// The memory of the thread, in bytes.
    pub(super) bytes: AtomicU64,
}

/// The state that all threads share besides the memory.
pub(super) struct Shared<'s, Id> {
    clock: Clock,
    control: &'s Control<'s>,
    is_over: AtomicBool,
    ending: Mutex<Option<Ending<Id>>>,
    /// By thread.
    pub(super) tallies: Vec<Tally>,
    /// By thread, the number of nodes that it may visit before it checks the limits again. The sum never
    /// exceeds the limit.
    granted: Mutex<Vec<u64>>,
    noted: Mutex<Noted>,
}

/// The findings of threads besides paths.
#[derive(Debug, Clone, Default)]
pub(super) struct Noted {
    pub(super) faults: Faults,
    pub(super) discrepancy: Option<Discrepancy>,
}

/// Number of nodes that a thread visits between two checks of the limits.
const VISITS_AT_A_TIME: u64 = 1 << 10;

/// Maximum number of events that a thread fires between two checks.
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

    /// Ends the search for all threads. The first ending counts.
    pub(super) fn end(&self, ending: Option<Ending<Id>>) {
        let mut first = self.ending.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none() {
            *first = ending;
        }
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Records the findings of a thread that has ended.
    pub(super) fn note(&self, faults: Faults, compared: u64, discrepancy: Option<&Discrepancy>) {
        self.control.count_compared(compared);
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.faults.undefined |= faults.undefined;
        noted.faults.undefined_atom |= faults.undefined_atom;
        noted.discrepancy = noted.discrepancy.take().or(discrepancy.cloned());
    }

    /// Reports progress after a thread has updated its tally. Returns the number of nodes that this thread
    /// may visit before it checks again.
    ///
    /// The remaining grants of the other threads count as visits. So limits of states are kept, and such a
    /// search may end slightly before them.
    pub(super) fn look_at_limits(
        &self,
        number: usize,
        report: impl FnOnce(&Tally),
        memory: &impl Memory,
    ) -> Result<u64, Halted<Id>> {
        if self.is_over() {
            return Err(Halted::IsOver);
        }
        let mut granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        report(&self.tallies[number]);
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
            diagram: None,
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

    /// Returns the number of visited nodes. In the end each node counts once.
    pub(super) fn visits(&self) -> u64 {
        self.sum(|tally| &tally.painted) + self.sum(|tally| &tally.open)
    }

    pub(super) fn firings(&self) -> u64 {
        self.sum(|tally| &tally.firings)
    }

    fn sum(&self, of: impl Fn(&Tally) -> &AtomicU64) -> u64 {
        self.tallies.iter().map(|tally| of(tally).load(Ordering::Relaxed)).sum()
    }

    /// Returns the memory of all threads, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.sum(|tally| &tally.bytes) as usize
    }

    /// Returns why the search ended early, if it did, and the recorded findings.
    pub(super) fn into_outcome(self) -> (Option<Ending<Id>>, Noted) {
        let ending = self.ending.into_inner().unwrap_or_else(PoisonError::into_inner);
        (ending, self.noted.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
