//! What is written is read back as the same net, and what cannot be written is refused before the
//! first byte.

use crate::support::without_spans;
use sanderling_net::format::WriteError;
use sanderling_net::{
    Arc, ArcKind, Assignment, Format, Inscription, MarkedPlace, NestedUnits, Net, Operator, Place, Point,
    Sort, SortDeclaration, SortId, Source, Term, Transition, TransitionId, Unit, UnitId, Value,
    VariableDeclaration, VariableId,
};
use sanderling_pnml::Pnml;

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
    let marked = |place, tokens| MarkedPlace { place, tokens };
    net.final_markings = vec![vec![marked(r, u64::MAX), marked(p, 1)], vec![]];
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

#[test]
fn colours_are_kept_beside_every_feature_of_plain_nets() {
    let mut net = full();
    net.declarations.sorts.push(SortDeclaration { id: "b".into(), name: Some("B".into()), sort: Sort::Bool });
    let colour = SortId::new(1);
    net.declarations.variables.push(VariableDeclaration { id: "x".into(), name: None, sort: colour });
    let x = Term::Variable(VariableId::new(0));
    net.transitions[0].guard = Some(Term::Apply(Operator::Not, vec![x.clone()]));
    let initial = Inscription::Term(Box::new(Term::All(colour)));
    let place = net.add_place(Place { sort: colour, initial, ..Place::with_tokens("coloured", 0) });
    for kind in [ArcKind::Input, ArcKind::Output, ArcKind::Inhibitor, ArcKind::Read, ArcKind::Reset] {
        let mut arc = Arc::weighted(place, TransitionId::new(0), kind, 1);
        if kind != ArcKind::Reset {
            arc.inscription = Inscription::Term(Box::new(x.clone()));
        }
        net.add_arc(arc);
    }
    net.add_arc(Arc::weighted(place, TransitionId::new(1), ArcKind::Inhibitor, 7));
    net.units = None;
    assert_kept(&net);
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
fn inexpressible_nets_are_refused_before_the_first_byte() {
    let declare = |id: &str, sort| SortDeclaration { id: id.into(), name: None, sort };
    let mut array = full();
    array.declarations.sorts.push(declare("a", Sort::Array { element: SortId::DOT, length: 2 }));
    assert!(refused(&array).contains("Array"));

    let mut ids = full();
    ids.declarations.sorts.push(declare("dot", Sort::Bool));
    assert!(refused(&ids).contains("two sorts with the id `dot`"));

    let mut code = full();
    code.declarations.sorts.push(declare("b", Sort::Bool));
    code.declarations.variables.push(VariableDeclaration {
        id: "x".into(),
        name: None,
        sort: SortId::new(1),
    });
    let variable = VariableId::new(0);
    code.transitions[0].code.push(Assignment { variable, value: Term::Variable(variable) });
    assert!(refused(&code).contains("code"));

    let mut bits = full();
    bits.declarations.sorts.push(declare("z", Sort::Integer { minimum: None }));
    let two = Term::Literal { sort: SortId::new(1), value: Value::Integer(2) };
    let sum = Term::Apply(Operator::BitAnd, vec![two.clone(), two.clone()]);
    bits.transitions[0].guard = Some(Term::Apply(Operator::Equal, vec![sum, two.clone()]));
    assert!(refused(&bits).contains("BitAnd"));

    let mut deep = bits.clone();
    let deeper = |term, _| Term::Apply(Operator::Add, vec![term, two.clone()]);
    let sum = (0..200).fold(two.clone(), deeper);
    deep.transitions[0].guard = Some(Term::Apply(Operator::Equal, vec![sum, two.clone()]));
    assert!(refused(&deep).contains("256 elements"));

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
