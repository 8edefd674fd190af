//! Our own examples of syntax: a file for each rule, with what is expected of it beside it.

use std::fmt::Write;

use crate::support::print::print;
use crate::support::{examples, expect, models, read, source};
use sanderling_dve::Semantics;
use sanderling_dve::parse::{Parsed, parse};
use sanderling_net::Severity;

const BOTH: [Semantics; 2] = [Semantics::Ltsmin, Semantics::Divine2];

/// The model with all parentheses, and the warnings.
fn listing(parsed: &Parsed) -> String {
    let mut text = print(&parsed.model);
    for warning in &parsed.warnings {
        writeln!(text, "{warning}").unwrap();
    }
    text
}

#[test]
fn good_examples_are_read_as_expected() {
    let files = models(&examples("ok/syntax"));
    assert!(files.len() >= 7);
    for path in files {
        let source = source(&path);
        let [ltsmin, divine] = BOTH.map(|semantics| {
            parse(&source, semantics).unwrap_or_else(|found| panic!("{}: {found}", path.display()))
        });
        let (ltsmin, divine) = (listing(&ltsmin), listing(&divine));
        let text = if ltsmin == divine { ltsmin } else { format!("{ltsmin}\nwith DiVinE 2:\n{divine}") };
        expect(&path, &text);
    }
}

#[test]
fn printed_programs_read_back_as_the_same_tree() {
    for path in models(&examples("ok/syntax")) {
        let printed = print(&parse(&source(&path), Semantics::Ltsmin).unwrap().model);
        let again = read(printed.as_bytes()).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        assert!(again.warnings.is_empty());
        assert_eq!(print(&again.model), printed, "{}", path.display());
    }
}

#[test]
fn bad_examples_are_refused_as_expected() {
    let files = models(&examples("bad/syntax"));
    assert!(files.len() >= 40);
    for path in files {
        let source = source(&path);
        let [found, divine] =
            BOTH.map(|semantics| parse(&source, semantics).expect_err(&path.display().to_string()));
        let mut errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        assert!(errors.all(|error| error.span.is_some()), "{found}");
        assert_eq!(found, divine, "{}", path.display());
        expect(&path, &format!("{found}\n"));
    }
}
