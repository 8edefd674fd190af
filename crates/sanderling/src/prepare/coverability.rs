//! What can be covered in a place/transition net that may be unbounded.

use std::time::Duration;

use sanderling_coverability::{Budget, Construction, CoverabilitySet, Order, Stopped, shortened};
use sanderling_cutoff::SELF_COVERING_WORK;
use sanderling_machine::clock::Instant;
use sanderling_model::Knowledge;
use sanderling_net::PlaceId;
use sanderling_system::SelfCovering;

use crate::request::Request;

/// Firings that can be repeated for ever, if there are some and they are found soon: short ones are looked for first. Where every place has a
/// proved bound, nothing is looked for.
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

/// The most memory that a set may take, unless the request has less.
const MAX_BYTES: usize = 1 << 30;

/// What a set may take: this time, and a part of the memory.
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

/// The minimal coverability set, where these places are compared exactly besides those that have to be.
///
/// # Errors
/// Where the budget is used up.
pub(crate) fn coverability_set<'a>(
    knowledge: &'a Knowledge,
    exact: impl Fn(PlaceId) -> bool,
    budget: &Budget<'_>,
) -> Result<CoverabilitySet<'a>, Stopped> {
    coverability_construction(knowledge, exact, Order::BreadthFirst)?.complete(budget)
}

/// The beginning of it.
///
/// # Errors
/// Where the initial marking has more tokens than are counted.
pub(crate) fn coverability_construction(
    knowledge: &Knowledge,
    exact: impl Fn(PlaceId) -> bool,
    order: Order,
) -> Result<Construction<'_>, Stopped> {
    Construction::begin(knowledge.structure(), knowledge.bounds(), exact, order)
}
