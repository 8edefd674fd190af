//! Adds coverability results to the report of an unbounded net.

use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_coverability::{CoverabilitySet, Tokens};
use sanderling_cutoff::UNREQUESTED_WORK;
use sanderling_net::Net;
use sanderling_report::{Count, Coverable, Ordered};

use crate::prepare::{AnalysedNet, coverability_budget, coverability_set};
use crate::request::Request;
use crate::search::SearchStatistics;

/// Adds the unbounded places to the report of an unbounded net, and bounds and dead transitions if the request
/// wants them. Does nothing if the coverability set takes longer than `time` or exceeds a work limit. The limit is
/// that of an automatic analysis, larger if the request wants these statistics, and absent if the request also
/// limits the time.
pub(crate) fn fill_coverable(
    statistics: &mut SearchStatistics,
    net: AnalysedNet<'_>,
    request: &Request,
    time: Duration,
    control: &Control<'_>,
) {
    let Some(proof) = statistics.unbounded.as_mut().filter(|_| net.is_place_transition()) else { return };
    let is_requested = request.statistics.bounds || request.statistics.dead_transitions;
    let is_cancelled = || control.is_cancelled();
    let mut budget = coverability_budget(request, time, &is_cancelled);
    budget.max_work = match (is_requested, request.limits.time) {
        (false, _) => UNREQUESTED_WORK.number(),
        (true, None) => 10 * UNREQUESTED_WORK.number(),
        (true, Some(_)) => u64::MAX,
    };
    let Ok(knowledge) = net.knowledge() else { return };
    let Ok(set) = coverability_set(knowledge, |_| false, &budget) else { return };
    let net = net.net;
    let unbounded = net.place_ids().filter(|&place| set.bound(place) == Tokens::Omega);
    proof.coverable = Some(Coverable {
        markings: (set.len() as u64).into(),
        unbounded_places: unbounded.map(|place| net.place(place).id.clone()).collect(),
    });
    if let Some(bounds) = &mut statistics.bounds {
        *bounds = bounds_of(net, &set);
    }
    if let Some(dead) = &mut statistics.dead_transitions {
        let is_dead = set.dead_transitions().into_iter();
        *dead = is_dead.map(|transition| net.transition(transition).id.clone()).collect();
    }
}

/// Returns the bound of each place.
fn bounds_of(net: &Net, set: &CoverabilitySet<'_>) -> Ordered<Count> {
    let bound = |place| match set.bound(place) {
        Tokens::Finite(tokens) => tokens.into(),
        Tokens::Omega => Count::Infinite,
    };
    net.place_ids().map(|place| (net.place(place).id.clone(), bound(place))).collect()
}
