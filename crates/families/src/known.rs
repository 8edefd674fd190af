//! State-space counts for the tests of the families, computed by the naive explorer.

use sanderling_testkit::naive;

use crate::Family;

/// The counts of a net's state space.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) states: u64,
    pub(crate) firings: u64,
    pub(crate) deadlocks: u64,
    /// The number of firings to the nearest deadlock.
    pub(crate) nearest_deadlock: Option<u64>,
}

impl Counts {
    /// Counts the state space of the family's net of this size.
    pub(crate) fn of(family: &Family, size: u64) -> Self {
        let explored = naive::explore(&family.net(size).unwrap(), 100_000).unwrap();
        Self {
            states: explored.states() as u64,
            firings: explored.firings,
            deadlocks: explored.deadlocks.len() as u64,
            nearest_deadlock: explored.shortest_deadlock().map(|distance| distance as u64),
        }
    }
}
