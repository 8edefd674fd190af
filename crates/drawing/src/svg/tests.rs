//! Properties of pictures.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use roxmltree::Document;
use sanderling::{Control, Limits, Question, Request, state_graph};
use sanderling_net::{Arc, ArcKind, Format, Net, Place, Point, Transition};
use sanderling_report::{Count, GraphEdge, GraphState, Reason, StateGraph};
use sanderling_testkit::random::{self, Shape};
use sanderling_testkit::{files, random::for_seeds};

use super::*;

mod sequence;

/// Ids that could be interpreted as XML, or are not what they seem.
const AWKWARD: [&str; 9] = [
    "<script>alert(1)</script>",
    "a\"b'c",
    "]]>",
    "&amp;&#0;",
    "--><!--",
    "\u{0}\u{1}\u{b}\u{1f}",
    "\u{fffe}\u{ffff}",
    "two\nlines\tand a tab",
    "",
];

/// Returns the tree of a picture, which must be well formed, of known elements, and of finite size.
fn checked(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|problem| panic!("{problem}\n{svg}"));
    let known = ["svg", "title", "style", "rect", "circle", "path", "text", "g"];
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(known.contains(&node.tag_name().name()), "{node:?}");
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{attribute:?}");
            assert!(value.chars().all(|c| c.is_ascii_alphanumeric() || " .-:/".contains(c)), "{attribute:?}");
        }
    }
    document
}

fn texts<'d>(document: &'d Document<'_>) -> Vec<&'d str> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default()).collect()
}

/// Returns the part after the style, which is the same in every picture.
fn elements(svg: &str) -> &str {
    svg.split("</style>\n").nth(1).expect("a picture has a style")
}

fn at(x: f64, y: f64) -> Option<Point> {
    Some(Point { x, y })
}

/// Returns a net with all kinds of arcs, one of them with a bend and a weight.
fn small_net() -> Net {
    let mut net = Net::new("small");
    let p = net.add_place(Place { position: at(0.0, 0.0), ..Place::with_tokens("p", 3) });
    let q =
        net.add_place(Place { position: at(200.0, 0.0), capacity: Some(9), ..Place::with_tokens("q", 12) });
    let t = net.add_transition(Transition { position: at(100.0, 0.0), ..Transition::plain("t") });
    net.add_arc(Arc { bends: vec![Point { x: 50.0, y: 60.0 }], ..Arc::weighted(p, t, ArcKind::Input, 2) });
    net.add_arc(Arc::weighted(q, t, ArcKind::Output, 1));
    net.add_arc(Arc::weighted(q, t, ArcKind::Inhibitor, 7));
    net.add_arc(Arc::weighted(p, t, ArcKind::Read, 1));
    net.add_arc(Arc::weighted(q, t, ArcKind::Reset, 1));
    net
}

fn state(places: &[(&str, Count)], expanded: bool) -> GraphState {
    let marking = places.iter().map(|&(place, tokens)| (place, tokens.into())).collect();
    GraphState { marking, expanded, error: false }
}

fn edge(source: u32, target: u32, event: &str) -> GraphEdge {
    GraphEdge { source, target, event: event.into() }
}

/// Returns a graph with a loop, parallel edges, an edge back, a deadlock, and a state that is not expanded.
fn small_graph() -> StateGraph {
    StateGraph {
        file: "small.pnml".into(),
        exhaustive: false,
        reason: Some(Reason::StateLimit),
        states: vec![
            state(&[("p", 1_u64.into()), ("q", 2_u64.into())], true),
            state(&[("q", Count::Infinite)], true),
            state(&[], true),
            state(&[("r", 0_u64.into()), ("s", 1_u64.into())], false),
        ],
        edges: vec![
            edge(0, 1, "a"),
            edge(0, 1, "b"),
            edge(1, 1, "c"),
            edge(1, 0, "back"),
            edge(1, 2, "end"),
            edge(0, 3, "on"),
        ],
        ..StateGraph::new()
    }
}

#[test]
fn drawing_of_a_small_net() {
    let svg = net(&small_net(), "small.pnml").unwrap();
    checked(&svg);
    insta::assert_snapshot!(elements(&svg));
}

#[test]
fn drawing_of_a_small_state_graph() {
    let svg = states(&small_graph()).unwrap();
    let document = checked(&svg);
    let texts = texts(&document);
    for text in ["p + 2\u{a0}q", "∞\u{a0}q", "no tokens", "s", "a, b", "c", "4 states, 6 edges, 1 deadlock"]
    {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    insta::assert_snapshot!(elements(&svg));
}

#[test]
fn every_picture_has_colours_for_light_and_dark() {
    let svg = net(&small_net(), "").unwrap();
    let (light, dark) = svg.split_once("@media (prefers-color-scheme: dark)").unwrap();
    assert!(light.contains(".place { fill: #ffffff; }") && dark.contains(".place { fill: #232935; }"));
}

#[test]
fn no_id_breaks_out_of_a_net_or_is_lost() {
    let mut awkward = Net::new("n");
    for (number, &text) in AWKWARD.iter().enumerate() {
        let mut place = Place::with_tokens(text, 1);
        place.name = (number % 2 == 0).then(|| text.to_owned());
        let place = awkward.add_place(place);
        let transition = awkward.add_transition(Transition::plain(text));
        awkward.add_arc(Arc::weighted(place, transition, ArcKind::Input, 2));
    }
    let svg = net(&awkward, AWKWARD[0]).unwrap();
    let document = checked(&svg);
    let texts = texts(&document);
    for text in ["a\"b'c", "]]>", "&amp;&#0;", "\u{fffd}\u{fffd} \u{fffd}"] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
}

#[test]
fn no_id_breaks_out_of_a_state_graph_or_is_lost() {
    let places: Vec<_> = AWKWARD.iter().map(|&id| (id, Count::from(2_u64))).collect();
    let edges = AWKWARD.iter().enumerate().map(|(number, &id)| edge(0, number as u32 % 3, id));
    let graph = StateGraph {
        file: AWKWARD[0].into(),
        states: places.chunks(3).map(|places| state(places, true)).collect(),
        edges: edges.collect(),
        ..StateGraph::new()
    };
    let svg = states(&graph).unwrap();
    let document = checked(&svg);
    let titles = document.descendants().filter(|node| node.has_tag_name("title"));
    let titles: Vec<&str> = titles.filter_map(|node| node.text()).collect();
    assert!(
        titles.contains(&"state 0: 2\u{a0}<script>alert(1)</script> + 2\u{a0}a\"b'c + 2\u{a0}]]>"),
        "{titles:?}"
    );
}

#[test]
fn an_edge_of_a_state_that_is_not_there_is_not_drawn() {
    let graph = StateGraph {
        edges: vec![edge(0, 7, "t"), edge(9, 0, "u")],
        states: vec![state(&[], true)],
        ..small_graph()
    };
    assert!(!texts(&checked(&states(&graph).unwrap())).contains(&"t"));
    let nothing = StateGraph { edges: Vec::new(), states: Vec::new(), ..StateGraph::new() };
    checked(&states(&nothing).unwrap());
}

#[test]
fn pictures_of_random_nets_are_well_formed_and_always_the_same() {
    for_seeds(60, |seed| {
        let mut drawn = match seed % 3 {
            0 => random::net(seed, &Shape::plain()),
            1 => random::net(seed, &Shape::special()),
            _ => random::coloured::net(seed),
        };
        if seed % 2 == 0 {
            put_anywhere(&mut drawn, seed);
        }
        let svg = net(&drawn, "random").unwrap();
        assert_eq!(svg, net(&drawn, "random").unwrap());
        let document = checked(&svg);
        let count = |class: &str| {
            document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
        };
        assert_eq!((count("place"), count("transition")), (drawn.places.len(), drawn.transitions.len()));
    });
}

/// Gives nodes positions and arcs bends. Some are far away.
fn put_anywhere(net: &mut Net, seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    let far = if random.random_bool(0.2) { 1e300 } else { 500.0 };
    let mut anywhere = || Point { x: random.random_range(-far..far), y: random.random_range(-far..far) };
    net.places.iter_mut().for_each(|place| place.position = Some(anywhere()));
    net.transitions.iter_mut().for_each(|transition| transition.position = Some(anywhere()));
    net.arcs.iter_mut().for_each(|arc| arc.bends = vec![anywhere(); arc.place.index() % 3]);
}

#[test]
fn pictures_of_random_state_graphs_are_well_formed_and_always_the_same() {
    for_seeds(30, |seed| {
        let net = random::net(seed, &Shape::plain());
        let limits = Limits { states: Some(100), ..Limits::default() };
        let request = Request { limits, ..Request::new(Question::Explore) };
        let mut graph = state_graph(&net, &request, &Control::default()).unwrap();
        graph.truncate(150);
        let svg = states(&graph).unwrap();
        assert_eq!(svg, states(&graph).unwrap());
        let document = checked(&svg);
        let boxes = document.descendants().filter(|node| node.attribute("class") == Some("state")).count();
        assert_eq!(boxes, graph.states.len());
    });
}

#[test]
fn our_own_nets_are_drawn_with_all_of_their_names() {
    for path in files::own(".pnml") {
        for drawn in sanderling_pnml::Pnml.parse(&files::source(&path)).unwrap().nets {
            let svg = net(&drawn, "own").unwrap();
            let document = checked(&svg);
            let words = texts(&document).join(" ");
            for node in crate::drawing(&drawn).transitions {
                let name = node.name.unwrap_or(node.id);
                let first = crate::net::lines_of_name(&name).remove(0);
                assert!(words.contains(&first), "{}: {first}", path.display());
            }
        }
    }
}

#[test]
fn pictures_with_too_many_nodes_are_refused() {
    let mut large = Net::new("n");
    for index in 0..=MAX_NODES {
        large.add_place(Place::with_tokens(format!("x{index}"), 0));
    }
    let refused = net(&large, "").unwrap_err();
    assert_eq!(refused.to_string(), "a picture of 2001 nodes cannot be read: 2000 are drawn at most");
    let graph = StateGraph { states: vec![state(&[], true); MAX_NODES + 1], ..StateGraph::new() };
    assert_eq!(states(&graph), Err(TooLarge { nodes: MAX_NODES + 1 }));
}
