//! Damaged files: whatever happens to our examples, the reader does not panic, and what it accepts is a valid net.

use crate::cpn_tools::support::examples;
use sanderling_formats::cpn_tools::CpnTools;
use sanderling_net::{Format, Source};
use sanderling_testkit::damage::{Random, check_damaged, move_line};

const SEED: u64 = 0x5A4D_E121_6000_0007;
const ROUNDS: usize = 500;

const PIECES: [&str; 40] = [
    "<",
    ">",
    "&",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "1`",
    " ++ ",
    " -- ",
    "::",
    "^^",
    "(*",
    "*)",
    "~",
    "#1 ",
    " mod 3",
    " div x",
    "if x = 1 then ",
    " else ",
    "case x of ",
    " | ",
    "fn x => ",
    "let val x = 1 in ",
    " end",
    "fun f x = f x",
    "f ",
    "()",
    "[]",
    "x",
    "empty",
    "INT.all()",
    "true",
    "@+1",
    "9223372036854775807",
    "Left",
    "</text>",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        let to = (at + 1 + random.below(3)).min(bytes.len());
        match random.below(12) {
            0..=1 => _ = bytes.drain(at..to),
            2 => move_line(bytes, random),
            3 if at < bytes.len() => bytes[at] = u8::try_from(b' ' as usize + random.below(95)).unwrap(),
            4 if at < bytes.len() => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            _ => {
                // Where an inscription begins or ends: there a piece means something.
                let ends: Vec<usize> =
                    (0..bytes.len()).filter(|&end| bytes[end..].starts_with(b"</text>")).collect();
                let begins: Vec<usize> =
                    (0..bytes.len()).filter(|&end| bytes[..end].ends_with(b"4.0.1\">")).collect();
                let places = if random.below(2) == 0 { &ends } else { &begins };
                let at = places.get(random.below(places.len())).copied().unwrap_or(at);
                bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes());
            }
        }
    }
}

fn check(bytes: &[u8]) -> bool {
    let source = Source::new("damaged.cpn", bytes);
    CpnTools.recognise(&source);
    match CpnTools.parse(&source) {
        Ok(parsed) => {
            assert!(!parsed.warnings.has_errors() && !parsed.nets[0].validate().has_errors());
            true
        }
        Err(found) => {
            assert!(found.has_errors());
            false
        }
    }
}

#[test]
fn damaged_examples_are_valid_nets_or_refused() {
    let files = examples("ok").into_iter().map(|path| (path, ROUNDS));
    let (accepted, refused) = check_damaged(SEED, files, damage, check);
    assert!(accepted > 100 && refused > 500, "{accepted} {refused}");
}
