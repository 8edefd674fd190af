//! Random nets in which the rules find something to do.
//!
//! A net of `testkit` is refined a few times by what rules undo: a transition is split in two with a
//! place between them, a transition or a place is doubled, sinks, sources, loops and side lines are added.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};
use sanderling_structural::Preserved;
use sanderling_testkit::random::{Shape, net};

/// A net of the seed, of all kinds of shapes.
pub(crate) fn refined(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let shape = match seed % 4 {
        0 => Shape { places: 1..=4, transitions: 1..=3, ..Shape::plain() },
        1 => Shape { places: 2..=5, transitions: 1..=4, ..Shape::conservative() },
        2 => Shape { places: 2..=4, transitions: 1..=4, ..Shape::conservative_special() },
        _ => Shape { inhibitor: 0.15, read: 0.2, reset: 0.1, capacity: 0.1, ..Shape::conservative() },
    };
    let mut net = net(seed, &shape);
    for round in 0..random.random_range(0..=5) {
        refine(&mut net, round, &mut random);
    }
    net
}

/// Random things to preserve in a net.
pub(crate) fn preserved(net: &Net, seed: u64) -> Preserved {
    let mut random = StdRng::seed_from_u64(!seed);
    let mut preserved = Preserved { deadlocks: random.random_bool(0.6), ..Preserved::default() };
    if random.random_bool(0.6) || !preserved.deadlocks {
        preserved.places = (0..random.random_range(0..=2)).map(|_| any_place(net, &mut random)).collect();
    }
    if random.random_bool(0.25) {
        preserved.transitions.insert(any_transition(net, &mut random));
    }
    preserved
}

fn refine(net: &mut Net, round: usize, random: &mut StdRng) {
    let (place, transition) = (any_place(net, random), any_transition(net, random));
    let weight = random.random_range(1..=2);
    let name = |what: &str| format!("{what}{round}");
    match random.random_range(0..13) {
        0..=3 => split(net, transition, &name("split"), random),
        4 => {
            let twin = net.add_transition(Transition::plain(name("twin")));
            copy(net, |arc| (arc.transition == transition).then(|| Arc { transition: twin, ..arc.clone() }));
            for either in [transition, twin] {
                let kind = if random.random_bool(0.5) { ArcKind::Inhibitor } else { ArcKind::Read };
                if random.random_bool(0.5) {
                    net.add_arc(Arc::weighted(any_place(net, random), either, kind, weight));
                }
            }
        }
        5 => {
            let twin = net.add_place(Place { id: name("twin_place"), ..net.place(place).clone() });
            copy(net, |arc| (arc.place == place).then(|| Arc { place: twin, ..arc.clone() }));
        }
        6 => {
            let sink = net.add_transition(Transition::plain(name("sink")));
            net.add_arc(Arc::weighted(place, sink, ArcKind::Input, weight));
        }
        7 => {
            let source = net.add_transition(Transition::plain(name("source")));
            let own = net.add_place(Place::with_tokens(name("fuel"), random.random_range(0..=3)));
            net.add_arc(Arc::weighted(place, source, ArcKind::Output, weight));
            if random.random_bool(0.8) {
                net.add_arc(Arc::weighted(own, source, ArcKind::Input, 1));
            }
        }
        8 => {
            net.add_arc(Arc::weighted(place, transition, ArcKind::Input, weight));
            net.add_arc(Arc::weighted(place, transition, ArcKind::Output, weight));
        }
        9 => {
            let other = net.add_transition(Transition::plain(name("other")));
            let takes = |arc: &Arc| arc.transition == transition && arc.kind == ArcKind::Input;
            copy(net, |arc| takes(arc).then(|| Arc { transition: other, ..arc.clone() }));
            net.add_arc(Arc::weighted(place, other, ArcKind::Output, weight));
        }
        10 => {
            let kind = if random.random_bool(0.6) { ArcKind::Inhibitor } else { ArcKind::Reset };
            net.add_arc(Arc::weighted(place, transition, kind, weight));
        }
        11 => net.places[place.index()].capacity = Some(random.random_range(1..=3)),
        _ => {
            let aside = net.add_place(Place::with_tokens(name("aside"), 0));
            net.add_arc(Arc::weighted(aside, transition, ArcKind::Output, weight));
            let on = net.add_transition(Transition::plain(name("on")));
            net.add_arc(Arc::weighted(aside, on, ArcKind::Input, random.random_range(1..=2)));
        }
    }
}

/// Splits a transition: its outputs become those of a second one, with a place between the two.
fn split(net: &mut Net, transition: TransitionId, name: &str, random: &mut StdRng) {
    let tokens = if random.random_bool(0.3) { random.random_range(1..=2) } else { 0 };
    let between = net.add_place(Place::with_tokens(format!("{name}_place"), tokens));
    let second = net.add_transition(Transition::plain(name));
    let later = random.random_bool(0.3);
    for arc in &mut net.arcs {
        let moves = arc.kind == ArcKind::Output || (later && arc.kind == ArcKind::Inhibitor);
        if arc.transition == transition && moves {
            arc.transition = second;
        }
    }
    let weight = random.random_range(1..=2);
    let times = random.random_range(1..=2);
    let (put, taken) =
        if random.random_bool(0.5) { (weight * times, weight) } else { (weight, weight * times) };
    net.add_arc(Arc::weighted(between, transition, ArcKind::Output, put));
    net.add_arc(Arc::weighted(between, second, ArcKind::Input, taken));
}

fn copy(net: &mut Net, twin: impl Fn(&Arc) -> Option<Arc>) {
    let twins: Vec<_> = net.arcs.iter().filter_map(twin).collect();
    net.arcs.extend(twins);
}

fn any_place(net: &Net, random: &mut StdRng) -> PlaceId {
    PlaceId::new(random.random_range(0..net.places.len()))
}

fn any_transition(net: &Net, random: &mut StdRng) -> TransitionId {
    TransitionId::new(random.random_range(0..net.transitions.len()))
}
