//! What the states have said so far, for the whole search.

use sanderling_system::{EventId, Extremes, Maxima};

use super::{Observation, Watch};
use crate::witness::Witness;

/// The answers of all states that have been expanded.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    pub(crate) expanded: u64,
    pub(crate) firings: u64,
    pub(crate) dead: u64,
    pub(crate) maxima: Maxima,
    /// The greatest number of each measure; where no state has been seen, the least that there is.
    pub(crate) measured: Vec<i128>,
    pub(crate) fired: Vec<bool>,
    /// For each goal, a way to a state that meets it.
    pub(crate) hits: Vec<Option<Witness>>,
}

impl Tally {
    pub(crate) fn new<S: Extremes>(system: &S, observation: &Observation<'_, S>) -> Self {
        Self {
            expanded: 0,
            firings: 0,
            dead: 0,
            maxima: Maxima::default(),
            measured: vec![i128::MIN; observation.measures.len()],
            fired: vec![false; if observation.fired_events { system.events() } else { 0 }],
            hits: vec![None; observation.goals.len()],
        }
    }

    /// Adds what further states have said, but for the goals that they meet.
    pub(crate) fn add<S: Extremes>(&mut self, system: &S, watch: &Watch<S>) {
        self.expanded += watch.expanded;
        self.firings += watch.firings;
        self.dead += watch.dead;
        if let Some(extremes) = &watch.extremes {
            system.raise(extremes, &mut self.maxima);
        }
        for (greatest, &number) in self.measured.iter_mut().zip(&watch.measured) {
            *greatest = number.max(*greatest);
        }
        for (all, fired) in self.fired.iter_mut().zip(&watch.fired) {
            *all |= fired;
        }
    }

    /// Counts anew. What states have said besides is as true as before.
    pub(crate) fn restart(&mut self) {
        (self.expanded, self.firings, self.dead) = (0, 0, 0);
    }

    /// The goals that no state has met.
    pub(crate) fn sought(&self) -> Vec<usize> {
        (0..self.hits.len()).filter(|&goal| self.hits[goal].is_none()).collect()
    }

    /// Whether no state is known to meet a goal.
    pub(crate) fn is_sought(&self, goal: usize) -> bool {
        self.hits[goal].is_none()
    }

    /// A state meets a goal, and these are the events that lead there. Where another one does, that
    /// stays.
    pub(crate) fn meet(&mut self, goal: usize, way: Option<Vec<EventId>>) {
        let hit = &mut self.hits[goal];
        *hit = hit.take().or_else(|| way.map(|events| Witness { events }));
    }

    /// Whether every goal has been met, and there is one.
    pub(crate) fn is_decided(&self) -> bool {
        !self.hits.is_empty() && self.hits.iter().all(Option::is_some)
    }

    /// The events that were enabled nowhere.
    pub(crate) fn never_fired(&self) -> Vec<EventId> {
        let never = self.fired.iter().enumerate().filter(|(_, fired)| !**fired);
        never.map(|(event, _)| EventId::new(event)).collect()
    }
}
