//! Searches that visit one marking of each orbit of the net's symmetries, its representative.
//!
//! Runs of representatives are translated into runs of the net. If all representatives were visited, the numbers of all
//! markings, firings and deadlocks follow from the sizes of their orbits.

use std::sync::Arc;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Outcome, StopReason, StoreChoice, Stored};
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_property::Formula;
use sanderling_report::{Explored, Means, Natural, Reason, Symmetry};
use sanderling_symmetry::{OrbitModel, Symmetries, Totals};
use sanderling_system::{EventId, SlotId};

use super::target::SlotsOfPlace;
use super::{Searched, Wanted, natural, run_and_adjust};
use crate::prepare::AnalysedNet;
use crate::replay::Until;
use crate::replay::finding::Finding;
use crate::request::choices::Reductions;
use crate::request::{Engine, Request};

/// Searches representatives for the goals of a request. Returns `None` if no symmetries preserve the goals, or if another
/// engine is allowed and would probably be faster.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn search(
    net: AnalysedNet<'_>,
    request: &Request,
    control: &Control<'_>,
) -> Result<Option<Searched>, Diagnostics> {
    let started = Instant::now();
    let until = Until::of(&request.limits, control);
    let Some(model) = model(net, &request.goals(), request.engine, until)? else {
        return Ok(None);
    };
    let mut searched = explore(net, model, request, control, started, &mut |_| {})?;
    for finding in &mut searched.findings {
        if let Finding::Found(_, by) | Finding::Absent(by) = finding {
            *by = by.clone().with([Means::Symmetries]);
        }
    }
    let statistics = &mut searched.statistics;
    statistics.explored = Some(Explored { states: searched.visits.into(), firings: searched.firings.into() });
    (statistics.states, statistics.firings, statistics.deadlocks) = (None, None, None);
    Ok(Some(searched))
}

/// Visits all representatives, and counts the markings that they represent. If another engine is allowed and would
/// probably be faster, nothing is visited.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn count(
    net: AnalysedNet<'_>,
    request: &Request,
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    let started = Instant::now();
    let until = Until::of(&request.limits, control);
    let nothing = |reason| {
        let mut searched = Searched::nothing(net, request, reason);
        let statistics = &mut searched.statistics;
        (statistics.states, statistics.firings, statistics.deadlocks) = (None, None, None);
        searched
    };
    if !net.learn_until(&|| until.is_over()) {
        return Ok(nothing(until.reason()));
    }
    let Some(model) = model(net, &[], request.engine, until)? else {
        return Ok(nothing(if until.is_over() { until.reason() } else { Reason::NoSymmetry }));
    };
    let (mut totals, mut is_exact) = (None, true);
    let mut add_up = |outcome: &Outcome<OrbitModel>| {
        let Stored::Packed(store) = &outcome.store else { return };
        let states = store.shards().iter();
        let states =
            states.flat_map(|shard| (0..shard.len()).map(move |position| shard.state::<0>(position)));
        if outcome.is_exhaustive() {
            totals = outcome.system.totals(states, &|| until.is_over());
            is_exact = outcome.system.is_exact();
        }
    };
    let mut searched = explore(net, model, request, control, started, &mut add_up)?;
    let statistics = &mut searched.statistics;
    if statistics.exhaustive && totals.is_none() {
        statistics.exhaustive = false;
        statistics.reason = Some(if is_exact { until.reason() } else { Reason::SymmetryLimit });
    }
    let [states, firings, deadlocks] = match totals {
        None => [None, None, None],
        Some(Totals { markings, firings, deadlocks }) => {
            [markings, firings, deadlocks].map(|number| Some(natural(&number)))
        }
    };
    [statistics.states, statistics.firings, statistics.deadlocks] =
        [&states, &firings, &deadlocks].map(|number| number.as_ref().and_then(Natural::count));
    statistics.symmetry =
        statistics.symmetry.take().map(|symmetry| Symmetry { states, firings, deadlocks, ..symmetry });
    Ok(searched)
}

/// Returns the model of the representatives, if some symmetries preserve the formulas. If another engine is allowed, they must also be
/// worthwhile.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn model(
    net: AnalysedNet<'_>,
    formulas: &[Formula],
    engine: Engine,
    until: Until<'_>,
) -> Result<Option<OrbitModel>, Diagnostics> {
    let knowledge = net.knowledge()?;
    let found = Symmetries::find(net.net, knowledge, formulas, &|| until.is_over());
    let model = found.map(|symmetries| OrbitModel::new(knowledge, Arc::new(symmetries)));
    Ok(model.filter(|model| engine == Engine::Symmetric || model.is_worthwhile()))
}

/// Explores representatives, and calls `observe` with the outcome, in which events are still those of representatives.
fn explore(
    net: AnalysedNet<'_>,
    model: OrbitModel,
    request: &Request,
    control: &Control<'_>,
    started: Instant,
    observe: &mut dyn FnMut(&Outcome<OrbitModel>),
) -> Result<Searched, Diagnostics> {
    let settled = Request {
        reductions: Reductions::default(),
        proofs: false,
        store: Some(StoreChoice::Packed),
        retention: Retention::KeepAll,
        ..request.clone()
    };
    let symmetry = Symmetry {
        symmetries: natural(&model.symmetries().order()),
        classes: model.symmetries().described(),
        representatives: 0_u64.into(),
        states: None,
        firings: None,
        deadlocks: None,
    };
    let until = Until::of(&request.limits, control);
    let slots: SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
    let wanted = (&settled, Wanted::default());
    let mut searched = run_and_adjust(net, model, wanted, slots, control, started, &mut |outcome| {
        observe(outcome);
        translate(outcome, until);
    })?;
    let representatives = searched.visits.into();
    searched.statistics.symmetry = Some(Symmetry { representatives, ..symmetry });
    Ok(searched)
}

/// Translates events of representatives into transitions of the net. If the time is over, the runs are dropped, and the search
/// counts as stopped.
fn translate(outcome: &mut Outcome<OrbitModel>, until: Until<'_>) {
    let Outcome { system, hits, unwitnessed, never_fired, stop, .. } = outcome;
    let until = until.with_grace();
    for (goal, hit) in hits.iter_mut().enumerate() {
        let Some(witness) = hit else { continue };
        match system.lift(&witness.events, &|| until.is_over()) {
            None => {
                unwitnessed.push(goal);
                *hit = None;
                let is_late = until.reason() == Reason::TimeLimit;
                *stop = Some(if is_late { StopReason::Time } else { StopReason::Cancelled });
            }
            Some(transitions) => {
                let events = transitions.into_iter().map(|transition| EventId::new(transition.index()));
                witness.events = events.collect();
            }
        }
    }
    *never_fired = never_fired.take().map(|events| system.never_fired(&events));
}
