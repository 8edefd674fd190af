//! Detection of the parts of a net that a format does not keep, by reading back what was written.
//!
//! A format refuses a net whose behaviour it cannot express ([`Format`], law 3). Other parts that it cannot express are
//! lost silently, and users should know before they delete the original.

use sanderling_net::{Arc, Format, Net, Place, Point, Source, Transition};

/// Returns the parts of the net that are missing in `text`, which the format wrote. Each is a short description, such
/// as `the positions of 5 nodes`.
///
/// The text is read back for this purpose. For a format that does not keep nodes, everything except the behaviour
/// counts as lost.
#[must_use]
pub fn lost(format: &dyn Format, net: &Net, text: &[u8]) -> Vec<String> {
    let name = format!("written.{}", format.extensions()[0]);
    let read = || format.parse(&Source::new(name, text)).ok()?.nets.into_iter().next();
    let kept = if format.keeps_nodes() { read() } else { Some(nameless(net)) };
    // By the laws of [`Format`], a written net can be read.
    kept.map(|kept| differences(net, &kept)).unwrap_or_default()
}

/// Returns a net with the behaviour only, for a format about which nothing else is known.
fn nameless(net: &Net) -> Net {
    let mut kept = Net { program: net.program.clone(), ..Net::new("") };
    kept.places.extend(net.places.iter().map(|one| Place { name: None, position: None, ..one.clone() }));
    let unnamed = |one: &Transition| Transition { name: None, position: None, ..one.clone() };
    kept.transitions.extend(net.transitions.iter().map(unnamed));
    kept.arcs.extend(net.arcs.iter().map(|arc| Arc { id: None, bends: Vec::new(), ..arc.clone() }));
    kept
}

/// Describes the parts of a net that another one, which was read back, does not have.
fn differences(net: &Net, kept: &Net) -> Vec<String> {
    let mut lost = Vec::new();
    let mut say = |is_lost: bool, what: &str| lost.extend(is_lost.then(|| what.to_owned()));
    say(!net.id.is_empty() && kept.id != net.id, "the id of the net");
    say(net.name.is_some() && kept.name != net.name, "the name of the net");
    say(net.units.is_some() && kept.units != net.units, "the nested units");
    say(!net.pages.is_empty() && kept.pages != net.pages, "the pages");
    say(!net.final_markings.is_empty() && kept.final_markings.is_empty(), "the final markings");
    say(!net.assertions.is_empty() && kept.assertions.is_empty(), "the assertions");
    say(net.program.is_some() && kept.program.is_none(), "the processes of the program");
    lost.extend(of_nodes(&nodes(net), &nodes(kept)));
    lost.extend(of_arcs(net, kept));
    lost
}

/// A node: its id, its name and its position.
type Node<'n> = (&'n str, Option<&'n str>, Option<Point>);

fn nodes(net: &Net) -> Vec<Node<'_>> {
    let places = net.places.iter().map(|place| (place.id.as_str(), place.name.as_deref(), place.position));
    let transitions = net.transitions.iter().map(|t| (t.id.as_str(), t.name.as_deref(), t.position));
    places.chain(transitions).collect()
}

fn of_nodes(nodes: &[Node<'_>], kept: &[Node<'_>]) -> Vec<String> {
    if nodes.len() != kept.len() {
        return vec!["nodes as the net has them".into()];
    }
    let count = |is_lost: fn(&Node<'_>, &Node<'_>) -> bool| {
        nodes.iter().zip(kept).filter(|(node, kept)| is_lost(node, kept)).count()
    };
    let ids = count(|node, kept| node.0 != kept.0);
    // A name that became the id is not lost.
    let names = count(|node, kept| {
        node.1.is_some_and(|name| !name.is_empty() && kept.1 != Some(name) && kept.0 != name)
    });
    let positions = count(|node, kept| node.2.is_some() && kept.2.is_none());
    let rounded = count(|node, kept| node.2.is_some() && kept.2.is_some() && node.2 != kept.2);
    [
        (ids, "the id", "the ids"),
        (names, "the name", "the names"),
        (positions, "the position", "the positions"),
        (rounded, "the exact position", "the exact positions"),
    ]
    .into_iter()
    .filter_map(|(count, one, many)| counted(count, (one, many), ("node", "nodes")))
    .collect()
}

fn of_arcs(net: &Net, kept: &Net) -> Vec<String> {
    let bends = |net: &Net| net.arcs.iter().filter(|arc| !arc.bends.is_empty()).count();
    let ids = |net: &Net| net.arcs.iter().filter(|arc| arc.id.is_some()).count();
    let mut lost = Vec::new();
    if net.arcs.len() != kept.arcs.len() {
        lost.push(format!("{} arcs as they are ({} do the same)", net.arcs.len(), kept.arcs.len()));
    }
    lost.extend(counted(bends(net).saturating_sub(bends(kept)), ("the bends", "the bends"), ("arc", "arcs")));
    lost.extend(counted(ids(net).saturating_sub(ids(kept)), ("the id", "the ids"), ("arc", "arcs")));
    lost
}

/// Returns a description such as `the ids of 3 nodes`; `None` if there are none.
fn counted(count: usize, what: (&str, &str), thing: (&str, &str)) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("{} of 1 {}", what.0, thing.0)),
        _ => Some(format!("{} of {count} {}", what.1, thing.1)),
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::{ArcKind, MarkedPlace};

    use super::*;
    use crate::FORMATS;

    fn drawn() -> Net {
        let at = |x, y| Some(Point { x, y });
        let mut net = Net { name: Some("a net".into()), ..Net::new("n") };
        let name = |name: &str| Some(name.to_owned());
        let p = net.add_place(Place {
            name: name("waits here"),
            position: at(10.5, 20.0),
            ..Place::with_tokens("p", 1)
        });
        let q = net.add_place(Place { position: at(30.0, 20.0), ..Place::with_tokens("q q", 0) });
        let t = net.add_transition(Transition { name: name("goes"), ..Transition::plain("t") });
        let bends = vec![Point { x: 20.0, y: 0.0 }];
        net.add_arc(Arc { id: Some("a".into()), bends, ..Arc::weighted(p, t, ArcKind::Input, 1) });
        net.add_arc(Arc::weighted(q, t, ArcKind::Output, 1));
        net.final_markings.push(vec![MarkedPlace { place: q, tokens: 1 }]);
        net
    }

    fn lost_in(name: &str, net: &Net) -> Vec<String> {
        let format = crate::by_name(name).unwrap();
        let mut text = Vec::new();
        format.write(net, &mut text).unwrap();
        lost(format, net, &text)
    }

    #[test]
    fn each_format_loses_what_it_has_no_words_for() {
        let net = drawn();
        assert!(lost_in("json", &net).is_empty() && lost_in("pnml", &net).is_empty());
        let tina = ["the name of the net", "the final markings", "the positions of 2 nodes"];
        assert_eq!(lost_in("tina", &net), [&tina[..], &["the bends of 1 arc", "the id of 1 arc"]].concat());
        let lola = lost_in("lola", &net);
        assert_eq!(lola[..4], ["the id of the net", tina[0], tina[1], "the id of 1 node"]);
        assert!(lola.contains(&"the names of 2 nodes".to_owned()), "{lola:?}");
        assert_eq!(lost_in("pflow", &net), ["the final markings", "the exact position of 1 node"]);
        assert!(lost_in("promela", &net).contains(&tina[2].to_owned()));
    }

    #[test]
    fn a_net_with_nothing_to_lose_loses_nothing() {
        let mut net = Net::new("");
        let place = net.add_place(Place::with_tokens("p", 1));
        let transition = net.add_transition(Transition::plain("t"));
        net.add_arc(Arc::weighted(place, transition, ArcKind::Input, 1));
        for format in FORMATS.iter().filter(|format| format.can_write()) {
            let lost = lost_in(format.name(), &net);
            assert!(lost.is_empty(), "{}: {lost:?}", format.name());
        }
    }
}
