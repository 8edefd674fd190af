//! The reader's memory, as the system sees it.
//!
//! This test is alone in its process, so that the process's peak is the reader's.

use std::fmt::Write;
use std::fs;

use sanderling_net::{Format, Source};
use sanderling_pnml::Pnml;

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

/// A figure of this process in bytes; `None` on systems without `/proc`.
fn memory(figure: &str) -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(figure))?;
    let kibibytes: usize = line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes << 10)
}

#[test]
fn the_reader_stays_within_six_times_the_size_of_the_file() {
    let source = Source::new("large.pnml", large_net());
    let size = source.bytes().len();
    let Some(before) = memory("VmRSS") else {
        println!("skipped: this system has no /proc/self/status");
        return;
    };
    let parsed = Pnml.parse(&source).unwrap();
    let peak = memory("VmHWM").unwrap() - before;
    println!("{size} bytes: the reader's peak is {:.2} times that", peak as f64 / size as f64);
    assert!(parsed.nets[0].arcs.len() > 100_000);
    // The file itself, which is in memory too, is the sixth.
    assert!(peak <= 5 * size, "{peak} bytes beside a file of {size}");
    assert!(peak > size, "{peak} bytes are too few to hold the net: the measurement is wrong");
}
