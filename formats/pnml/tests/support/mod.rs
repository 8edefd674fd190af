//! Shared functions of the tests: nets as a few lines of text, and files with such expectations.

// Each test crate uses a part of this.
#![allow(dead_code)]

mod colours;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use sanderling_net::format::Parsed;
use sanderling_net::{Arc, ArcKind, Format, Inscription, MarkedPlace, Net, Point, SortId, Source};
use sanderling_pnml::Pnml;
#[allow(unused_imports)]
pub(crate) use sanderling_testkit::files::{expect, shared, source};

/// Reads a net in a process that has done nothing else. Returns the net, the length of its text in bytes, and the
/// reader's peak memory besides that text. Prints a line and returns `None` if the system does not report memory.
pub(crate) fn peak_of_reading(text: String) -> Option<(Net, usize, usize)> {
    let source = Source::new("large.pnml", text);
    let size = source.bytes().len();
    let Some(before) = memory("VmRSS") else {
        println!("skipped: this system has no /proc/self/status");
        return None;
    };
    let mut parsed = Pnml.parse(&source).unwrap();
    let peak = memory("VmHWM").unwrap() - before;
    println!("{size} bytes: the reader's peak is {:.2} times that", peak as f64 / size as f64);
    assert!(peak > size, "{peak} bytes are too few to hold the net: the measurement is wrong");
    Some((parsed.nets.remove(0), size, peak))
}

/// Returns a statistic of this process in bytes, or `None` on systems without `/proc`.
fn memory(figure: &str) -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(figure))?;
    let kibibytes: usize = line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes << 10)
}

/// Returns the folder of our own examples of this kind.
pub(crate) fn examples(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(kind)
}

/// Returns the sorted files below a folder, without expectations.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(ending) if ending == "txt" || ending == "tsv" || ending == "md" => {}
                _ => files.push(path),
            }
        }
    }
    files.sort();
    files
}

/// Describes the nets and warnings of a file.
pub(crate) fn listing(parsed: &Parsed) -> String {
    let mut text: String = parsed.nets.iter().map(net_listing).collect();
    for warning in &parsed.warnings {
        writeln!(text, "{warning}").unwrap();
    }
    text
}

/// Describes a net, with a line for each declaration, node and arc.
pub(crate) fn net_listing(net: &Net) -> String {
    let mut text = format!("net {:?}{}\n", net.id, named(net.name.as_deref()));
    text.push_str(&colours::declarations(net));
    for place in &net.places {
        let tokens = colours::inscription(net, &place.initial);
        let tokens = if place.sort == SortId::DOT {
            tokens
        } else {
            format!("{tokens} of sort {:?}", net.declarations.sorts[place.sort.index()].id)
        };
        let capacity = place.capacity.map_or(String::new(), |capacity| format!(" capacity {capacity}"));
        let (name, at) = (named(place.name.as_deref()), points(place.position.as_slice()));
        writeln!(text, "  place {:?}{name}: {tokens}{capacity}{at}", place.id).unwrap();
    }
    for transition in &net.transitions {
        let (name, at) = (named(transition.name.as_deref()), points(transition.position.as_slice()));
        let guard = transition
            .guard
            .as_ref()
            .map_or(String::new(), |guard| format!(" if {}", colours::term(net, guard)));
        writeln!(text, "  transition {:?}{name}{guard}{at}", transition.id).unwrap();
    }
    for arc in &net.arcs {
        writeln!(text, "  {}", arc_listing(net, arc)).unwrap();
    }
    if let Some(units) = &net.units {
        let root = &units.units[units.root.index()].id;
        writeln!(text, "  units below {root:?}, safe: {}", units.claims_safe).unwrap();
        for unit in &units.units {
            let places: Vec<&str> = unit.places.iter().map(|p| net.place(*p).id.as_str()).collect();
            let below: Vec<&str> = unit.subunits.iter().map(|u| units.units[u.index()].id.as_str()).collect();
            writeln!(text, "    {:?}: {places:?} above {below:?}", unit.id).unwrap();
        }
    }
    for marking in &net.final_markings {
        let tokens = |marked: &MarkedPlace| format!(" {:?}: {}", net.place(marked.place).id, marked.tokens);
        writeln!(text, "  final marking{}", marking.iter().map(tokens).collect::<String>()).unwrap();
    }
    text
}

fn arc_listing(net: &Net, arc: &Arc) -> String {
    let weight = match &arc.inscription {
        Inscription::Tokens(weight) => format!("weight {weight}"),
        term @ Inscription::Term(_) => format!("tokens {}", colours::inscription(net, term)),
    };
    let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
    let joined = match arc.kind {
        ArcKind::Output => format!("{transition:?} -> {place:?}"),
        _ => format!("{place:?} -> {transition:?}"),
    };
    let id = arc.id.as_ref().map_or(String::new(), |id| format!(" {id:?}"));
    let kind = format!("{:?}", arc.kind).to_lowercase();
    format!("{kind}{id}: {joined} {weight}{}", points(&arc.bends))
}

fn named(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!(" called {name:?}"))
}

fn points(points: &[Point]) -> String {
    points.iter().map(|Point { x, y }| format!(" @({x}, {y})")).collect()
}

/// The net without what says where it stands in a file.
pub(crate) fn without_spans(mut net: Net) -> Net {
    net.places.iter_mut().for_each(|place| place.span = None);
    net.transitions.iter_mut().for_each(|transition| transition.span = None);
    net.arcs.iter_mut().for_each(|arc| arc.span = None);
    // They are not written.
    net.pages.clear();
    net
}
