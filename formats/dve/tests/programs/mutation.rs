//! Damaged files: whatever happens to our examples, the parser does not panic, what it refuses has
//! an error, and what it accepts is printed and read back as the same tree. The fuzz target in `fuzz/`
//! looks for more.

use crate::support::print::{flat_expression, print};
use crate::support::{examples, models, read};
use sanderling_dve::parse::parse;
use sanderling_dve::syntax::Model;
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Source};
use sanderling_testkit::damage::{Random, check_damaged, move_line};

const BOTH: [Semantics; 2] = [Semantics::Ltsmin, Semantics::Divine2];
const SEED: u64 = 0x5A4D_E121_6000_0003;
/// What is broken stays so, mostly: the examples of what is not get more rounds.
const ROUNDS: [(&str, usize); 2] = [("ok/syntax", 2000), ("bad/syntax", 200)];

const PIECES: [&str; 48] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    ".",
    ":",
    "->",
    "=>",
    "=",
    "!",
    "?",
    "+",
    "-",
    "--",
    "*",
    "~",
    "not ",
    " and ",
    " or ",
    " imply ",
    "&",
    "|",
    "^",
    "==",
    "<<",
    "/*",
    "*/",
    "//",
    "\\",
    "\n",
    "\0",
    "\u{fffd}",
    " a ",
    "2147483648",
    "process ",
    "system async;",
    " state ",
    " init ",
    " trans ",
    " guard ",
    " sync ",
    " effect ",
    "const byte x;",
    "channel {int} c[1];",
];

/// A few changes: bytes and lines lost, doubled or replaced, pieces put in, the end cut off.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        let to = (at + 1 + random.below(3)).min(bytes.len());
        match random.below(12) {
            0..=2 => _ = bytes.drain(at..to),
            3..=7 => _ = bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes()),
            8 => _ = bytes.splice(at..to, [u8::try_from(random.below(256)).unwrap()]),
            9 => bytes.truncate(at),
            _ => move_line(bytes, random),
        }
    }
}

fn guards(model: &Model) -> Vec<String> {
    let transitions = model.processes.iter().flat_map(|process| &process.transitions);
    transitions.filter_map(|transition| transition.guard.as_ref()).map(flat_expression).collect()
}

/// Checks that the translation to a net ends in errors or in a valid net.
fn check_net(source: &Source, semantics: Semantics) {
    match (Dve { semantics }).parse(source) {
        Err(found) => assert!(found.has_errors()),
        Ok(parsed) => {
            assert!(parsed.nets.iter().all(|net| !net.validate().has_errors()) && !parsed.nets.is_empty());
        }
    }
}

/// Whether the file is accepted, as text of the language, by both semantics or by neither.
fn check(bytes: &[u8]) -> bool {
    let source = Source::new("damaged.dve", bytes);
    let [ltsmin, divine] = BOTH.map(|semantics| parse(&source, semantics));
    match (ltsmin, divine) {
        (Ok(ltsmin), Ok(divine)) => {
            assert!(!ltsmin.warnings.has_errors() && !divine.warnings.has_errors());
            let printed = print(&ltsmin.model);
            assert_eq!(print(&read(printed.as_bytes()).unwrap().model), printed);
            assert_eq!(ltsmin.warnings.len(), divine.warnings.len());
            let is_alike = guards(&ltsmin.model) == guards(&divine.model);
            assert!(is_alike || !ltsmin.warnings.is_empty(), "{printed}");
            BOTH.into_iter().for_each(|semantics| check_net(&source, semantics));
            true
        }
        (Err(ltsmin), Err(divine)) => {
            assert!(ltsmin.has_errors() && divine.has_errors());
            false
        }
        (ltsmin, divine) => panic!("{:?} and {:?}", ltsmin.map(drop), divine.map(drop)),
    }
}

#[test]
fn damaged_files_are_refused_or_read_as_trees_that_can_be_printed() {
    let files = ROUNDS
        .into_iter()
        .flat_map(|(kind, rounds)| models(&examples(kind)).into_iter().map(move |path| (path, rounds)));
    let (accepted, refused) = check_damaged(SEED, files, damage, check);
    assert!(accepted > 1000 && refused > 3000);
}
