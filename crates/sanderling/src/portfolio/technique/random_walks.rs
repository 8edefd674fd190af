//! Random walks, which find frequent or close states. They prove nothing, and take at most
//! [`Effort::walk_time`](crate::Effort::walk_time).

use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;

use super::{Kind, Part, Portfolio, Technique};
use crate::search::{Walks, walk};

/// Looks for several goals on the same walks. Most goals that are reachable are found this way, without
/// further work.
pub(crate) struct RandomWalks;

impl Technique for RandomWalks {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, part: &Part<'_>) -> bool {
        can_walk(portfolio) && part.goals.len() > 1
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        walk_to(part, (0, false), portfolio)
    }
}

/// Looks for one goal on walks where every other step reduces the distance to it.
pub(crate) struct GuidedWalk;

impl Technique for GuidedWalk {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        can_walk(portfolio)
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        walk_to(part, (part.goals[0] as u64, true), portfolio)
    }
}

fn can_walk(portfolio: &Portfolio<'_>) -> bool {
    !portfolio.searches_are_over && !portfolio.request.effort.walk_time.is_zero()
}

fn walk_to(
    part: &Part<'_>,
    (seed, guided): (u64, bool),
    portfolio: &mut Portfolio<'_>,
) -> Result<(), Diagnostics> {
    let time = portfolio.budget.at_most(portfolio.request.effort.walk_time);
    let walks = Walks { seed, deadline: Instant::now() + time, guided };
    let found = walk(part.net(), &part.request, &walks, portfolio.budget.control())?;
    for (&goal, finding) in part.goals.iter().zip(found) {
        portfolio.findings.set(goal, part.lift(finding));
    }
    Ok(())
}
