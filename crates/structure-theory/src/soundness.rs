//! Soundness of free-choice workflow nets.
//!
//! A workflow net is *sound* if the following holds, starting from one token in the source: from every reachable
//! marking, the marking with one token in the sink and none elsewhere can be reached; the sink is never marked while
//! another token is left; and no transition is dead. It is sound if and only if the short-circuited net is live and
//! bounded, which for extended free-choice nets is decided in polynomial time.
//!
//! Source: van der Aalst, *The Application of Petri Nets to Workflow Management*, Journal of Circuits, Systems and
//! Computers 8(1), 1998; the decision is that of [`live_and_bounded`].

use sanderling_model::Structure;
use sanderling_net::{Diagnostics, Net};

use crate::budget::{Answer, Budget, Unknown};
use crate::flow::Flow;
use crate::free_choice::{NotLiveAndBounded, WellFormed, live_and_bounded};
use crate::workflow::Workflow;

/// Decides whether a workflow net is sound from one token in the source, independently of its initial marking.
///
/// The proof refers to the [short-circuited](Workflow::short_circuited) net, in which places and transitions keep their
/// ids. Nets whose short-circuited net is not extended free choice are [beyond](crate::Unknown::Beyond). Cost: that of
/// [`live_and_bounded`].
///
/// # Errors
/// If the net is coloured.
pub fn soundness(
    net: &Net,
    workflow: Workflow,
    budget: &Budget<'_>,
) -> Result<Answer<WellFormed, NotLiveAndBounded>, Diagnostics> {
    let structure = Structure::build(&workflow.short_circuited(net))?;
    if budget.is_stopped() {
        return Ok(Answer::Unknown(Unknown::Stopped));
    }
    Ok(live_and_bounded(&Flow::of(&structure), budget))
}
