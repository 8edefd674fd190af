//! Validation of nets before any other use.
//!
//! A net is plain data, and a format, an external converter or a program may put anything into it. After `validate`,
//! every index is valid, sorts and operators are not circular, terms are well-sorted, weights are positive, the units
//! form a tree, and a program refers to suitable places and transitions. The stages build on each other: a later stage
//! relies on what an earlier one has checked. A stage with errors ends the validation.
//!
//! Other code recurses with sorts and terms. INVARIANT: this module does not recurse until it has checked that sorts
//! are at most [`MAX_SORT_DEPTH`] deep and terms, with the operators that they use, at most [`MAX_TERM_DEPTH`].

mod assertions;
mod declarations;
mod depth;
mod final_markings;
mod nodes;
mod pages;
mod program;
mod terms;
mod units;

use crate::{Diagnostic, Diagnostics, Net, Severity, Span};

pub(crate) use nodes::{arc_name, positions_are_finite};

/// Maximum nesting depth of sorts.
pub(crate) const MAX_SORT_DEPTH: usize = 64;

/// Maximum nesting depth of terms, including the bodies of the operators that they use.
pub(crate) const MAX_TERM_DEPTH: usize = 256;

/// Maximum number of constants and numbers in one value, not counting lists.
const MAX_PARTS: u64 = 1 << 20;

/// Maximum number of errors to list.
const MAX_ERRORS: usize = 100;

impl Net {
    /// Returns all problems of the net. If there is no error among them, every id in the net is valid and everything
    /// that the documentation of the net promises holds.
    #[must_use]
    pub fn validate(&self) -> Diagnostics {
        let mut report = Report::default();
        let stages = [
            declarations::check,
            nodes::check,
            assertions::check,
            terms::check,
            program::check,
            units::check,
            pages::check,
            final_markings::check,
        ];
        for stage in stages {
            stage(self, &mut report);
            if report.errors > 0 {
                break;
            }
        }
        report.finish()
    }
}

/// The problems found so far, up to a limit.
#[derive(Debug, Default)]
struct Report {
    found: Diagnostics,
    errors: usize,
}

impl Report {
    /// Adds a problem of an element.
    fn add(&mut self, element: &str, span: Option<Span>, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        self.errors += usize::from(is_error);
        if self.errors > MAX_ERRORS || self.found.len() > 2 * MAX_ERRORS {
            return;
        }
        let diagnostic = if element.is_empty() { diagnostic } else { diagnostic.element(element) };
        self.found.push(match span {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        });
    }

    fn finish(mut self) -> Diagnostics {
        if self.errors > MAX_ERRORS {
            let more = self.errors - MAX_ERRORS;
            self.found.push(Diagnostic::error(format!("{more} more errors, not listed")));
        }
        self.found
    }
}

#[cfg(test)]
mod tests;
