//! Translates the options of a call into a request.

use std::thread;

use sanderling::{Effort, Events, Limits, Order, Question, Reductions, Request, Statistics};
use sanderling_net::Net;

use crate::arguments::{Call, Reduction, Strategy};

/// Returns a request for the answer to a question about a net, with at most `max_states` states.
pub(crate) fn request(call: &Call, question: Question, net: &Net, max_states: Option<u64>) -> Request {
    let plain = Request {
        threads: call.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into)),
        limits: Limits {
            memory_bytes: sanderling::default_memory_limit()
                .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            time: None,
            states: max_states,
        },
        ..Request::new(question)
    };
    let ordered = ordered(call.strategy, plain.clone());
    // Some orders are not compatible with the other choices for a net.
    [reduced(call, ordered, net), reduced(call, plain.clone(), net)]
        .into_iter()
        .find(|request| request.refusal().is_none())
        .unwrap_or(plain)
}

fn ordered(strategy: Strategy, request: Request) -> Request {
    match strategy {
        Strategy::Usual | Strategy::BreadthFirst => request,
        Strategy::DepthFirst => Request { order: Order::DepthFirst, threads: 1, ..request },
        Strategy::Random => Request { order: Order::Random(0), threads: 1, ..request },
        Strategy::OverApproximation => {
            let effort = Effort { small: 0, short: 0, ..Effort::default() };
            Request { effort, limits: Limits { states: Some(1), ..request.limits }, ..request }
        }
    }
}

fn reduced(call: &Call, request: Request, net: &Net) -> Request {
    if call.reduction == Reduction::Aggressive {
        let mut request = request.with_portfolio(net);
        request.proofs &= call.proves || call.strategy == Strategy::OverApproximation;
        if !call.partial_order {
            request.reductions.events = Events::default();
        }
        request
    } else if call.reduction == Reduction::None && call.partial_order {
        let reductions = Reductions { events: Events::STUBBORN, ..Reductions::default() };
        Request { reductions, ..request }
    } else {
        Request { statistics: Statistics { levels: false, bounds: true, dead_transitions: true }, ..request }
    }
}
