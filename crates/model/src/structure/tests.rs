//! Tests of the structure of hand-made nets, and of rejected nets.

use sanderling_net::{
    Arc, ArcKind, Inscription, Net, Place, PlaceId, SortId, Term, Transition, TransitionId,
};

use super::Structure;

fn net(places: usize, arcs: &[(usize, ArcKind, u64)]) -> Net {
    let mut net = Net::new("n");
    for place in 0..places {
        net.add_place(Place::with_tokens(format!("p{place}"), place as u64));
    }
    let transition = net.add_transition(Transition::plain("t"));
    for &(place, kind, weight) in arcs {
        net.add_arc(Arc::weighted(PlaceId::new(place), transition, kind, weight));
    }
    net
}

fn t() -> TransitionId {
    TransitionId::new(0)
}

fn p(index: usize) -> PlaceId {
    PlaceId::new(index)
}

#[test]
fn parallel_arcs_add_up_and_tests_take_the_strictest() {
    use ArcKind::{Inhibitor, Input, Read};
    let arcs =
        [(0, Input, 2), (1, Read, 3), (0, Input, 5), (1, Read, 2), (2, Inhibitor, 4), (2, Inhibitor, 0)];
    let structure = Structure::build(&net(3, &arcs)).unwrap();
    assert_eq!(structure.pre(t()), [(p(0), 7)]);
    assert_eq!(structure.read(t()), [(p(1), 3)]);
    assert_eq!(structure.inhibitor(t()), [(p(2), 0)]);
    assert_eq!(structure.arc_count(), 3);
    assert_eq!(structure.tested_by(p(1)), [t()]);
    assert_eq!(structure.needs(t()).collect::<Vec<_>>(), [(p(0), 7), (p(1), 3)]);
}

#[test]
fn a_self_loop_keeps_its_weights_and_has_no_effect() {
    use ArcKind::{Input, Output};
    let structure = Structure::build(&net(2, &[(1, Output, 3), (1, Input, 3), (0, Output, 1)])).unwrap();
    assert_eq!((structure.pre(t()), structure.post(t())), (&[(p(1), 3)][..], &[(p(0), 1), (p(1), 3)][..]));
    assert_eq!(structure.effect(t()), [(p(0), 1)]);
    assert_eq!((structure.preset(p(1)), structure.postset(p(1))), (&[t()][..], &[t()][..]));
    assert_eq!((structure.initial(), structure.capacity()), (&[0, 1][..], &[None, None][..]));
}

#[test]
fn the_effect_leaves_out_places_that_are_reset() {
    use ArcKind::{Input, Output, Reset};
    let structure =
        Structure::build(&net(2, &[(0, Reset, 1), (0, Output, 2), (1, Input, u64::MAX)])).unwrap();
    assert_eq!(structure.reset(t()), [p(0)]);
    assert_eq!(structure.reset_by(p(0)), [t()]);
    assert_eq!(structure.effect(t()), [(p(1), -i128::from(u64::MAX))]);
}

#[test]
fn weights_that_do_not_fit_together_are_an_error() {
    let arcs = [(0, ArcKind::Output, u64::MAX), (0, ArcKind::Output, 1)];
    let diagnostics = Structure::build(&net(1, &arcs)).unwrap_err();
    assert!(diagnostics.to_string().contains("parallel arcs whose weights add up"), "{diagnostics}");
}

#[test]
fn a_coloured_place_is_named_in_the_refusal() {
    let mut net = net(1, &[]);
    net.places[0].initial = Inscription::Term(Box::new(Term::All(SortId::DOT)));
    let diagnostics = Structure::build(&net).unwrap_err();
    assert!(diagnostics.to_string().contains("as coloured nets have it"), "{diagnostics}");
    assert_eq!(diagnostics.iter().next().unwrap().element.as_deref(), Some("p0"));
}

#[test]
fn an_arc_to_nowhere_is_an_error() {
    assert!(Structure::build(&net(1, &[(7, ArcKind::Input, 1)])).is_err());
}
