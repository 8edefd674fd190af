//! Structural reductions of place/transition nets: a smaller net with the same answers.
//!
//! A search pays for every interleaving, while a rule that fuses two transitions or removes a place pays once.
//! [`reduce`] applies the rules of [`RULES`] until none applies or time runs out. [`Preserved`] specifies what must not
//! change, in three classes: whether a deadlock is reachable; which contents of the given places are reachable (and so,
//! which conditions on them); and when the given transitions are enabled.
//!
//! Sources: Berthelot, *Transformations and Decompositions of Nets*, Petri Nets: Central Models and Their Properties,
//! 1987; Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989; Bønneland, Dyhr,
//! Jensen, Johannsen and Srba, *Stubborn Versus Structural Reductions for Petri Nets*, Journal of Logical and Algebraic
//! Methods in Programming, 2019; Thierry-Mieg, *Structural Reductions Revisited*, Petri Nets, 2020. Each rule's file
//! names its sources. In contrast to all of these, inhibitor, read and reset arcs and capacities are permitted beside
//! the parts that a rule changes.
//!
//! INVARIANT: each application is complete in itself, so stopping between two leaves a valid reduction. For each
//! marking that the reduced net reaches, the original net reaches a marking that agrees with it on the remaining
//! places, by a path that [`Reduction::lift`] returns.

mod arcs;
mod build;
mod emit;
mod graph;
mod inverse;
mod play;
mod reduction;
mod row;
mod rule;
mod work;

use std::collections::BTreeSet;
use std::time::Duration;

use sanderling_net::{Diagnostics, Net, PlaceId, TransitionId};

use reduction::Original;
pub use reduction::{Reduction, Removed};
pub use rule::{Keeps, RULES, Rule};

/// The properties that the reduced net must share with the original one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preserved {
    /// Whether a deadlock is reachable. With places, this includes their possible contents in a deadlock.
    pub deadlocks: bool,
    /// The places whose joint contents must be reachable in both nets or in neither.
    pub places: BTreeSet<PlaceId>,
    /// The transitions that must be enabled in the same markings. They are kept, and so are the places that decide
    /// whether they are enabled.
    pub transitions: BTreeSet<TransitionId>,
}

/// The budget of a reduction.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum time. The rules stop soon after it.
    pub time: Duration,
    /// Whether to stop now.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// Creates a budget of `time` that is never cancelled.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        Self { time, is_cancelled: &|| false }
    }
}

/// Reduces a net by all rules.
///
/// # Errors
/// If the net is not a place/transition net, or weights of parallel arcs add up to 2^64 or more.
///
/// # Panics
/// If [`Net::validate`] finds errors in the net, or `preserved` names a node that it does not have.
pub fn reduce(net: &Net, preserved: &Preserved, budget: &Budget<'_>) -> Result<Reduction, Diagnostics> {
    reduce_by(RULES, net, preserved, budget)
}

/// Reduces a net with known dead transitions by all rules. Returns `None` if it was cancelled, since writing the
/// smaller net would take too long.
///
/// # Errors
/// The same as in [`reduce`].
///
/// # Panics
/// The same as in [`reduce`].
pub fn reduce_without(
    is_dead: impl Fn(TransitionId) -> bool,
    net: &Net,
    preserved: &Preserved,
    budget: &Budget<'_>,
) -> Result<Option<Reduction>, Diagnostics> {
    unless_cancelled(RULES, net, preserved, budget, is_dead)
}

/// Reduces a net with known dead transitions by the rules that keep at least `keeps`. Deadlocks are preserved. Returns
/// `None` like [`reduce_without`].
///
/// # Errors
/// The same as in [`reduce`].
///
/// # Panics
/// The same as in [`reduce`].
pub fn reduce_keeping(
    keeps: Keeps,
    is_dead: impl Fn(TransitionId) -> bool,
    net: &Net,
    preserved: &Preserved,
    budget: &Budget<'_>,
) -> Result<Option<Reduction>, Diagnostics> {
    let rules: Vec<Rule> = RULES.iter().filter(|rule| rule.keeps >= keeps).copied().collect();
    unless_cancelled(&rules, net, &Preserved { deadlocks: true, ..preserved.clone() }, budget, is_dead)
}

/// Reduces a net by some rules, in this order.
///
/// # Errors
/// The same as in [`reduce`].
///
/// # Panics
/// The same as in [`reduce`].
pub fn reduce_by(
    rules: &[Rule],
    net: &Net,
    preserved: &Preserved,
    budget: &Budget<'_>,
) -> Result<Reduction, Diagnostics> {
    let (original, work, removed) = reduced(rules, net, preserved, budget, |_| false)?;
    Ok(Reduction::new(net, original, work, removed))
}

fn unless_cancelled(
    rules: &[Rule],
    net: &Net,
    preserved: &Preserved,
    budget: &Budget<'_>,
    is_dead: impl Fn(TransitionId) -> bool,
) -> Result<Option<Reduction>, Diagnostics> {
    let (original, work, removed) = reduced(rules, net, preserved, budget, is_dead)?;
    Ok((!(budget.is_cancelled)()).then(|| Reduction::new(net, original, work, removed)))
}

/// Applies the rules, and returns the net before and after them, and what they have removed.
fn reduced<'b>(
    rules: &[Rule],
    net: &Net,
    preserved: &Preserved,
    budget: &'b Budget<'b>,
    is_dead: impl Fn(TransitionId) -> bool,
) -> Result<(Original, work::Work<'b>, Vec<Removed>), Diagnostics> {
    let graph = build::build(net, preserved)?;
    let original = Original::of(&graph);
    let dead = net.transition_ids().map(is_dead).collect();
    let mut work = work::Work::new(graph, preserved.deadlocks, dead, budget);
    let removed = work.run(rules);
    Ok((original, work, removed))
}
