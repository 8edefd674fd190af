//! Our own examples, with what is expected of them beside them, and what becomes of them when they are damaged.

use std::path::{Path, PathBuf};

use sanderling_formats::helena::Helena;
use sanderling_net::format::Recognition;
use sanderling_net::{Format, Source};
use sanderling_testkit::damage::{Random, change, check_damaged};
use sanderling_testkit::examples::{check_any, check_bad, examples};
use sanderling_testkit::files::{expect, source};
use sanderling_testkit::listing::listing;

const SEED: u64 = 0x5A4D_E121_6000_0021;

fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/helena").join(kind)
}

#[test]
fn good_examples_are_read_as_expected() {
    for path in examples(&Helena, &folder("ok")) {
        let source = source(&path);
        assert_eq!(Helena.recognise(&source), Recognition::ByContent);
        let parsed = Helena.parse(&source).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        expect(&path, &listing(&parsed));
    }
}

#[test]
fn bad_examples_are_refused_as_expected() {
    check_bad(&Helena, &folder("bad"));
}

#[test]
fn files_are_recognised_by_their_first_words() {
    let recognised = |name: &str, text: &str| Helena.recognise(&Source::new(name, text));
    for text in ["a { place", "a (N := 2) { type", "// x\na { transition", "\u{feff}a\n{ subtype b : c;"] {
        assert_eq!(recognised("a", text), Recognition::ByContent, "{text}");
    }
    for text in ["", "a", "a { b", "a b { place", "{ place", "NET a { PLACE b", "process a { state b;"] {
        assert_eq!(recognised("a", text), Recognition::No, "{text}");
        assert_eq!(recognised("a.lna", text), Recognition::ByName, "{text}");
    }
}

const PIECES: [&str; 40] = [
    "{",
    "}",
    "(",
    ")",
    "<(",
    ")>",
    ";",
    ":",
    ":=",
    "..",
    "*",
    "+",
    "-",
    "/",
    "%",
    "?",
    "'",
    "/*",
    "*/",
    "//",
    "\"",
    "\n",
    "\0",
    "\u{fffd}",
    "\n#ifdef A\n",
    "\n#else\n",
    "\n#endif\n",
    " range 0 .. 3",
    " mod 2",
    " succ ",
    " not ",
    " x ",
    " 2147483648 ",
    " epsilon ",
    " for (s in bool) ",
    " if (x) ",
    " int ",
    "'last",
    " pick { y in int; }",
    " let { int z := x * x; } ",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    change(bytes, random, &PIECES, b"");
}

#[test]
fn damaged_files_are_read_as_valid_nets_or_refused_with_an_error() {
    let rounds = |kind: &str, rounds: usize| {
        examples(&Helena, &folder(kind)).into_iter().map(move |path| (path, rounds))
    };
    let files: Vec<_> = rounds("ok", 1500).chain(rounds("bad", 100)).collect();
    let (accepted, refused) = check_damaged(SEED, files, damage, |bytes| check_any(&Helena, bytes));
    assert!(accepted > 300 && refused > 1000, "{accepted} accepted, {refused} refused");
}
