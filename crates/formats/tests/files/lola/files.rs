//! Our own examples, with what is expected of them beside them, what becomes of them when they are damaged, and nets
//! that are written and read back.

use std::path::{Path, PathBuf};

use sanderling_formats::lola::Lola;
use sanderling_net::format::Recognition;
use sanderling_net::{Format, Net, Source};
use sanderling_testkit::damage::{Random, change, check_damaged};
use sanderling_testkit::examples::{Keeps, aggregated, check_bad, examples, undrawn};
use sanderling_testkit::naive::explore;
use sanderling_testkit::random::{Shape, for_seeds, net};

const SEED: u64 = 0x5A4D_E121_6000_0008;

/// Ids of nets are lost, arcs are put together, and nodes get ids that LoLA takes.
const KEEPS: Keeps<'_> =
    Keeps { format: &Lola, part: without_ids, refusals: &["more tokens than LoLA counts"] };

fn without_ids(mut net: Net) -> Net {
    net.places.iter_mut().enumerate().for_each(|(index, place)| place.id = format!("p{index}"));
    net.transitions.iter_mut().enumerate().for_each(|(index, t)| t.id = format!("t{index}"));
    kept(net)
}

/// Returns the parts of a net that are preserved if its ids are valid names for LoLA.
fn kept(net: Net) -> Net {
    Net { id: String::new(), ..undrawn(aggregated(net)) }
}

fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/lola").join(kind)
}

#[test]
fn good_examples_are_read_as_expected_and_kept_when_they_are_written() {
    KEEPS.check_good(&Lola, &folder("ok"));
}

#[test]
fn bad_examples_are_refused_as_expected() {
    check_bad(&Lola, &folder("bad"));
}

#[test]
fn random_nets_are_kept_with_their_ids_whatever_bounds_are_proved() {
    let keeps = Keeps { part: kept, refusals: &[], ..KEEPS };
    for_seeds(300, |seed| {
        let random = net(seed, &Shape::plain());
        keeps.check(&random);
        let bounds: Vec<Option<u64>> = (0..random.places.len()).map(|p| (p % 3 > 0).then_some(3)).collect();
        let bounded = sanderling_testkit::written(&Lola, &random, &bounds);
        let again = Lola.parse(&Source::new("bounded.lola", bounded)).unwrap();
        assert_eq!(kept(again.nets[0].clone()), kept(random));
    });
}

#[test]
fn a_read_arc_comes_back_as_an_input_and_an_output_arc_of_the_same_states() {
    for_seeds(100, |seed| {
        let random = net(seed, &Shape { read: 0.7, ..Shape::conservative() });
        let written = sanderling_testkit::written(&Lola, &random, &[]);
        let again = Lola.parse(&Source::new("again.lola", written)).unwrap().nets.remove(0);
        let [before, after] = [random, again].map(|net| explore(&net, 10_000).unwrap());
        assert_eq!(before.states(), after.states());
    });
}

#[test]
fn files_are_recognised_by_their_first_words() {
    let recognised = |name: &str, text: &str| Lola.recognise(&Source::new(name, text));
    for text in ["PLACE a;", "{ x } PLACE a, b", "/* x */PLACE SAFE: a", "\u{feff}PLACE\n SAFE 3 : a"] {
        assert_eq!(recognised("a", text), Recognition::ByContent, "{text}");
    }
    for text in ["", "PLACE", "PLACE INTERNAL a;", "PLACE a (1);", "NET a { PLACE a;", "{ PLACE a;"] {
        assert_eq!(recognised("a", text), Recognition::No, "{text}");
        assert_eq!(recognised("a.lola", text), Recognition::ByName, "{text}");
    }
}

const PIECES: [&str; 24] = [
    "{",
    "}",
    "/*",
    "*/",
    "//",
    ",",
    ";",
    ":",
    "(",
    "\n",
    "\0",
    "\u{fffd}",
    " PLACE ",
    " SAFE 1: ",
    " MARKING ",
    " TRANSITION ",
    " CONSUME ",
    " PRODUCE ",
    " STRONG FAIR ",
    " p",
    " 0 ",
    " 3000000000 ",
    " 18446744073709551616 ",
    "{x}",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    change(bytes, random, &PIECES, b"{},;: \npq01(");
}

#[test]
fn damaged_files_are_refused_or_read_as_nets_that_are_kept() {
    let files = [("ok", 1000), ("bad", 100)].into_iter().flat_map(|(kind, rounds)| {
        examples(&Lola, &folder(kind)).into_iter().map(move |path| (path, rounds))
    });
    let (accepted, refused) = check_damaged(SEED, files, damage, |bytes| KEEPS.check_any(&Lola, bytes));
    assert!(accepted > 500 && refused > 1000);
}
