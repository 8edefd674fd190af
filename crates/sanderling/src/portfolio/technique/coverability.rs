//! What can be covered, on a net that is known to be unbounded: decides what asks for enough tokens in the unbounded places and for anything in the others. It takes no
//! longer than a share of the time.
//!
//! At first, only places are exact for which that costs nothing, and those that goals mention. Where that does not decide a goal, all places are that have turned out to be
//! bounded.

use std::time::Duration;

use sanderling_coverability::{CoverabilitySet, Decided, Tokens};
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_property::Formula;
use sanderling_report::{Decision, Technique as DecidedBy};
use sanderling_system::EventId;

use super::{Kind, Part, Portfolio, Technique};
use crate::portfolio::finding::{Finding, Path};
use crate::prepare::{coverability_budget, coverability_set};

/// Most sets that are found at all are found within a fraction of this.
const MAX_TIME: Duration = Duration::from_secs(1);

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
        let time = portfolio.budget.share(MAX_TIME, portfolio.findings.open().len());
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

/// Takes note of what a set says of the open goals; answers whether it leaves some open.
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
    part.describe_net(&mut portfolio.record.report);
    leaves_open
}
