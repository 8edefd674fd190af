//! Our own examples, with what is expected of them beside them, and what becomes of them when they are damaged.

use std::path::{Path, PathBuf};

use sanderling_formats::tina::{Ndr, Tina};
use sanderling_net::format::Recognition;
use sanderling_net::{Format, Net, Source};
use sanderling_testkit::damage::{Random, change, check_damaged};
use sanderling_testkit::examples::{Keeps, aggregated, check_bad, check_untimed, examples, undrawn};
use sanderling_testkit::random::{Shape, for_seeds, net};
use sanderling_testkit::tiny::nets;

const SEED: u64 = 0x5A4D_E121_6000_0007;

/// Positions alone are lost.
const KEEPS: Keeps<'_> = Keeps { format: &Tina, part: undrawn, refusals: &[] };

fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tina").join(kind)
}

#[test]
fn good_examples_are_read_as_expected_and_kept_when_they_are_written() {
    KEEPS.check_good(&Tina, &folder("ok"));
    KEEPS.check_good(&Ndr, &folder("ok"));
}

#[test]
fn bad_examples_are_refused_as_expected() {
    check_bad(&Tina, &folder("bad"));
    check_bad(&Ndr, &folder("bad"));
}

#[test]
fn timed_examples_are_refused_with_the_option_that_reads_them() {
    check_untimed(&Tina, &folder("untimed"));
    check_untimed(&Ndr, &folder("untimed"));
}

#[test]
fn a_net_without_times_is_read_the_same_either_way() {
    for path in examples(&Tina, &folder("ok")) {
        let source = sanderling_testkit::files::source(&path);
        assert_eq!(Tina.parse_untimed(&source).unwrap().nets, Tina.parse(&source).unwrap().nets);
    }
}

#[test]
fn random_nets_are_kept() {
    for_seeds(300, |seed| {
        let shape = Shape { inhibitor: 0.3, read: 0.3, ..Shape::plain() };
        let mut random = net(seed, &shape);
        random.arcs = aggregated(random.clone()).arcs;
        random.arcs.sort_by_key(|arc| (arc.transition, arc.kind == sanderling_net::ArcKind::Output));
        KEEPS.check(&random);
    });
}

#[test]
fn parallel_arcs_and_arcs_in_any_order_are_kept() {
    for_seeds(100, |seed| {
        let shape = Shape { inhibitor: 0.3, read: 0.3, arcs: 2..=6, ..Shape::plain() };
        let random = net(seed, &shape);
        let text = sanderling_testkit::written(&Tina, &random, &[]);
        let again = Tina.parse(&Source::new("again.net", text)).unwrap().nets.remove(0);
        assert_eq!(undrawn(aggregated(again)), undrawn(aggregated(random)));
    });
}

fn refused(change: fn(&mut Net)) -> String {
    let mut net = nets::ring(2, 1);
    change(&mut net);
    sanderling_testkit::written(&Tina, &net, &[])
}

#[test]
fn inexpressible_nets_are_refused_before_the_first_byte() {
    let coloured = refused(|net| net.places[0].sort = sanderling_net::SortId::new(1));
    assert_eq!(coloured, "refused: tokens have values, and TINA's nets have plain tokens only\n");
    let full = refused(|net| net.places[0].capacity = Some(1));
    assert!(full.contains("has a capacity, and TINA's places have none"), "{full}");
    let reset = refused(|net| net.arcs[0].kind = sanderling_net::ArcKind::Reset);
    assert!(reset.contains("has a reset arc, and TINA's nets have none"), "{reset}");
    let nameless = refused(|net| net.places[0].id = String::new());
    assert_eq!(nameless, "refused: `` is not a name that TINA can read\n");
    let broken = refused(|net| net.id = "a\nb".into());
    assert_eq!(broken, "refused: `a\\nb` is not a name that TINA can read\n");
    let shared = refused(|net| net.transitions[0].id = net.places[0].id.clone());
    assert!(shared.contains("two nodes are called"), "{shared}");
}

#[test]
fn names_of_nodes_are_labels_where_tina_reads_them() {
    let mut net = nets::ring(2, 1);
    net.places[0].name = Some("a label".into());
    net.places[1].name = Some("with\nlines".into());
    net.transitions[0].name = Some(String::new());
    let text = sanderling_testkit::written(&Tina, &net, &[]);
    let again = Tina.parse(&Source::new("again.net", text)).unwrap().nets.remove(0);
    assert_eq!(again.places[0].name.as_deref(), Some("a label"));
    assert_eq!((&again.places[1].name, &again.transitions[0].name), (&None, &None));
}

#[test]
fn files_are_recognised_by_their_content_and_those_of_others_are_not_claimed() {
    let recognised = |name: &str, text: &str| {
        let source = Source::new(name, text);
        (Tina.recognise(&source), Ndr.recognise(&source))
    };
    let (text, no, by_name) = (Recognition::ByContent, Recognition::No, Recognition::ByName);
    assert_eq!(recognised("a", "# x\nnet a\ntr t [0,w[ p -> q\npl p (1)\n"), (text, no));
    assert_eq!(recognised("a", "p 1.0 2.0 a 0 n\nt 1 2 t 0 w n\ne a t 1 n\nh a\n"), (no, text));
    assert_eq!(recognised("a.net", "tr t is an odd line"), (by_name, no));
    assert_eq!(recognised("a.ndr", "anything"), (no, by_name));
    for other in ["|0|\n|\n", "*Vertices 3\n1 \"a\"\n", "P   M   PRE,POST  NETZ 1:net\n", "", "<pnml/>"] {
        assert_eq!(recognised("a.net", other), (no, no), "{other}");
    }
    assert_eq!(recognised("a.txt", "net income rose\npl see below\n"), (no, no));
}

#[test]
fn a_net_whose_data_are_left_behind_is_refused() {
    for (name, format) in [("a.tts/a.net", &Tina as &dyn Format), ("x/a.tts/a.ndr", &Ndr)] {
        let found = format.parse_untimed(&Source::new(name, "net a")).unwrap_err().to_string();
        assert!(found.starts_with("1:1: error: the net of a time transition system (.tts)"), "{found}");
    }
    assert!(Tina.parse(&Source::new("a.tts.net", "net a")).is_ok());
}

const PIECES: [&str; 26] = [
    "{",
    "}",
    "\\",
    "->",
    "*",
    "?",
    "?-",
    "!",
    "!-",
    "[0,w[",
    "]1,2]",
    "(1K)",
    ":",
    "#",
    "\n",
    "\r",
    "\0",
    "\u{fffd}",
    " tr ",
    " pl ",
    " net ",
    " e ",
    " h ",
    " 18446744073709551616",
    " n\n",
    " 0 w n ",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    change(bytes, random, &PIECES, b"{}\\ \n->*?!0aKw");
}

#[test]
fn damaged_files_are_refused_or_read_as_nets_that_are_kept() {
    let of = |format: &dyn Format, kinds: &[(&str, usize)]| -> Vec<(PathBuf, usize)> {
        let files = kinds.iter().flat_map(|(kind, rounds)| {
            examples(format, &folder(kind)).into_iter().map(|path| (path, *rounds)).collect::<Vec<_>>()
        });
        files.collect()
    };
    let kinds = [("ok", 500), ("untimed", 300), ("bad", 50)];
    let (accepted, refused) =
        check_damaged(SEED, of(&Tina, &kinds), damage, |bytes| KEEPS.check_any(&Tina, bytes));
    assert!(accepted > 500 && refused > 500);
    let (accepted, refused) =
        check_damaged(SEED, of(&Ndr, &kinds), damage, |bytes| KEEPS.check_any(&Ndr, bytes));
    assert!(accepted > 50 && refused > 200);
}
