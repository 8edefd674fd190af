//! Our own examples of names, constants, values at the start and channels, with their diagnostics.

use std::path::Path;

use crate::support::{examples, expect, models, source};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostics, Format, Inscription, Net, Severity, Term};

fn both(path: &Path) -> [Result<Parsed, Diagnostics>; 2] {
    [Semantics::Ltsmin, Semantics::Divine2].map(|semantics| Dve { semantics }.parse(&source(path)))
}

/// The places with their values at the start.
fn listing(net: &Net) -> String {
    let value = |place: &sanderling_net::Place| match &place.initial {
        Inscription::Term(term) => match term.as_ref() {
            Term::Literal { sort, value } => net.value_text(*sort, value),
            other => panic!("{other:?}"),
        },
        Inscription::Tokens(_) => panic!("plain tokens"),
    };
    net.places.iter().map(|place| format!("{} = {}\n", place.id, value(place))).collect()
}

#[test]
fn bad_examples_are_refused_as_expected() {
    let files = models(&examples("bad/names"));
    assert!(files.len() >= 13);
    for path in files {
        let [found, divine] = both(&path).map(|parsed| parsed.expect_err(&path.display().to_string()));
        assert!(found.has_errors());
        assert_eq!(found, divine, "{}", path.display());
        expect(&path, &format!("{found}\n"));
    }
}

#[test]
fn good_examples_start_as_expected_with_warnings_only() {
    let files = models(&examples("ok/names"));
    assert!(files.len() >= 2);
    for path in files {
        let [ltsmin, divine] =
            both(&path).map(|parsed| parsed.unwrap_or_else(|found| panic!("{}: {found}", path.display())));
        assert!(ltsmin.warnings.iter().all(|found| found.severity == Severity::Warning));
        assert!(ltsmin.nets[0].validate().is_empty() && divine.nets[0].validate().is_empty());
        assert_eq!(ltsmin.warnings, divine.warnings);
        expect(&path, &format!("{}{}\n", listing(&ltsmin.nets[0]), ltsmin.warnings));
    }
}
