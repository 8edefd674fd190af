//! Unfolding: a place/transition net that behaves exactly as a coloured net does.
//!
//! A colour of a place becomes a place, and a binding of a transition becomes a transition. Only what can be
//! marked and enabled is made, as far as a fixpoint can tell (`fixpoint`), and bindings are found by
//! joining what arcs and guards ask for (`plan`, `join`) rather than by going through all values of all
//! variables. Both are usual; see the unfolding in A. Bilgram, P. G. Jensen, T. Pedersen, J. Srba and P. H.
//! Taankvist, *Methods for Efficient Unfolding of Colored Petri Nets*, Fundamenta Informaticae, 2022. Unlike
//! there, colours are single values and not intervals, and two that behave alike are not merged, so that
//! markings, firings and tokens are counted as in the coloured net.
//!
//! INVARIANT: the reachable markings, folded back, are those of the coloured net; each firing of the one is a
//! firing of the other; and what a place/transition net cannot say exactly is refused, never approximated.

mod budget;
mod colour;
mod conditions;
mod emit;
mod evaluator;
mod expression;
mod fixpoint;
mod join;
mod live;
mod names;
mod plan;
mod rule;
mod statistics;
mod unfolding;

use sanderling_net::Net;

pub use budget::{Budget, NotUnfolded, Progress};
pub use names::Naming;
pub use statistics::Statistics;
pub use unfolding::Unfolding;

/// Unfolds a net, with ids that tell the values.
///
/// Nested units stay, with all colours of their places. A net that is a place/transition net already comes
/// back without what can never be marked or enabled.
///
/// # Errors
/// Where the unfolding would cost more than the budget allows, or where the net has something that no
/// place/transition net says exactly: an inhibitor arc or a capacity that counts the tokens of several
/// colours, an assertion, or a term that may be undefined.
///
/// # Panics
/// Where [`Net::validate`] finds errors in the net.
pub fn unfold(net: &Net, budget: &Budget<'_>) -> Result<Unfolding, NotUnfolded> {
    unfold_with(net, Options::default(), budget)
}

/// Choices about an unfolding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// How nodes are called.
    pub naming: Naming,
    /// Whether bindings of a transition that do the same become one transition. Markings stay, and so does
    /// what is enabled in them, but not how many firings there are. The budget's transitions and arcs are
    /// those that are left.
    pub merges: bool,
}

/// Unfolds a net by choice.
///
/// # Errors
/// As for [`unfold`].
///
/// # Panics
/// As for [`unfold`].
pub fn unfold_with(net: &Net, options: Options, budget: &Budget<'_>) -> Result<Unfolding, NotUnfolded> {
    if let Some(assertion) = net.assertions.first() {
        let message = format!("the assertion `{}`, which speaks of the values of tokens", assertion.id);
        return Err(budget::refused(message, &assertion.id, assertion.span));
    }
    let mut meter = budget::Meter::new(net, budget);
    let fixpoint = fixpoint::fixpoint(net, options.merges, &mut meter)?;
    emit::emit(net, fixpoint, options, &mut meter)
}

#[cfg(test)]
mod tests;
