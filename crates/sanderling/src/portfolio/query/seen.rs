//! Enabled transitions observed by a small search of the original net, for questions about all transitions or
//! all places.
//!
//! A goal for each transition would be tested in every marking and need a run of its own, whereas one bit per
//! transition costs nothing. If the search is exhaustive, the bits decide the question; otherwise goals are
//! needed only for the remaining transitions.

use sanderling_analysis::EventSet;
use sanderling_net::{Diagnostics, TransitionId};
use sanderling_system::EventId;

use super::Answering;
use crate::request::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::{Wanted, survey};

/// Whether the observed transitions suffice. The argument says whether a transition was enabled.
type IsEnough<'a> = dyn Fn(&dyn Fn(TransitionId) -> bool) -> bool + Sync + 'a;

/// The transitions that a search has seen enabled.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Whether the search was exhaustive.
    pub(super) is_exhaustive: bool,
    /// For each transition, whether it was enabled.
    is_enabled: Vec<bool>,
}

impl Seen {
    /// Returns whether some visited marking enables a transition.
    pub(super) fn enables(&self, transition: TransitionId) -> bool {
        self.is_enabled.get(transition.index()).is_some_and(|&is_enabled| is_enabled)
    }
}

impl Answering<'_> {
    /// Runs a small search and returns what it observed. The search stops soon after the observed transitions
    /// are enough. The result is empty if small searches are disabled or the net is not a place/transition
    /// net.
    pub(super) fn seen_nearby(&mut self, is_enough: &IsEnough<'_>) -> Result<Seen, Diagnostics> {
        let effort = self.request.effort;
        if effort.small == 0 || !self.net.is_place_transition() {
            return Ok(Seen::default());
        }
        let mut request = Request { question: Question::Explore, ..self.request.clone() };
        request.reductions = Reductions::default();
        request.statistics.dead_transitions = true;
        request.limits = self.budget.limits_of(effort.small_search(self.net));
        let is_enough = |events: &EventSet| {
            is_enough(&|transition: TransitionId| events.contains(EventId::new(transition.index())))
        };
        let wanted = Wanted { enough_events: Some(&is_enough), ..Wanted::default() };
        let searched = survey(self.net, &request, wanted, self.budget.control())?;
        self.note_end(&searched.statistics);
        let mut is_enabled = vec![true; self.net.net.transitions.len()];
        for event in searched.never_fired.iter().flatten() {
            is_enabled[event.index()] = false;
        }
        Ok(Seen { is_exhaustive: searched.statistics.exhaustive, is_enabled })
    }
}
