//! Words that are ids, and words that are names.

use sanderling_net::{Net, Place, Transition};
use sanderling_property::{Expression, NodeKind, Nodes, Property};

/// Returns a net as an editor writes it, with generated ids and names chosen by a user. The id of the last place is the
/// name of another place, and the name of the last transition is the id of a place.
fn net() -> Net {
    let mut net = Net::new("n");
    for (id, name) in [
        ("cId1", "mailbox"),
        ("cId2", "wait for reply"),
        ("cId3", "done"),
        ("cId4", "done"),
        ("cId5", "say \"hi\"\n"),
        ("cId6", "send"),
        ("cId7", "both"),
        ("both", "other"),
    ] {
        net.add_place(Place { name: Some(name.into()), ..Place::with_tokens(id, 0) });
    }
    for (id, name) in
        [("cId11", "send"), ("cId12", "receive"), ("cId13", "retry"), ("cId14", "retry"), ("cId15", "cId1")]
    {
        net.add_transition(Transition { name: Some(name.into()), ..Transition::plain(id) });
    }
    net
}

#[test]
fn a_word_is_an_id_and_otherwise_the_only_name() {
    let net = net();
    for (written, meant) in [
        ("tokens(cId1) == 0", "tokens(cId1) == 0"),
        ("tokens(mailbox) == 0", "tokens(cId1) == 0"),
        ("tokens(\"wait for reply\", mailbox) == 0", "tokens(cId1, cId2) == 0"),
        ("tokens(\"say \\\"hi\\\"\\n\") == 0", "tokens(cId5) == 0"),
        ("tokens(send) == 0", "tokens(cId6) == 0"),
        ("fireable(send)", "fireable(cId11)"),
        ("fireable(cId1)", "fireable(cId15)"),
        ("tokens(both) == 0", "tokens(both) == 0"),
        ("tokens(other) == 0", "tokens(both) == 0"),
        ("fireable(send, cId11)", "fireable(cId11)"),
    ] {
        let property = Property::parse(&format!("reach {written}"), &net);
        let property = property.unwrap_or_else(|found| panic!("{written}: {found}"));
        assert_eq!(property.display(&net).to_string(), format!("reach {meant}"), "{written}");
    }
}

#[test]
fn a_word_that_means_no_node_or_several_is_refused_where_it_stands() {
    let net = net();
    for (text, message) in [
        (
            "reach tokens(done) == 0",
            "1:14: error: `done` is the name of 2 places; expected an id: `cId3`, `cId4`",
        ),
        (
            "reach fireable(receive, retry)",
            "1:25: error: `retry` is the name of 2 transitions; expected an id: `cId13`, `cId14`",
        ),
        (
            "reach tokens(mailbx) == 0",
            "1:14: error: the net has no place `mailbx`; expected the id or the name of a place\n  help: did you mean `mailbox`?",
        ),
        (
            "reach tokens(cId71) == 0",
            "1:14: error: the net has no place `cId71`; expected the id or the name of a place\n  help: did you mean `cId1`?",
        ),
        (
            "reach tokens(receive) == 0",
            "1:14: error: `receive` is a transition; expected the id or the name of a place\n  help: whether it is enabled: `fireable(receive)`",
        ),
        (
            "reach fireable(mailbox)",
            "1:16: error: `mailbox` is a place; expected the id or the name of a transition\n  help: how many tokens it holds: `tokens(mailbox)`",
        ),
    ] {
        assert_eq!(Property::parse(text, &net).expect_err(text).to_string(), message);
    }
}

#[test]
fn expressions_have_names_too() {
    let net = net();
    let expression =
        Expression::parse("2*tokens(mailbox) - tokens(\"wait for reply\")", &net).expect("is correct");
    assert_eq!(
        expression.terms.iter().map(|&(c, place)| (c, place.index())).collect::<Vec<_>>(),
        [(2, 0), (-1, 1)]
    );
    let found = Expression::parse("tokens(done)", &net).expect_err("is shared").to_string();
    assert!(found.starts_with("1:8: error: `done` is the name of 2 places"), "{found}");
}

#[test]
fn every_node_is_found_by_its_id() {
    let net = net();
    let nodes = Nodes::of(&net);
    for id in net.place_ids() {
        assert_eq!(nodes.place(&net.place(id).id), Some(id));
    }
    for id in net.transition_ids() {
        assert_eq!(nodes.transition(&net.transition(id).id), Some(id));
    }
    assert_eq!(nodes.place("nowhere"), None);
    assert_eq!(nodes.suggestion("Done", NodeKind::Place).as_deref(), Some("did you mean `done`?"));
}
