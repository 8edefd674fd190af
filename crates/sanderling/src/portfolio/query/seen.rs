//! Enabled transitions observed by a small search and by random walks over the original net, for questions
//! about all transitions or all places.
//!
//! A goal for each transition would be tested in every marking and need a run of its own, whereas one bit per
//! transition costs nothing. If the search is exhaustive, the bits decide the question; otherwise goals are
//! needed only for the remaining transitions.

use sanderling_analysis::EventSet;
use sanderling_analysis::reduce::Events;
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostics, Net, TransitionId};
use sanderling_report::{Decision, Means};
use sanderling_system::EventId;

use super::Answering;
use crate::replay::finding::by_search;
use crate::request::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::{Wanted, survey, walk_for_transitions};

/// Whether the observed transitions suffice. The argument says whether a transition was enabled.
pub(super) type IsEnough<'a> = dyn Fn(&dyn Fn(TransitionId) -> bool) -> bool + Sync + 'a;

/// The transitions that a search has seen enabled.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Whether the search was exhaustive.
    pub(super) is_exhaustive: bool,
    /// For each transition, whether it was enabled.
    is_enabled: Vec<bool>,
    /// Whether random walks have observed some of them.
    has_walked: bool,
}

impl Seen {
    /// Creates the observation of nothing in a net.
    pub(super) fn nothing(net: &Net) -> Self {
        Self { is_enabled: vec![false; net.transitions.len()], ..Self::default() }
    }

    /// Returns the decision of a question by what was observed.
    pub(super) fn decision(&self) -> Decision {
        self.extend(by_search(Events::ALL))
    }

    /// Returns a decision that also depends on what was observed.
    pub(super) fn extend(&self, by: Decision) -> Decision {
        by.with(self.has_walked.then_some(Means::RandomWalk))
    }

    /// Returns whether some visited marking enables a transition.
    pub(super) fn enables(&self, transition: TransitionId) -> bool {
        self.is_enabled.get(transition.index()).is_some_and(|&is_enabled| is_enabled)
    }
}

impl Answering<'_> {
    /// Walks until the observed transitions are enough, or until a round of walks has not observed a new one.
    pub(super) fn walk_for_more(&self, seen: &mut Seen, is_enough: &IsEnough<'_>) -> Result<(), Diagnostics> {
        if seen.is_exhaustive || !self.net.is_place_transition() {
            return Ok(());
        }
        let round = self.request.effort.walk_time;
        let end = self.budget.deadline();
        for seed in 0.. {
            if round.is_zero() || self.budget.is_over() || is_enough(&|one| seen.enables(one)) {
                break;
            }
            let deadline = Instant::now() + round;
            let deadline = end.map_or(deadline, |end| end.min(deadline));
            let known = seen.is_enabled.clone();
            let is_enough = |events: &EventSet| {
                let is_enabled =
                    |one: TransitionId| known[one.index()] || events.contains(EventId::new(one.index()));
                is_enough(&is_enabled)
            };
            let control = self.budget.control();
            let found = walk_for_transitions(self.net, self.request, &is_enough, (seed, deadline), control)?;
            let mut is_new = false;
            for (known, found) in seen.is_enabled.iter_mut().zip(found) {
                is_new |= found && !*known;
                *known |= found;
            }
            seen.has_walked |= is_new;
            if !is_new || end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
        Ok(())
    }

    /// Runs a small search that stops soon after the observed transitions are enough.
    pub(super) fn search_for_more(
        &mut self,
        seen: &mut Seen,
        is_enough: &IsEnough<'_>,
    ) -> Result<(), Diagnostics> {
        let effort = self.request.effort;
        if effort.small == 0 || !self.net.is_place_transition() {
            return Ok(());
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
        self.note(&searched);
        seen.is_enabled.fill(true);
        for event in searched.never_fired.iter().flatten() {
            seen.is_enabled[event.index()] = false;
        }
        seen.is_exhaustive = searched.statistics.exhaustive;
        Ok(())
    }
}
