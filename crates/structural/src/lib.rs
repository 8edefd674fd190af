//! Structural reductions of place/transition nets: a smaller net that answers the same question.
//!
//! A search pays for every interleaving; a rule that fuses two transitions or drops a place pays once.
//! [`reduce`] applies the rules of [`RULES`] until none applies, or the time is over. What has to stay the
//! same is said by [`Preserved`], in three classes: whether a deadlock is reachable; which contents of
//! the given places are reachable (so, which conditions on them); and when the given transitions are enabled.
//!
//! Sources: Berthelot, *Transformations and Decompositions of Nets*, Petri Nets: Central Models and Their
//! Properties, 1987; Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE,
//! 1989; Bønneland, Dyhr, Jensen, Johannsen and Srba, *Stubborn Versus Structural Reductions for Petri Nets*,
//! Journal of Logical and Algebraic Methods in Programming, 2019; Thierry-Mieg, *Structural Reductions
//! Revisited*, Petri Nets, 2020. Each rule's file says what of it is whose. Ours differ from all of these in
//! that inhibitor, read and reset arcs and capacities may stand beside what a rule touches.
//!
//! INVARIANT: each application is complete in itself, so that stopping between two leaves a valid reduction;
//! and each marking that the reduced net reaches has the places that are left as they are in a marking of the
//! original net, to which [`Reduction::lift`] knows the way.

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

/// What has to be the same in the reduced net.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preserved {
    /// Whether a deadlock is reachable; with places, also what they may hold in one.
    pub deadlocks: bool,
    /// The places whose contents, taken together, are reachable in the one net where they are in the
    /// other.
    pub places: BTreeSet<PlaceId>,
    /// The transitions that are to be enabled in the same markings. They are left, and so are the
    /// places that decide about them.
    pub transitions: BTreeSet<TransitionId>,
}

/// How long to go on.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most time. The rules stop soon after it.
    pub time: Duration,
    /// Whether somebody wants it to end now.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// So much time, and nobody who cancels.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        Self { time, is_cancelled: &|| false }
    }
}

/// Reduces a net by all rules.
///
/// # Errors
/// Where the net is not a place/transition net, or where the weights of parallel arcs add up to 2^64 or more.
///
/// # Panics
/// Where [`Net::validate`] finds errors in the net, or where `preserved` names what it does not have.
pub fn reduce(net: &Net, preserved: &Preserved, budget: &Budget<'_>) -> Result<Reduction, Diagnostics> {
    reduce_by(RULES, net, preserved, budget)
}

/// Reduces a net by all rules, of which these transitions are known to be dead. `None` if it was cancelled: writing out the smaller net would take too long.
///
/// # Errors
/// As for [`reduce`].
///
/// # Panics
/// As for [`reduce`].
pub fn reduce_without(
    is_dead: impl Fn(TransitionId) -> bool,
    net: &Net,
    preserved: &Preserved,
    budget: &Budget<'_>,
) -> Result<Option<Reduction>, Diagnostics> {
    unless_cancelled(RULES, net, preserved, budget, is_dead)
}

/// Reduces a net by the rules that keep so much, of which these transitions are known to be dead. Deadlocks are preserved. `None` as for
/// [`reduce_without`].
///
/// # Errors
/// As for [`reduce`].
///
/// # Panics
/// As for [`reduce`].
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
/// As for [`reduce`].
///
/// # Panics
/// As for [`reduce`].
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

/// The net before and after the rules, and what they have removed.
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
