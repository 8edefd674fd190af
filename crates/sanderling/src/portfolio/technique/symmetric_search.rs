//! A search of the original net that visits one marking of each class of symmetric ones. It helps if the net has many
//! equal parts, and the goals treat them alike. Structural rules would treat them differently.
//!
//! Symmetries that preserve all goals allow one search for all of them. If there are none, each goal has a search of its own.

use sanderling_net::Diagnostics;
use sanderling_report::Reason;

use super::{Kind, Part, Portfolio, Technique};
use crate::portfolio::plan::{Deciding, Share};
use crate::request::{Engine, Request};
use crate::search::orbits;

/// The time for the search for one of several goals.
const FOR_ONE_GOAL: Share = Share::part(2);

pub(crate) struct SymmetricSearch;

impl Technique for SymmetricSearch {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        let Request { engine, proofs, .. } = portfolio.request;
        !portfolio.searches_are_over && (*proofs || *engine == Engine::Symmetric)
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let mut has_searched_all = search(part, portfolio)?;
        if !has_searched_all && part.goals.len() > 1 {
            has_searched_all = true;
            for &goal in &part.goals {
                let alone = Part::whole(portfolio.net, portfolio.request, vec![goal]);
                if !portfolio.budget.is_over() {
                    has_searched_all &= portfolio.within(FOR_ONE_GOAL, |all| search(&alone, all))?;
                }
            }
        }
        // Each search replaces the reason of the one before.
        if !has_searched_all {
            portfolio.note_end(Reason::NoSymmetry);
        }
        Ok(())
    }
}

/// Searches for the goals of a part. Returns false if no symmetries preserve all of them.
fn search(part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<bool, Diagnostics> {
    let request = Request { limits: portfolio.budget.limits_left(), ..part.request.clone() };
    let searched = orbits::search(part.net(), &request, portfolio.budget.control())?;
    Ok(searched.map(|searched| portfolio.record(part, searched)).is_some())
}
