//! Our own examples, with what is expected of them beside them, and what becomes of them when they are damaged.

use std::path::{Path, PathBuf};

use sanderling_formats::pflow::Pflow;
use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Arc, ArcKind, Diagnostics, Format, Net, Place, Point, Severity, Source};
use sanderling_testkit::damage::{Random, change, check_damaged};
use sanderling_testkit::files::{ending_in, expect, shared, source};
use sanderling_testkit::listing::{listing, without_spans};
use sanderling_testkit::random::{Shape, for_seeds, net};
use sanderling_testkit::tiny::nets;
use sanderling_testkit::written;

const SEED: u64 = 0x5A4D_E121_6000_0011;

fn examples(kind: &str) -> Vec<PathBuf> {
    ending_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/pflow").join(kind), "pflow")
}

/// Returns the parts of a net that are preserved. PNEditor uses whole numbers for positions.
fn kept(net: Net) -> Net {
    let round = |at: &mut Point| (at.x, at.y) = (at.x.round() + 0.0, at.y.round() + 0.0);
    let mut net = without_spans(net);
    net.units = None;
    net.places.iter_mut().filter_map(|place| place.position.as_mut()).for_each(round);
    net.transitions.iter_mut().filter_map(|transition| transition.position.as_mut()).for_each(round);
    net.arcs.iter_mut().flat_map(|arc| &mut arc.bends).for_each(round);
    net
}

fn assert_kept(net: &Net) {
    let text = written(&Pflow, net, &[]);
    let again = Pflow.parse(&Source::new("again.pflow", text.as_str()));
    let again = again.unwrap_or_else(|found| panic!("{found}\n{text}"));
    assert_eq!(again.nets.len(), 1);
    assert_eq!(without_spans(again.nets[0].clone()), kept(net.clone()), "{text}");
}

#[test]
fn good_examples_are_read_as_expected_and_kept_when_they_are_written() {
    for path in examples("ok") {
        let parsed =
            Pflow.parse(&source(&path)).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        expect(&path, &listing(&parsed));
        assert_kept(&parsed.nets[0]);
        assert_eq!(Pflow.parse_untimed(&source(&path)).unwrap().nets, parsed.nets);
    }
}

#[test]
fn bad_examples_are_refused_as_expected() {
    for path in examples("bad") {
        let found = Pflow.parse(&source(&path)).expect_err("a bad example");
        let mut errors = found.iter().filter(|found| found.severity == Severity::Error);
        assert!(errors.any(|error| error.span.is_some()), "{}: {found}", path.display());
        expect(&path, &format!("{found}\n"));
    }
}

#[test]
fn timed_examples_are_refused_with_the_option_that_reads_them() {
    for path in examples("untimed") {
        let refused = Pflow.parse(&source(&path)).expect_err("a net with times");
        assert!(refused.to_string().contains("`--untimed`"), "{}: {refused}", path.display());
        let parsed = Pflow.parse_untimed(&source(&path)).unwrap();
        expect(&path, &format!("{refused}\n{}", listing(&parsed)));
    }
}

#[test]
fn random_nets_with_every_kind_of_arc_are_kept() {
    for_seeds(200, |seed| {
        let shape = Shape { inhibitor: 0.3, read: 0.3, reset: 0.2, ..Shape::plain() };
        assert_kept(&net(seed, &shape));
    });
}

#[test]
fn names_ids_positions_and_limits_are_kept() {
    let mut net = Net::new("a & b");
    net.name = Some("two\r\nlines".into());
    let at = |x, y| Some(Point { x, y });
    let place =
        Place { name: Some("<p>".into()), position: at(-1.5, 1e300), ..Place::with_tokens("p\tq", 3) };
    let place = net.add_place(Place { capacity: Some(7), ..place });
    let transition = net.add_transition(sanderling_net::Transition::plain("\"t\""));
    let bends = vec![Point { x: 0.25, y: -0.25 }];
    net.add_arc(Arc {
        id: Some(String::new()),
        bends,
        ..Arc::weighted(place, transition, ArcKind::Output, 2)
    });
    let text = written(&Pflow, &net, &[]);
    let again = Pflow.parse(&Source::new("again.pflow", text)).unwrap().nets.remove(0);
    assert_eq!(again.places[0].position, Some(Point { x: -2.0, y: f64::from(i32::MAX) }));
    assert_eq!(again.arcs[0].bends, [Point { x: 0.0, y: 0.0 }]);
    net.places[0].position = None;
    assert_kept(&net);
}

fn refused(change: fn(&mut Net)) -> String {
    let mut net = nets::ring(2, 1);
    change(&mut net);
    written(&Pflow, &net, &[])
}

#[test]
fn inexpressible_nets_are_refused_before_the_first_byte() {
    let check_message = |change: fn(&mut Net), expected: &str| {
        let found = refused(change);
        assert!(found.starts_with("refused: ") && found.contains(expected), "{found}");
    };
    check_message(|net| net.places[0].id = " p".into(), "blanks around it");
    check_message(|net| net.id = "a\u{1}b".into(), "U+0001");
    check_message(|net| net.name = Some(String::new()), "an empty name");
    check_message(
        |net| net.places[0].initial = sanderling_net::Inscription::Tokens(1 << 31),
        "counts up to 2147483647",
    );
    check_message(|net| net.places[0].capacity = Some(0), "a capacity of 0");
    check_message(|net| net.places[0].capacity = Some(1 << 40), "a capacity of 1099511627776");
    check_message(
        |net| net.arcs[0].inscription = sanderling_net::Inscription::Tokens(1 << 31),
        "a weight of",
    );
    check_message(|net| net.transitions[0].id = net.places[0].id.clone(), "two nodes");
    check_message(
        |net| net.transitions[0].guard = Some(sanderling_net::Term::Tuple(Vec::new())),
        "tokens have values",
    );
    let limited = |net: &mut Net| {
        let output = net.arcs.iter().find(|arc| arc.kind == ArcKind::Output).unwrap().clone();
        net.places[output.place.index()].capacity = Some(5);
        net.add_arc(Arc { kind: ArcKind::Reset, ..output });
    };
    check_message(limited, "empties");
}

#[test]
fn files_are_recognised_by_their_content_or_their_name() {
    let of = |name: &str, text: &str| Pflow.recognise(&Source::new(name, text));
    assert_eq!(of("a", "<?xml version='1.0'?>\n<document>\n <subnet/></document>"), Recognition::ByContent);
    assert_eq!(of("a.xml", "<document><section/></document>"), Recognition::No);
    assert_eq!(of("a.pflow", "garbage"), Recognition::ByName);
    assert_eq!(of("a.pnml", "<pnml/>"), Recognition::No);
}

/// Returns the number of matches of a pattern in a text.
fn count(pattern: &str, text: &str) -> usize {
    regex::Regex::new(pattern).unwrap().find_iter(text).count()
}

#[test]
fn files_of_the_editor_have_what_a_count_of_their_tags_finds() {
    let Some(folder) = shared("corpora/editors/pneditor-pflow") else { return };
    let files = ending_in(&folder, "pflow");
    let tokens = regex::Regex::new("<tokens>([0-9]+)<").unwrap();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let net = Pflow
            .parse(&source(path))
            .unwrap_or_else(|found| panic!("{}: {found}", path.display()))
            .nets
            .remove(0);
        let tokens: u64 = tokens.captures_iter(&text).map(|found| found[1].parse::<u64>().unwrap()).sum();
        assert_eq!(net.places.len(), count("<place>", &text));
        assert_eq!(net.transitions.len(), count("<transition>", &text));
        assert_eq!(net.arcs.len(), count("<arc>", &text));
        assert_eq!(net.places.iter().map(|place| place.initial.tokens()).sum::<u64>(), tokens);
        assert_eq!(net.arcs.iter().map(|arc| arc.bends.len()).sum::<usize>(), count("<breakPoint>", &text));
        assert_kept(&net);
    }
    assert!(files.len() >= 2);
    println!("{} files", files.len());
}

const PIECES: [&str; 18] = [
    "<",
    ">",
    "</",
    "/>",
    "&",
    "&lt;",
    "<subnet>",
    "</subnet>",
    "<place>",
    "<id>p</id>",
    "<tokens>7</tokens>",
    "<tokenLimit>9</tokenLimit>",
    "<type>reset</type>",
    "<referencePlace><id>p</id><connectedPlaceId>q</connectedPlaceId></referencePlace>",
    "<multiplicity>18446744073709551615</multiplicity>",
    "<timed>true</timed>",
    "<!--",
    "&#1;",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    change(bytes, random, &PIECES, b"0123456789pqtu<> \n");
}

fn check(bytes: &[u8]) -> bool {
    let source = Source::new("damaged.pflow", bytes);
    Pflow.recognise(&source);
    check_parsed(&Pflow.parse_untimed(&source));
    let parsed = Pflow.parse(&source);
    check_parsed(&parsed);
    parsed.is_ok()
}

fn check_parsed(parsed: &Result<Parsed, Diagnostics>) {
    match parsed {
        Err(found) => assert!(found.has_errors()),
        Ok(parsed) => {
            assert!(parsed.nets.len() == 1 && !parsed.warnings.has_errors());
            assert!(!parsed.nets[0].validate().has_errors());
            if !written(&Pflow, &parsed.nets[0], &[]).starts_with("refused") {
                assert_kept(&parsed.nets[0]);
            }
        }
    }
}

#[test]
fn damaged_files_are_refused_or_read_as_nets_that_are_kept() {
    let of = |kind: &str, rounds: usize| examples(kind).into_iter().map(move |path| (path, rounds));
    let files = of("ok", 400).chain(of("untimed", 200)).chain(of("bad", 50));
    let (accepted, refused) = check_damaged(SEED, files, damage, check);
    assert!(accepted > 150 && refused > 500);
}
