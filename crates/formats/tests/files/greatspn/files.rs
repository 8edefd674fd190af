//! Our own examples, with what is expected of them beside them, and what becomes of them when they are damaged.

use std::path::{Path, PathBuf};

use sanderling_formats::greatspn::GreatSpn;
use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Diagnostics, Format, Net, Severity, Source, json};
use sanderling_testkit::damage::{Random, change, check_damaged};
use sanderling_testkit::files::{ending_in, expect, source};
use sanderling_testkit::listing::{listing, without_spans};
use sanderling_testkit::naive::explore;

const SEED: u64 = 0x5A4D_E121_6000_0012;

fn examples(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/greatspn").join(kind);
    let files =
        ["PNPRO", "net"].into_iter().flat_map(|ending| ending_in(&folder, ending)).collect::<Vec<_>>();
    assert!(!files.is_empty(), "{}", folder.display());
    files
}

/// GreatSPN's files are not written: what was read is written as JSON.
fn assert_kept(net: &Net) {
    let mut text = Vec::new();
    json::write(net, &mut text).unwrap();
    let again = json::read(&text).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(without_spans(again), without_spans(net.clone()));
}

#[test]
fn good_examples_are_read_as_expected() {
    for path in examples("ok") {
        let parsed =
            GreatSpn.parse(&source(&path)).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        assert!(!parsed.warnings.has_errors() && parsed.nets.iter().all(|net| !net.validate().has_errors()));
        parsed.nets.iter().for_each(assert_kept);
        expect(&path, &listing(&parsed));
        assert_eq!(GreatSpn.parse_untimed(&source(&path)).unwrap().nets, parsed.nets, "{}", path.display());
    }
}

#[test]
fn bad_examples_are_refused_as_expected() {
    for path in examples("bad") {
        let found = match GreatSpn.parse(&source(&path)) {
            Ok(parsed) => panic!("{} is read as {}", path.display(), listing(&parsed)),
            Err(found) => found,
        };
        let mut errors = found.iter().filter(|found| found.severity == Severity::Error);
        assert!(
            errors.all(|error| error.span.is_some()) && found.has_errors(),
            "{}: {found}",
            path.display()
        );
        expect(&path, &format!("{found}\n"));
    }
}

#[test]
fn timed_examples_are_refused_with_the_option_that_reads_them() {
    for path in examples("untimed") {
        let refused = GreatSpn.parse(&source(&path)).expect_err("nets with times");
        assert!(refused.iter().all(|error| error.to_string().contains("`--untimed`")), "{refused}");
        let parsed = GreatSpn.parse_untimed(&source(&path)).unwrap();
        expect(&path, &format!("{refused}\n{}", listing(&parsed)));
    }
}

#[test]
fn coloured_philosophers_have_the_states_of_plain_ones() {
    let path = examples("ok").into_iter().find(|path| path.ends_with("philosophers.PNPRO")).unwrap();
    let net = GreatSpn.parse(&source(&path)).unwrap().nets.remove(0);
    // All thinking or holding (8), or one eating whose neighbour to the right cannot begin (3 times 2).
    let found = explore(&net, 1000).unwrap();
    assert_eq!((found.states(), found.firings, found.deadlocks.len()), (14, 27, 1));
}

#[test]
fn files_are_recognised_by_their_content_or_their_name() {
    let of = |name: &str, text: &str| GreatSpn.recognise(&Source::new(name, text));
    assert_eq!(of("a", "<project name='x'>\n <gspn name='y'/></project>"), Recognition::ByContent);
    assert_eq!(of("a", "|0|\r\n|\r\nf 0 0 0 0 0 0"), Recognition::ByContent);
    assert_eq!(of("a.PNPRO", "garbage"), Recognition::ByName);
    for (name, other) in [
        ("pom.xml", "<project><modelVersion>4.0.0</modelVersion></project>"),
        ("a.net", "tr t p -> q\n"),
        ("a.def", "|256\n%\n|\n"),
        ("a.net", ""),
    ] {
        assert_eq!(of(name, other), Recognition::No, "{other}");
    }
}

#[test]
fn chains_and_brackets_of_any_length_do_no_harm() {
    let marking = |text: &str| {
        let text = format!(
            "<project><gspn name='n'><nodes><place name='p' marking='{text}'/></nodes><edges/></gspn></project>"
        );
        GreatSpn.parse(&Source::new("a.PNPRO", text)).map(|parsed| parsed.nets[0].places[0].initial.tokens())
    };
    assert_eq!(marking(&vec!["1"; 100_000].join("+")).unwrap(), 100_000);
    assert!(marking(&("(".repeat(100_000) + "1")).is_err());
    assert!(marking(&("-".repeat(100_000) + "1")).is_err());
    assert!(marking(&"CN[".repeat(100_000)).is_err());
}

#[test]
fn constants_that_refer_to_each_other_in_a_long_chain_do_no_harm() {
    let constants = |count: usize, value: &str| {
        let value = |i: usize| value.replace("{}", &format!("c{}", i + 1));
        let one = |i: usize| format!("<constant consttype='INTEGER' name='c{i}' value='{}'/>", value(i));
        let chain: String = (0..count).map(one).collect();
        let text = format!(
            "<project><gspn name='n'><nodes>{chain}<constant consttype='INTEGER' name='c{count}' value='1'/>\
             <place name='p' marking='c0'/></nodes><edges/></gspn></project>"
        );
        GreatSpn.parse(&Source::new("a.PNPRO", text)).map(|parsed| parsed.nets[0].places[0].initial.tokens())
    };
    assert_eq!(constants(10, "{} + 1").unwrap(), 11);
    let deep = "2 - (1 + ".repeat(25) + "{}" + &")".repeat(25);
    assert_eq!(constants(10, &deep).unwrap(), 1);
    assert!(constants(100_000, "{} + 1").unwrap_err().to_string().contains("more than 12 deep"));
}

const PIECES: [&str; 30] = [
    "<",
    ">",
    "/>",
    "&lt;x&gt;",
    "&lt;All - x, S1&gt;",
    "[x == y]",
    " mult=\"2\"",
    " guard=\"x != y++\"",
    " marking=\"3&lt;All&gt;\"",
    " domain=\"C\"",
    "<color-class definition=\"c{1..3} is A + {d} is B\" name=\"Z\"/>",
    "<color-var domain=\"C\" name=\"z\"/>",
    "<constant consttype=\"INTEGER\" name=\"q\" value=\"7\"/>",
    "<gspn name=\"g\">",
    "</gspn>",
    "Card[",
    "CN[",
    "Subclass[x]",
    "Mod[1, 0]",
    "++",
    "--",
    " - ",
    "#p",
    "|0|\n|\nf 0 0 0 0 0 0\n",
    " 0\n",
    " -1 ",
    " 1 1 0 0\n",
    " 18446744073709551616 ",
    "\r\n",
    "\u{e9}",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    change(bytes, random, &PIECES, b"0123456789xycsnCSD+-*<>[], |");
}

fn check(bytes: &[u8]) -> bool {
    let source = Source::new("damaged.PNPRO", bytes);
    GreatSpn.recognise(&source);
    let untimed = GreatSpn.parse_untimed(&source);
    check_parsed(&untimed);
    for net in untimed.iter().flat_map(|parsed| &parsed.nets) {
        let queries = GreatSpn.stored_queries(&source, net).expect("a file that was read");
        assert!(queries.iter().all(|query| query.span.line > 0));
    }
    let parsed = GreatSpn.parse(&source);
    check_parsed(&parsed);
    parsed.is_ok()
}

fn check_parsed(parsed: &Result<Parsed, Diagnostics>) {
    match parsed {
        Err(found) => assert!(found.has_errors()),
        Ok(parsed) => {
            assert!(!parsed.nets.is_empty() && !parsed.warnings.has_errors());
            assert!(parsed.nets.iter().all(|net| !net.validate().has_errors()));
            parsed.nets.iter().for_each(assert_kept);
        }
    }
}

#[test]
fn damaged_files_are_refused_or_read_as_sound_nets() {
    let of = |kind: &str, rounds: usize| examples(kind).into_iter().map(move |path| (path, rounds));
    let files = of("ok", 400).chain(of("untimed", 200)).chain(of("bad", 50));
    let (accepted, refused) = check_damaged(SEED, files, damage, check);
    assert!(accepted > 200 && refused > 500);
}
