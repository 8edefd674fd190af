//! The rules: a file for each, and [`RULES`], the list of them.
//!
//! Each file states the preconditions of its rule, and proves that the reachable markings of the net before it are
//! those that agree with a reachable marking of the net after it: a fused place has the sum of its parts, and a removed
//! place the value of its sum. Transitions that no longer fire still demand what they demanded, so that their firings
//! are counted.

mod constant_places;
mod dominated_transitions;
mod fused_places;
mod idle_transitions;
mod implied_places;
mod replaced_transitions;

use super::draft::Draft;

/// A rule that makes a net smaller.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The name.
    pub name: &'static str,
    /// Applies the rule everywhere, and returns the number of applications.
    pub(super) apply: fn(&mut Draft<'_>) -> usize,
}

/// All rules, in the order in which they are applied.
pub const RULES: &[Rule] = &[
    constant_places::RULE,
    idle_transitions::RULE,
    dominated_transitions::RULE,
    replaced_transitions::RULE,
    implied_places::RULE,
    fused_places::RULE,
];
