//! The types of events, for the replacement strategy `event-type`.
//!
//! The action of a program step indicates how likely it is that the state it leads to is reached again.
//! States after a branch back to an earlier control location come first, since loops meet there. Then follow
//! states after a receive, a send, an assignment, and all others. Source: Godefroid, Holzmann and Pirottin,
//! *State-Space Caching Revisited*, CAV 1992, section 5.
//!
//! A place/transition net has no such actions. There, transitions in conflict come first: if several
//! transitions take tokens from one place, paths diverge and may meet again.

use sanderling_net::program::{Program, Step};
use sanderling_net::{ArcKind, Inscription, Net, PlaceId, Term, TransitionId, Value};

/// The type of an event, in order of decreasing likelihood that its target is reached again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EventType {
    BackwardBranch,
    Receive,
    Send,
    Assignment,
    Other,
}

/// Returns the type of each transition, as a number.
pub(crate) fn event_types(net: &Net) -> Vec<u8> {
    match &net.program {
        Some(program) => {
            let branches = backward_branches(net, program);
            let step = |transition: TransitionId| {
                let step = program.steps.get(transition.index())?;
                Some(of_step(net, transition, step, branches[transition.index()]))
            };
            net.transition_ids().map(|one| step(one).unwrap_or(EventType::Other) as u8).collect()
        }
        None => conflicts(net).into_iter().map(|is_in_conflict| u8::from(!is_in_conflict)).collect(),
    }
}

fn of_step(net: &Net, transition: TransitionId, step: &Step, is_branch: bool) -> EventType {
    let says = |mark: char| step.communication.as_ref().is_some_and(|text| text.contains(mark));
    if is_branch {
        EventType::BackwardBranch
    } else if says('?') {
        EventType::Receive
    } else if says('!') {
        EventType::Send
    } else if !net.transition(transition).code.is_empty() {
        EventType::Assignment
    } else {
        EventType::Other
    }
}

/// Control locations of processes, each with the place of its process.
type Located = Vec<(PlaceId, u32)>;

/// Returns, for each transition, whether it leads a process to the same or an earlier location.
fn backward_branches(net: &Net, program: &Program) -> Vec<bool> {
    let mut locations = vec![false; net.places.len()];
    program.processes.iter().for_each(|process| locations[process.location.index()] = true);
    let mut left: Vec<Located> = vec![Vec::new(); net.transitions.len()];
    let mut reached = left.clone();
    for arc in net.arcs.iter().filter(|arc| locations[arc.place.index()]) {
        let Some(location) = constant(&arc.inscription) else { continue };
        match arc.kind {
            ArcKind::Input => left[arc.transition.index()].push((arc.place, location)),
            ArcKind::Output => reached[arc.transition.index()].push((arc.place, location)),
            _ => {}
        }
    }
    let goes_back = |(left, reached): (&Located, &Located)| {
        left.iter().any(|&(place, from)| reached.iter().any(|&(other, to)| other == place && to <= from))
    };
    left.iter().zip(&reached).map(goes_back).collect()
}

/// Returns the location that an inscription denotes.
fn constant(inscription: &Inscription) -> Option<u32> {
    match *inscription.term()? {
        Term::Literal { value: Value::Constant(position), .. } => Some(position),
        _ => None,
    }
}

/// Returns, for each transition, whether it shares an input place with another one.
fn conflicts(net: &Net) -> Vec<bool> {
    let mut takers: Vec<Vec<TransitionId>> = vec![Vec::new(); net.places.len()];
    for arc in net.arcs.iter().filter(|arc| arc.kind == ArcKind::Input) {
        takers[arc.place.index()].push(arc.transition);
    }
    let mut conflicts = vec![false; net.transitions.len()];
    for takers in takers {
        if takers.iter().any(|&taker| taker != takers[0]) {
            takers.into_iter().for_each(|taker| conflicts[taker.index()] = true);
        }
    }
    conflicts
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, Place, Transition};

    use super::*;

    #[test]
    fn transitions_in_conflict_come_first() {
        let mut net = Net::new("n");
        let [shared, own] = ["shared", "own"].map(|id| net.add_place(Place::with_tokens(id, 1)));
        for (id, place) in [("a", shared), ("b", shared), ("c", own)] {
            let transition = net.add_transition(Transition::plain(id));
            net.add_arc(Arc::weighted(place, transition, ArcKind::Input, 1));
        }
        assert_eq!(event_types(&net), [0, 0, 1]);
    }
}
