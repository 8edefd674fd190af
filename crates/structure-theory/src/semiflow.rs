//! Semiflows of minimal support of the net as a matrix, and their text form.
//!
//! A P-semiflow is y ≥ 0, y ≠ 0, with y·C = 0: a weighted sum of tokens that no firing changes. A T-semiflow is x ≥ 0,
//! x ≠ 0, with C·x = 0: firing counts that lead from a marking back to itself. Those of minimal support, divided by the
//! greatest common divisor of their entries, generate all others, and there are finitely many.
//!
//! Source: Colom and Silva, *Convex Geometry and Semiflows in P/T Nets*, Advances in Petri Nets 1990, 1991. The
//! elimination is that of `crates/model`, independent of the initial marking. Places that never change and transitions
//! without an effect, each a semiflow of its own, are omitted there and added here.

use std::fmt::Write;

use sanderling_model::{Invariant, Invariants, TransitionSemiflows};
use sanderling_net::{PlaceId, TransitionId};

use crate::budget::Budget;
use crate::flow::Flow;

/// Computes the P-semiflows of minimal support with their initial sums, short ones first.
///
/// `complete` is set if these are all. Places that are reset are in none. Cost: exponential in the worst case, at most
/// `max_work` of the budget.
#[must_use]
pub fn place_semiflows(flow: &Flow<'_>, budget: &Budget<'_>) -> Invariants {
    let structure = flow.structure();
    let mut found = Invariants::minimal(structure, budget.max_work, budget.is_stopped);
    let mut changes = vec![false; structure.place_count()];
    for transition in structure.transition_ids() {
        structure.effect(transition).iter().for_each(|(place, _)| changes[place.index()] = true);
    }
    let is_constant = |place: &PlaceId| !changes[place.index()] && structure.reset_by(*place).is_empty();
    for place in structure.place_ids().filter(is_constant) {
        let initial_sum = structure.initial()[place.index()].into();
        found.invariants.push(Invariant { weights: vec![(place, 1)], initial_sum, exact: true });
    }
    found.invariants.sort_by(|a, b| (a.weights.len(), &a.weights).cmp(&(b.weights.len(), &b.weights)));
    found
}

/// Computes the T-semiflows of minimal support, short ones first.
///
/// `complete` is set if these are all. Transitions that reset a place are in none. Cost: exponential in the worst case,
/// at most `max_work` of the budget.
#[must_use]
pub fn transition_semiflows(flow: &Flow<'_>, budget: &Budget<'_>) -> TransitionSemiflows {
    let structure = flow.structure();
    let mut found = TransitionSemiflows::minimal(structure, budget.max_work, budget.is_stopped);
    let is_idle = |t: &TransitionId| structure.effect(*t).is_empty() && structure.reset(*t).is_empty();
    found.semiflows.extend(structure.transition_ids().filter(is_idle).map(|t| vec![(t, 1)]));
    found.semiflows.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    found
}

/// Formats a weighted sum for users: `p1 + 2 p2 - idle`.
#[must_use]
pub fn sum<'n, Id: Copy, N: Copy + Into<i128>>(terms: &[(Id, N)], name: impl Fn(Id) -> &'n str) -> String {
    let mut text = String::new();
    for (index, &(id, factor)) in terms.iter().enumerate() {
        let factor: i128 = factor.into();
        text.push_str(match (index, factor < 0) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        });
        if factor.unsigned_abs() != 1 {
            let _ = write!(text, "{} ", factor.unsigned_abs());
        }
        text.push_str(name(id));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// Formats an invariant for users: `p1 + 2 p2 + idle = 3`, with `<=` if the sum may fall.
#[must_use]
pub fn equation<'n>(invariant: &Invariant, name: impl Fn(PlaceId) -> &'n str) -> String {
    let relation = if invariant.exact { "=" } else { "<=" };
    format!("{} {relation} {}", sum(&invariant.weights, name), invariant.initial_sum)
}
