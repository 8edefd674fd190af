//! Coverability, for nets that are known to be unbounded. It decides goals that require at least some numbers
//! of tokens in the unbounded places, and any condition on the other places. It takes at most a share of the
//! time.
//!
//! The first attempt compares exactly only the places where this has no cost, and the bounded places that
//! goals mention. If a goal stays open, the second attempt compares all places exactly that the first has
//! shown to be bounded.

use sanderling_coverability::{CoverabilitySet, Decided, Tokens};
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_property::Formula;
use sanderling_report::{Decision, Technique as DecidedBy};
use sanderling_system::EventId;

use super::{Kind, Part, Portfolio, Technique};
use crate::prepare::{coverability_budget, coverability_set};
use crate::replay::finding::{Finding, Path};

pub(crate) struct Coverability;

impl Technique for Coverability {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, part: &Part<'_>) -> bool {
        !portfolio.searches_are_over && part.net().self_covering().is_some()
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let net = part.net();
        let knowledge = net.knowledge()?;
        let targets = part.request.goals();
        let mut mentioned = vec![targets.iter().any(Formula::mentions_deadlock); net.net.places.len()];
        targets.iter().flat_map(Formula::places).for_each(|place| mentioned[place.index()] = true);
        let is_bounded = |place| knowledge.bounds().upper(place).is_some();
        let time = portfolio.budget.time();
        let control = portfolio.budget.control();
        let is_cancelled = || control.is_cancelled();
        let half = || coverability_budget(&part.request, time / 2, &is_cancelled);
        let exact = |place: PlaceId| mentioned[place.index()] && is_bounded(place);
        let Ok(first) = coverability_set(knowledge, exact, &half()) else { return Ok(()) };
        let open = decide(&first, part, portfolio);
        if open {
            let exact = |place| first.bound(place) != Tokens::Omega;
            if let Ok(second) = coverability_set(knowledge, exact, &half()) {
                decide(&second, part, portfolio);
            }
        }
        Ok(())
    }
}

/// Records what a coverability set decides about the open goals. Returns whether some stay open.
fn decide(set: &CoverabilitySet<'_>, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> bool {
    let mut leaves_open = false;
    for (&goal, target) in part.goals.iter().zip(part.request.goals()) {
        if !portfolio.findings.is_open(goal) {
            continue;
        }
        let by = Decision::by(DecidedBy::Coverability);
        let finding = match set.decide(&target) {
            Decided::Reachable(run) => {
                let events = run.into_iter().map(|one| EventId::new(one.index()));
                Finding::Found(Path::of(events.collect()), by)
            }
            Decided::ReachableFarAway => Finding::TooLong,
            Decided::Unreachable => Finding::Absent(by),
            Decided::Open => {
                leaves_open = true;
                continue;
            }
        };
        portfolio.findings.set(goal, part.lift(finding));
    }
    portfolio.record.note_net(part);
    leaves_open
}
