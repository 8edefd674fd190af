//! Traces, played step by step with the reference semantics.
//!
//! The program replays a trace before it shows it. Here, independent code plays the trace and checks every
//! place after every step. Both results are compared.

use sanderling_net::semantics::{self, FireError, Firing, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_report::{Step, Trace, UnboundedProof, Verdict};

/// Number of times that a cycle that proves a net unbounded is fired again.
const REPETITIONS: usize = 4;

/// Returns the marking that a trace leads to.
///
/// # Panics
/// If the trace is not a run of the net, shows wrong changes, or is not accepted by [`sanderling::replay`].
#[must_use]
pub fn play(net: &Net, trace: &Trace) -> Marking {
    let interpreter = Interpreter::new(net);
    let mut marking = semantics::initial(net).expect("the net has an initial marking");
    assert_eq!(trace.initial, reported(net, &marking), "{}: the trace starts where the net does", net.id);
    for step in &trace.steps {
        step_on(net, &interpreter, &mut marking, &step);
    }
    let replayed = sanderling::replay(net, trace);
    assert_eq!(replayed.verdict, Verdict::Holds, "{}: {:?}", net.id, replayed.problem);
    assert_eq!(replayed.marking, reported(net, &marking), "{}: `replay` ends there, too", net.id);
    let is_dead = interpreter.enabled(&marking).expect("enabledness is defined").is_empty();
    assert_eq!(replayed.deadlock, is_dead, "{}: `replay` sees deadlocks", net.id);
    marking
}

fn step_on(net: &Net, interpreter: &Interpreter<'_>, marking: &mut Marking, step: &Step) {
    let before = marking.clone();
    interpreter
        .fire(marking, &Firing::plain(transition(net, step)))
        .unwrap_or_else(|error| panic!("{}: {}: {}", net.id, step.event, error.explain(net)));
    for place in net.place_ids() {
        let (from, to) = (before.tokens(place), marking.tokens(place));
        let change = step.changed.iter().find(|change| change.place == net.place(place).id);
        let change = change.map(|change| (change.before.clone(), change.after.clone()));
        let expected = (from != to).then(|| (from.into(), to.into()));
        assert_eq!(change, expected, "{}: {} changes {}", net.id, step.event, net.place(place).id);
    }
}

fn transition(net: &Net, step: &Step) -> TransitionId {
    let found = net.transition_ids().find(|&t| net.transition(t).id == step.event);
    found.unwrap_or_else(|| panic!("{}: no transition {}", net.id, step.event))
}

/// Returns the marked places, in the form of a report.
fn reported(net: &Net, marking: &Marking) -> sanderling_report::Marking {
    let marked = net.place_ids().filter(|&place| marking.tokens(place) > 0);
    marked.map(|place| (net.place(place).id.clone(), marking.tokens(place).into())).collect()
}

/// Checks a proof that a net is unbounded: from the end of its prefix the cycle can be fired repeatedly. In
/// each round no place loses tokens, and exactly the named places gain some.
///
/// # Panics
/// If the proof is wrong.
pub fn check_self_covering(net: &Net, proof: &UnboundedProof) {
    let interpreter = Interpreter::new(net);
    let mut marking = play(net, &proof.prefix);
    assert!(!proof.places.is_empty() && !proof.pump.is_empty(), "{}: a proof of something", net.id);
    for repetition in 0..REPETITIONS {
        let before = marking.clone();
        for step in &proof.pump {
            match interpreter.fire(&mut marking, &Firing::plain(transition(net, &step))) {
                Ok(()) => {}
                Err(FireError::Overflow(_)) if repetition > 0 => return,
                Err(error) => panic!("{}: {}: {}", net.id, step.event, error.explain(net)),
            }
        }
        let gains = |place: &PlaceId| marking.tokens(*place) > before.tokens(*place);
        let growing: Vec<_> = net.place_ids().filter(gains).map(|p| net.place(p).id.clone()).collect();
        assert!(proof.places.iter().all(|place| growing.contains(place)), "{}: {growing:?}", net.id);
        let loses = |place: PlaceId| marking.tokens(place) < before.tokens(place);
        assert!(!net.place_ids().any(loses), "{}: a place loses tokens", net.id);
        // In the first round a place with a reset arc may still change to its final count.
        assert!(repetition == 0 || growing == proof.places, "{}: {growing:?}", net.id);
    }
}
