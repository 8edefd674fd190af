//! Diagnostics of the reader.
//!
//! There are two kinds of errors. A [`Fatal`] error ends the reading: the rest of the file is not XML, or has no
//! meaning for us. All others are added to the [`Report`] and reading continues, so that a user sees several errors at
//! once. A report holds a bounded number of diagnostics and counts the others.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use sanderling_net::{Diagnostic, Diagnostics, Severity};

use crate::limits;

/// An error after which the file is not read.
#[derive(Debug)]
pub(crate) struct Fatal(pub(crate) Box<Diagnostic>);

impl From<Diagnostic> for Fatal {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(Box::new(diagnostic))
    }
}

/// A step of reading that may end it.
pub(crate) type Step<T> = Result<T, Fatal>;

/// The diagnostics so far.
#[derive(Debug, Default)]
pub(crate) struct Report<'a> {
    /// The id of the node or arc that is being read.
    pub(crate) within: Option<Cow<'a, str>>,
    diagnostics: Diagnostics,
    errors: usize,
    warnings: usize,
    reported: HashSet<String>,
    /// The number of flaws of each kind.
    flaws: BTreeMap<&'static str, usize>,
    is_failed: bool,
}

impl Report<'_> {
    /// Adds an error or a warning.
    pub(crate) fn say(&mut self, diagnostic: Diagnostic) {
        let (count, limit) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, limits::ERRORS),
            Severity::Warning => (&mut self.warnings, limits::WARNINGS),
        };
        *count += 1;
        self.is_failed |= diagnostic.severity == Severity::Error;
        if *count <= limit {
            self.push(diagnostic);
        }
    }

    fn push(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.element.is_none() {
            diagnostic.element = self.within.as_deref().map(str::to_owned);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Adds an error whose message is expensive to create.
    pub(crate) fn say_error(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.errors < limits::ERRORS {
            self.say(diagnostic());
        } else {
            self.errors += 1;
        }
    }

    /// Reports a diagnostic unless one was reported under this key before. It does not count toward the limits, since
    /// it may explain all others. After [`limits::ONCE`] keys it is reported like any other, so that no error is lost.
    pub(crate) fn say_once(&mut self, key: &str, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.reported.contains(key) {
            return;
        }
        let diagnostic = diagnostic();
        if self.reported.len() >= limits::ONCE {
            return self.say(diagnostic);
        }
        self.reported.insert(key.to_owned());
        self.is_failed |= diagnostic.severity == Severity::Error;
        self.push(diagnostic);
    }

    /// Reports a diagnostic unless an earlier one has the same message.
    pub(crate) fn say_once_in_words(&mut self, diagnostic: Diagnostic) {
        let words = diagnostic.message.clone();
        self.say_once(&words, || diagnostic);
    }

    /// Warns of a harmless flaw. The first few of a kind are reported one by one, the others are counted.
    pub(crate) fn flaw(&mut self, kind: &'static str, diagnostic: impl FnOnce() -> Diagnostic) {
        let count = self.flaws.entry(kind).or_default();
        *count += 1;
        if *count <= limits::FLAWS {
            self.push(diagnostic());
        }
    }

    /// Returns whether there is an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.is_failed
    }

    /// Returns all diagnostics in the order of the file, followed by the number of those that were omitted.
    pub(crate) fn finish(mut self) -> Diagnostics {
        self.diagnostics.sort();
        for (kind, count) in &self.flaws {
            if let Some(rest @ 1..) = count.checked_sub(limits::FLAWS) {
                self.diagnostics
                    .push(Diagnostic::warning(format!("{kind}: {rest} more, which are not shown")));
            }
        }
        if self.errors > limits::ERRORS {
            let rest = self.errors - limits::ERRORS;
            self.diagnostics.push(Diagnostic::error(format!("{rest} more errors are not shown")));
        }
        if self.warnings > limits::WARNINGS {
            let rest = self.warnings - limits::WARNINGS;
            self.diagnostics.push(Diagnostic::warning(format!("{rest} more warnings are not shown")));
        }
        self.diagnostics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_errors_is_counted_and_not_kept() {
        let mut report = Report::default();
        for i in 0..1000 {
            report.say(Diagnostic::error(format!("error {i}")));
        }
        let diagnostics = report.finish();
        assert_eq!(diagnostics.len(), limits::ERRORS + 1);
        assert_eq!(diagnostics.iter().last().unwrap().message, "980 more errors are not shown");
    }

    #[test]
    fn equal_flaws_are_folded() {
        let mut report = Report::default();
        for _ in 0..10 {
            report.flaw("text between elements", || Diagnostic::warning("stray"));
        }
        assert!(!report.has_errors());
        let messages: Vec<String> = report.finish().iter().map(|found| found.message.clone()).collect();
        assert_eq!(
            messages,
            ["stray", "stray", "stray", "text between elements: 7 more, which are not shown"]
        );
    }

    #[test]
    fn each_key_is_reported_once() {
        let mut report = Report::default();
        report.say_once("a", || Diagnostic::warning("a"));
        report.say_once("a", || Diagnostic::warning("a"));
        report.say_once("b", || Diagnostic::warning("b"));
        assert!(!report.has_errors());
        assert_eq!(report.finish().len(), 2);
    }

    #[test]
    fn an_error_is_kept_after_many_warnings() {
        let mut report = Report::default();
        for i in 0..10 * limits::ONCE {
            report.say_once(&format!("warning {i}"), || Diagnostic::warning(format!("warning {i}")));
        }
        assert!(!report.has_errors());
        report.say_once("error", || Diagnostic::error("error"));
        assert!(report.has_errors());
        let diagnostics = report.finish();
        assert_eq!(diagnostics.len(), limits::ONCE + limits::WARNINGS + 2);
        assert!(diagnostics.iter().any(|found| found.message == "error"));
    }
}
