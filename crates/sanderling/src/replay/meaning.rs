//! The meaning of the events of a search: transitions, or firings with their bindings.
//!
//! A coloured net with explicit colours has one event for each firing that the search has met, and only the
//! tables of its model map events to firings. These tables are dropped before the report is written, so a
//! `Meaning` keeps the firings of the paths that the report shows.

use std::collections::HashMap;
use std::sync::Arc;

use sanderling_analysis::Outcome;
use sanderling_model::NetModel;
use sanderling_model::explicit::Tables;
use sanderling_net::TransitionId;
use sanderling_net::semantics::Firing;
use sanderling_system::EventId;

use crate::request::Kind;

/// The meaning of each event on some paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The event is the number of a transition.
    #[default]
    Transitions,
    /// The event is one of these firings.
    Firings(HashMap<EventId, Arc<Firing>>),
}

/// The step that an event denotes.
#[derive(Debug)]
pub(crate) enum EventMeaning<'a> {
    /// The only firing of a transition.
    Transition(TransitionId),
    /// One firing of a transition.
    Firing(&'a Firing),
}

impl Meaning {
    /// Returns the meaning of no events, for a net of this kind.
    pub(crate) fn none(kind: Kind) -> Self {
        match kind {
            Kind::PlaceTransition | Kind::Data => Self::Transitions,
            Kind::Coloured => Self::Firings(HashMap::new()),
        }
    }

    /// Adds the events of a path and returns their numbers here. Each search numbers firings in the order in
    /// which it meets them.
    pub(crate) fn adopt(&mut self, other: &Self, events: &[EventId]) -> Vec<EventId> {
        let (Self::Firings(firings), Self::Firings(others)) = (self, other) else { return events.to_vec() };
        // The numbers in use need not be consecutive.
        let free = firings.keys().map(|event| event.index() + 1).max().unwrap_or(0);
        let adopt = |(event, number)| {
            let number = EventId::new(number);
            firings.insert(number, Arc::clone(&others[event]));
            number
        };
        events.iter().zip(free..).map(adopt).collect()
    }

    /// Returns the meaning of the events on all paths of an outcome.
    pub(crate) fn of<M: NetModel>(outcome: &Outcome<M>) -> Self {
        let witnesses = outcome.hits.iter().flatten().chain(&outcome.undefined);
        let paths = witnesses.map(|witness| &witness.events);
        let self_covering = outcome
            .self_covering
            .iter()
            .flat_map(|self_covering| [&self_covering.prefix, &self_covering.cycle]);
        Self::of_events(outcome.system.tables(), paths.chain(self_covering).flatten())
    }

    /// Returns the meaning of these events in a model with these tables.
    pub(crate) fn of_events<'e>(tables: Option<&Tables>, events: impl Iterator<Item = &'e EventId>) -> Self {
        let Some(tables) = tables else { return Self::Transitions };
        Self::Firings(events.filter_map(|&event| Some((event, tables.firing(event)?))).collect())
    }

    /// Returns the step that an event on one of the paths denotes.
    pub(crate) fn event_meaning(&self, event: EventId) -> EventMeaning<'_> {
        match self {
            Self::Transitions => EventMeaning::Transition(TransitionId::new(event.index())),
            Self::Firings(firings) => EventMeaning::Firing(&firings[&event]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adopted_events_replace_no_others() {
        let firings = |events: &[(usize, usize)]| {
            let firing = |&(event, transition): &(usize, usize)| {
                (EventId::new(event), Arc::new(Firing::plain(TransitionId::new(transition))))
            };
            Meaning::Firings(events.iter().map(firing).collect())
        };
        let (mut own, other) = (firings(&[(1, 10)]), firings(&[(5, 11), (7, 12)]));
        let adopted = own.adopt(&other, &[5, 7, 5].map(EventId::new));
        let transition = |&event: &EventId| match own.event_meaning(event) {
            EventMeaning::Firing(firing) => firing.transition.index(),
            EventMeaning::Transition(_) => panic!("events are firings"),
        };
        let all: Vec<usize> = [EventId::new(1)].iter().chain(&adopted).map(transition).collect();
        assert_eq!(all, [10, 11, 12, 11]);
    }
}
