//! Where markings can recur, against the levels of all markings.

use std::collections::HashSet;

use sanderling_model::Structure;
use sanderling_net::semantics::Interpreter;
use sanderling_net::{Arc, ArcKind, Net, TransitionId};
use sanderling_structure_theory::Recurrence;
use sanderling_testkit::random::{Shape, classes, for_seeds, net};
use sanderling_testkit::{naive, tiny};

fn recurrence(net: &Net) -> Recurrence {
    Recurrence::of(&Structure::build(net).expect("it has no colours"))
}

/// Compares the recurrence with the explored state space. Returns it if the state space is small.
fn compare(net: &Net) -> Option<Recurrence> {
    let found = recurrence(net);
    let explored = naive::explore(net, 600).ok()?;
    let interpreter = Interpreter::new(net);
    for (marking, &level) in &explored.markings {
        for firing in interpreter.enabled(marking).expect("it has a meaning") {
            let mut successor = marking.clone();
            interpreter.fire(&mut successor, &firing).expect("an enabled firing fires");
            let reached = explored.markings[&successor];
            if successor != *marking {
                let apart = (level + 1 - reached) as u64;
                assert_eq!(apart % found.period, 0, "{found:?}: {level} to {reached}");
                assert!(!found.is_undone_at_once || reached + 1 >= level, "{level} to {reached}");
            }
        }
    }
    Some(found)
}

#[test]
fn no_marking_is_met_where_it_cannot_recur() {
    let seen = std::cell::RefCell::new(HashSet::new());
    for_seeds(40, |seed| {
        let shapes = [Shape::plain(), Shape::conservative(), Shape::special(), Shape::many_events()];
        let nets = shapes.iter().map(|shape| net(seed, shape));
        let nets = nets.chain([
            classes::marked_graph(seed),
            classes::state_machine(seed),
            classes::free_choice(seed),
        ]);
        for mut net in nets {
            seen.borrow_mut().extend(compare(&net).map(|found| found.period));
            // With each transition the one that undoes it, where arcs can be turned round.
            let arcs = net.arcs.clone();
            if arcs.iter().all(|arc| matches!(arc.kind, ArcKind::Input | ArcKind::Output)) {
                let count = net.transitions.len();
                net.transitions.extend(net.transitions.clone());
                net.transitions.iter_mut().skip(count).for_each(|transition| transition.id.push_str("_back"));
                net.arcs.extend(arcs.into_iter().map(|arc| {
                    let kind = if arc.kind == ArcKind::Input { ArcKind::Output } else { ArcKind::Input };
                    let transition = TransitionId::new(arc.transition.index() + count);
                    Arc { kind, transition, ..arc }
                }));
                let is_limited = net.places.iter().any(|place| place.capacity.is_some());
                assert!(is_limited || recurrence(&net).is_undone_at_once, "{seed}");
                compare(&net);
            }
        }
    });
    let seen = seen.into_inner();
    let is_met = |period: u64| seen.contains(&period);
    assert!(is_met(1) && is_met(2) && is_met(3) && is_met((1 << 61) - 1), "{seen:?}");
}

#[test]
fn a_ring_recurs_after_as_many_firings_as_it_has_transitions() {
    let periods = [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (8, 8), (12, 12), (17, 1), (60, 60), (64, 32)];
    for (transitions, period) in periods {
        let net = tiny::nets::ring(transitions, 1);
        assert_eq!(recurrence(&net).period, period, "{transitions}");
    }
}
