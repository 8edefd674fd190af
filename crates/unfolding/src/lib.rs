//! Unfolding: a place/transition net that behaves exactly as a coloured net does.
//!
//! A colour of a place becomes a place, and a binding of a transition becomes a transition. Only places that can be
//! marked and transitions that can be enabled are made, as far as a fixpoint can determine (`fixpoint`). Bindings are
//! found by a join over arcs and guards (`plan`, `join`), not by enumeration of all values of all variables. Both are
//! usual; see the unfolding in A. Bilgram, P. G. Jensen, T. Pedersen, J. Srba and P. H. Taankvist, *Methods for
//! Efficient Unfolding of Colored Petri Nets*, Fundamenta Informaticae, 2022. Unlike there, colours are single values
//! and not intervals, and two that behave alike are not merged, so that markings, firings and tokens are counted as in
//! the coloured net.
//!
//! INVARIANT: the reachable markings, folded back, are those of the coloured net; each firing of the one is a firing of
//! the other; and anything that a place/transition net cannot express exactly is refused, never approximated.

mod budget;
mod colour;
mod compiled;
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
pub use colour::{Colour, Colours, mix};
pub use compiled::{Binding, Compiled, Contents, Halt, Need, Verdict, includes};
pub use evaluator::{Evaluator, Tokens};
pub use names::Naming;
pub use statistics::Statistics;
pub use unfolding::Unfolding;

/// Unfolds a net, with ids that contain the values.
///
/// Nested units are kept, with all colours of their places. From a net that is already a place/transition net, only the
/// nodes that can never be marked or enabled are removed.
///
/// # Errors
/// If the unfolding would cost more than the budget allows, or if the net has something that no place/transition net
/// expresses exactly: an inhibitor arc or a capacity that counts the tokens of several colours, an assertion, or a term
/// that may be undefined.
///
/// # Panics
/// If [`Net::validate`] finds errors in the net.
pub fn unfold(net: &Net, budget: &Budget<'_>) -> Result<Unfolding, NotUnfolded> {
    unfold_with(net, Options::default(), budget)
}

/// Options of an unfolding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Scheme of the ids of nodes.
    pub naming: Naming,
    /// Whether bindings of a transition with the same effect become one transition. Markings and the enabled
    /// transitions stay the same, but the number of firings does not. The budget's transitions and arcs are those that
    /// are left.
    pub merges: bool,
}

/// Unfolds a net with the given options.
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
