//! Our own examples, with what is expected of each beside it.

use crate::cpn_tools::support::{examples, expect, listing, source};
use sanderling_formats::cpn_tools::CpnTools;
use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Diagnostic, Format, Severity};

fn shown(parsed: &Parsed) -> String {
    let warnings: String = parsed.warnings.iter().map(|warning| format!("{warning}\n")).collect();
    format!("{}{warnings}", listing(&parsed.nets[0]))
}

#[test]
fn good_examples_are_read_as_expected() {
    let files = examples("ok");
    assert!(files.len() >= 4);
    for path in files {
        let source = source(&path);
        assert_eq!(CpnTools.recognise(&source), Recognition::ByContent);
        let parsed = CpnTools.parse(&source).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        assert!(!parsed.warnings.has_errors() && !parsed.nets[0].validate().has_errors());
        expect(&path, &shown(&parsed));
    }
}

#[test]
fn timed_examples_are_refused_and_read_without_their_times() {
    for path in examples("untimed") {
        let refused = CpnTools.parse(&source(&path)).unwrap_err();
        let has_help = |found: &Diagnostic| found.to_string().contains("`--untimed`");
        assert!(refused.iter().all(has_help), "{}: {refused}", path.display());
        let untimed = CpnTools.parse_untimed(&source(&path)).unwrap();
        expect(&path, &format!("{refused}\n{}", shown(&untimed)));
    }
}

#[test]
fn bad_examples_are_refused_as_expected() {
    let files = examples("bad");
    assert!(files.len() >= 15);
    for path in files {
        let found = match CpnTools.parse(&source(&path)) {
            Ok(parsed) => panic!("{} is read as {}", path.display(), shown(&parsed)),
            Err(found) => found,
        };
        let mut errors = found.iter().filter(|found| found.severity == Severity::Error);
        assert!(errors.all(|error| error.span.is_some()), "{}: {found}", path.display());
        expect(&path, &format!("{found}\n"));
    }
}
