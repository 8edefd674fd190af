//! Bounds and dead transitions of an unbounded net, from its coverability set.

use sanderling_coverability::{CoverabilitySet, Tokens};
use sanderling_net::{Diagnostics, PlaceId, TransitionId};
use sanderling_report::{Count, LivenessLevel, StandardProperty};
use sanderling_system::{EventId, SelfCovering};

use super::behaviour::{Behaviour, describe_dead};
use super::page::{Page, Shown, after};
use super::queries::run_to_two_tokens;
use crate::portfolio::plan::Share;
use crate::prepare::{coverability_budget, coverability_set};
use crate::replay::Meaning;
use crate::replay::trace::unboundedness_proof;
use crate::request::{Question, Request};

/// The time for a coverability set.
const COVERABILITY: Share = Share::part(4).at_most(20);

impl Behaviour<'_> {
    /// Answers what can be answered about an unbounded net.
    ///
    /// # Errors
    /// A run cannot be searched for.
    pub(super) fn describe_infinite(
        &self,
        proof: &SelfCovering,
        page: &mut Page<'_>,
    ) -> Result<(), Diagnostics> {
        describe_unbounded(proof, page);
        (page.report.states, page.report.firings) = (Some(Count::Infinite), Some(Count::Infinite));
        let request = Request { limits: self.left.request.limits, ..Request::new(Question::Explore) };
        let is_cancelled = || self.left.budget.control().is_cancelled();
        let time = self.left.within(COVERABILITY).budget.time();
        let budget = coverability_budget(&request, time, &is_cancelled);
        if let Ok(set) = coverability_set(self.knowledge, |_| false, &budget) {
            self.describe_coverable(&set, page)?;
        }
        Ok(())
    }

    fn describe_coverable(&self, set: &CoverabilitySet<'_>, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        let bound = |place| match set.bound(place) {
            Tokens::Finite(tokens) => Count::from(tokens),
            Tokens::Omega => Count::Infinite,
        };
        let places = page.net.place_ids();
        page.report.bounds =
            Some(places.map(|place| (page.net.place(place).id.clone(), bound(place))).collect());
        let dead = set.dead_transitions();
        let mut levels = vec![LivenessLevel::L1; page.net.transitions.len()];
        dead.iter().for_each(|one| levels[one.index()] = LivenessLevel::L0);
        let level = |one: TransitionId| (page.net.transition(one).id.clone(), levels[one.index()]);
        page.report.liveness = Some(page.net.transition_ids().map(level).collect());
        describe_dead(&dead, page);
        if !dead.is_empty() {
            let text = format!("{} can never fire", page.transition(dead[0]));
            page.answer(StandardProperty::Live, false, text);
        }
        let exceeds = |place: &PlaceId| bound(*place) > Count::from(1_u64);
        if let Some(place) = page.net.place_ids().find(exceeds).filter(|_| page.lacks(StandardProperty::Safe))
        {
            let run = run_to_two_tokens(self.net, place, self.left)?;
            let most = bound(place).finite().and_then(|most| u64::try_from(most).ok());
            self.describe_unsafe(place, most, run.as_deref(), page);
        }
        Ok(())
    }
}

/// Answers that the net is unbounded, with firings that can be repeated forever and add tokens each time.
fn describe_unbounded(proof: &SelfCovering, page: &mut Page<'_>) {
    let proved = unboundedness_proof(page.net, &Meaning::Transitions, proof, page.left.until());
    let Ok((_, growing)) = proved else { return };
    let names: Vec<&str> = growing.iter().take(6).map(|&place| page.place(place)).collect();
    let text = format!(
        "{}, {} can be repeated for ever, with more tokens in {} each time",
        after(proof.prefix.len()),
        match proof.cycle.len() {
            1 => "a firing".to_owned(),
            firings => format!("{firings} firings"),
        },
        names.join(", ")
    );
    let events: Vec<EventId> = proof.prefix.iter().chain(&proof.cycle).copied().collect();
    let ids = growing.iter().map(|&place| page.net.place(place).id.clone()).collect::<Vec<_>>();
    page.show(
        StandardProperty::Bounded,
        false,
        text,
        Shown::run(page.net, &events, page.left).map(|shown| shown.with(ids)),
    );
}
