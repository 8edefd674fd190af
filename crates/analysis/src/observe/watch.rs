//! The results of some states, before it is known whether their expansion counts.

use sanderling_machine::clock::Instant;
use sanderling_store::StateId;
use sanderling_system::{EventId, Extremes};

use super::{EventSet, Observation, Tally};
use crate::self_check::{Checks, Discrepancy, compare};

/// The results of some states.
pub(crate) struct Watch<S: Extremes> {
    pub(super) expanded: u64,
    pub(super) firings: u64,
    pub(super) dead: u64,
    pub(super) extremes: Option<S::Extremes>,
    pub(super) measured: Vec<i128>,
    pub(super) fired: EventSet,
    /// The goals that no state is known to meet.
    sought: Vec<usize>,
    /// The goals that one of the states meets, each with the first such state.
    pub(super) hits: Vec<(usize, StateId)>,
    /// The states to compare with a reference, and the results.
    pub(crate) checks: Checks,
    /// The events of the most recently compared state.
    compared: Option<Vec<EventId>>,
}

impl<S: Extremes> Watch<S> {
    /// Creates an empty watch, with the knowledge of `tally`.
    pub(crate) fn new(system: &S, observation: &Observation<'_, S>, tally: &Tally) -> Self {
        Self {
            expanded: 0,
            firings: 0,
            dead: 0,
            extremes: observation.extremes.then(|| system.no_extremes()),
            measured: vec![i128::MIN; observation.measures.len()],
            fired: EventSet::none_of(if observation.fired_events { system.events() } else { 0 }),
            sought: tally.sought(),
            hits: Vec::new(),
            checks: tally.checks.of_thread(),
            compared: None,
        }
    }

    /// Compares a state with the reference, if it is due, and observes it. Returns whether it meets a goal
    /// that no state has met before. `events` are the enabled ones.
    #[inline(always)]
    pub(crate) fn observe<const W: usize>(
        &mut self,
        (system, observation): (&S, &Observation<'_, S>),
        (id, state): (StateId, &[u64]),
        scratch: &S::Scratch,
        events: &[EventId],
    ) -> bool {
        if self.checks.count() {
            self.compare::<W>((system, observation), (state, scratch), events);
        }
        self.observe_compared::<W>((system, observation), (id, state), scratch, events)
    }

    /// Takes the gathered extremes out of the watch.
    pub(crate) fn take_extremes(&mut self) -> Option<S::Extremes> {
        self.extremes.take()
    }

    /// Observes a state, for a driver that [compares](Self::compare) states itself. Returns whether it meets
    /// a goal that no state has met before.
    #[inline(always)]
    pub(crate) fn observe_compared<const W: usize>(
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
            events.iter().for_each(|&event| self.fired.insert(event));
        }
        !self.sought.is_empty() && self.meets_goal((system, observation), (id, state), scratch, events)
    }

    /// Compares a state with the reference, if it is due.
    #[cold]
    #[inline(never)]
    pub(crate) fn compare<const W: usize>(
        &mut self,
        (system, observation): (&S, &Observation<'_, S>),
        (state, scratch): (&[u64], &S::Scratch),
        events: &[EventId],
    ) {
        let check = observation.self_check.as_ref().filter(|_| self.checks.may_compare());
        let Some(check) = check else { return };
        let began = Instant::now();
        let result = compare::<S, W>((system, check), (state, scratch), events, &self.checks);
        self.checks.note(began, result);
        self.compared = Some(events.to_vec());
    }

    /// Checks the events `left` by a reduction. Must be called for each state. Returns whether the state is
    /// wrong, as far as it was compared. Then the search ends.
    #[inline(always)]
    pub(crate) fn is_wrong(&mut self, left: &[EventId]) -> bool {
        self.compared.is_some() && self.differs(left)
    }

    #[cold]
    #[inline(never)]
    fn differs(&mut self, left: &[EventId]) -> bool {
        let mut enabled = self.compared.take().unwrap_or_default();
        enabled.sort_unstable();
        if let Some(stray) = left.iter().find(|event| enabled.binary_search(event).is_err()) {
            self.checks.differ(Discrepancy {
                state: format!("the state number {} of those compared", self.checks.states()),
                expected: "a reduction that leaves only events that are enabled".into(),
                found: format!("the event with number {}, which is not", stray.index()),
            });
        }
        self.checks.discrepancy().is_some()
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

    /// Returns the goals met since they were taken last, each with the first such state.
    pub(crate) fn hits(&self) -> &[(usize, StateId)] {
        &self.hits
    }

    /// Takes the goals met since the last call.
    pub(crate) fn take_hits(&mut self) -> Vec<(usize, StateId)> {
        std::mem::take(&mut self.hits)
    }
}

#[cfg(test)]
mod tests {
    use sanderling_system::System;
    use sanderling_testkit::tiny::systems::{GraphSystem, ring};

    use super::*;
    use crate::self_check::{Expanded, Reference, Sampling, SelfCheck};

    struct Agrees;

    impl Reference<GraphSystem> for Agrees {
        fn compare(&self, expanded: &Expanded<'_, GraphSystem>) -> Result<(), Discrepancy> {
            assert_eq!(expanded.firings().count(), expanded.events.len());
            Ok(())
        }
    }

    #[test]
    fn a_reduction_may_leave_events_out_and_none_that_is_not_enabled() {
        let system = ring(5);
        let self_check = Some(SelfCheck { reference: &Agrees as &dyn Reference<_>, sampling: Sampling::All });
        let observation = Observation { self_check, ..Observation::default() };
        let mut watch = Watch::new(&system, &observation, &Tally::new(&system, &observation));
        let (mut state, mut events) = (vec![0; system.words()], Vec::new());
        let mut scratch = system.scratch();
        system.initial(&mut state);
        system.unpack::<0>(&state, &mut scratch);
        system.enabled::<0>(&state, &scratch, &mut events);
        let stray = [EventId::new(100)];
        for (left, is_wrong) in [(&events[..], false), (&events[..1], false), (&[], false), (&stray, true)] {
            watch.observe::<0>((&system, &observation), (StateId::new(0, 0), &state), &scratch, &events);
            assert_eq!(watch.is_wrong(left), is_wrong, "{left:?}");
        }
    }
}
