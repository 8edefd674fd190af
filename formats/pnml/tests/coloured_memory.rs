//! The memory for a coloured net, as the system sees it.
//!
//! This test is alone in its process, so that the process's peak is the reader's.

use std::fmt::Write;
use std::fs;

use sanderling_net::{Format, Source};
use sanderling_pnml::Pnml;

const CONSTANTS: usize = 100_000;
const ARCS: usize = 10_000;

/// A net with a large enumeration, declared behind the arcs that use it.
fn large_net() -> String {
    let mut text =
        String::from("<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" ");
    text.push_str("type=\"http://www.pnml.org/version-2009/grammar/symmetricnet\"><page id=\"g\">");
    text.push_str(
        "<place id=\"p\"><type><structure><usersort declaration=\"C\"/></structure></type></place>",
    );
    text.push_str("<transition id=\"t\"/>\n");
    for arc in 0..ARCS {
        let number = "<subterm><numberconstant value=\"2\"><positive/></numberconstant></subterm>";
        let constant = format!("<subterm><useroperator declaration=\"c{}\"/></subterm>", arc * 7 % CONSTANTS);
        let term = format!("<numberof>{number}{constant}</numberof>");
        let label = format!("<hlinscription><structure>{term}</structure></hlinscription>");
        writeln!(text, "<arc id=\"arc{arc}\" source=\"p\" target=\"t\">{label}</arc>").unwrap();
    }
    text.push_str(
        "</page><declaration><structure><declarations><namedsort id=\"C\" name=\"C\"><cyclicenumeration>\n",
    );
    for constant in 0..CONSTANTS {
        writeln!(text, "<feconstant id=\"c{constant}\" name=\"{constant}\"/>").unwrap();
    }
    text.push_str("</cyclicenumeration></namedsort></declarations></structure></declaration></net></pnml>\n");
    text
}

/// A figure of this process in bytes; `None` on systems without `/proc`.
fn memory(figure: &str) -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(figure))?;
    let kibibytes: usize = line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes << 10)
}

#[test]
fn colours_take_memory_in_proportion_to_the_file() {
    let source = Source::new("large.pnml", large_net());
    let size = source.bytes().len();
    let Some(before) = memory("VmRSS") else {
        println!("skipped: this system has no /proc/self/status");
        return;
    };
    let parsed = Pnml.parse(&source).unwrap();
    let peak = memory("VmHWM").unwrap() - before;
    println!("{size} bytes: the reader's peak is {:.2} times that", peak as f64 / size as f64);
    assert_eq!(parsed.nets[0].arcs.len(), ARCS);
    assert!(peak <= 9 * size, "{peak} bytes beside a file of {size}");
    assert!(peak > size, "{peak} bytes are too few to hold the net: the measurement is wrong");
}
