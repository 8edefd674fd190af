//! Damaged files: whatever happens to our examples, the reader does not panic, and what it accepts
//! is written and read back as the same net. The fuzz target in `fuzz/` looks for more.

use crate::support::{examples, files_below, without_spans};
use sanderling_net::{Format, Source};
use sanderling_pnml::Pnml;
use sanderling_testkit::damage::{Random, check_damaged, move_line};

pub(crate) const SEED: u64 = 0x5A4D_E121_6000_0001;
const ROUNDS: usize = 300;

const PIECES: [&str; 49] = [
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
    "</pnml>",
    " xmlns=\"x\"",
    " kind=\"Read Arc\"",
    "<place/>",
    "<transition/>",
    "<referencePlace ref=\"p\"/>",
    "<initialMarking>2<",
    "\u{A0}1\u{A0}",
    "unnamed-1",
    ":Int",
    "[x, (y, T)]",
    "(x",
    " and head(x) == ",
    "<token id=\"Red\"/>",
    "<value>Red,2,Blue,1</value>",
    "<finalmarkings><marking><place idref=\"p\"><text>1</text></place></marking></finalmarkings>",
    "x:",
];

/// A few changes: bytes and lines lost, doubled or replaced, pieces put in, the end cut off.
pub(crate) fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
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

/// Not all that algebraic nets can say is PNML's.
fn check_reading(bytes: &[u8]) -> bool {
    match Pnml.parse(&Source::new("damaged.pnml", bytes)) {
        Ok(parsed) => {
            assert!(parsed.nets.iter().all(|net| !net.validate().has_errors()));
            true
        }
        Err(found) => {
            assert!(found.has_errors());
            false
        }
    }
}

#[test]
fn damaged_algebraic_nets_are_refused_or_read_as_sound_nets() {
    let files = files_below(&examples("algebraic")).into_iter().map(|path| (path, 4 * ROUNDS));
    let (accepted, refused) = check_damaged(SEED, files, damage, check_reading);
    assert!(accepted > 10 && refused > 10, "{accepted} accepted, {refused} refused");
}

#[test]
fn damaged_files_are_refused_or_read_as_nets_that_can_be_written() {
    let files = ["ok", "bad", "untimed"].into_iter().flat_map(|kind| files_below(&examples(kind)));
    let (accepted, refused) = check_damaged(SEED, files.map(|path| (path, ROUNDS)), damage, check);
    assert!(accepted > 1000 && refused > 1000);
}
