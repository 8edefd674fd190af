//! How far a search for one property goes.

use std::time::Duration;

use sanderling_analysis::Limits;

use super::super::budget::Budget;
use crate::request::Request;

/// How much is visited for each property.
#[derive(Debug, Clone, Copy)]
pub(super) enum Extent {
    /// No more nodes, and no longer.
    Little(u64, Duration),
    /// All of it.
    Whole,
}

/// A little of it takes no more of the time that is left than one part in so many, over all properties.
const SHARES_OF_TIME: u32 = 4;

impl Extent {
    /// A little: many properties are decided near the initial marking.
    pub(super) fn little(request: &Request) -> Self {
        Self::Little(request.effort.small, request.effort.small_time)
    }

    /// How many threads take part: for a little of it, one is there before others are.
    pub(super) fn threads(self, request: &Request) -> usize {
        match self {
            Self::Little(..) => 1,
            Self::Whole => request.threads,
        }
    }

    /// The limits of the search for one of so many properties.
    pub(super) fn limits(self, budget: &Budget<'_>, properties: usize) -> Limits {
        let mut limits = budget.limits_left();
        limits.time = limits.time.map(|time| time / properties as u32);
        if let Self::Little(nodes, time) = self {
            limits.states = least(limits.states, nodes);
            limits.time = least(limits.time.map(|left| left / SHARES_OF_TIME), time);
        }
        limits
    }
}

/// The smaller one, if there is one.
fn least<T: Ord>(one: Option<T>, other: T) -> Option<T> {
    one.into_iter().chain([other]).min()
}
