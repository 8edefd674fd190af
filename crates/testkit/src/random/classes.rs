//! Random nets of the classical classes: marked graphs, state machines and free-choice nets, all ordinary.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

/// Returns a net of up to five transitions and seven places with one input and one output each: a marked graph. Many
/// are strongly connected, some of these are live.
#[must_use]
pub fn marked_graph(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-marked-graph-{seed}"));
    let transitions = add_transitions(&mut net, random.random_range(1..=5));
    let ring = random.random_bool(0.6);
    for i in 0..transitions.len() * usize::from(ring) + random.random_range(0..=2) {
        let tokens = if random.random_bool(0.5) { random.random_range(1..=2) } else { 0 };
        let place = net.add_place(Place::with_tokens(format!("p{i}"), tokens));
        let (from, to) = if ring && i < transitions.len() {
            (transitions[i], transitions[(i + 1) % transitions.len()])
        } else {
            (any(&transitions, &mut random), any(&transitions, &mut random))
        };
        add_arc(&mut net, place, from, ArcKind::Output);
        add_arc(&mut net, place, to, ArcKind::Input);
    }
    net
}

/// Returns a net of up to five places and seven transitions with one input and one output each: a state machine.
#[must_use]
pub fn state_machine(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-state-machine-{seed}"));
    let places: Vec<_> = (0..random.random_range(1..=5))
        .map(|i| {
            let tokens = if random.random_bool(0.4) { random.random_range(1..=2) } else { 0 };
            net.add_place(Place::with_tokens(format!("p{i}"), tokens))
        })
        .collect();
    let ring = if random.random_bool(0.5) { places.len() } else { 0 };
    for (i, transition) in
        add_transitions(&mut net, ring + random.random_range(1..=3)).into_iter().enumerate()
    {
        let is_ring = i < ring;
        let from = if is_ring { places[i] } else { any(&places, &mut random) };
        let to = if is_ring { places[(i + 1) % places.len()] } else { any(&places, &mut random) };
        add_arc(&mut net, from, transition, ArcKind::Input);
        add_arc(&mut net, to, transition, ArcKind::Output);
    }
    net
}

/// Returns an extended free-choice net: it consists of clusters of one or two places, and each transition of a cluster
/// consumes a token from all its places. Usually a transition adds as many tokens as it consumes; some nets have
/// transitions that do not, or that consume nothing.
#[must_use]
pub fn free_choice(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-free-choice-{seed}"));
    let strays = if random.random_bool(0.7) { 0.0 } else { 0.2 };
    for _ in 0..random.random_range(1..=4) {
        let places: Vec<_> = (0..random.random_range(1..=2))
            .map(|_| {
                let tokens = if random.random_bool(0.5) { 1 } else { 0 };
                let id = format!("p{}", net.places.len());
                net.add_place(Place::with_tokens(id, tokens))
            })
            .collect();
        for transition in add_transitions(&mut net, random.random_range(1..=2)) {
            let takes = !random.random_bool(strays / 8.0);
            places.iter().filter(|_| takes).for_each(|&p| add_arc(&mut net, p, transition, ArcKind::Input));
        }
    }
    let mut places: Vec<_> = net.place_ids().collect();
    for transition in net.transition_ids() {
        let taken =
            net.arcs.iter().filter(|a| a.transition == transition && a.kind == ArcKind::Input).count();
        let put = if random.random_bool(strays) { random.random_range(0..=3) } else { taken };
        places.shuffle(&mut random);
        places.iter().take(put).for_each(|&place| add_arc(&mut net, place, transition, ArcKind::Output));
    }
    net
}

fn add_transitions(net: &mut Net, count: usize) -> Vec<TransitionId> {
    let first = net.transitions.len();
    (first..first + count).map(|i| net.add_transition(Transition::plain(format!("t{i}")))).collect()
}

fn add_arc(net: &mut Net, place: PlaceId, transition: TransitionId, kind: ArcKind) {
    net.add_arc(Arc::weighted(place, transition, kind, 1));
}

fn any<T: Copy>(among: &[T], random: &mut StdRng) -> T {
    among[random.random_range(0..among.len())]
}
