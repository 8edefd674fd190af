//! Coverability of a place/transition net that may be unbounded.

use std::time::Duration;

use sanderling_coverability::{Budget, Construction, CoverabilitySet, Order, Stopped, shortened};
use sanderling_cutoff::SELF_COVERING_WORK;
use sanderling_machine::clock::Instant;
use sanderling_model::Knowledge;
use sanderling_net::PlaceId;
use sanderling_system::SelfCovering;

use crate::request::Request;

/// Looks for a self-covering sequence within a work limit, breadth-first and then depth-first. Returns `None`
/// without a search if every place has a proved bound.
pub(super) fn self_covering(knowledge: &Knowledge) -> Option<SelfCovering> {
    let (structure, bounds) = (knowledge.structure(), knowledge.bounds());
    if structure.place_ids().all(|place| bounds.upper(place).is_some()) {
        return None;
    }
    let budget = Budget { max_work: SELF_COVERING_WORK.number() / 2, ..Budget::unlimited() };
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let mut construction = Construction::begin(structure, bounds, |_| false, order).ok()?;
        match construction.self_covering(&budget) {
            Ok(found) => return found.cloned().map(|proof| shortened(structure, proof)),
            Err(Stopped::OutOfTime | Stopped::OutOfMemory | Stopped::TooManyTokens(_)) => {}
        }
    }
    None
}

/// Maximum memory in bytes of a coverability set that is a means to an answer, unless the request allows less.
const MAX_BYTES: usize = 1 << 30;

/// Returns the budget of a coverability set that is a means to an answer: this time, and a part of the memory.
pub(crate) fn coverability_budget<'a>(
    request: &Request,
    time: Duration,
    is_cancelled: &'a dyn Fn() -> bool,
) -> Budget<'a> {
    Budget {
        deadline: Instant::now().checked_add(time),
        max_bytes: request.limits.memory_bytes.unwrap_or(MAX_BYTES).min(MAX_BYTES),
        max_work: u64::MAX,
        is_cancelled,
    }
}

/// Computes the minimal coverability set. The places for which `exact` is true are compared exactly, in
/// addition to those that require it.
///
/// # Errors
/// The budget is used up.
pub(crate) fn coverability_set<'a>(
    knowledge: &'a Knowledge,
    exact: impl Fn(PlaceId) -> bool,
    budget: &Budget<'_>,
) -> Result<CoverabilitySet<'a>, Stopped> {
    coverability_construction(knowledge, exact, Order::BreadthFirst)?.complete(budget)
}

/// Starts the construction of a coverability set.
///
/// # Errors
/// The initial marking has more tokens than can be counted.
pub(crate) fn coverability_construction(
    knowledge: &Knowledge,
    exact: impl Fn(PlaceId) -> bool,
    order: Order,
) -> Result<Construction<'_>, Stopped> {
    Construction::begin(knowledge.structure(), knowledge.bounds(), exact, order)
}
