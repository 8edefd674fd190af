//! Examples of a format: files in `examples/ok` and `examples/bad` of its folder, with the expected results beside
//! them.
//!
//! They are for formats of place/transition nets; formats of richer nets have listings of their own.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use sanderling_net::format::Parsed;
use sanderling_net::{Arc, ArcKind, Diagnostic, Format, Net, Severity, Source};

use crate::files::{ending_in, expect, source};

/// Returns the files of a folder with a file name of the format, in order; at least one.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn examples(format: &dyn Format, folder: &Path) -> Vec<PathBuf> {
    let files: Vec<PathBuf> =
        format.extensions().iter().flat_map(|ending| ending_in(folder, ending)).collect();
    assert!(!files.is_empty(), "{} has no example of {}", folder.display(), format.name());
    files
}

/// Round trip of a format: a written net is read back as the same net, as far as the format can express it.
#[derive(Clone, Copy)]
pub struct Keeps<'a> {
    /// Format that writes, and reads the result.
    pub format: &'a dyn Format,
    /// Part of a net that the format keeps.
    pub part: fn(Net) -> Net,
    /// Possible reasons for refusing a net, for formats that read more than they write.
    pub refusals: &'static [&'static str],
}

impl Keeps<'_> {
    /// Checks that a net is read back as the same one after it was written, or is refused for a permitted reason.
    ///
    /// # Panics
    /// If it is not.
    pub fn check(&self, net: &Net) {
        let written = crate::written(self.format, net, &[]);
        if let Some(refusal) = written.strip_prefix("refused: ") {
            return assert!(self.refusals.iter().any(|known| refusal.contains(known)), "{refusal}");
        }
        let name = format!("again.{}", self.format.extensions()[0]);
        let again = self.format.parse(&Source::new(name, written.as_bytes()));
        let again = again.unwrap_or_else(|found| panic!("{found}\n{written}")).nets;
        assert_eq!(again.len(), 1, "{written}");
        assert_eq!((self.part)(again[0].clone()), (self.part)(net.clone()), "{written}");
    }

    /// Checks that the files of a folder are read as expected, and kept.
    ///
    /// # Panics
    /// With the first file for which that does not hold.
    pub fn check_good(&self, format: &dyn Format, folder: &Path) {
        for path in examples(format, folder) {
            let parsed = format.parse(&source(&path));
            let parsed = parsed.unwrap_or_else(|found| panic!("{}: {found}", path.display()));
            assert!(!parsed.warnings.has_errors());
            assert!(parsed.nets.iter().all(|net| !net.validate().has_errors()));
            expect(&path, &listing(&parsed));
            parsed.nets.iter().for_each(|net| self.check(net));
        }
    }

    /// Checks that a reader keeps its contract on any bytes, and that accepted nets are kept. Returns whether these
    /// bytes are accepted.
    ///
    /// # Panics
    /// If the contract is broken.
    #[must_use]
    pub fn check_any(&self, format: &dyn Format, bytes: &[u8]) -> bool {
        check_read(format, bytes, &|net| self.check(net))
    }
}

/// Checks that a reader keeps its contract on any bytes: a refusal has an error, and an accepted net is valid. Returns
/// whether these bytes are accepted.
///
/// # Panics
/// If the contract is broken.
#[must_use]
pub fn check_any(format: &dyn Format, bytes: &[u8]) -> bool {
    check_read(format, bytes, &|_| {})
}

fn check_read(format: &dyn Format, bytes: &[u8], check: &dyn Fn(&Net)) -> bool {
    let source = Source::new(format!("any.{}", format.extensions()[0]), bytes);
    format.recognise(&source);
    let [_, is_accepted] = [format.parse_untimed(&source), format.parse(&source)].map(|parsed| {
        match &parsed {
            Err(found) => assert!(found.has_errors(), "refused without an error"),
            Ok(parsed) => {
                assert!(!parsed.nets.is_empty() && !parsed.warnings.has_errors());
                assert!(parsed.nets.iter().all(|net| !net.validate().has_errors()));
                parsed.nets.iter().for_each(check);
            }
        }
        parsed.is_ok()
    });
    is_accepted
}

/// Returns the net without positions in a file or a drawing.
#[must_use]
pub fn undrawn(mut net: Net) -> Net {
    net.places.iter_mut().for_each(|place| (place.span, place.position) = (None, None));
    net.transitions.iter_mut().for_each(|transition| (transition.span, transition.position) = (None, None));
    net.arcs.iter_mut().for_each(|arc| arc.span = None);
    net
}

/// Returns the net with one arc of a kind between two nodes, in the order of transitions, of kinds and of places.
///
/// # Panics
/// If weights add up to more than 2^64 - 1.
#[must_use]
pub fn aggregated(mut net: Net) -> Net {
    net.arcs.sort_by_key(|arc| (arc.transition, arc.kind, arc.place));
    let mut arcs: Vec<Arc> = Vec::new();
    for Arc { place, transition, kind, inscription, .. } in net.arcs.drain(..) {
        let mut weight = inscription.tokens();
        let last = arcs.pop_if(|arc| (arc.transition, arc.kind, arc.place) == (transition, kind, place));
        if let Some(last) = last {
            weight = kind.aggregate(last.inscription.tokens(), weight).unwrap();
        }
        arcs.push(Arc::weighted(place, transition, kind, weight));
    }
    net.arcs = arcs;
    net
}

/// Checks that the files of a folder are refused as expected, with a position in the file.
///
/// # Panics
/// With the first file for which that does not hold.
pub fn check_bad(format: &dyn Format, folder: &Path) {
    for path in examples(format, folder) {
        let found = match format.parse(&source(&path)) {
            Ok(parsed) => panic!("{} is read as {}", path.display(), listing(&parsed)),
            Err(found) => found,
        };
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let is_located = found.iter().filter(is_error).any(|error| error.span.is_some());
        assert!(is_located, "{}: {found}", path.display());
        expect(&path, &format!("{found}\n"));
    }
}

/// Checks that the files of a folder are refused with a reference to the option that reads them, and read with it as
/// expected.
///
/// # Panics
/// With the first file for which that does not hold.
pub fn check_untimed(format: &dyn Format, folder: &Path) {
    for path in examples(format, folder) {
        let source = source(&path);
        let refused = format.parse(&source).expect_err("a net with times is refused");
        assert!(refused.to_string().contains("`--untimed`"), "{}: {refused}", path.display());
        let parsed =
            format.parse_untimed(&source).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        expect(&path, &format!("{refused}\n{}", listing(&parsed)));
    }
}

/// Returns the content of a file: a line for each node, arc and warning.
#[must_use]
pub fn listing(parsed: &Parsed) -> String {
    let mut text: String = parsed.nets.iter().map(net_listing).collect();
    for warning in &parsed.warnings {
        writeln!(text, "{warning}").unwrap();
    }
    text
}

fn net_listing(net: &Net) -> String {
    let mut text = format!("net {:?}\n", net.id);
    for place in &net.places {
        let (name, at) = (named(place.name.as_deref()), drawn(place.position));
        writeln!(text, "  place {:?}{name}: {}{at}", place.id, place.initial.tokens()).unwrap();
    }
    for transition in &net.transitions {
        let (name, at) = (named(transition.name.as_deref()), drawn(transition.position));
        writeln!(text, "  transition {:?}{name}{at}", transition.id).unwrap();
    }
    for arc in &net.arcs {
        let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
        let kind = format!("{:?}", arc.kind).to_lowercase();
        let (from, to) = if arc.kind == ArcKind::Output { (transition, place) } else { (place, transition) };
        writeln!(text, "  {kind}: {from:?} -> {to:?} weight {}", arc.inscription.tokens()).unwrap();
    }
    text
}

fn named(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!(" called {name:?}"))
}

fn drawn(at: Option<sanderling_net::Point>) -> String {
    at.map_or(String::new(), |at| format!(" @({}, {})", at.x, at.y))
}
