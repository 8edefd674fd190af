//! Random walks, which find what is frequent or near. They prove nothing, and take no longer than
//! [`Effort::walk_time`](crate::Effort::walk_time).

use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;

use super::{Kind, Part, Portfolio, Technique};
use crate::search::{Walks, walk};

/// Looks for several goals on the same walks: most that can be found are, and need nothing else.
pub(crate) struct RandomWalks;

impl Technique for RandomWalks {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, part: &Part<'_>) -> bool {
        can_walk(portfolio) && part.goals.len() > 1
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        walk_to(part, 0, (1, false), portfolio)
    }
}

/// Looks for one goal on walks that go nearer to it at every other step.
pub(crate) struct GuidedWalk;

impl Technique for GuidedWalk {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        can_walk(portfolio)
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let (seed, tries) = (part.goals[0] as u64, portfolio.findings.open().len());
        walk_to(part, seed, (tries, true), portfolio)
    }
}

fn can_walk(portfolio: &Portfolio<'_>) -> bool {
    !portfolio.searches_are_over && !portfolio.request.effort.walk_time.is_zero()
}

/// Walks for the share of the time that there is where so many goals are to be tried.
fn walk_to(
    part: &Part<'_>,
    seed: u64,
    (tries, guided): (usize, bool),
    portfolio: &mut Portfolio<'_>,
) -> Result<(), Diagnostics> {
    let time = portfolio.budget.share(portfolio.request.effort.walk_time, tries);
    let walks = Walks { seed, deadline: Instant::now() + time, guided };
    let found = walk(part.net(), &part.request, &walks, portfolio.budget.control())?;
    for (&goal, finding) in part.goals.iter().zip(found) {
        portfolio.findings.set(goal, part.lift(finding));
    }
    Ok(())
}
