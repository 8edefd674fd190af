//! From a witness, which names events of the packed model, to a trace of the net.
//!
//! A witness is not believed: it is replayed on the net's reference semantics, step by step, and the
//! trace tells what happened there.

use sanderling_analysis::Pumping;
use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_report::{Change, Step, Trace, UnboundedProof};
use sanderling_system::EventId;

/// A run of the net and the marking that it ends in.
pub(crate) struct Run {
    pub(crate) trace: Trace,
    pub(crate) last: Marking,
}

/// Replays events from the initial marking.
///
/// # Panics
/// Where an event cannot be fired on the net: then the compiled model is wrong, and nothing that it
/// says may be shown.
pub(crate) fn replayed(net: &Net, events: &[EventId]) -> Run {
    let mut marking = semantics::initial(net).unwrap_or_else(|error| panic!("no initial marking: {error}"));
    let initial = tokens(net, &marking);
    let neighbours = neighbours(net);
    let interpreter = Interpreter::new(net);
    let fire = |&event: &EventId| step(net, &interpreter, &neighbours[event.index()], &mut marking, event);
    let steps = events.iter().map(fire).collect();
    Run { trace: Trace { initial, steps }, last: marking }
}

/// Fires an event, and tells what it changed among the places that have arcs with it.
fn step(
    net: &Net,
    interpreter: &Interpreter<'_>,
    neighbours: &[PlaceId],
    marking: &mut Marking,
    event: EventId,
) -> Step {
    let transition = net.transition(TransitionId::new(event.index()));
    let before: Vec<u64> = neighbours.iter().map(|&place| marking.tokens(place)).collect();
    let firing = Firing::plain(TransitionId::new(event.index()));
    interpreter.fire(marking, &firing).unwrap_or_else(|error| {
        panic!("the trace does not replay on the net: {} cannot fire: {}", transition.id, error.explain(net))
    });
    let after = neighbours.iter().map(|&place| marking.tokens(place));
    let counts = neighbours.iter().zip(before.into_iter().zip(after));
    let changed = counts.filter(|(_, (before, after))| before != after).map(|(&place, (before, after))| {
        Change { place: net.place(place).id.clone(), before: before.into(), after: after.into() }
    });
    let name = transition.name.clone().filter(|name| *name != transition.id);
    let binding = sanderling_report::Binding::default();
    Step { event: transition.id.clone(), name, binding, changed: changed.collect() }
}

/// For each transition, the places that have an arc with it, each once, in the order of the net.
fn neighbours(net: &Net) -> Vec<Vec<PlaceId>> {
    let mut neighbours = vec![Vec::new(); net.transitions.len()];
    for arc in &net.arcs {
        neighbours[arc.transition.index()].push(arc.place);
    }
    for places in &mut neighbours {
        places.sort_unstable();
        places.dedup();
    }
    neighbours
}

/// The marked places.
pub(crate) fn tokens(net: &Net, marking: &Marking) -> sanderling_report::Marking {
    let marked = net.place_ids().filter(|&place| marking.tokens(place) > 0);
    marked.map(|place| (net.place(place).id.clone(), marking.tokens(place).into())).collect()
}

/// The proof that a net is unbounded, and the places that grow.
pub(crate) fn pumping_proof(net: &Net, pumping: &Pumping) -> (UnboundedProof, Vec<PlaceId>) {
    let before = replayed(net, &pumping.prefix);
    let events: Vec<EventId> = pumping.prefix.iter().chain(&pumping.cycle).copied().collect();
    let after = replayed(net, &events);
    let structure = sanderling_model::Structure::build(net).expect("the net has been compiled");
    let growing = sanderling_model::pumping::growing(
        &structure,
        |place| before.last.tokens(place),
        &pumping.cycle,
        |place| after.last.tokens(place),
    );
    assert!(!growing.is_empty(), "the cycle of an unbounded net makes some place grow");
    let proof = UnboundedProof {
        places: growing.iter().map(|&place| net.place(place).id.clone()).collect(),
        pump: after.trace.steps[pumping.prefix.len()..].to_vec(),
        prefix: before.trace,
    };
    (proof, growing)
}
