//! What some states have to say, before it is known whether their expansion counts.

use sanderling_store::StateId;
use sanderling_system::{EventId, Extremes};

use super::Observation;

/// The answers of some states.
pub(crate) struct Watch<S: Extremes> {
    pub(super) expanded: u64,
    pub(super) firings: u64,
    pub(super) dead: u64,
    pub(super) extremes: Option<S::Extremes>,
    pub(super) fired: Vec<bool>,
    /// For each goal, the first of the states that meets it.
    pub(super) hits: Vec<Option<StateId>>,
}

impl<S: Extremes> Watch<S> {
    pub(crate) fn new(system: &S, observation: &Observation<'_, S>) -> Self {
        Self {
            expanded: 0,
            firings: 0,
            dead: 0,
            extremes: observation.extremes.then(|| system.no_extremes()),
            fired: vec![false; if observation.fired_events { system.events() } else { 0 }],
            hits: vec![None; observation.goals.len()],
        }
    }

    /// Looks at a state. `events` are those that are enabled.
    #[inline(always)]
    pub(crate) fn observe<const W: usize>(
        &mut self,
        (system, observation): (&S, &Observation<'_, S>),
        (id, state): (StateId, &[u64]),
        scratch: &S::Scratch,
        events: &[EventId],
    ) {
        self.expanded += 1;
        self.firings += events.len() as u64;
        self.dead += u64::from(events.is_empty());
        if let Some(extremes) = &mut self.extremes {
            system.absorb::<W>(state, scratch, extremes);
        }
        if observation.fired_events {
            for event in events {
                self.fired[event.index()] = true;
            }
        }
        for (goal, hit) in observation.goals.iter().zip(&mut self.hits) {
            if hit.is_none() && goal(system, state, scratch, events) {
                *hit = Some(id);
            }
        }
    }
}
