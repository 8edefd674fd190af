//! The reader's memory, as the system sees it.
//!
//! This test is alone in its process, so that the process's peak is the reader's.

mod support;

use std::fmt::Write;

use support::peak_of_reading;

const FILE_BYTES: usize = 16 << 20;

/// A net of the shape of the contest's large ones: a hundred bytes for an arc, five arcs for a
/// transition.
fn large_net() -> String {
    let mut text = String::with_capacity(FILE_BYTES + 1024);
    text.push_str("<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">");
    text.push_str("<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n");
    for place in 0..1000 {
        let label = "<initialMarking><text>1</text></initialMarking>";
        writeln!(text, "<place id=\"l{place}\"><name><text>l{place}</text></name>{label}</place>").unwrap();
    }
    for transition in 0.. {
        writeln!(
            text,
            "<transition id=\"t{transition}\"><name><text>t{transition}</text></name></transition>"
        )
        .unwrap();
        for arc in 0..5 {
            let (place, label) = ((transition * 7 + arc) % 1000, "<inscription><text>1</text></inscription>");
            let id = transition * 5 + arc;
            writeln!(text, "<arc id=\"arc{id}\" source=\"l{place}\" target=\"t{transition}\">{label}</arc>")
                .unwrap();
        }
        if text.len() >= FILE_BYTES {
            break;
        }
    }
    text.push_str("</page></net></pnml>\n");
    text
}

#[test]
fn the_reader_stays_within_six_times_the_size_of_the_file() {
    let Some((net, size, peak)) = peak_of_reading(large_net()) else { return };
    assert!(net.arcs.len() > 100_000);
    // The file itself, which is in memory too, is the sixth.
    assert!(peak <= 5 * size, "{peak} bytes beside a file of {size}");
}
