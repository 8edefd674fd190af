//! Damaged files: whatever happens to our examples, the parser does not panic, what it refuses has
//! an error, and what it accepts is printed and read back as the same tree. The fuzz target in `fuzz/`
//! looks for more.

use std::fs;

use crate::support::print::{flat_expression, print};
use crate::support::{examples, models, read};
use sanderling_dve::parse::parse;
use sanderling_dve::syntax::Model;
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Source};

const BOTH: [Semantics; 2] = [Semantics::Ltsmin, Semantics::Divine2];
const SEED: u64 = 0x5A4D_E121_6000_0003;
/// What is broken stays so, mostly: the examples of what is not get more rounds.
const ROUNDS: [(&str, usize); 2] = [("ok/syntax", 2000), ("bad/syntax", 200)];

/// Marsaglia's xorshift generator, *Xorshift RNGs*, Journal of Statistical Software, 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap()
    }
}

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

/// Takes a line away, and puts it in once more, and perhaps elsewhere.
fn move_line(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let line = lines.remove(random.below(lines.len()));
    for _ in 0..random.below(3) {
        lines.insert(random.below(lines.len() + 1), line.clone());
    }
    *bytes = lines.concat();
}

fn guards(model: &Model) -> Vec<String> {
    let transitions = model.processes.iter().flat_map(|process| &process.transitions);
    transitions.filter_map(|transition| transition.guard.as_ref()).map(flat_expression).collect()
}

/// The way from the tree to the net, which ends in errors or in a sound net.
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
    println!("seed {SEED:#x}");
    let (mut random, mut accepted, mut refused) = (Random(SEED), 0, 0);
    for (kind, rounds) in ROUNDS {
        for path in models(&examples(kind)) {
            let original = fs::read(&path).unwrap();
            for round in 0..rounds {
                let mut bytes = original.clone();
                damage(&mut bytes, &mut random);
                match std::panic::catch_unwind(|| check(&bytes)) {
                    Ok(true) => accepted += 1,
                    Ok(false) => refused += 1,
                    Err(_) => {
                        panic!("{} in round {round}:\n{}", path.display(), String::from_utf8_lossy(&bytes))
                    }
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 1000 && refused > 3000);
}
