//! What may decide a goal, a file each.

mod coverability;
mod main_search;
mod proof;
mod random_walks;
mod short_search;
mod skeleton_proof;
mod small_search;
mod structural_rules;

use sanderling_net::Diagnostics;

pub(super) use self::coverability::Coverability;
pub(super) use self::main_search::MainSearch;
pub(super) use self::proof::Proof;
pub(super) use self::random_walks::{GuidedWalk, RandomWalks};
pub(super) use self::short_search::ShortSearch;
pub(super) use self::skeleton_proof::{SkeletonProof, bound as skeleton_bound};
pub(super) use self::small_search::SmallSearch;
pub(super) use self::structural_rules::StructuralRules;
use super::Portfolio;
use crate::prepare::{Kind, Part};

/// Something that may decide goals. Its file says what it can find, and what it may cost.
pub(super) trait Technique: Sync {
    /// The kinds of nets that it knows.
    fn kinds(&self) -> &'static [Kind];

    /// Whether the request leaves room for it, and it could help with these goals.
    fn is_wanted(&self, portfolio: &Portfolio<'_>, part: &Part<'_>) -> bool;

    /// Tries to decide the goals of a part, within the budget, and takes note of what it finds.
    ///
    /// # Errors
    /// Where the net cannot be compiled.
    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics>;
}
