//! The statistics of a state space from a decision diagram of all reachable markings. If that becomes too large, the
//! numbers that follow from a smaller net or from equations.

use num_bigint::BigUint;
use sanderling_analysis::Control;
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostic, Diagnostics};
use sanderling_report::{Count, Diagram, Natural, NupnClaim, Reason};
use sanderling_symbolic::{Counts, Measures, Reached, Stop};

use super::budget::Budget;
use super::markings::{Ended, described, find_markings, reason, simpler_counts};
use super::plan::Share;
use crate::prepare::AnalysedNet;
use crate::replay::trace::unboundedness_proof;
use crate::replay::{Meaning, StageLog};
use crate::request::{Kind, Request};
use crate::search::{SearchStatistics, Searched, natural};

/// The share of the diagram of all places if only the number of deadlocks is missing.
const FOR_DEADLOCKS: Share = Share::ALL.at_most(60);

/// Counts the reachable markings of a place/transition net with a decision diagram.
///
/// # Errors
/// The net cannot be compiled, or the numbers contradict each other, which is an error in the program.
pub(crate) fn count(
    net: AnalysedNet<'_>,
    request: &Request,
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    let (started, budget) = (Instant::now(), Budget::start(request.limits, control));
    if !net.learn_until(&|| budget.is_over()) {
        return Ok(Searched::nothing(net, request, budget.until().reason()));
    }
    let compile = started.elapsed();
    let mut statistics = SearchStatistics::none(net.net, request);
    (statistics.states, statistics.firings, statistics.deadlocks) = (None, None, None);
    let claims_safe = net.net.units.as_ref().is_some_and(|units| units.claims_safe);
    statistics.nupn_claim = if claims_safe { NupnClaim::Unchecked } else { NupnClaim::None };
    let simpler = simpler_counts(net, request, budget.within(Share::part(2), 1))?.map(|(counts, _)| counts);
    let mut log = StageLog::default();
    log.note("counting through reductions", started, (0, 0), 0);
    let wants_more = request.statistics.bounds || request.statistics.dead_transitions;
    let share = if simpler.is_none() || wants_more { Share::ALL } else { FOR_DEADLOCKS };
    let began = Instant::now();
    match find_markings(net, request, budget.within(share, 1))? {
        Ok(mut reached) => {
            let counted = fill(&mut statistics, net, request, &mut reached);
            statistics.reason = counted.err().map(|stop| reason(stop, budget));
            statistics.peak_memory_bytes = reached.peak_bytes();
        }
        Err(Ended { reason: Reason::Unbounded, .. }) => fill_unbounded(&mut statistics, net, budget),
        Err(Ended { reason, so_far }) => {
            statistics.reason = Some(reason);
            if let Some((diagram, bytes)) = so_far {
                (statistics.diagram, statistics.peak_memory_bytes) = (Some(diagram), bytes);
            }
        }
    }
    if let Some(counts) = simpler {
        if statistics.exhaustive {
            confirm(&statistics, &counts)?;
        } else {
            fill_simpler(&mut statistics, &counts, wants_more);
        }
    }
    log.note("decision diagram", began, (0, 0), 0);
    statistics.plan = log.into_stages();
    statistics.time_s.compile = compile.as_secs_f64();
    statistics.time_s.search = started.elapsed().saturating_sub(compile).as_secs_f64();
    Ok(Searched { statistics, compile, ..Searched::nothing(net, request, Reason::Cancelled) })
}

/// Fills in the numbers of a complete set.
fn fill(
    statistics: &mut SearchStatistics,
    net: AnalysedNet<'_>,
    request: &Request,
    reached: &mut Reached<'_, '_>,
) -> Result<(), Stop> {
    let Measures { members, firings, enabled, most, max_in_total } = reached.measures()?;
    let dead = reached.dead()?;
    let deadlocks = reached.count(&dead)?;
    reached.release(dead);
    let [states, firings, deadlocks] = [members, firings, deadlocks].map(|number| natural(&number));
    [statistics.states, statistics.firings, statistics.deadlocks] =
        [&states, &firings, &deadlocks].map(Natural::count);
    statistics.max_tokens_in_place = Some(most.iter().max().copied().unwrap_or(0).into());
    statistics.max_tokens_in_marking = Some(max_in_total.into());
    if request.statistics.bounds {
        let ids = net.net.places.iter().map(|place| place.id.clone());
        statistics.bounds = Some(ids.zip(most.into_iter().map(Count::from)).collect());
    }
    if request.statistics.dead_transitions {
        let never = net.net.transitions.iter().zip(enabled).filter(|(_, is_enabled)| !is_enabled);
        statistics.dead_transitions = Some(never.map(|(one, _)| one.id.clone()).collect());
    }
    statistics.exhaustive = true;
    statistics.diagram = described(reached).map(|diagram| Diagram {
        states: Some(states),
        firings: Some(firings),
        deadlocks: Some(deadlocks),
        ..diagram
    });
    Ok(())
}

/// Fills in what follows from a smaller net: all but the number of deadlocks, the bounds and the dead transitions. If
/// it `wants_more`, the reason why the diagram is incomplete stays.
fn fill_simpler(statistics: &mut SearchStatistics, counts: &Counts, wants_more: bool) {
    let [states, firings] = [&counts.markings, &counts.firings].map(natural);
    [statistics.states, statistics.firings] = [&states, &firings].map(Natural::count);
    statistics.max_tokens_in_place = Some(Count::Finite(counts.max_in_place));
    statistics.max_tokens_in_marking = Some(Count::Finite(counts.max_in_marking));
    statistics.diagram = statistics.diagram.take().map(|diagram| Diagram {
        states: Some(states),
        firings: Some(firings),
        states_at_least: None,
        ..diagram
    });
    if !wants_more {
        (statistics.exhaustive, statistics.reason) = (true, None);
    }
}

/// Compares the numbers of the diagram with those of a smaller net.
///
/// # Errors
/// The numbers differ.
fn confirm(statistics: &SearchStatistics, counts: &Counts) -> Result<(), Diagnostics> {
    let diagram = statistics.diagram.as_ref();
    let is_same =
        |number: Option<&Natural>, other: &BigUint| number.is_none_or(|number| *number == natural(other));
    if is_same(diagram.and_then(|diagram| diagram.states.as_ref()), &counts.markings)
        && is_same(diagram.and_then(|diagram| diagram.firings.as_ref()), &counts.firings)
        && statistics.max_tokens_in_place == Some(Count::Finite(counts.max_in_place))
        && statistics.max_tokens_in_marking == Some(Count::Finite(counts.max_in_marking))
    {
        return Ok(());
    }
    let message = "a decision diagram and the equations of a smaller net give different numbers of markings";
    Err(Diagnostic::internal(message).help("report this error, with the file and the command line").into())
}

/// Fills in the proof that a net is unbounded.
fn fill_unbounded(statistics: &mut SearchStatistics, net: AnalysedNet<'_>, budget: Budget<'_>) {
    statistics.reason = Some(Reason::Unbounded);
    let Some(found) = net.self_covering() else { return };
    let meaning = Meaning::none(Kind::PlaceTransition);
    match unboundedness_proof(net.net, &meaning, found, budget.until().with_grace()) {
        Ok((proof, _)) => {
            [statistics.states, statistics.firings] = [Some(Count::Infinite); 2];
            [statistics.max_tokens_in_place, statistics.max_tokens_in_marking] = [Some(Count::Infinite); 2];
            statistics.unbounded = Some(proof);
        }
        Err(interrupted) => statistics.reason = Some(interrupted.reason),
    }
}
