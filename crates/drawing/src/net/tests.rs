//! Properties of drawings of nets.

use sanderling_net::{Net, Place, Transition};

use super::*;

fn pair() -> Net {
    let mut net = Net::new("n");
    let p = net.add_place(Place::with_tokens("p", 1));
    let t = net.add_transition(Transition::plain("t"));
    net.add_arc(Arc::weighted(p, t, ArcKind::Input, 2));
    net.add_arc(Arc::weighted(p, t, ArcKind::Inhibitor, 5));
    net
}

fn at(x: f64, y: f64) -> Option<sanderling_net::Point> {
    Some(sanderling_net::Point { x, y })
}

#[test]
fn positions_of_the_file_are_kept_but_for_scale() {
    let mut net = pair();
    net.places[0].position = at(-100.0, 40.0);
    net.transitions[0].position = at(100.0, 40.0);
    net.arcs[0].bends = vec![sanderling_net::Point { x: 0.0, y: 60.0 }];
    let drawn = drawing(&net);
    assert!(drawn.is_from_file);
    assert_eq!(
        (drawn.transitions[0].x - drawn.places[0].x, drawn.transitions[0].y),
        (200.0, drawn.places[0].y)
    );
    assert_eq!(drawn.arcs[0].bends, [[drawn.places[0].x + 100.0, drawn.places[0].y + 20.0]]);
    net.transitions[0].position = at(-99.0, 40.0);
    let close = drawing(&net);
    assert_eq!(close.transitions[0].x - close.places[0].x, APART);
}

#[test]
fn nodes_without_a_position_are_laid_out_below_the_others() {
    let mut net = pair();
    net.add_place(Place::with_tokens("q", 0));
    net.add_place(Place::with_tokens("r", 0));
    net.places[0].position = at(0.0, 0.0);
    net.places[2].position = at(0.0, 100.0);
    let drawn = drawing(&net);
    assert!(!drawn.is_from_file);
    for node in [&drawn.places[1], &drawn.transitions[0]] {
        assert!(node.y > drawn.places[2].y + 30.0 && node.x < drawn.width && node.y < drawn.height);
    }
}

#[test]
fn positions_that_are_all_the_same_or_no_numbers_are_none() {
    let mut net = pair();
    for point in [at(0.0, 0.0), at(f64::NAN, 0.0), at(f64::INFINITY, 1.0)] {
        (net.places[0].position, net.transitions[0].position) = (point, point);
        let drawn = drawing(&net);
        assert!(!drawn.is_from_file);
        assert!((drawn.places[0].x, drawn.places[0].y) != (drawn.transitions[0].x, drawn.transitions[0].y));
    }
}

#[test]
fn arcs_show_their_kind_and_weight() {
    let drawn = drawing(&pair());
    let labels: Vec<_> = drawn.arcs.iter().map(|arc| (arc.kind, arc.label.as_str())).collect();
    assert_eq!(labels, [(Kinds::Input, "2"), (Kinds::Inhibitor, "5")]);
}

#[test]
fn a_net_that_is_too_large_has_no_drawing() {
    let mut net = pair();
    for index in 0..MAX_NODES {
        net.add_place(Place::with_tokens(format!("x{index}"), 0));
    }
    let drawn = drawing(&net);
    assert!(drawn.is_too_large && drawn.arcs.is_empty() && drawn.places.len() == MAX_NODES + 1);
}
