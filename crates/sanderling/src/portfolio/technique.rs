//! The techniques of the portfolio, one file each.

mod backward_search;
mod coverability;
mod diagram;
mod main_search;
mod proof;
mod random_walks;
mod short_search;
mod skeleton_proof;
mod small_search;
mod structural_rules;
mod symmetric_search;

use sanderling_net::Diagnostics;

pub(super) use self::backward_search::BackwardSearch;
pub(super) use self::coverability::Coverability;
pub(super) use self::diagram::Diagram;
pub(super) use self::main_search::MainSearch;
pub(super) use self::proof::Proof;
pub(super) use self::random_walks::{GuidedWalk, RandomWalks};
pub(super) use self::short_search::ShortSearch;
pub(super) use self::skeleton_proof::{SkeletonProof, bound as skeleton_bound};
pub(super) use self::small_search::SmallSearch;
pub(super) use self::structural_rules::StructuralRules;
pub(super) use self::symmetric_search::SymmetricSearch;
use super::Portfolio;
use crate::prepare::Part;
use crate::request::Kind;

/// A technique that may decide goals. Its file says what it can decide and what it costs.
pub(super) trait Technique: Sync {
    /// Returns the kinds of nets to which it applies.
    fn kinds(&self) -> &'static [Kind];

    /// Returns whether the request allows it and it may help with these goals.
    fn is_wanted(&self, portfolio: &Portfolio<'_>, part: &Part<'_>) -> bool;

    /// Tries to decide the goals of a part within the budget, and records its findings.
    ///
    /// # Errors
    /// The net cannot be compiled.
    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics>;
}
