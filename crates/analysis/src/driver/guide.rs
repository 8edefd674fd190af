//! Priority and progress of a new state in the open set.

use sanderling_system::{EventId, System};

use super::Options;
use crate::guidance::Guidance;
use crate::open::Order;
use crate::reduce::Chains;

/// The rules for the position of a new state in the open set, and for the states that form a chain.
pub(super) struct Guide<'a, S: System> {
    guidance: &'a Guidance<'a, S>,
    pub(super) scratch: S::Scratch,
    /// The enabled events of the state, if they are counted.
    pub(super) events: Vec<EventId>,
    has_heuristic: bool,
    has_progress: bool,
    pub(super) counts_events: bool,
    /// The progress of the most recent state.
    pub(super) progress: Vec<i64>,
    /// The priority of the most recent state.
    pub(super) priority: i64,
}

impl<'a, S: System> Guide<'a, S> {
    /// # Panics
    /// If the guidance lacks what the options need.
    pub(super) fn new(system: &S, guidance: &'a Guidance<'a, S>, options: &Options) -> Self {
        let has_heuristic = options.order == Order::BestFirst;
        let has_progress = options.retention.sweeps();
        assert!(!has_heuristic || guidance.heuristic.is_some(), "best-first search needs a heuristic");
        assert!(!has_progress || guidance.progress.is_some(), "a sweep-line needs a progress measure");
        Self {
            guidance,
            scratch: system.scratch(),
            events: Vec::new(),
            has_heuristic,
            has_progress,
            counts_events: options.chains == Chains::OffTree,
            progress: Vec::new(),
            priority: 0,
        }
    }

    #[inline(always)]
    pub(super) fn look_at<const W: usize>(&mut self, system: &S, state: &[u64]) {
        if self.has_heuristic || self.has_progress || self.counts_events {
            self.look_closely::<W>(system, state);
        }
    }

    fn look_closely<const W: usize>(&mut self, system: &S, state: &[u64]) {
        system.unpack::<W>(state, &mut self.scratch);
        if let Some(heuristic) = self.guidance.heuristic.as_ref().filter(|_| self.has_heuristic) {
            self.priority = heuristic(system, state, &self.scratch);
        }
        if let Some(measure) = self.guidance.progress.as_ref().filter(|_| self.has_progress) {
            self.progress.clear();
            measure(system, state, &self.scratch, &mut self.progress);
        }
        if self.counts_events {
            self.events.clear();
            system.enabled::<W>(state, &self.scratch, &mut self.events);
        }
    }
}
