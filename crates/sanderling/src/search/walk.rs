//! Random walks over a place/transition net.

use sanderling_analysis::{Control, EventSet, Observation, Witness, open::Order};
use sanderling_engine::Explorable;
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_system::{EventId, SlotId};

use super::guidance::guidance;
use super::self_check::{NetReference, internal_error};
use super::{goals, one_by_one};
use crate::prepare::AnalysedNet;
use crate::replay::finding::{Finding, Path, by_walk};
use crate::request::Request;
use crate::request::choices::{Heuristic, Reductions};

/// The parameters of random walks.
pub(crate) struct Walks {
    pub(crate) seed: u64,
    /// When to end.
    pub(crate) deadline: Instant,
    /// Whether every other step reduces the distance to the goals.
    pub(crate) guided: bool,
}

/// Looks for the goals of a request on random walks over a place/transition net.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn walk(
    net: AnalysedNet<'_>,
    request: &Request,
    walks: &Walks,
    control: &Control<'_>,
) -> Result<Vec<Finding>, Diagnostics> {
    let model = net.field_model()?;
    let (order, heuristic) = if walks.guided {
        (Order::BestFirst, Heuristic::Distance)
    } else {
        (Order::DepthFirst, Heuristic::default())
    };
    let reductions = Reductions::default();
    let request = Request { heuristic, reductions, ..one_by_one(request, order) };
    let guidance = guidance(net, &model, &request, &|place| vec![SlotId::new(place.index())])?;
    let reference = NetReference::new(net.net, &request);
    let (goals, self_check) = (goals(net.net, &request), reference.check(&model));
    let observation = Observation { goals, self_check, ..Observation::default() };
    let walked = model.random_walks(&observation, &guidance, (walks.seed, Some(walks.deadline)), control);
    if let Some(discrepancy) = walked.discrepancy {
        return Err(internal_error(&discrepancy, "encoding fields, random walks").into());
    }
    let found = |path: Witness| Finding::Found(Path::of(path.events), by_walk());
    Ok(walked.hits.into_iter().map(|hit| hit.map_or(Finding::Open, found)).collect())
}

/// Walks over a place/transition net until the transitions that were enabled are enough, or until the
/// deadline. Returns, for each transition, whether some marking on the walks enables it.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn walk_for_transitions(
    net: AnalysedNet<'_>,
    request: &Request,
    is_enough: &dyn Fn(&EventSet) -> bool,
    (seed, deadline): (u64, Instant),
    control: &Control<'_>,
) -> Result<Vec<bool>, Diagnostics> {
    let model = net.field_model()?;
    let reference = NetReference::new(net.net, request);
    let self_check = reference.check(&model);
    let walked = model.walk_for_events(is_enough, self_check.as_ref(), (seed, Some(deadline)), control);
    if let Some(discrepancy) = walked.discrepancy {
        return Err(internal_error(&discrepancy, "encoding fields, random walks").into());
    }
    Ok(net.net.transition_ids().map(|one| walked.enabled.contains(EventId::new(one.index()))).collect())
}
