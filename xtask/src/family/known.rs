//! What the tests of the families compare: the counts of a small net, by the reference semantics.
//!
//! A breadth-first search as short as it can be, which knows nothing of the engine's.

use std::collections::{HashMap, VecDeque};

use sanderling_net::semantics::{enabled, fire, initial};

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
        let net = family.net(size).unwrap();
        let start = initial(&net).unwrap();
        let mut depths = HashMap::from([(start.clone(), 0)]);
        let mut open = VecDeque::from([start]);
        let mut counts = Self { states: 0, firings: 0, deadlocks: 0, nearest_deadlock: None };
        while let Some(marking) = open.pop_front() {
            let depth = depths[&marking];
            let firings = enabled(&net, &marking).unwrap();
            counts.states += 1;
            counts.firings += firings.len() as u64;
            if firings.is_empty() {
                counts.deadlocks += 1;
                counts.nearest_deadlock.get_or_insert(depth);
            }
            for firing in firings {
                let successor = fire(&net, &marking, &firing).unwrap();
                if !depths.contains_key(&successor) {
                    depths.insert(successor.clone(), depth + 1);
                    open.push_back(successor);
                }
            }
        }
        counts
    }
}
