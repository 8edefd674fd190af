//! Translates the options of a call into the options and the request of a search.

use sanderling::options::Choices;
use sanderling::{Effort, Events, PreparedNet, Request};
use sanderling_session::Problem;

use crate::arguments::{Call, Reduction, Strategy};

/// Returns the request that `ask` makes of the options of a call, with at most `max_states` states. Some orders are not
/// compatible with the reductions for a net, and some reductions not with a question. These options are then omitted.
pub(crate) fn request(
    call: &Call,
    net: &PreparedNet,
    max_states: Option<u64>,
    mut ask: impl FnMut(Choices) -> Result<Request, Problem>,
) -> Result<Request, Problem> {
    let is_refused = |request: &Request| request.refusal().is_some() || net.refusal(request).is_some();
    for (is_ordered, is_reduced) in [(true, true), (false, true)] {
        let request = adapted(call, max_states, ask(choices(call, is_ordered, is_reduced))?);
        if !is_refused(&request) {
            return Ok(request);
        }
    }
    Ok(adapted(call, max_states, ask(choices(call, false, false))?))
}

/// Returns the options of a search, with the order and the reductions of the call if these are to be used.
fn choices(call: &Call, is_ordered: bool, is_reduced: bool) -> Choices {
    let mut choices = Choices::default();
    let mut choose = |name, value: &str| choices.choose(name, value).expect("the option and the value exist");
    if let Some(threads) = call.threads {
        choose("threads", &threads.to_string());
    }
    let order = match call.strategy {
        Strategy::Usual | Strategy::BreadthFirst | Strategy::OverApproximation => None,
        Strategy::DepthFirst => Some("dfs"),
        Strategy::Random => Some("random"),
    };
    if let Some(order) = order.filter(|_| is_ordered) {
        choose("order", order);
        choose("threads", "1");
    }
    match call.reduction {
        _ if !is_reduced => choose("reduce", "none"),
        Reduction::Aggressive if call.proves || call.strategy == Strategy::OverApproximation => {}
        Reduction::Aggressive => choose("proof", "off"),
        Reduction::None if call.partial_order => choose("reduce", "stubborn"),
        Reduction::None | Reduction::BoundPreserving => {
            choose("reduce", "none");
            choose("bounds", "");
        }
    }
    choices
}

/// Returns a request with the parts of a call that are not options of a search.
fn adapted(call: &Call, max_states: Option<u64>, mut request: Request) -> Request {
    request.limits.states = max_states;
    if !call.partial_order {
        request.reductions.events = Events::default();
    }
    if call.strategy == Strategy::OverApproximation {
        request.limits.states = Some(1);
        request.effort = Effort { small: 0, short: 0, ..Effort::default() };
    }
    request
}
