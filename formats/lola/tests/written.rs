//! The text of small nets, and the words of what is refused.

use sanderling_lola::Lola;
use sanderling_net::{Arc, ArcKind, Format, Net, Place, PlaceId, Transition, TransitionId};

fn written(net: &Net, bounds: &[Option<u64>]) -> String {
    let mut text = Vec::new();
    match Lola.write_bounded(net, bounds, &mut text) {
        Ok(()) => String::from_utf8(text).unwrap(),
        Err(refusal) => {
            assert!(text.is_empty(), "what is refused is refused before the first byte");
            format!("refused: {refusal}\n")
        }
    }
}

/// A net with such places and transitions, and arcs with weights between them.
fn net(places: &[(&str, u64)], transitions: &[&str], arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    let mut net = Net::new("small");
    for &(id, tokens) in places {
        net.add_place(Place::with_tokens(id, tokens));
    }
    for &id in transitions {
        net.add_transition(Transition::plain(id));
    }
    for &(place, transition, kind, weight) in arcs {
        net.add_arc(Arc::weighted(PlaceId::new(place), TransitionId::new(transition), kind, weight));
    }
    net
}

#[test]
fn weights_bounds_and_read_arcs() {
    use ArcKind::{Input, Output, Read};
    let arcs = [
        (0, 0, Input, 1),
        (0, 0, Input, 1),
        (1, 0, Output, 3),
        (1, 0, Read, 2),
        (2, 0, Read, 1),
        (2, 0, Input, 1),
        (1, 1, Output, 1),
        (2, 2, Read, 1),
    ];
    let small = net(&[("a b", 3), ("a:b", 0), ("SAFE", 1)], &["t", "source", "t"], &arcs);
    insta::assert_snapshot!(written(&small, &[Some(3), None, Some(1)]));
}

#[test]
fn an_empty_marking_is_an_empty_list() {
    insta::assert_snapshot!(written(&net(&[("p", 0)], &["t"], &[(0, 0, ArcKind::Input, 1)]), &[]));
}

#[test]
fn refusals_say_what() {
    let one = |kind, weight| net(&[("p", 1)], &["t"], &[(0, 0, kind, weight)]);
    let mut full = one(ArcKind::Input, 1);
    full.places[0].capacity = Some(2);
    let texts = [
        written(&one(ArcKind::Inhibitor, 1), &[]),
        written(&one(ArcKind::Reset, 1), &[]),
        written(&one(ArcKind::Output, 1 << 31), &[]),
        written(&full, &[]),
        written(&net(&[("p", u64::MAX)], &["t"], &[]), &[]),
        written(&net(&[("p", 0)], &[], &[]), &[]),
    ];
    insta::assert_snapshot!(texts.concat());
}
