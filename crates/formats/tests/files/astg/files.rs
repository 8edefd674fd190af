//! Our own examples, with what is expected of them beside them, what becomes of them when they are damaged, and nets in other words.

use std::path::{Path, PathBuf};

use sanderling_formats::astg::Astg;
use sanderling_net::format::Recognition;
use sanderling_net::{ArcKind, Format, Net, Source};
use sanderling_testkit::damage::{Random, change, check_damaged};
use sanderling_testkit::examples::{check_any, check_bad, examples};
use sanderling_testkit::files::{expect, source};
use sanderling_testkit::listing::listing;
use sanderling_testkit::naive::explore;

const SEED: u64 = 0x5A4D_E121_6000_0048;

fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/astg").join(kind)
}

fn read(text: &str) -> Net {
    let parsed = Astg.parse(&Source::new("n.g", text)).unwrap_or_else(|found| panic!("{text}\n{found}"));
    parsed.nets.into_iter().next().unwrap()
}

#[test]
fn good_examples_are_read_as_expected() {
    for path in examples(&Astg, &folder("ok")) {
        let source = source(&path);
        assert_eq!(Astg.recognise(&source), Recognition::ByContent);
        let parsed = Astg.parse(&source).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        expect(&path, &listing(&parsed));
    }
}

#[test]
fn bad_examples_are_refused_as_expected() {
    check_bad(&Astg, &folder("bad"));
}

#[test]
fn files_are_recognised_by_their_first_words() {
    let recognised = |name: &str, text: &str| Astg.recognise(&Source::new(name, text));
    for text in
        [".graph\n", "# x\n.model b\n.graph", ".inputs a\n\n.graph\na+ a-", "\u{feff}.dummy d\n.graph"]
    {
        assert_eq!(recognised("a", text), Recognition::ByContent, "{text}");
    }
    // BLIF begins with `.model`, too.
    for text in ["", "a", ".model m\n.inputs a\n.names a b\n1 1\n.end", "graph", ".end\n.graph", "# .graph"] {
        assert_eq!(recognised("a", text), Recognition::No, "{text}");
        assert_eq!(recognised("a.g", text), Recognition::ByName, "{text}");
    }
}

/// A ring of four edges of two signals, in other words: all mean the same net.
#[test]
fn one_net_has_many_spellings() {
    let expected = read(
        ".inputs in\n.outputs out\n.graph\np0 in+\nin+ out+\nout+ in-\nin- out-\nout- p0\n.marking {p0}\n.end",
    );
    let explored = explore(&expected, 100).unwrap();
    assert_eq!((explored.states(), explored.firings), (4, 4));
    let drawn = |net: &Net| {
        let mut arcs: Vec<_> = net
            .arcs
            .iter()
            .map(|arc| {
                let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
                (place.clone(), transition.clone(), arc.kind == ArcKind::Input, arc.inscription.tokens())
            })
            .collect();
        arcs.sort();
        let mut places: Vec<_> = net
            .places
            .iter()
            .map(|place| (place.id.clone(), place.initial.tokens(), place.capacity))
            .collect();
        places.sort();
        (places, arcs)
    };
    let graph = ".graph\np0 in+\nin+ out+\nout+ in-\nin- out-\nout- p0\n";
    for text in [
        format!(".model buffer\n.inputs in\n.outputs out\n{graph}.marking {{p0}}\n.end\n"),
        format!(".name buffer\n.inputs in out\n{graph}.marking {{ p0 }}\n.end\n"),
        format!(".inputs in\n.internal out\n{graph}.marking {{p0=1}}\n"),
        format!(".inputs in\r\n.outputs out\r\n{}.marking {{p0}}\r\n.end\r\n", graph.replace('\n', "\r\n")),
        format!(
            "# a buffer\n.inputs in # one\n.outputs out\n\n{graph}\n.marking {{\n  p0\n}}\n.end\n\n# the end\n"
        ),
        format!(".inputs in\n.outputs \\\n  out\n{graph}.marking {{ p0 = 1 }}\n.end"),
        format!("{graph}.inputs in\n.outputs out\n.marking {{p0}}\n.end"),
        format!(".marking {{p0}}\n.inputs in\n.outputs out\n{graph}.end"),
        format!(".inputs in\n.outputs out\n.slowenv\n{graph}.initial state !in !out\n.marking {{p0}}\n.end"),
        format!(".inputs in\n.outputs out\n{graph}.marking {{p0 <in+,out+>=0}}\n.end"),
        format!(".inputs in\n.outputs out\n{}.marking {{p0}}\n.end", graph.replace("in+", "in+/0")),
        format!(".inputs in\n.outputs out\n{}.marking {{p0}}\n.end", graph.replace("p0 in+", "p0 in+(1)")),
        format!("\u{feff}.inputs in\n.outputs out\n{graph}.marking {{p0}}\n.coords\nin+ 1 2\n.end"),
    ] {
        assert_eq!(drawn(&read(&text)), drawn(&expected), "{text}");
    }
    for (text, places, tokens) in [
        (".inputs a\n.graph\na+ a-\na- a+\n.marking {<a-,a+>}", 2, 1),
        (".inputs a\n.graph\na+ a-\na- a+\n.marking {<a-/0, a+ >=3}", 2, 3),
        (".dummy d\n.graph\np d/1 d/2\nd/1 q\nd/2 q(2)\nq d\nd p\n.marking {p}", 2, 1),
        (".inputs a\n.outputs b\n.graph\na~ b~/2\nb~/2 a~\n.marking {<a~,b~/2>}", 2, 1),
    ] {
        let net = read(text);
        let sum: u64 = net.places.iter().map(|place| place.initial.tokens()).sum();
        assert_eq!((net.places.len(), sum), (places, tokens), "{text}");
    }
}

#[test]
fn weights_and_capacities_are_kept() {
    let net = read(".inputs a\n.graph\np a+(3)\na+ q(2) p\nq a-\n.marking { p=7 }\n.capacity p=9 q=2\n.end");
    let weight = |place: &str, kind| {
        net.arcs
            .iter()
            .find(|arc| net.place(arc.place).id == place && arc.kind == kind)
            .unwrap()
            .inscription
            .tokens()
    };
    assert_eq!(
        (weight("p", ArcKind::Input), weight("q", ArcKind::Output), weight("p", ArcKind::Output)),
        (3, 2, 1)
    );
    assert_eq!(net.places.iter().map(|place| place.capacity).collect::<Vec<_>>(), [Some(9), Some(2)]);
}

/// The errors of a text, on one line each.
fn refusal(text: &str) -> String {
    match Astg.parse(&Source::new("n.g", text)) {
        Ok(_) => panic!("accepted: {text}"),
        Err(found) => found.to_string(),
    }
}

#[test]
fn possible_parts_of_the_net_are_never_skipped() {
    let net = |lines: &str| format!(".inputs a\n.graph\np a+\na+ p\n{lines}\n.marking {{p}}\n.end");
    for (lines, expected) in [
        (".slowenv\np a-", "6:1: error: `p`; expected a directive"),
        (".slowenv p", "5:10: error: `p`; expected nothing behind `.slowenv`"),
        (".slowenv {\np a-\n}", "5:10: error: `{`; expected nothing behind `.slowenv`"),
        (".initial state !a\np a-", "6:1: error: `p`; expected a directive"),
        (".initial state {\np a-\n}", "5:16: error: `{`; expected a line without braces"),
        (".default_input_delay 1 2\np a-", "6:1: error: `p`; expected a directive"),
        (".coords\np a-", "6:3: error: `a-`; expected a node and the numbers of its position"),
        (".coords p", "5:9: error: `p`; expected the positions in lines of their own"),
        ("a+ 1.5 q", "5:4: error: `1.5`; expected a place, or a transition"),
        ("a* q", "5:1: error: `a*`; expected a place, or a transition"),
        (".capacity p", "5:11: error: `p`; expected `=` and a number behind the place"),
        (".capacity p q=1", "5:11: error: `p`; expected `=` and a number behind the place"),
        ("p a-(18446744073709551616)", "5:3: error: `a-(18446744073709551616)`; expected a place"),
    ] {
        let found = refusal(&net(lines));
        assert!(found.contains(expected), "{lines}\n{found}");
    }
}

#[test]
fn harmless_directives_that_say_something_are_warned_of() {
    let warnings = |line: &str| {
        let text = format!(".inputs a\n.graph\np a+\na+ p\n{line}\n.marking {{p}}\n.end");
        Astg.parse(&Source::new("n.g", text)).unwrap().warnings.to_string()
    };
    for line in [".slowenv", ".initial state", ".coords\np 1 2.5\na+ (-1,3)"] {
        assert_eq!(warnings(line), "", "{line}");
    }
    for line in [".initial state !a", ".initial_state 0", ".init_state 0"] {
        assert!(warnings(line).contains("5:1: warning: the initial values of signals: not read"), "{line}");
    }
    assert!(warnings(".default_input_delay 1 2").contains("the delay of inputs"));
}

#[test]
fn nodes_without_arcs_from_them_belong_to_the_net() {
    let net = read(".inputs a\n.silent d\n.graph\np a+\na+\nq\nd\n.marking {p q}");
    let places: Vec<_> = net.places.iter().map(|place| (place.id.as_str(), place.initial.tokens())).collect();
    let transitions: Vec<_> = net.transitions.iter().map(|transition| transition.id.as_str()).collect();
    assert_eq!((places, transitions), (vec![("p", 1), ("q", 1)], vec!["a+", "d"]));
}

/// The ids of places between transitions have two names each.
#[test]
fn a_long_name_before_many_others_takes_no_quadratic_memory() {
    let text = |name: &str, count: usize| {
        let targets: String = (0..count).map(|index| format!(" b+/{index}")).collect();
        format!(".inputs {name} b\n.graph\n{name}+{targets}\n")
    };
    assert!(refusal(&text(&"x".repeat(40_000), 4000)).contains("a name of at most 256 bytes"));
    let accepted = text(&"x".repeat(256), 4000);
    let ids: usize = read(&accepted).places.iter().map(|place| place.id.len()).sum();
    assert!(ids < 64 * accepted.len(), "{ids} bytes of ids");
}

const PIECES: [&str; 30] = [
    ".model",
    ".inputs",
    ".outputs",
    ".dummy",
    ".graph",
    ".marking",
    ".capacity",
    ".end",
    ".slowenv",
    ".silent",
    ".coords",
    ".initial state",
    "1.5",
    ".state graph",
    "{",
    "}",
    "=",
    "<a+,b->",
    "<",
    ">",
    "a+",
    "b-",
    "a+/1",
    "p",
    "p(2)",
    "(18446744073709551615)",
    "18446744073709551616",
    "\\\n",
    "#",
    "\n",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    change(bytes, random, &PIECES, b"");
}

#[test]
fn damaged_files_are_read_as_valid_nets_or_refused_with_an_error() {
    let rounds = |kind: &str, rounds: usize| {
        examples(&Astg, &folder(kind)).into_iter().map(move |path| (path, rounds))
    };
    let files: Vec<_> = rounds("ok", 1500).chain(rounds("bad", 100)).collect();
    let (accepted, refused) = check_damaged(SEED, files, damage, |bytes| check_any(&Astg, bytes));
    assert!(accepted > 300 && refused > 1000, "{accepted} accepted, {refused} refused");
}
