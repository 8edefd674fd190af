//! What differs for a coloured net that is explored as it is, since it cannot be unfolded.
//!
//! Most examinations are goals, and goals are decided there like everywhere else. Here is what looks at a
//! place/transition net in other ways elsewhere. Places and transitions are the coloured ones, each a group by itself.

use std::time::{Duration, Instant};

use sanderling_analysis::reduce::Events;
use sanderling_analysis::{Guidance, Observation, components, explore};
use sanderling_model::NetModel;
use sanderling_net::Diagnostics;
use sanderling_net::semantics;
use sanderling_property::Formula;
use sanderling_report::{Decision, Technique};
use sanderling_system::EventId;

use super::one_safe::never_two_tokens;
use super::{Examiner, reach};
use crate::finding::{Finding, by_search};
use crate::interned;
use crate::request::{Question, Request};
use crate::self_check::{NetReference, sound};

impl Examiner<'_> {
    /// By place of the net: its tokens at the start, of all colours. `None` where these have no meaning.
    pub(super) fn tokens_at_start(&self) -> Option<Vec<u64>> {
        let marking = semantics::initial(self.net).ok()?;
        Some(self.net.place_ids().map(|place| marking.tokens(place)).collect())
    }

    /// Answers the questions about the state space, or none of them.
    pub(super) fn state_space_as_it_is(&mut self) -> Result<(), Diagnostics> {
        let request = Request { question: Question::Explore, assertions: false, ..self.request.clone() };
        let searched = interned::search(self.net, &request, &[], self.control)?;
        self.note_end(&searched.report);
        let is_answered = searched.report.exhaustive || searched.report.unbounded.is_some();
        if is_answered && searched.undefined.is_none() {
            self.tell_figures(&searched.report);
        }
        Ok(())
    }

    /// Answers whether each place always holds at most one token.
    pub(super) fn one_safe_as_it_is(&mut self) -> Result<(), Diagnostics> {
        let Some(initial) = self.tokens_at_start() else { return Ok(()) };
        if initial.iter().any(|&tokens| tokens > 1) {
            self.truth(false, Decision::by(Technique::InitialMarking));
            return Ok(());
        }
        self.formulas(&[never_two_tokens(&self.examined.places)])
    }

    /// Answers whether each transition can be enabled again from every reachable marking.
    pub(super) fn liveness_as_it_is(&mut self) -> Result<(), Diagnostics> {
        let effort = self.request.effort;
        let small = match effort.small {
            0 => None,
            states => self.components_as_it_is(Some((states, effort.small_time)))?,
        };
        if self.told(small.map(|is_live| (is_live, by_search(Events::All)))) {
            return Ok(());
        }
        let quasi = self.is_quasi_live(4)?.filter(|(holds, _)| !holds);
        if self.told(quasi) || self.is_over() {
            return Ok(());
        }
        let deadlock = self.asking(Question::Check(vec![reach(Formula::Deadlock)]), 3);
        let searched = crate::decide::decide(self.net, &deadlock, self.control)?;
        if let [Finding::Found(_, by)] = &searched.findings[..]
            && !self.net.transitions.is_empty()
        {
            self.truth(false, by.clone());
        } else if !self.is_over() {
            let all = self.components_as_it_is(None)?;
            self.told(all.map(|is_live| (is_live, by_search(Events::All))));
        }
        Ok(())
    }

    /// Explores all markings within limits, and answers whether the net is live, if they are all.
    fn components_as_it_is(&mut self, limits: Option<(u64, Duration)>) -> Result<Option<bool>, Diagnostics> {
        let (settled, most) = interned::settled(self.request);
        let model = interned::model(self.net, most)?;
        let mut options = settled.options();
        // The pass over the graph takes time and memory, too.
        options.limits.time = self.time_left().map(|left| left / 2);
        options.limits.memory_bytes = options.limits.memory_bytes.map(|bytes| bytes / 4 * 3);
        if let Some((states, time)) = limits {
            options.limits.states = Some(options.limits.states.map_or(states, |most| most.min(states)));
            options.limits.time = Some(options.limits.time.map_or(time, |left| left.min(time)));
        }
        let reference = NetReference::new(self.net, self.request);
        let observation = Observation { self_check: reference.check(&model), ..Observation::default() };
        let outcome = explore(model, &options, &observation, &Guidance::default(), self.control);
        sound(&outcome)?;
        let Some(tables) = outcome.is_exhaustive().then(|| outcome.system.tables()).flatten() else {
            return Ok(None);
        };
        let group = |event: usize| {
            tables.firing(EventId::new(event)).map_or(0, |firing| firing.transition.index() as u32)
        };
        // No firing is met in the pass that was not met before.
        let group_of_event: Vec<u32> = (0..=tables.firings_met()).map(group).collect();
        let deadline = self.time_left().map(|left| Instant::now() + left);
        let packed = (outcome.store.packed(), outcome.root);
        let groups = (group_of_event.as_slice(), self.net.transitions.len());
        let found = components(&outcome.system, packed, groups, deadline, self.control);
        Ok(found.map(|components| components.recurrent.iter().all(|recurs| *recurs)))
    }
}
