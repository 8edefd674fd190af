//! The statistics of a search, from its outcome.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use sanderling_analysis::retention::{DistinctEstimate, Kept, Swept};
use sanderling_analysis::{DepthBound, DepthStatistics, Outcome, Phases, StopReason};
use sanderling_model::NetModel;
use sanderling_model::explicit::Tables;
use sanderling_net::semantics;
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_report::{
    Checkpoint, Count, Depth, Diagram, Explored, Natural, NupnClaim, Ordered, Process, Reason, ReducedNet,
    Retention, Stage, Store, Sweep, Symmetry, Timings, UnboundedProof,
};
use sanderling_system::Maxima;
use serde_json::Value;

use super::claim::claim;
use super::explicit::shortage;
use super::store::describe;
use crate::replay::trace::unboundedness_proof;
use crate::replay::{Meaning, Until, reason};
use crate::request::Request;

/// What a search has measured: all fields of a report that do not depend on a verdict.
#[derive(Debug)]
pub(crate) struct SearchStatistics {
    /// Why not everything was explored.
    pub(crate) reason: Option<Reason>,
    /// A detailed reason, for people.
    pub(crate) reason_text: Option<String>,
    /// The number of states discovered; `None` if states were forgotten or left out.
    pub(crate) states: Option<Count>,
    /// The number of firings from the expanded states; `None` as for the states.
    pub(crate) firings: Option<Count>,
    /// The number of deadlocks among the expanded states, if known.
    pub(crate) deadlocks: Option<Count>,
    /// The explored part, if a reduction left out states or a proof made a search unnecessary.
    pub(crate) explored: Option<Explored>,
    /// The net that was searched, if structural rules reduced the original.
    pub(crate) reduced_net: Option<ReducedNet>,
    /// The decision diagram of all markings, if one was built.
    pub(crate) diagram: Option<Diagram>,
    /// The search of representatives, if there was one.
    pub(crate) symmetry: Option<Symmetry>,
    /// What was forgotten, if states may have been.
    pub(crate) retention: Option<Retention>,
    /// The store.
    pub(crate) store: Option<Store>,
    /// The last checkpoint.
    pub(crate) checkpoint: Option<Checkpoint>,
    /// The share of each process, if several searched together.
    pub(crate) processes: Vec<Process>,
    /// The rounds of a depth-bounded search.
    pub(crate) depth: Option<Depth>,
    /// The maximum number of tokens in one place.
    pub(crate) max_tokens_in_place: Option<Count>,
    /// The maximum number of tokens in one marking.
    pub(crate) max_tokens_in_marking: Option<Count>,
    /// The number of bits of a stored state.
    pub(crate) bits_per_state: u32,
    /// The number of states of each level, if requested.
    pub(crate) levels: Option<Vec<Count>>,
    /// Whether every reachable state was expanded.
    pub(crate) exhaustive: bool,
    /// The maximum number of tokens of each place, if requested.
    pub(crate) bounds: Option<Ordered<Count>>,
    /// The transitions that were never enabled, if requested.
    pub(crate) dead_transitions: Option<Vec<String>>,
    /// A proof that the net is unbounded.
    pub(crate) unbounded: Option<UnboundedProof>,
    /// The status of the claim that nested units are safe.
    pub(crate) nupn_claim: NupnClaim,
    /// The time used.
    pub(crate) time_s: Timings,
    /// The maximum memory counted at one time, in bytes.
    pub(crate) peak_memory_bytes: u64,
    /// The memory of the store at the end, in bytes.
    pub(crate) store_bytes: u64,
    /// The stages of the plan.
    pub(crate) plan: Vec<Stage>,
    /// The effective options.
    pub(crate) options: BTreeMap<String, Value>,
}

impl SearchStatistics {
    /// Returns the statistics of a request before any search.
    pub(crate) fn none(net: &Net, request: &Request) -> Self {
        Self {
            reason: None,
            reason_text: None,
            states: Some(Count::ZERO),
            firings: Some(Count::ZERO),
            deadlocks: Some(Count::ZERO),
            explored: None,
            reduced_net: None,
            diagram: None,
            symmetry: None,
            retention: None,
            store: None,
            checkpoint: None,
            processes: Vec::new(),
            depth: None,
            max_tokens_in_place: None,
            max_tokens_in_marking: None,
            bits_per_state: 0,
            levels: None,
            exhaustive: false,
            bounds: None,
            dead_transitions: None,
            unbounded: None,
            nupn_claim: NupnClaim::None,
            time_s: Timings::default(),
            peak_memory_bytes: 0,
            store_bytes: 0,
            plan: Vec::new(),
            options: request.as_json(net, request.encoding.as_str()),
        }
    }
}

/// Returns a number of any size.
pub(crate) fn natural(number: &BigUint) -> Natural {
    number.to_string().parse().expect("it is written in decimal digits")
}

/// Returns the statistics of an outcome, without times, and the places that it shows to be unbounded.
pub(super) fn statistics<M: NetModel>(
    net: &Net,
    request: &Request,
    outcome: &Outcome<M>,
    meaning: &Meaning,
    until: Until<'_>,
) -> (SearchStatistics, Vec<PlaceId>) {
    let mut statistics = SearchStatistics::none(net, request);
    statistics.options = request.as_json(net, outcome.system.encoding());
    statistics.bits_per_state = u32::try_from(outcome.system.bits_per_state()).unwrap_or(u32::MAX);
    statistics.peak_memory_bytes =
        outcome.peak_bytes as u64 + outcome.system.tables().map_or(0, Tables::bytes);
    statistics.store_bytes = outcome.store.bytes() as u64;
    statistics.exhaustive = outcome.is_exhaustive();
    statistics.reason = outcome.stop.and_then(reason);
    if outcome.omissions.is_some() && outcome.stop.is_none() {
        statistics.reason = Some(Reason::NotExhaustive);
    }
    statistics.store = Some(describe(request, outcome));
    statistics.reason_text = statistics.reason.and_then(advice);
    if let (Some(StopReason::Unrepresentable), Some(shortage)) =
        (outcome.stop, outcome.system.tables().and_then(|tables| shortage(tables, until.reason())))
    {
        (statistics.reason, statistics.reason_text) = (Some(shortage.0), shortage.1);
    }
    let growing = fill_counts(&mut statistics, net, request, outcome, meaning, until);
    statistics.nupn_claim = claim(net, request, outcome, meaning, until);
    (statistics, growing)
}

/// Returns the times of the phases of a search.
pub(super) fn timings(phases: &Phases) -> Timings {
    let Phases { fire, hash, look_up, retain } = *phases;
    let [fire, hash, look_up, retain] =
        [fire, hash, look_up, retain].map(|time| time.map(|time| time.as_secs_f64()));
    Timings { fire, hash, look_up, retain, ..Timings::default() }
}

/// Returns advice for a search that forgot states and did not finish, with the reason.
fn advice(reason: Reason) -> Option<String> {
    let advice = match reason {
        Reason::TreeTooLarge => {
            "the states that must be kept (open states, and states on a path to an open state) fill the memory; help: allow more with \
             --memory or --cache-states, or try another --order, --reduce chains or --retain cache+sweep"
        }
        Reason::RevisitLimit => {
            "states were discovered again too often; give more memory, forget others first, try \
             another order, or allow more revisits"
        }
        Reason::TraceLost => {
            "the temporary file with the paths to states could not be written or read; see that there is \
             room for temporary files (TMPDIR names their folder)"
        }
        Reason::DiskFailed => {
            "a temporary file with states could not be made, written or read again as it was written; see that the folder of --disk \
             is still there, and that files can be written to it"
        }
        Reason::DiskFull => {
            "the disk for temporary files with states is full; free some space, or choose a folder on another disk with --disk"
        }
        Reason::DiskLimit => "states take more space than --disk-size allows; increase it, or omit it",
        _ => return None,
    };
    Some(advice.to_owned())
}

/// Fills in the counts, and returns the places that are shown to be unbounded.
fn fill_counts<M: NetModel>(
    statistics: &mut SearchStatistics,
    net: &Net,
    request: &Request,
    outcome: &Outcome<M>,
    meaning: &Meaning,
    until: Until<'_>,
) -> Vec<PlaceId> {
    let observed = outcome.maxima.as_ref().map_or(&[][..], |maxima| &maxima.each);
    // If states may have been visited twice, their counts may be too high.
    let exactly = |visited: u64| outcome.states.map(|_| visited.into());
    statistics.states = outcome.states.map(Count::from);
    statistics.firings = exactly(outcome.firings);
    // Without omissions, fewer than two visits are an exact count.
    let is_certain = outcome.dead < 2 && outcome.omissions.is_none();
    statistics.deadlocks = if is_certain { Some(outcome.dead.into()) } else { exactly(outcome.dead) };
    // Only an exhaustive search, or one to a requested depth, can report that there are no deadlocks.
    let is_known = statistics.exhaustive || request.depth.is_some();
    statistics.deadlocks = statistics.deadlocks.filter(|&seen| is_known || seen != Count::ZERO);
    statistics.retention = outcome.kept.map(|kept| retention(outcome, &kept));
    let (in_place, in_marking) = match &outcome.maxima {
        Some(maxima) => (max_of_a_colour(net, maxima), maxima.sum),
        // Each place holds exactly one token.
        None => (u64::from(!net.places.is_empty()), net.places.len() as u128),
    };
    statistics.max_tokens_in_place = Some(in_place.into());
    statistics.max_tokens_in_marking = Some(in_marking.into());
    let (mut bounds, mut growing) = (bounds(net, observed), Vec::new());
    let proof = outcome.self_covering.as_ref().map(|proof| unboundedness_proof(net, meaning, proof, until));
    match proof {
        Some(Ok((proof, places))) => {
            statistics.states = Some(Count::Infinite);
            statistics.firings = Some(Count::Infinite);
            statistics.max_tokens_in_place = Some(Count::Infinite);
            statistics.max_tokens_in_marking = Some(Count::Infinite);
            places.iter().for_each(|place| bounds[place.index()] = Count::Infinite);
            (statistics.unbounded, growing) = (Some(proof), places);
        }
        Some(Err(interrupted)) => statistics.reason = Some(interrupted.reason),
        None => {}
    }
    if request.reductions.leave_states_out() {
        statistics.explored =
            Some(Explored { states: outcome.visits.into(), firings: outcome.firings.into() });
        (statistics.states, statistics.firings, statistics.deadlocks) = (None, None, None);
    }
    // The levels are exact as long as no state can be forgotten.
    if request.statistics.levels && !outcome.levels.is_empty() && outcome.kept.is_none() {
        statistics.levels = Some(outcome.levels.iter().map(|&states| states.into()).collect());
    }
    if request.statistics.bounds && outcome.maxima.is_some() {
        statistics.bounds = Some(net.places.iter().map(|place| place.id.clone()).zip(bounds).collect());
    }
    if request.statistics.dead_transitions {
        let ids = never_fired(net, outcome).into_iter().map(|one| net.transition(one).id.clone());
        statistics.dead_transitions =
            Some(ids.filter(|id| !fires_in(statistics.unbounded.as_ref(), id)).collect());
    }
    growing
}

/// Returns the maximum number of tokens of one colour in one place.
fn max_of_a_colour(net: &Net, maxima: &Maxima) -> u64 {
    // With colours, their counts follow those of the places.
    let of_colours = maxima.each.get(net.places.len()..).filter(|counts| !counts.is_empty());
    of_colours.unwrap_or(&maxima.each).iter().copied().max().unwrap_or(0)
}

/// Returns the transitions that the search was to observe and that were never enabled.
fn never_fired<M: NetModel>(net: &Net, outcome: &Outcome<M>) -> Vec<TransitionId> {
    match outcome.system.tables() {
        Some(tables) => {
            let met = tables.transitions_met();
            net.transition_ids().filter(|one| !met.contains(one)).collect()
        }
        None => outcome.never_fired.iter().flatten().map(|event| TransitionId::new(event.index())).collect(),
    }
}

/// Describes which states were kept and forgotten.
fn retention<M: NetModel>(outcome: &Outcome<M>, kept: &Kept) -> Retention {
    // There cannot be more distinct states than visits.
    let estimate = kept.estimate.map(|states| (states.round() as u64).clamp(1, outcome.visits));
    // A state that was repacked in a wider layout counts as another state in the estimate.
    let estimate = estimate.filter(|_| outcome.states.is_none() && outcome.relaxations == 0);
    let revisits = outcome.states.or(estimate).map(|states| outcome.visits.saturating_sub(states));
    Retention {
        visits: outcome.visits.into(),
        revisits: revisits.map(Count::from),
        states_estimate: estimate.map(Count::from),
        standard_error: estimate.map(|_| DistinctEstimate::STANDARD_ERROR),
        visited_firings: outcome.firings.into(),
        visited_deadlocks: outcome.dead.into(),
        forgotten: kept.forgotten.into(),
        forgetting_since: kept.forgetting_since.map(Count::from),
        peak_stored: kept.peak_stored.into(),
        peak_tree: kept.peak_tree.into(),
        vetoes: kept.vetoed.map(Count::from),
        sweep: kept.swept.map(|Swept { sweeps, persistent, largest_class }| Sweep {
            sweeps: sweeps.into(),
            persistent: persistent.into(),
            largest_class: largest_class.into(),
        }),
    }
}

/// Describes a depth-bounded search.
pub(super) fn depth<M: NetModel>(
    bound: &DepthBound,
    statistics: &DepthStatistics,
    outcome: &Outcome<M>,
) -> Depth {
    Depth {
        bound: bound.depth,
        increment: bound.increment,
        complete: outcome.is_exhaustive(),
        explored: statistics.explored_depth,
        rounds: statistics.rounds.into(),
        revisits: statistics.revisits.into(),
        replayed: statistics.replayed.into(),
        replay_s: statistics.replay_time.as_secs_f64(),
        peak_frontier: statistics.peak_frontier.into(),
        peak_frontier_bytes: statistics.peak_frontier_bytes as u64,
    }
}

/// Returns the maximum number of tokens of each place, in the initial marking and in the observed ones.
/// Nothing is observed if the search ended in its first expansion.
fn bounds(net: &Net, observed: &[u64]) -> Vec<Count> {
    let marking = semantics::initial(net);
    let initial = net.place_ids().map(|place| marking.as_ref().map_or(0, |marking| marking.tokens(place)));
    let observed = observed.iter().copied().chain(std::iter::repeat(0));
    initial.zip(observed).map(|(initial, observed)| initial.max(observed).into()).collect()
}

/// Returns whether a proof that the net is unbounded fires this transition. The search need not have observed
/// the last firings of the proof.
fn fires_in(proof: Option<&UnboundedProof>, transition: &str) -> bool {
    let steps = proof.into_iter().flat_map(|proof| proof.prefix.steps.kinds().chain(proof.pump.kinds()));
    steps.into_iter().any(|step| step.event == transition)
}
