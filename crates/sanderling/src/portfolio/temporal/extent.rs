//! The extent of a search for one property.

use std::time::Duration;

use sanderling_analysis::Limits;

use super::super::budget::Budget;
use crate::request::Request;

/// How much to explore for each property.
#[derive(Debug, Clone, Copy)]
pub(super) enum Extent {
    /// At most this number of nodes and this time.
    Little(u64, Duration),
    /// The whole state space, in at most this time.
    Within(Duration),
    /// The whole state space.
    Whole,
}

impl Extent {
    /// Returns the extent of a small search, since many properties are decided close to the initial marking.
    pub(super) fn little(request: &Request) -> Self {
        Self::Little(request.effort.small, request.effort.small_time)
    }

    /// Returns the limits of the search for one property of `properties`.
    pub(super) fn limits(self, budget: &Budget<'_>, properties: usize) -> Limits {
        let mut limits = budget.limits_left();
        limits.time = limits.time.map(|time| time / properties as u32);
        match self {
            Self::Little(nodes, time) => {
                limits.states = least(limits.states, nodes);
                limits.time = least(limits.time, time);
            }
            Self::Within(time) => limits.time = least(limits.time, time),
            Self::Whole => {}
        }
        limits
    }
}

/// Returns the smaller of the two, if there are two.
fn least<T: Ord>(one: Option<T>, other: T) -> Option<T> {
    one.into_iter().chain([other]).min()
}
