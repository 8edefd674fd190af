//! All reachable markings of a net, with the components of their graph, if they are not too many.

use std::sync::Arc;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{
    ComponentQuery, Components, Goal, Guidance, Observation, Options, Outcome, StopReason, StoreChoice,
    Witness, components, explore,
};
use sanderling_model::{NetModel, Structure};
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_store::StateId;
use sanderling_system::{EventId, SelfCovering};

use super::Left;
use super::end::End;
use crate::explain::report::reason;
use crate::prepare::{AnalysedNet, Encoded};
use crate::request::{Question, Request};
use crate::search::self_check::{NetReference, sound};

/// How an exploration ended.
pub(super) enum Exploration {
    /// With all reachable markings.
    Whole(Box<Graph>),
    /// With a proof that there is no end to them: firings that can be repeated for ever.
    Infinite(SelfCovering),
    /// Early, and why.
    Cut(String),
}

/// What the graph of all reachable markings says. Runs lead to the marking that shows something.
pub(super) struct Graph {
    pub(super) states: u64,
    pub(super) firings: u64,
    pub(super) dead: u64,
    /// The most tokens of each place.
    pub(super) bounds: Vec<u64>,
    /// Whether each transition is enabled somewhere.
    pub(super) is_enabled: Vec<bool>,
    /// The components; groups are transitions.
    pub(super) components: Components,
    /// To a deadlock.
    pub(super) to_deadlock: Option<Vec<EventId>>,
    /// To a marking that is no [proper](End::improper) end, where an end was given.
    pub(super) to_improper_end: Option<Vec<EventId>>,
    /// To the states that the components name.
    pub(super) to_end: Vec<Vec<EventId>>,
    pub(super) to_stuck: Option<Vec<EventId>>,
    pub(super) to_disabling: Option<Vec<EventId>>,
    /// Of the first transition that is not live though it can fire, or else of the first one: the transition, and to where it never is enabled again.
    pub(super) to_lacking: Option<(usize, Vec<EventId>)>,
}

/// Explores a net whole, if the limits allow it: in a third of the time that is left.
///
/// # Errors
/// Where the net cannot be compiled.
pub(super) fn explored(
    net: AnalysedNet<'_>,
    end: Option<&End>,
    left: Left<'_>,
) -> Result<Exploration, Diagnostics> {
    if let Some(proof) = net.self_covering() {
        return Ok(Exploration::Infinite(proof.clone()));
    }
    match net.encoded()? {
        Encoded::Fields(model) => explored_as(net, model, end, left),
        Encoded::Radix(model) => explored_as(net, model, end, left),
    }
}

fn explored_as<M: NetModel>(
    net: AnalysedNet<'_>,
    model: M,
    end: Option<&End>,
    left: Left<'_>,
) -> Result<Exploration, Diagnostics> {
    let mut limits = left.limits(3);
    // The pass over the graph takes memory, too.
    limits.memory_bytes = limits.memory_bytes.map(|bytes| bytes / 4 * 3);
    let options = Options {
        retention: Retention::KeepAll,
        store: StoreChoice::Packed,
        threads: left.request.threads,
        limits,
        ..Options::default()
    };
    let request = Request { self_check: left.request.self_check, ..Request::new(Question::Explore) };
    let reference = NetReference::new(net.net, &request);
    let mut goals: Vec<Goal<'_, M>> = vec![Box::new(|_, _, _, events| events.is_empty())];
    goals.extend(end.map(|end| end.improper(net.net.places.len())));
    let observation = Observation {
        self_check: reference.check(&model),
        goals,
        extremes: true,
        fired_events: true,
        ..Observation::default()
    };
    let outcome = explore(model, &options, &observation, &Guidance::default(), left.control);
    sound(&outcome)?;
    if let (Some(StopReason::Unbounded), Some(proof)) = (outcome.stop, &outcome.self_covering) {
        return Ok(Exploration::Infinite(proof.clone()));
    }
    if !outcome.is_exhaustive() {
        let why = outcome.stop.and_then(reason).map_or("", |reason| reason.in_words());
        return Ok(Exploration::Cut(format!("{} markings were explored, and {why}", outcome.visits)));
    }
    let dependents = Dependents::of(net.knowledge()?.structure());
    Ok(match found(&outcome, end, &dependents, left) {
        Some(graph) => Exploration::Whole(Box::new(graph)),
        None => Exploration::Cut("there was no time to find the components of its markings".into()),
    })
}

/// The graph of an exploration that saw everything; `None` where the time is over.
fn found<M: NetModel>(
    outcome: &Outcome<M>,
    end: Option<&End>,
    dependents: &Dependents,
    left: Left<'_>,
) -> Option<Graph> {
    let transitions = dependents.may_disable.len();
    let groups: Vec<u32> = (0..transitions as u32).collect();
    let may_disable = |event: EventId| dependents.may_disable[event.index()];
    let places = outcome.maxima.as_ref().map_or(0, |maxima| maxima.each.len());
    let query = ComponentQuery {
        group_of_event: &groups,
        groups: transitions,
        goal: end.map(|end| end.reached(places)),
        may_disable: dependents.may_disable.contains(&true).then_some(&may_disable),
    };
    let deadline = left.time().map(|time| sanderling_clock::Instant::now() + time);
    let packed = (outcome.store.packed(), outcome.root);
    let components = components(&outcome.system, packed, &query, deadline, left.control)?;
    let run = |state: StateId| Witness::to(&outcome.system, packed.0, state).events;
    let mut is_enabled = vec![true; transitions];
    outcome.never_fired.iter().flatten().for_each(|event| is_enabled[event.index()] = false);
    let hit = |goal: usize| outcome.hits.get(goal).cloned().flatten().map(|witness| witness.events);
    let lacking = || components.lacking.iter().enumerate().filter_map(|(t, state)| Some((t, (*state)?)));
    let first_lacking =
        lacking().find(|&(transition, _)| is_enabled[transition]).or_else(|| lacking().next());
    Some(Graph {
        states: outcome.visits,
        firings: outcome.firings,
        dead: outcome.dead,
        bounds: outcome.maxima.as_ref().map(|maxima| maxima.each.clone()).unwrap_or_default(),
        to_deadlock: hit(0),
        to_improper_end: hit(1),
        to_end: components.ends.iter().map(|&(state, _)| run(state)).collect(),
        to_stuck: components.stuck.map(run),
        to_disabling: components.disabling.map(|(state, _, _)| run(state)),
        to_lacking: first_lacking.map(|(transition, state)| (transition, run(state))),
        is_enabled,
        components,
    })
}

/// Which transitions may disable another one, going by the arcs.
struct Dependents {
    may_disable: Arc<[bool]>,
}

impl Dependents {
    /// A transition may disable another one where it changes what the other depends on.
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
