//! What the events of a search are: transitions, or firings with their bindings.
//!
//! A coloured net that is explored with explicit colours has an event for each firing that was met, and only the tables of its
//! model know which. They are gone when the verdict is told, so what the events of the paths to be told are is kept.

use std::collections::HashMap;
use std::sync::Arc;

use sanderling_analysis::Outcome;
use sanderling_model::NetModel;
use sanderling_model::explicit::Tables;
use sanderling_net::TransitionId;
use sanderling_net::semantics::Firing;
use sanderling_system::EventId;

use crate::prepare::Kind;

/// What each event on some paths is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The transition with its number.
    #[default]
    Transitions,
    /// One of these firings.
    Firings(HashMap<EventId, Arc<Firing>>),
}

/// A step that an event asks for.
#[derive(Debug)]
pub(crate) enum Asked<'a> {
    /// The one firing of a transition.
    Transition(TransitionId),
    /// This firing of a transition.
    Firing(&'a Firing),
}

impl Meaning {
    /// What no events of a net of this kind are.
    pub(crate) fn none(kind: Kind) -> Self {
        match kind {
            Kind::PlaceTransition | Kind::Data => Self::Transitions,
            Kind::Coloured => Self::Firings(HashMap::new()),
        }
    }

    /// Takes in the events of a path, and returns the numbers that they have here. Each search numbers firings as it meets them.
    pub(crate) fn adopt(&mut self, other: &Self, events: &[EventId]) -> Vec<EventId> {
        let adopt = |event: &EventId| match (&mut *self, other) {
            (Self::Firings(firings), Self::Firings(others)) => {
                let number = EventId::new(firings.len());
                firings.insert(number, Arc::clone(&others[event]));
                number
            }
            _ => *event,
        };
        events.iter().map(adopt).collect()
    }

    /// What the events are on all paths that an outcome tells.
    pub(crate) fn of<M: NetModel>(outcome: &Outcome<M>) -> Self {
        let witnesses = outcome.hits.iter().flatten().chain(&outcome.undefined);
        let paths = witnesses.map(|witness| &witness.events);
        let self_covering = outcome
            .self_covering
            .iter()
            .flat_map(|self_covering| [&self_covering.prefix, &self_covering.cycle]);
        Self::of_events(outcome.system.tables(), paths.chain(self_covering).flatten())
    }

    /// What these events are of a model with such tables.
    pub(crate) fn of_events<'e>(tables: Option<&Tables>, events: impl Iterator<Item = &'e EventId>) -> Self {
        let Some(tables) = tables else { return Self::Transitions };
        Self::Firings(events.filter_map(|&event| Some((event, tables.firing(event)?))).collect())
    }

    /// What an event on one of the paths is.
    pub(crate) fn asked(&self, event: EventId) -> Asked<'_> {
        match self {
            Self::Transitions => Asked::Transition(TransitionId::new(event.index())),
            Self::Firings(firings) => Asked::Firing(&firings[&event]),
        }
    }
}
