//! Replaying what a search has found, on the net's reference semantics.
//!
//! This is for answers without a trace; what is shown to people is replayed by [`trace`](crate::trace).

use sanderling_net::semantics::{self, Firing, Interpreter};
use sanderling_net::{Net, TransitionId};
use sanderling_property::{Formula, ReferenceValuation};
use sanderling_system::EventId;

/// Makes sure that these firings lead from the initial marking of a place/transition net to one that meets a condition.
/// What is found on other nets has been replayed where it was found.
///
/// # Panics
/// Where they do not: then the compiled model is wrong, and nothing that it says may be told.
pub(super) fn confirm(net: &Net, events: &[EventId], target: &Formula) {
    if !net.is_place_transition() {
        return;
    }
    let interpreter = Interpreter::new(net);
    let mut marking =
        semantics::initial(net).expect("the initial marking of a place/transition net is defined");
    for event in events {
        let firing = Firing::plain(TransitionId::new(event.index()));
        let fired = interpreter.fire(&mut marking, &firing);
        fired.unwrap_or_else(|error| panic!("the way does not replay on the net: {}", error.explain(net)));
    }
    let valuation = ReferenceValuation::build(net, &marking).expect("enabledness is defined");
    assert!(target.holds(&valuation), "the way leads to a marking that decides nothing");
}
