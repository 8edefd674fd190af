//! Our own examples: a file for each rule and dialect, with what is expected of it beside it.

use crate::support::{examples, expect, files_below, listing, source, without_spans};
use sanderling_net::{Diagnostic, Format, Severity, Source};
use sanderling_pnml::Pnml;

#[test]
fn good_examples_are_read_as_expected() {
    let files = files_below(&examples("ok"));
    assert!(files.len() >= 20);
    for path in files {
        let parsed = Pnml.parse(&source(&path)).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        assert!(!parsed.warnings.has_errors());
        assert!(parsed.nets.iter().all(|net| !net.validate().has_errors()));
        expect(&path, &listing(&parsed));
    }
}

#[test]
fn good_examples_are_written_and_read_back_as_the_same_nets() {
    for path in files_below(&examples("ok")) {
        for net in Pnml.parse(&source(&path)).unwrap().nets {
            let mut bytes = Vec::new();
            match Pnml.write(&net, &mut bytes) {
                Ok(()) => {}
                Err(error) => panic!("{}: {error}", path.display()),
            }
            let written = String::from_utf8(bytes).unwrap();
            let again = Pnml.parse(&Source::new("again.pnml", written.as_bytes())).unwrap();
            assert_eq!(again.nets.len(), 1);
            assert_eq!(without_spans(again.nets[0].clone()), without_spans(net), "{written}");
        }
    }
}

#[test]
fn bad_examples_are_refused_as_expected() {
    let files = files_below(&examples("bad"));
    assert!(files.len() >= 30);
    for path in files {
        let found = match Pnml.parse(&source(&path)) {
            Ok(parsed) => panic!("{} is read as {}", path.display(), listing(&parsed)),
            Err(found) => found,
        };
        assert!(found.has_errors());
        let errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let is_located = errors.clone().any(|error| error.span.is_some());
        assert!(is_located, "{}: {found}", path.display());
        expect(&path, &format!("{found}\n"));
    }
}

#[test]
fn timed_examples_are_refused_and_read_without_their_times() {
    let files = files_below(&examples("untimed"));
    assert!(files.len() >= 4);
    for path in files {
        let refused = Pnml.parse(&source(&path)).unwrap_err();
        let has_help = |diagnostic: &Diagnostic| diagnostic.to_string().contains("`--untimed`");
        assert!(refused.iter().any(has_help), "{}: {refused}", path.display());
        let untimed = Pnml.parse_untimed(&source(&path)).unwrap();
        expect(&path, &format!("{refused}\n{}", listing(&untimed)));
    }
}
