//! A short search of the reduced net for one goal, with stubborn sets. It ends after
//! [`Effort::short`](crate::Effort::short) states or a share of the time. It finds close states, and decides
//! the goal completely if the reduced net is small.

use sanderling_analysis::open::Order;
use sanderling_net::Diagnostics;

use super::{Kind, Part, Portfolio, Technique};
use crate::request::Request;
use crate::request::choices::Heuristic;
use crate::search::{one_by_one, search};

pub(crate) enum ShortSearch {
    DepthFirst,
    TowardsTheGoal,
}

impl Technique for ShortSearch {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        !portfolio.searches_are_over && portfolio.request.effort.short > 0
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let effort = portfolio.request.effort;
        let (order, heuristic) = match self {
            Self::DepthFirst => (Order::DepthFirst, Heuristic::default()),
            Self::TowardsTheGoal => (Order::BestFirst, Heuristic::Distance),
        };
        let limits = portfolio.budget.limits_of((effort.short, effort.short_time));
        let request = Request { heuristic, limits, ..one_by_one(&part.request, order) };
        let searched = search(part.net(), &request, portfolio.budget.control())?;
        portfolio.record(part, searched);
        Ok(())
    }
}
