//! What some states have to say, before it is known whether their expansion counts.

use sanderling_store::StateId;
use sanderling_system::{EventId, Extremes};

use super::{Observation, Tally};

/// The answers of some states.
pub(crate) struct Watch<S: Extremes> {
    pub(super) expanded: u64,
    pub(super) firings: u64,
    pub(super) dead: u64,
    pub(super) extremes: Option<S::Extremes>,
    pub(super) measured: Vec<i128>,
    pub(super) fired: Vec<bool>,
    /// The goals that no state is known to meet.
    sought: Vec<usize>,
    /// The goals that one of the states meets, each with the first that does.
    pub(super) hits: Vec<(usize, StateId)>,
}

impl<S: Extremes> Watch<S> {
    /// Nothing seen yet, besides what `tally` knows.
    pub(crate) fn new(system: &S, observation: &Observation<'_, S>, tally: &Tally) -> Self {
        Self {
            expanded: 0,
            firings: 0,
            dead: 0,
            extremes: observation.extremes.then(|| system.no_extremes()),
            measured: vec![i128::MIN; observation.measures.len()],
            fired: vec![false; if observation.fired_events { system.events() } else { 0 }],
            sought: tally.sought(),
            hits: Vec::new(),
        }
    }

    /// Looks at a state; answers whether it meets a goal that none has met. `events` are those that
    /// are enabled.
    #[inline(always)]
    pub(crate) fn observe<const W: usize>(
        &mut self,
        (system, observation): (&S, &Observation<'_, S>),
        (id, state): (StateId, &[u64]),
        scratch: &S::Scratch,
        events: &[EventId],
    ) -> bool {
        self.expanded += 1;
        self.firings += events.len() as u64;
        self.dead += u64::from(events.is_empty());
        if let Some(extremes) = &mut self.extremes {
            system.absorb::<W>(state, scratch, extremes);
        }
        for (greatest, measure) in self.measured.iter_mut().zip(&observation.measures) {
            *greatest = measure(system, state, scratch).max(*greatest);
        }
        if observation.fired_events {
            for event in events {
                self.fired[event.index()] = true;
            }
        }
        !self.sought.is_empty() && self.meets_goal((system, observation), (id, state), scratch, events)
    }

    fn meets_goal(
        &mut self,
        (system, observation): (&S, &Observation<'_, S>),
        (id, state): (StateId, &[u64]),
        scratch: &S::Scratch,
        events: &[EventId],
    ) -> bool {
        let known = self.hits.len();
        let hits = &mut self.hits;
        self.sought.retain(|&goal| {
            let is_met = observation.goals[goal](system, state, scratch, events);
            if is_met {
                hits.push((goal, id));
            }
            !is_met
        });
        self.hits.len() > known
    }

    /// The goals that have been met since this was asked last.
    pub(crate) fn take_hits(&mut self) -> Vec<(usize, StateId)> {
        std::mem::take(&mut self.hits)
    }
}
