//! Formulas over markings of the reference semantics.

use sanderling_net::semantics::{Firing, Marking, fire, initial};
use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
use sanderling_property::{Property, ReferenceValuation};

/// `take` moves two tokens of `full` at a time to `gone`; `stop` is enabled while `gone` is empty.
fn net() -> Net {
    let mut net = Net::new("two at a time");
    let full = net.add_place(Place::with_tokens("full", 5));
    let gone = net.add_place(Place::with_tokens("gone", 0));
    let take = net.add_transition(Transition::plain("take"));
    let stop = net.add_transition(Transition::plain("stop"));
    net.add_arc(Arc::weighted(full, take, ArcKind::Input, 2));
    net.add_arc(Arc::weighted(gone, take, ArcKind::Output, 2));
    net.add_arc(Arc::weighted(gone, stop, ArcKind::Inhibitor, 1));
    net
}

fn holds(net: &Net, marking: &Marking, condition: &str) -> bool {
    let property = Property::parse(&format!("reach {condition}"), net).expect(condition);
    let valuation = ReferenceValuation::build(net, marking).expect("is defined");
    assert_eq!(property.formula.compile().holds(&valuation), property.formula.holds(&valuation));
    property.formula.holds(&valuation)
}

#[test]
fn formulas_are_judged_on_the_reference_semantics() {
    let net = net();
    let first = initial(&net).expect("is defined");
    let take = Firing::plain(net.transition_ids().next().expect("there are two"));
    let second = fire(&net, &first, &take).expect("is enabled");
    let last = fire(&net, &second, &take).expect("is enabled");
    let of = |condition| [&first, &second, &last].map(|marking| holds(&net, marking, condition));
    assert_eq!(of("tokens(full, gone) == 5"), [true, true, true]);
    assert_eq!(of("fireable(take)"), [true, true, false]);
    assert_eq!(of("fireable(stop)"), [true, false, false]);
    assert_eq!(of("fireable(stop, take)"), [true, true, false]);
    assert_eq!(of("deadlock"), [false, false, true]);
    assert_eq!(of("tokens(gone) > tokens(full) iff deadlock"), [true, true, true]);
}

/// Editors break names into lines; they are shown in one line, and can be typed either way.
#[test]
fn shown_names_can_be_typed() {
    let place = |id: &str, name: &str| Place { name: Some(name.into()), ..Place::with_tokens(id, 1) };
    let mut net = Net::new("n");
    for (id, name) in [
        ("p", "waiting \nfor  answer"),
        ("q", "a\tb"),
        ("r", " framed "),
        ("s", "one two"),
        ("t", "one\ntwo"),
        ("u", "\u{202e}rtl"),
        ("v", "plain"),
    ] {
        net.add_place(place(id, name));
    }
    for (written, expected) in [
        (r#""waiting for answer""#, Some("p")),
        (r#""waiting \nfor  answer""#, Some("p")),
        (r#""waiting\nfor answer""#, Some("p")),
        (r#""waiting  for answer""#, Some("p")),
        (r#""a b""#, Some("q")),
        (r#""a\tb""#, Some("q")),
        (r#""framed""#, Some("r")),
        ("framed", Some("r")),
        (r#"" framed ""#, Some("r")),
        // Two names that are displayed alike are distinguished by their spelling in the file.
        (r#""one two""#, Some("s")),
        (r#""one\ntwo""#, Some("t")),
        (r#""one  two""#, None),
        (r#""\u{202e}rtl""#, Some("u")),
        ("plain", Some("v")),
        (r#""plain ""#, Some("v")),
        ("p", Some("p")),
        (r#""waiting""#, None),
        (r#""ab""#, None),
        (r#""""#, None),
        (r#""rtl""#, None),
    ] {
        let property = Property::parse(&format!("always tokens({written}) >= 1"), &net);
        let found = property.ok().map(|property| property.formula.places());
        let found =
            found.map(|places| places.into_iter().map(|one| net.place(one).id.clone()).collect::<Vec<_>>());
        assert_eq!(found.as_deref(), expected.map(|id| vec![id.to_owned()]).as_deref(), "{written}");
    }
}
