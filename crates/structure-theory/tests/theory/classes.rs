//! Each class against its definition, pair by pair, and each obstacle against what it claims.

use std::cell::RefCell;
use std::collections::BTreeMap;

use sanderling_model::Structure;
use sanderling_net::{ArcKind, Net};
use sanderling_structure_theory::{Class, Flow, Node, Obstacle};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::tiny;

use crate::plain::{Plain, any_net};

/// The definition of the class, with places as sets of transitions and no regard for cost.
fn is_in(class: Class, net: &Net, plain: &Plain) -> bool {
    let weights = plain.into.iter().chain(&plain.out).flatten();
    let is_ordinary = !plain.is_special && weights.max().is_none_or(|&weight| weight <= 1);
    let all_places = |holds: &dyn Fn(usize) -> bool| (0..plain.places).all(holds);
    let sharing = |holds: &dyn Fn(&[usize], &[usize]) -> bool| {
        all_places(&|p| {
            all_places(&|q| {
                let (p, q) = (plain.outputs_of_place(p), plain.outputs_of_place(q));
                p.iter().all(|t| !q.contains(t)) || holds(&p, &q)
            })
        })
    };
    let within = |p: &[usize], q: &[usize]| p.iter().all(|t| q.contains(t));
    match class {
        Class::Ordinary => is_ordinary,
        Class::Pure => all_places(&|p| plain.outputs_of_place(p).iter().all(|&t| plain.out[p][t] == 0)),
        Class::StateMachine => {
            let is_single =
                |t| plain.inputs_of_transition(t).len() == 1 && plain.outputs_of_transition(t).len() == 1;
            is_ordinary && (0..plain.transitions).all(is_single)
        }
        Class::MarkedGraph => {
            is_ordinary
                && all_places(&|p| {
                    plain.inputs_of_place(p).len() == 1 && plain.outputs_of_place(p).len() == 1
                })
        }
        Class::FreeChoice => {
            let is_free =
                |p: usize, t: usize| plain.outputs_of_place(p) == [t] || plain.inputs_of_transition(t) == [p];
            is_ordinary && all_places(&|p| plain.outputs_of_place(p).iter().all(|&t| is_free(p, t)))
        }
        Class::ExtendedFreeChoice => is_ordinary && sharing(&|p, q| p == q),
        Class::AsymmetricChoice => is_ordinary && sharing(&|p, q| within(p, q) || within(q, p)),
        Class::Connected => connected(net),
        Class::StronglyConnected => plain.paths().iter().flatten().all(|&path| path),
    }
}

/// Whether merging the ends of every arc leaves one node.
fn connected(net: &Net) -> bool {
    let mut piece: Vec<usize> = (0..net.places.len() + net.transitions.len()).collect();
    for arc in &net.arcs {
        let (from, to) = (piece[arc.place.index()], piece[net.places.len() + arc.transition.index()]);
        piece.iter_mut().filter(|number| **number == from).for_each(|number| *number = to);
    }
    piece.iter().all(|&number| number == piece[0])
}

/// Whether the obstacle says what is so.
fn is_true(obstacle: &Obstacle, net: &Net, plain: &Plain) -> bool {
    let has = |kind, p, t| net.arcs.iter().any(|a| (a.kind, a.place, a.transition) == (kind, p, t));
    let number = |node| match node {
        Node::Place(p) => p.index(),
        Node::Transition(t) => plain.places + t.index(),
    };
    let degree = |node, wanted: fn(&Plain, bool, usize) -> usize| match node {
        Node::Place(p) => wanted(plain, true, p.index()),
        Node::Transition(t) => wanted(plain, false, t.index()),
    };
    let inputs = |plain: &Plain, is_place, i| {
        if is_place { plain.inputs_of_place(i).len() } else { plain.inputs_of_transition(i).len() }
    };
    let outputs = |plain: &Plain, is_place, i| {
        if is_place { plain.outputs_of_place(i).len() } else { plain.outputs_of_transition(i).len() }
    };
    let outputs_of = |p: sanderling_net::PlaceId| plain.outputs_of_place(p.index());
    match *obstacle {
        Obstacle::Inhibitor(p, t) => has(ArcKind::Inhibitor, p, t),
        Obstacle::Reset(p, t) => has(ArcKind::Reset, p, t),
        Obstacle::Capacity(p) => net.place(p).capacity.is_some(),
        Obstacle::Weight(Node::Place(p), Node::Transition(t), weight) => {
            weight != 1 && u128::from(plain.into[p.index()][t.index()]) == weight
        }
        Obstacle::Weight(Node::Transition(t), Node::Place(p), weight) => {
            weight != 1 && u128::from(plain.out[p.index()][t.index()]) == weight
        }
        Obstacle::Weight(..) => false,
        Obstacle::SelfLoop(p, t) => {
            plain.into[p.index()][t.index()] > 0 && plain.out[p.index()][t.index()] > 0
        }
        Obstacle::Inputs(node, count) => count != 1 && degree(node, inputs) == count,
        Obstacle::Outputs(node, count) => count != 1 && degree(node, outputs) == count,
        Obstacle::Choice { place, transition, other_transition, other_place } => {
            let (p, t) = (place.index(), transition.index());
            place != other_place
                && transition != other_transition
                && plain.into[p][t] > 0
                && plain.into[p][other_transition.index()] > 0
                && plain.into[other_place.index()][t] > 0
        }
        Obstacle::UnequalOutputs(p, q, t) => {
            let (p, q) = (outputs_of(p), outputs_of(q));
            p != q && p.contains(&t.index()) && q.contains(&t.index())
        }
        Obstacle::IncomparableOutputs(p, q, t) => {
            let (p, q) = (outputs_of(p), outputs_of(q));
            let is_alone = |p: &[usize], q: &[usize]| p.iter().any(|t| !q.contains(t));
            is_alone(&p, &q) && is_alone(&q, &p) && p.contains(&t.index()) && q.contains(&t.index())
        }
        Obstacle::Apart(one, other) => number(one) != number(other) && !connected(net),
        Obstacle::NoPath(from, to) => !plain.paths()[number(from)][number(to)],
    }
}

#[test]
fn a_net_is_in_a_class_exactly_if_it_meets_the_definition() {
    let counts = RefCell::new(BTreeMap::<Class, [u32; 2]>::new());
    for_seeds(6000, |seed| {
        let net = any_net(seed);
        let (structure, plain) = (Structure::build(&net).unwrap(), Plain::of(&net));
        let flow = Flow::of(&structure);
        for class in Class::ALL {
            let obstacle = class.obstacle(&flow);
            assert_eq!(obstacle.is_none(), is_in(class, &net, &plain), "{class} {obstacle:?}");
            if let Some(obstacle) = &obstacle {
                assert!(is_true(obstacle, &net, &plain), "{class}: {obstacle:?}");
                assert!(!obstacle.explain(&net).is_empty());
            }
            counts.borrow_mut().entry(class).or_default()[usize::from(obstacle.is_none())] += 1;
        }
    });
    println!("{:?}", counts.borrow());
    for (class, [out, within]) in counts.into_inner() {
        assert!(out > 100 && within > 100, "{class}: {within} nets, and {out} others");
    }
}

#[test]
fn every_class_holds_of_the_empty_net() {
    let structure = Structure::build(&Net::new("empty")).unwrap();
    for class in Class::ALL {
        assert_eq!(class.obstacle(&Flow::of(&structure)), None, "{class}");
    }
}

#[test]
fn obstacles_are_explained_in_the_names_of_the_net() {
    use ArcKind::{Input, Output, Read};
    type Case = (Class, &'static [u64], &'static [(usize, usize, ArcKind, u64)], &'static str);
    let cases: [Case; 6] = [
        (Class::Ordinary, &[0], &[(0, 0, Input, 2)], "the arc from p0 to t0 has the weight 2"),
        (Class::Pure, &[0], &[(0, 0, Read, 1)], "p0 is both input and output of t0"),
        (Class::StateMachine, &[0], &[(0, 0, Input, 1)], "t0 has no output"),
        (
            Class::FreeChoice,
            &[0, 0],
            &[(0, 0, Input, 1), (0, 1, Input, 1), (1, 1, Input, 1)],
            "p0 leads to t1 and t0, and t1 needs p1 as well",
        ),
        (
            Class::ExtendedFreeChoice,
            &[0, 0],
            &[(0, 0, Input, 1), (0, 1, Input, 1), (1, 1, Input, 1)],
            "p0 and p1 lead to t1, but not to the same transitions",
        ),
        (Class::StronglyConnected, &[0], &[(0, 0, Output, 1)], "no path leads from p0 to t0"),
    ];
    for (class, tokens, arcs, expected) in cases {
        let transitions = 1 + arcs.iter().map(|arc| arc.1).max().unwrap();
        let net = tiny::nets::net("n", tokens, transitions, arcs);
        let structure = Structure::build(&net).unwrap();
        assert_eq!(class.obstacle(&Flow::of(&structure)).unwrap().explain(&net), expected);
    }
}

/// A hub with forty thousand outputs, each with a place of its own: asymmetric choice, seen without comparing pairs.
#[test]
fn places_with_many_outputs_take_no_longer() {
    let count = 40_000;
    let mut net = Net::new("hub");
    let hub = net.add_place(sanderling_net::Place::with_tokens("hub", 1));
    for i in 0..count {
        let own = net.add_place(sanderling_net::Place::with_tokens(format!("p{i}"), 0));
        let transition = net.add_transition(sanderling_net::Transition::plain(format!("t{i}")));
        for place in [hub, own] {
            net.add_arc(sanderling_net::Arc::weighted(place, transition, ArcKind::Input, 1));
        }
    }
    let structure = Structure::build(&net).unwrap();
    let flow = Flow::of(&structure);
    assert_eq!(Class::AsymmetricChoice.obstacle(&flow), None);
    assert!(matches!(Class::ExtendedFreeChoice.obstacle(&flow), Some(Obstacle::UnequalOutputs(..))));
}
