//! A search of the original net, with all its events: where it ends, everything is decided, statistics are exact and traces
//! shortest. It visits no more states than [`Effort::small`](crate::Effort::small), and takes no longer than it says.

use sanderling_net::Diagnostics;
use sanderling_report::Reason;

use super::{Kind, Part, Portfolio, Technique};
use crate::choices::Reductions;
use crate::request::Request;
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
        portfolio.searches_are_over = ends_searches(searched.reason, portfolio);
        portfolio.record(part, searched);
        Ok(())
    }
}

/// Whether nothing that comes after it could say more. Where there was no room for its states, or the request wants no more of them, a search of a
/// smaller net may have enough, and rules and proofs need none.
fn ends_searches(reason: Option<Reason>, portfolio: &Portfolio<'_>) -> bool {
    match reason {
        Some(Reason::StateLimit | Reason::MemoryLimit | Reason::StoreFull | Reason::TreeTooLarge) => false,
        Some(Reason::TimeLimit) => portfolio.budget.is_over(),
        _ => true,
    }
}
