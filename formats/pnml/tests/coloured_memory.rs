//! The memory for a coloured net, as the system sees it.
//!
//! This test is alone in its process, so that the process's peak is the reader's.

mod support;

use std::fmt::Write;

use support::peak_of_reading;

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

#[test]
fn colours_take_memory_in_proportion_to_the_file() {
    let Some((net, size, peak)) = peak_of_reading(large_net()) else { return };
    assert_eq!(net.arcs.len(), ARCS);
    assert!(peak <= 9 * size, "{peak} bytes beside a file of {size}");
}
