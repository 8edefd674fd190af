//! What reductions are held against: the reachable markings of both nets, on the reference semantics.
//!
//! Where the original net was explored to the end, what the preserved places may hold must be the
//! same set in both nets, and so must what they may hold in deadlocks. Where it was not, what was
//! seen must be found in the reduced net as far as that can be explored. In any case every marking of
//! the reduced net is lifted: the firing sequence is replayed on the original net, and the marking at
//! its end is compared.

use std::collections::{BTreeSet, HashMap};

use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_structural::{Preserved, Reduction};

/// What can be seen of a marking: the preserved places, and which preserved transitions are enabled.
pub(crate) type Sight = (Vec<u64>, Vec<bool>);

/// The markings of a net, as far as they were explored.
pub(crate) struct Explored {
    pub(crate) markings: Vec<Marking>,
    /// How each marking was reached first.
    pub(crate) predecessors: Vec<Option<(usize, TransitionId)>>,
    pub(crate) is_dead: Vec<bool>,
    pub(crate) is_complete: bool,
}

impl Explored {
    /// Explores breadth-first, until there are more than `limit` markings.
    pub(crate) fn of(net: &Net, limit: usize) -> Self {
        let interpreter = Interpreter::new(net);
        let start = semantics::initial(net).unwrap();
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut explored =
            Self { markings: vec![start], predecessors: vec![None], is_dead: Vec::new(), is_complete: true };
        let mut next = 0;
        while next < explored.markings.len() && explored.markings.len() <= limit {
            let firings = interpreter.enabled(&explored.markings[next]).unwrap();
            explored.is_dead.push(firings.is_empty());
            for firing in firings {
                let mut successor = explored.markings[next].clone();
                if interpreter.fire(&mut successor, &firing).is_err() {
                    explored.is_complete = false;
                    continue;
                }
                if !numbers.contains_key(&successor) {
                    numbers.insert(successor.clone(), explored.markings.len());
                    explored.markings.push(successor);
                    explored.predecessors.push(Some((next, firing.transition)));
                }
            }
            next += 1;
        }
        explored.is_complete &= next == explored.markings.len();
        explored
    }

    fn trace(&self, mut marking: usize) -> Vec<TransitionId> {
        let mut trace = Vec::new();
        while let Some((before, transition)) = self.predecessors[marking] {
            trace.push(transition);
            marking = before;
        }
        trace.reverse();
        trace
    }

    fn sights(&self, watch: &Watch<'_>) -> (BTreeSet<Sight>, BTreeSet<Sight>) {
        let sight = |index: usize| watch.sight(&self.markings[index]);
        let all = (0..self.markings.len()).map(sight).collect();
        let dead = (0..self.is_dead.len()).filter(|&index| self.is_dead[index]).map(sight).collect();
        (all, dead)
    }
}

/// The places and transitions to look at in a net.
struct Watch<'a> {
    interpreter: Interpreter<'a>,
    places: Vec<PlaceId>,
    transitions: Vec<TransitionId>,
}

impl Watch<'_> {
    fn sight(&self, marking: &Marking) -> Sight {
        let is_enabled = |&t: &TransitionId| !self.interpreter.firings(marking, t).unwrap().is_empty();
        (
            self.places.iter().map(|&place| marking.tokens(place)).collect(),
            self.transitions.iter().map(is_enabled).collect(),
        )
    }
}

/// Checks a reduction of `net`. `original` is the result of exploring `net`.
pub(crate) fn check(
    net: &Net,
    original: &Explored,
    preserved: &Preserved,
    reduction: &Reduction,
    limit: usize,
) {
    let reduced = reduction.net();
    assert!(!reduced.validate().has_errors(), "{}: {}", net.id, reduced.validate());
    let watch = Watch {
        interpreter: Interpreter::new(net),
        places: preserved.places.iter().copied().collect(),
        transitions: preserved.transitions.iter().copied().collect(),
    };
    let watch_reduced = Watch {
        interpreter: Interpreter::new(reduced),
        places: watch.places.iter().map(|&p| reduction.place(p).expect("preserved")).collect(),
        transitions: watch.transitions.iter().map(|&t| reduction.transition(t).expect("preserved")).collect(),
    };
    let explored = Explored::of(reduced, limit);
    assert!(explored.is_complete || !original.is_complete, "{}: a reduced net is no larger", net.id);
    let (all, dead) = original.sights(&watch);
    let (all_reduced, dead_reduced) = explored.sights(&watch_reduced);
    if explored.is_complete {
        assert!(all.is_subset(&all_reduced), "{}: lost {:?}", net.id, all.difference(&all_reduced).next());
        if preserved.deadlocks {
            assert!(dead.is_subset(&dead_reduced), "{}: lost a dead marking", net.id);
        }
    }
    if original.is_complete {
        assert!(all_reduced.is_subset(&all), "{}: new {:?}", net.id, all_reduced.difference(&all).next());
        if preserved.deadlocks {
            assert!(dead_reduced.is_subset(&dead), "{}: a new dead marking", net.id);
        }
    }
    if preserved.deadlocks && reduction.is_never_dead() {
        assert!(dead.is_empty() && dead_reduced.is_empty(), "{}: there is a dead marking", net.id);
    }
    for index in 0..explored.markings.len() {
        let lifted = reduction.lift(&explored.trace(index)).expect("small nets have short traces");
        let end = replay(net, &watch.interpreter, &lifted);
        let sight = watch_reduced.sight(&explored.markings[index]);
        assert_eq!(watch.sight(&end), sight, "{}: lifted to {}", net.id, end.describe(net));
        if preserved.deadlocks && explored.is_dead.get(index) == Some(&true) {
            let still = watch.interpreter.enabled(&end).unwrap();
            assert!(still.is_empty(), "{}: {} is not dead", net.id, end.describe(net));
        }
    }
}

fn replay(net: &Net, interpreter: &Interpreter<'_>, trace: &[TransitionId]) -> Marking {
    let mut marking = semantics::initial(net).unwrap();
    for &transition in trace {
        let firing = Firing { transition, binding: semantics::Binding::default() };
        if let Err(error) = interpreter.fire(&mut marking, &firing) {
            panic!("{}: {} in {}", net.id, error.explain(net), marking.describe(net));
        }
    }
    marking
}
