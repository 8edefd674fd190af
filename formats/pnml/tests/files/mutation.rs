//! Damaged files: whatever happens to our examples, the reader does not panic, and what it accepts
//! is written and read back as the same net. The fuzz target in `fuzz/` looks for more.

use std::fs;

use crate::support::{examples, files_below, without_spans};
use sanderling_net::{Format, Source};
use sanderling_pnml::Pnml;

const SEED: u64 = 0x5A4D_E121_6000_0001;
const ROUNDS: usize = 300;

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

const PIECES: [&str; 32] = [
    "<",
    ">",
    "&",
    "\"",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&#0;",
    "&#xFFFE;",
    "&lt;",
    "</page>",
    "<page>",
    "\u{FEFF}",
    "\r",
    "<net>",
    "<place id=\"p\"/>",
    "<referencePlace id=\"r\" ref=\"r\"/>",
    "<type value=\"read\"/>",
    " id=\"\"",
    "</",
    "/>",
    "18446744073709551616",
    "<text>",
    "<subterm>",
    "<dotconstant/>",
    "<usersort declaration=\"C\"/>",
    "<all><bool/></all>",
    "<type><structure><usersort declaration=\"C\"/></structure></type>",
    "<condition><structure><variable refvariable=\"x\"/></structure></condition>",
    "<successor>",
    "<finiteintrange start=\"0\" end=\"2\"/>",
];

/// A few changes: bytes and lines lost, doubled or replaced, pieces put in, the end cut off.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        let to = (at + 1 + random.below(3)).min(bytes.len());
        match random.below(12) {
            0..=2 => _ = bytes.drain(at..to),
            3..=5 => move_line(bytes, random),
            6..=8 if at < bytes.len() => bytes[at] = u8::try_from(b' ' as usize + random.below(95)).unwrap(),
            9 if at < bytes.len() => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            10 => bytes.truncate(bytes.len() - random.below(bytes.len() / 4)),
            _ => _ = bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes()),
        }
    }
}

/// Takes a line out, or puts it in once more, and perhaps elsewhere.
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

fn check(bytes: &[u8]) -> bool {
    let source = Source::new("damaged.pnml", bytes);
    Pnml.recognise(&source);
    let parsed = match Pnml.parse(&source) {
        Ok(parsed) => parsed,
        Err(found) => {
            assert!(found.has_errors());
            return false;
        }
    };
    assert!(!parsed.warnings.has_errors() && !parsed.nets.is_empty());
    for net in parsed.nets {
        assert!(!net.validate().has_errors());
        let mut written = Vec::new();
        match Pnml.write(&net, &mut written) {
            Ok(()) => {}
            Err(error) => panic!("{error}"),
        }
        let again = Pnml.parse(&Source::new("again.pnml", written)).unwrap();
        assert_eq!(without_spans(again.nets[0].clone()), without_spans(net));
    }
    true
}

#[test]
fn damaged_files_are_refused_or_read_as_nets_that_can_be_written() {
    println!("seed {SEED:#x}");
    let (mut random, mut accepted, mut refused) = (Random(SEED), 0, 0);
    for kind in ["ok", "bad"] {
        for path in files_below(&examples(kind)) {
            let original = fs::read(&path).unwrap();
            for round in 0..ROUNDS {
                let mut bytes = original.clone();
                damage(&mut bytes, &mut random);
                let outcome = std::panic::catch_unwind(|| check(&bytes));
                match outcome {
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
    assert!(accepted > 1000 && refused > 1000);
}
