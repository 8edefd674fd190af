//! A search of the original net with all events. If it is exhaustive, every goal is decided, statistics are
//! exact and traces shortest. Its limits are the states of [`Effort::small`](crate::Effort::small) and the
//! time for a small search.

use sanderling_net::Diagnostics;
use sanderling_report::Reason;

use super::{Kind, Part, Portfolio, Technique};
use crate::request::Request;
use crate::request::choices::Reductions;
use crate::search::search;

pub(crate) struct SmallSearch;

impl Technique for SmallSearch {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition, Kind::Coloured]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        portfolio.request.effort.small > 0
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let small = portfolio.request.effort.small_search(part.net());
        let request = Request {
            reductions: Reductions::default(),
            proofs: false,
            limits: portfolio.budget.limits_of(small),
            ..part.request.clone()
        };
        let searched = search(part.net(), &request, portfolio.budget.control())?;
        portfolio.searches_are_over = ends_searches(searched.statistics.reason);
        portfolio.record(part, searched);
        Ok(())
    }
}

/// Returns whether no later technique could find more. If memory or the state limit ended the search, a
/// smaller net may still fit, and rules and proofs do not need states.
fn ends_searches(reason: Option<Reason>) -> bool {
    !matches!(
        reason,
        Some(
            Reason::StateLimit
                | Reason::MemoryLimit
                | Reason::StoreFull
                | Reason::TreeTooLarge
                | Reason::TimeLimit
        )
    )
}
