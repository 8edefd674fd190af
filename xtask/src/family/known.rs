//! The counts that the tests of the families compare, as the naive explorer finds them.

use sanderling_testkit::naive;

use super::Family;

/// The counts of a net's state space.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) states: u64,
    pub(super) firings: u64,
    pub(super) deadlocks: u64,
    /// The firings to the nearest deadlock.
    pub(super) nearest_deadlock: Option<u64>,
}

impl Counts {
    /// The counts of the family's net of this size.
    pub(super) fn of(family: &Family, size: u64) -> Self {
        let explored = naive::explore(&family.net(size).unwrap(), 100_000).unwrap();
        Self {
            states: explored.states() as u64,
            firings: explored.firings,
            deadlocks: explored.deadlocks.len() as u64,
            nearest_deadlock: explored.shortest_deadlock().map(|distance| distance as u64),
        }
    }
}
