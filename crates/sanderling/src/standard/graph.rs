//! The reachability graph of a net, within the limits, and its components.

use std::sync::Arc;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Goal, Guidance, Observation, Options, Outcome, StopReason, StoreChoice, Witness};
use sanderling_engine::Explorable;
use sanderling_model::{NetModel, Structure};
use sanderling_net::{Diagnostics, Net, PlaceId};
use sanderling_runs::{ComponentQuery, Components};
use sanderling_store::StateId;
use sanderling_system::{EventId, SelfCovering};

use super::Left;
use super::end::End;
use crate::prepare::{AnalysedNet, Encoded};
use crate::replay::reason;
use crate::request::{Question, Request};
use crate::search::self_check::{NetReference, sound};

/// The result of an exploration.
pub(super) struct Exploration {
    /// What was observed in the explored markings; `None` if the net was already known to be unbounded.
    pub(super) seen: Option<Seen>,
    pub(super) ended: Ended,
}

/// How an exploration ended.
pub(super) enum Ended {
    /// Complete: with the components of the graph, if there was time to compute them.
    Whole(Option<Box<Ends>>),
    /// The net is unbounded: with firings that can be repeated forever and add tokens each time.
    Infinite(SelfCovering),
    /// Stopped early, with the reason.
    Cut(String),
}

/// What was observed in the explored markings, with runs to some of them.
pub(super) struct Seen {
    pub(super) states: u64,
    pub(super) firings: u64,
    /// Number of deadlocks.
    pub(super) dead: u64,
    /// The maximum number of tokens of each place.
    pub(super) bounds: Vec<u64>,
    /// Whether each transition was enabled somewhere.
    pub(super) is_enabled: Vec<bool>,
    /// A run to a deadlock.
    pub(super) to_deadlock: Option<Vec<EventId>>,
    /// A run to a marking that is an [improper](End::improper) end, if an end was given.
    pub(super) to_improper_end: Option<Vec<EventId>>,
}

/// The components of the complete reachability graph, with runs to the states that they mention.
pub(super) struct Ends {
    /// The components. Each transition is a group.
    pub(super) components: Components,
    /// Runs to a state of each of the first two terminal components.
    pub(super) to_end: Vec<Vec<EventId>>,
    /// A run to a marking from which no end can be reached.
    pub(super) to_stuck: Option<Vec<EventId>>,
    /// A run to a marking in which a firing disables another transition.
    pub(super) to_disabling: Option<Vec<EventId>>,
    /// A transition that is not live, and a run to a marking from which it never becomes enabled again.
    /// Prefers a transition that can fire at all.
    pub(super) to_lacking: Option<(usize, Vec<EventId>)>,
}

/// Explores a net within the remaining time.
///
/// # Errors
/// The net cannot be compiled.
pub(super) fn explored(
    net: AnalysedNet<'_>,
    end: Option<&End>,
    left: Left<'_>,
) -> Result<Exploration, Diagnostics> {
    if left.is_too_late_for(net.net) {
        return Ok(Exploration { seen: None, ended: Ended::Cut(left.why_not().to_owned()) });
    }
    if let Some(proof) = net.self_covering() {
        return Ok(Exploration { seen: None, ended: Ended::Infinite(proof.clone()) });
    }
    if left.request.engine.is_special() {
        let why = "not decided: the chosen engine does not answer this question";
        return Ok(Exploration { seen: None, ended: Ended::Cut(why.to_owned()) });
    }
    match net.encoded()? {
        Encoded::Fields(model) => explored_as(net, model, end, left),
        Encoded::Radix(model) => explored_as(net, model, end, left),
    }
}

fn explored_as<M: Explorable>(
    net: AnalysedNet<'_>,
    model: M,
    end: Option<&End>,
    left: Left<'_>,
) -> Result<Exploration, Diagnostics> {
    let mut goals: Vec<Goal<'_, M>> = vec![Box::new(|_, _, _, events| events.is_empty())];
    goals.extend(end.map(|end| end.improper(net.net.places.len())));
    let outcome = explore(net.net, model, goals, left)?;
    let is_initial_alone = outcome.visits == 0;
    let ended = match (outcome.stop, &outcome.self_covering) {
        (Some(StopReason::Unbounded), Some(proof)) => Ended::Infinite(proof.clone()),
        _ if outcome.is_exhaustive() => {
            let dependents = Dependents::of(net.knowledge()?.structure());
            Ended::Whole(ends(&outcome, end, &dependents, left).map(Box::new))
        }
        _ => {
            let why = outcome.stop.and_then(reason).map_or("", |reason| reason.in_words());
            Ended::Cut(format!("{} markings were explored, and {why}", outcome.visits))
        }
    };
    Ok(Exploration { seen: (!is_initial_alone).then(|| seen(net, &outcome)), ended })
}

/// Explores a model within the remaining time, and keeps all states. Looks for states that meet the goals.
///
/// # Errors
/// The model contradicts the reference semantics of the net.
pub(super) fn explore<M: Explorable>(
    net: &Net,
    model: M,
    goals: Vec<Goal<'_, M>>,
    left: Left<'_>,
) -> Result<Outcome<M>, Diagnostics> {
    let mut limits = left.budget.limits_left();
    // The pass over the graph needs memory, too.
    limits.memory_bytes = limits.memory_bytes.map(|bytes| bytes / 4 * 3);
    let options = Options {
        retention: Retention::KeepAll,
        store: StoreChoice::Packed,
        threads: left.request.threads,
        limits,
        ..Options::default()
    };
    let request = Request { self_check: left.request.self_check, ..Request::new(Question::Explore) };
    let reference = NetReference::new(net, &request);
    let observation = Observation {
        self_check: reference.check(&model),
        goals,
        extremes: true,
        fired_events: true,
        ..Observation::default()
    };
    let outcome = model.explore(&options, &observation, &Guidance::default(), left.budget.control());
    sound(&outcome)?;
    Ok(outcome)
}

/// Returns what an exploration has observed, complete or not.
fn seen<M: NetModel>(net: AnalysedNet<'_>, outcome: &Outcome<M>) -> Seen {
    let mut is_enabled = vec![true; net.net.transitions.len()];
    outcome.never_fired.iter().flatten().for_each(|event| is_enabled[event.index()] = false);
    let hit = |goal: usize| outcome.hits.get(goal).cloned().flatten().map(|witness| witness.events);
    Seen {
        states: outcome.visits,
        firings: outcome.firings,
        dead: outcome.dead,
        bounds: outcome.maxima.as_ref().map(|maxima| maxima.each.clone()).unwrap_or_default(),
        is_enabled,
        to_deadlock: hit(0),
        to_improper_end: hit(1),
    }
}

/// Returns the components of a complete exploration; `None` if there is not enough time, or the analysis is
/// cancelled.
fn ends<M: Explorable>(
    outcome: &Outcome<M>,
    end: Option<&End>,
    dependents: &Dependents,
    left: Left<'_>,
) -> Option<Ends> {
    let transitions = dependents.may_disable.len();
    let groups: Vec<u32> = (0..transitions as u32).collect();
    let may_disable = |event: EventId| dependents.may_disable[event.index()];
    let places = outcome.maxima.as_ref().map_or(0, |maxima| maxima.each.len());
    let query = ComponentQuery {
        groups_of_event: &|event: EventId| std::slice::from_ref(&groups[event.index()]),
        groups: transitions,
        goal: end.map(|end| end.reached(places)),
        may_disable: dependents.may_disable.contains(&true).then_some(&may_disable),
    };
    let packed = (outcome.store.packed(), outcome.root);
    let components =
        outcome.system.components(packed, &query, left.budget.deadline(), left.budget.control())?;
    let run = |state| {
        Witness::to(&outcome.system, packed.0, state, left.budget.control()).map(|witness| witness.events)
    };
    // `Some(None)` if there is no state to show.
    let optional_run = |state: Option<StateId>| state.map_or(Some(None), |state| run(state).map(Some));
    let is_enabled =
        |transition: usize| !outcome.never_fired.iter().flatten().any(|event| event.index() == transition);
    let lacking = || components.lacking.iter().enumerate().filter_map(|(t, state)| Some((t, (*state)?)));
    let first_lacking =
        lacking().find(|&(transition, _)| is_enabled(transition)).or_else(|| lacking().next());
    Some(Ends {
        to_end: components.ends.iter().map(|&(state, _)| run(state)).collect::<Option<_>>()?,
        to_stuck: optional_run(components.stuck)?,
        to_disabling: optional_run(components.disabling.as_ref().map(|&(state, _, _)| state))?,
        to_lacking: match first_lacking {
            Some((transition, state)) => Some((transition, run(state)?)),
            None => None,
        },
        components,
    })
}

/// The transitions that may disable another one, according to the arcs.
struct Dependents {
    may_disable: Arc<[bool]>,
}

impl Dependents {
    /// Finds the transitions that change a place on which another transition depends.
    fn of(structure: &Structure) -> Self {
        let mut depend = vec![0_u32; structure.place_count()];
        let looks_at = |transition| {
            let bounded = structure.at_most(transition).map(|(place, _)| place);
            let mut places: Vec<PlaceId> =
                structure.needs(transition).map(|(place, _)| place).chain(bounded).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        for transition in structure.transition_ids() {
            looks_at(transition).iter().for_each(|place| depend[place.index()] += 1);
        }
        let may_disable = structure.transition_ids().map(|transition| {
            let own = looks_at(transition);
            let others =
                |place: PlaceId| depend[place.index()] - u32::from(own.binary_search(&place).is_ok());
            let changed = structure.effect(transition).iter().map(|&(place, _)| place);
            changed.chain(structure.reset(transition).iter().copied()).any(|place| others(place) > 0)
        });
        Self { may_disable: may_disable.collect() }
    }
}
