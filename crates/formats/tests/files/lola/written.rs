//! The text of small nets, and the words of what is refused.

use sanderling_formats::lola::Lola;
use sanderling_net::{ArcKind, Net};
use sanderling_testkit::tiny::nets;

fn written(net: &Net, bounds: &[Option<u64>]) -> String {
    sanderling_testkit::written(&Lola, net, bounds)
}

/// A net with such places and transitions, and arcs with weights between them.
fn net(places: &[(&str, u64)], transitions: &[&str], arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    let tokens: Vec<_> = places.iter().map(|&(_, tokens)| tokens).collect();
    let mut net = nets::net("small", &tokens, transitions.len(), arcs);
    net.places.iter_mut().zip(places).for_each(|(place, &(id, _))| place.id = id.into());
    net.transitions.iter_mut().zip(transitions).for_each(|(transition, &id)| transition.id = id.into());
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
fn refusals_name_the_unsupported_part() {
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
