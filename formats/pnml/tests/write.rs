//! What is written is read back as the same net, and what cannot be written is refused before the
//! first byte.

mod support;

use sanderling_net::format::WriteError;
use sanderling_net::{
    Arc, ArcKind, Format, NestedUnits, Net, Place, Point, Sort, SortDeclaration, Source, Transition, Unit,
    UnitId,
};
use sanderling_pnml::Pnml;
use support::without_spans;

fn written(net: &Net) -> String {
    let mut bytes = Vec::new();
    Pnml.write(net, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn again(text: &str) -> Net {
    let parsed =
        Pnml.parse(&Source::new("again.pnml", text)).unwrap_or_else(|found| panic!("{found}\n{text}"));
    assert_eq!(parsed.nets.len(), 1);
    without_spans(parsed.nets.into_iter().next().unwrap())
}

fn assert_kept(net: &Net) {
    let text = written(net);
    assert_eq!(again(&text), *net, "{text}");
}

/// A net with something in every field that a place/transition net has.
fn full() -> Net {
    let mut net = Net::new("a \"net\" & more");
    net.name = Some("<name>".into());
    let at = |x, y| Some(Point { x, y });
    let p = net.add_place(Place {
        name: Some("P".into()),
        position: at(-1.5, 1e300),
        ..Place::with_tokens("p", u64::MAX)
    });
    let q = net.add_place(Place { capacity: Some(0), position: at(0.1, -0.0), ..Place::with_tokens("q", 0) });
    let r = net.add_place(Place { capacity: Some(u64::MAX), ..Place::with_tokens("größe", 1) });
    let t = net.add_transition(Transition {
        name: Some("T".into()),
        position: at(3.0, 4.0),
        ..Transition::plain("t")
    });
    let u = net.add_transition(Transition::plain("u"));
    let kinds = [ArcKind::Input, ArcKind::Output, ArcKind::Inhibitor, ArcKind::Read, ArcKind::Reset];
    for (index, kind) in kinds.into_iter().enumerate() {
        net.add_arc(Arc::weighted(p, t, kind, index as u64 + 1));
        net.add_arc(Arc { id: Some(format!("arc-{index}")), ..Arc::weighted(q, u, kind, u64::MAX) });
    }
    net.add_arc(Arc {
        bends: vec![Point { x: 1.0, y: 2.0 }, Point { x: 3.5, y: -4.0 }],
        ..Arc::weighted(r, u, ArcKind::Input, 1)
    });
    net.add_arc(Arc { id: Some(String::new()), ..Arc::weighted(r, u, ArcKind::Reset, 0) });
    let unit = |id: &str, places: &[_], subunits: &[usize]| Unit {
        id: id.into(),
        places: places.to_vec(),
        subunits: subunits.iter().map(|&index| UnitId::new(index)).collect(),
    };
    let units = vec![unit("inner", &[p], &[]), unit("root", &[r], &[0, 2]), unit("other", &[q], &[])];
    net.units = Some(NestedUnits { root: UnitId::new(1), units, claims_safe: true });
    net
}

#[test]
fn a_net_with_every_feature_is_kept() {
    assert_kept(&full());
}

#[test]
fn names_of_every_kind_are_kept() {
    let names = [
        "",
        " ",
        "  two  words  ",
        "\n",
        "a\tb\r\nc",
        "]]>",
        "<![CDATA[x]]>",
        "&amp;",
        "\u{85}\u{2028}",
        "\u{1F426}",
    ];
    let mut net = Net::new("n");
    for (index, name) in names.into_iter().enumerate() {
        net.add_place(Place { name: Some(name.into()), ..Place::with_tokens(format!("p{index}"), 0) });
    }
    assert_kept(&net);
}

#[test]
fn ids_of_every_kind_are_kept() {
    let mut net = Net::new(" id\t");
    for id in [" ", "a b", "\n", "\r\n", "'\"<>&", "page", "arc-", "arc-0", "net", "//@x"] {
        let place = net.add_place(Place::with_tokens(id, 1));
        let transition = net.add_transition(Transition::plain(format!("{id}!")));
        net.add_arc(Arc::weighted(place, transition, ArcKind::Output, 1));
        net.add_arc(Arc { id: Some(id.into()), ..Arc::weighted(place, transition, ArcKind::Input, 1) });
    }
    assert_kept(&net);
}

#[test]
fn every_arc_and_page_is_written_with_an_id_of_its_own() {
    let text = written(&full());
    let ids: Vec<&str> = text.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let mut nodes: Vec<&str> = ids.iter().copied().filter(|id| !id.is_empty()).collect();
    let all = nodes.len();
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!(nodes.len(), all, "{ids:?}");
    assert_eq!(text.matches("<arc id=").count(), full().arcs.len());
}

fn refused(net: &Net) -> String {
    let mut bytes = Vec::new();
    let error = Pnml.write(net, &mut bytes).unwrap_err();
    assert!(bytes.is_empty(), "something was written");
    match error {
        WriteError::Unsupported(what) => what,
        WriteError::Io(error) => panic!("{error}"),
    }
}

#[test]
fn what_pnml_has_no_words_for_is_refused_before_the_first_byte() {
    let mut coloured = full();
    coloured.declarations.sorts.push(SortDeclaration { id: "b".into(), name: None, sort: Sort::Bool });
    assert!(refused(&coloured).contains("coloured"));

    let mut twice = Net::new("n");
    twice.add_place(Place::with_tokens("p", 0));
    twice.add_place(Place::with_tokens("p", 0));
    assert!(refused(&twice).contains("two nodes"));

    let mut control = Net::new("n");
    control.add_place(Place::with_tokens("p\u{1}", 0));
    assert!(refused(&control).contains("U+0001"));

    let mut blank = full();
    blank.places[0].id = "a b".into();
    assert!(refused(&blank).contains("`a b`"));

    let mut units = full();
    units.units.as_mut().unwrap().units[0].id = "other".into();
    assert!(refused(&units).contains("two units"));
}

#[test]
fn the_sinks_own_error_is_passed_on() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    assert!(matches!(Pnml.write(&full(), &mut Full), Err(WriteError::Io(_))));
}
