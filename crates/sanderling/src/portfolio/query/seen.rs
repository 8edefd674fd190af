//! What a small search of the original net sees enabled, for questions about all transitions or all places.
//!
//! A goal for each of them would be tested in each marking, and have a run of its own; a bit for each transition costs nothing. Where the
//! search sees all markings, that decides; otherwise goals are only for what is left.

use sanderling_analysis::EventSet;
use sanderling_net::{Diagnostics, TransitionId};
use sanderling_system::EventId;

use super::Answering;
use crate::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::{Wanted, survey};

/// Whether transitions are enough, given whether one has been seen enabled.
type IsEnough<'a> = dyn Fn(&dyn Fn(TransitionId) -> bool) -> bool + Sync + 'a;

/// The transitions that a search has seen enabled.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Whether it has seen all reachable markings.
    pub(super) is_exhaustive: bool,
    /// By transition.
    is_enabled: Vec<bool>,
}

impl Seen {
    /// Whether some marking that was seen enables a transition.
    pub(super) fn enables(&self, transition: TransitionId) -> bool {
        self.is_enabled.get(transition.index()).is_some_and(|&is_enabled| is_enabled)
    }
}

impl Answering<'_> {
    /// What a search with the limits of a small one sees; it ends soon after the transitions that it has seen are enough. Nothing
    /// where no small search is wanted, or the net is no place/transition net.
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
        self.note_end(&searched.report);
        let mut is_enabled = vec![true; self.net.net.transitions.len()];
        for event in searched.never_fired.iter().flatten() {
            is_enabled[event.index()] = false;
        }
        Ok(Seen { is_exhaustive: searched.report.exhaustive, is_enabled })
    }
}
