//! A single search: from a net and a request to a finding for each goal.
//!
//! ```text
//! AnalysedNet ──model──▶ explore ──▶ Outcome ──▶ Searched
//! ```
//!
//! The [portfolio](crate::portfolio) decides which other techniques are tried, and within which limits.

mod claim;
mod coverability_graph;
mod distance;
mod event_types;
pub(crate) mod explicit;
mod guidance;
mod level_graph;
pub(crate) mod orbits;
mod packed_marking;
pub(crate) mod self_check;
mod state_graph;
mod state_space;
mod statistics;
pub(crate) mod store;
mod target;
mod walk;

use std::time::Duration;

use sanderling_analysis::open::Order;
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{
    Checkpoints, Control, Driver, Enough, EventSet, Goal, Measure, Observation, Outcome, Peers,
};
use sanderling_engine::Explorable;
use sanderling_machine::clock::Instant;
use sanderling_model::explicit::Tables;
use sanderling_model::{NetModel, ValueModel};
use sanderling_net::{Diagnostics, Net, PlaceId};
use sanderling_property::Formula;
use sanderling_report::{Reason, Timings};
use sanderling_system::{EventId, SlotId};

pub use self::coverability_graph::coverability_graph;
pub(crate) use self::distance::Distance;
use self::guidance::guidance;
pub use self::level_graph::level_graph;
use self::packed_marking::PackedMarking;
pub(crate) use self::packed_marking::is_met_without_values;
use self::self_check::{NetReference, sound};
pub use self::state_graph::state_graph;
pub use self::state_space::{
    Column, Content, Edges, Form, Part, StateSpace, ValueSort, Values, Width, state_space,
};
pub(crate) use self::statistics::{SearchStatistics, natural};
use self::statistics::{depth, statistics, timings};
pub(crate) use self::target::{SlotsOfPlace, both_ways};
pub(crate) use self::walk::{Walks, walk, walk_for_transitions};
use crate::prepare::{AnalysedNet, Encoded};
use crate::replay::finding::{Finding, findings};
use crate::replay::{Meaning, Until};
use crate::request::choices::{Heuristic, ProgressMeasure};
use crate::request::{Encoding, Kind, Question, Request, checkpoint};

/// The result of a search.
#[derive(Debug)]
pub(crate) struct Searched {
    /// The finding for each goal.
    pub(crate) findings: Vec<Finding>,
    /// The path to the undefined event at which the search stopped, with the event at its end.
    pub(crate) undefined: Option<Vec<EventId>>,
    /// The meaning of the events in both.
    pub(crate) meaning: Meaning,
    /// The number of states visited.
    pub(crate) visits: u64,
    /// The number of firings from the states that were expanded.
    pub(crate) firings: u64,
    /// The encoding in use.
    pub(crate) encoding: &'static str,
    /// Why no shortest runs were found, if these were wanted.
    pub(crate) shortest_reason: Option<Reason>,
    /// How long it took to compile the model.
    pub(crate) compile: Duration,
    /// The maximum value of each requested sum.
    pub(crate) measured: Vec<i128>,
    /// The unbounded places, if a proof was found.
    pub(crate) growing: Vec<PlaceId>,
    /// The transitions that were never enabled, if requested.
    pub(crate) never_fired: Option<Vec<EventId>>,
    /// The statistics of the search.
    pub(crate) statistics: SearchStatistics,
}

impl Searched {
    /// The result of a request that was cancelled or out of time before anything was searched.
    pub(crate) fn nothing(net: AnalysedNet<'_>, request: &Request, reason: Reason) -> Self {
        let goals = request.goals().len() + request.asserted(net.net).len();
        let mut statistics = SearchStatistics::none(net.net, request);
        statistics.reason = Some(reason);
        if net.kind() == Kind::Coloured {
            statistics.options = explicit::options(net.net, request);
        }
        Self {
            findings: vec![Finding::Open; goals],
            undefined: None,
            meaning: Meaning::none(net.kind()),
            visits: 0,
            firings: 0,
            encoding: request.encoding.as_str(),
            shortest_reason: None,
            compile: Duration::ZERO,
            measured: Vec::new(),
            growing: Vec::new(),
            never_fired: None,
            statistics,
        }
    }
}

/// A weighted sum of the tokens of some places.
pub(crate) type Sum = Vec<(i64, PlaceId)>;

/// What a search computes in addition to the request.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted<'a> {
    /// The sums whose maximum values to compute.
    pub(crate) sums: &'a [Sum],
    /// Returns whether the search may stop, given the events that were enabled in some state. Only for
    /// requests for these events.
    pub(crate) enough_events: Option<&'a (dyn Fn(&EventSet) -> bool + Sync)>,
    /// The checkpoints of the search, from which it may resume.
    pub(crate) checkpoints: Option<&'a Checkpoints>,
}

/// Returns a request for a sequential search in an order of its own. The user's choices for the main search
/// may not be compatible with it.
pub(crate) fn one_by_one(request: &Request, order: Order) -> Request {
    Request {
        order,
        threads: 1,
        driver: Driver::Auto,
        store: None,
        retention: Retention::Auto,
        caching: Caching::default(),
        heuristic: Heuristic::default(),
        progress_measure: ProgressMeasure::default(),
        company: None,
        ..request.clone()
    }
}

/// Explores a net as the request says.
///
/// # Errors
/// The net uses something that cannot be compiled, or the request requires something that the net does not
/// have.
pub(crate) fn search(
    net: AnalysedNet<'_>,
    request: &Request,
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    survey(net, request, Wanted::default(), control)
}

/// Explores a net as the request says, and computes what is wanted in addition.
///
/// # Errors
/// As for [`search`].
pub(crate) fn survey(
    net: AnalysedNet<'_>,
    request: &Request,
    wanted: Wanted<'_>,
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    let started = Instant::now();
    if let Some(refusal) = request.refusal_of(net.kind()) {
        return Err(refusal.diagnostic("").into());
    }
    let is_over = || request.limits.time.is_some_and(|time| started.elapsed() >= time);
    if !net.learn_with_errors_until(request.model_errors, &|| control.is_cancelled() || is_over()) {
        let reason = Until::of(&request.limits, control).reason();
        return Ok(Searched::nothing(net, request, reason));
    }
    let slots: SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
    match net.kind() {
        Kind::PlaceTransition => {
            let encoded = match request.encoding {
                Encoding::Fields => Encoded::Fields(net.field_model()?),
                Encoding::Radix => Encoded::Radix(net.radix_model()?),
                Encoding::Auto => net.encoded()?,
            };
            match encoded {
                Encoded::Fields(model) => run(net, model, (request, wanted), slots, control, started),
                Encoded::Radix(model) => run(net, model, (request, wanted), slots, control, started),
            }
        }
        Kind::Data => search_data(net, (request, wanted), control, started),
        Kind::Coloured => explicit::search(net, request, wanted, control, started),
    }
}

/// Searches a data net, whose places hold one token each, with a value.
fn search_data(
    net: AnalysedNet<'_>,
    (request, wanted): (&Request, Wanted<'_>),
    control: &Control<'_>,
    started: Instant,
) -> Result<Searched, Diagnostics> {
    let model = net.data_model(request.model_errors)?;
    let slots = slots_of_values(net.net, &model);
    run(net, model, (request, wanted), &|place| slots[place.index()].clone(), control, started)
}

/// Returns, for each place of a data net, the slots that hold its value.
pub(crate) fn slots_of_values(net: &Net, model: &ValueModel) -> Vec<Vec<SlotId>> {
    let slots_of = |place| model.cells().place(place).cells().map(|cell| SlotId::new(cell.index())).collect();
    net.place_ids().map(slots_of).collect()
}

/// Runs a request on a model of a net.
///
/// # Errors
/// The request requires something that the net does not have.
pub(crate) fn run<M: Explorable>(
    analysed: AnalysedNet<'_>,
    model: M,
    wanted: (&Request, Wanted<'_>),
    slots: SlotsOfPlace<'_>,
    control: &Control<'_>,
    started: Instant,
) -> Result<Searched, Diagnostics> {
    run_and_adjust(analysed, model, wanted, slots, control, started, &mut |_| {})
}

/// Runs a request on a model of a net, and changes the outcome before it is described.
///
/// # Errors
/// As for [`run`].
fn run_and_adjust<M: Explorable>(
    analysed: AnalysedNet<'_>,
    model: M,
    (request, wanted): (&Request, Wanted<'_>),
    slots: SlotsOfPlace<'_>,
    control: &Control<'_>,
    started: Instant,
    adjust: &mut dyn FnMut(&mut Outcome<M>),
) -> Result<Searched, Diagnostics> {
    let net = analysed.net;
    let guidance = guidance(analysed, &model, request, slots)?;
    let compiled = started.elapsed();
    let goals = goals(net, request);
    let reference = NetReference::new(net, request);
    let observation = Observation {
        self_check: reference.check(&model),
        stop_when_decided: !goals.is_empty() && request.question != Question::Explore,
        past_unbounded: false,
        goals,
        extremes: net.is_place_transition() || model.tables().is_some(),
        measures: wanted.sums.iter().map(measure).collect(),
        // With tables, this is known at the end; before that, not even the number of events is.
        fired_events: request.statistics.dead_transitions && model.tables().is_none(),
        enough_events: wanted.enough_events.map(|is_enough| -> Enough<'_> { Box::new(is_enough) }),
    };
    let mut options = request.options();
    // The time to compile the model counts, too.
    options.limits.time = options.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let until = Until::of(&options.limits, control);
    let (mut processes, mut lost) = (Vec::new(), None);
    let company = request.company.as_ref().and_then(|company| Some((company, company.take()?)));
    let (mut outcome, bounded) = match &request.depth {
        None => {
            let outcome = match (wanted.checkpoints, company) {
                (checkpoints, Some((company, mut peers))) => {
                    let identity = checkpoint::identity_text(net, request);
                    let peers: &mut dyn Peers = &mut *peers;
                    let peers = (peers, &*identity);
                    let together = match checkpoints {
                        None => model.explore_together(&options, &observation, &guidance, control, peers),
                        Some(checkpoints) => {
                            let wanted = (&observation, &guidance);
                            model
                                .explore_together_with_checkpoints(
                                    &options,
                                    wanted,
                                    control,
                                    peers,
                                    checkpoints,
                                )
                                .map_err(|problem| checkpoint::diagnostics(&problem))?
                        }
                    };
                    processes = company.processes(&together.shares);
                    lost = together.lost.map(|lost| company.describe_loss(&lost));
                    together.outcome
                }
                (None, None) => model.explore(&options, &observation, &guidance, control),
                (Some(checkpoints), None) => model
                    .explore_with_checkpoints(&options, &observation, &guidance, control, checkpoints)
                    .map_err(|problem| checkpoint::diagnostics(&problem))?,
            };
            (outcome, None)
        }
        Some(bound) => {
            let (outcome, statistics) = model.explore_to_depth(bound, options.limits, &observation, control);
            let bounded = depth(bound, &statistics, &outcome);
            (outcome, Some(bounded))
        }
    };
    sound(&outcome)?;
    adjust(&mut outcome);
    let searched = started.elapsed();
    let meaning = Meaning::of(&outcome);
    let are_shortest =
        request.finds_shortest_runs() && outcome.kept.as_ref().is_none_or(|kept| kept.forgotten == 0);
    let (mut statistics, growing) = statistics(net, request, &outcome, &meaning, until.with_grace());
    statistics.depth = bounded;
    statistics.processes = processes;
    statistics.reason_text = lost.or(statistics.reason_text);
    statistics.time_s = Timings {
        compile: compiled.as_secs_f64(),
        search: (searched - compiled + outcome.elapsed_before).as_secs_f64(),
        before: Some(outcome.elapsed_before).filter(|time| !time.is_zero()).map(|time| time.as_secs_f64()),
        ..timings(&outcome.phases)
    };
    Ok(Searched {
        findings: findings(&outcome, request.reductions.events, are_shortest),
        undefined: outcome.undefined.map(|witness| witness.events),
        meaning,
        visits: outcome.visits,
        firings: outcome.firings,
        shortest_reason: None,
        encoding: outcome.system.encoding(),
        compile: compiled,
        measured: outcome.measured,
        growing,
        never_fired: outcome.never_fired,
        statistics,
    })
}

/// Returns the measure of a weighted sum of some places' tokens.
fn measure<'a, M: NetModel>(terms: &Sum) -> Measure<'a, M> {
    let terms = terms.clone();
    Box::new(move |model, state, scratch| {
        let term = |&(factor, place): &(i64, PlaceId)| {
            i128::from(factor) * i128::from(model.tokens(state, scratch, place))
        };
        terms.iter().map(term).sum()
    })
}

/// Returns the goals of the search: a state that meets a goal decides its question. The goals of assertions
/// come last.
pub(crate) fn goals<'a, M: NetModel>(net: &Net, request: &Request) -> Vec<Goal<'a, M>> {
    let mut goals: Vec<Goal<'a, M>> = match &request.question {
        Question::Deadlock => vec![Box::new(|_, _, _, events| events.is_empty())],
        question => request.goals().iter().map(|formula| goal_of_program(formula, question)).collect(),
    };
    goals.extend(request.asserted(net).map(|assertion| -> Goal<'a, M> {
        Box::new(move |model, state, scratch, _| !model.asserts(state, scratch, assertion))
    }));
    goals
}

/// Returns the goal that a formula over values holds, or that the state is the error state if that counts.
fn goal_of_program<'a, M: NetModel>(formula: &Formula, question: &Question) -> Goal<'a, M> {
    if !formula.asks_for_values() {
        return goal(formula);
    }
    let (target, in_error_state) = (formula.compile(), is_met_without_values(formula, question));
    Box::new(move |model, state, scratch, events| {
        let holds = || target.holds(&PackedMarking { model, state, scratch, events });
        if model.is_end(state) { in_error_state } else { holds() }
    })
}

/// Returns the goal that a formula holds.
pub(crate) fn goal<'a, M: NetModel>(formula: &Formula) -> Goal<'a, M> {
    let target = formula.compile();
    Box::new(move |model, state, scratch, events| {
        let is_known = model.tables().is_none() || Tables::are_all_known(events);
        is_known && target.holds(&PackedMarking { model, state, scratch, events })
    })
}
