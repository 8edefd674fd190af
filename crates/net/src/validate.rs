//! What must hold of every net before anything else looks at it.
//!
//! A net is plain data, and a format, an external converter or a program may put anything into it.
//! `validate` is the gate: behind it, every index leads somewhere, sorts and operators do not go in
//! circles, terms are well-sorted, weights are positive, the units are a tree and a program is told of
//! places and transitions that fit. The stages build
//! on each other, so that a later one may rely on what an earlier one has found to be in order; a
//! stage with errors ends the validation.
//!
//! Other code recurses with sorts and terms. INVARIANT: this module does not, until it has found
//! that sorts are at most [`MAX_SORT_DEPTH`] deep and terms, with the operators that they use, at
//! most [`MAX_TERM_DEPTH`].

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

/// How deep sorts may nest.
pub(crate) const MAX_SORT_DEPTH: usize = 64;

/// How deep terms may nest, where the bodies of the operators that they use count too.
pub(crate) const MAX_TERM_DEPTH: usize = 256;

/// How many constants and numbers one value may be made of, lists not counted.
const MAX_PARTS: u64 = 1 << 20;

/// How many errors are listed.
const MAX_ERRORS: usize = 100;

impl Net {
    /// Everything that is wrong with the net. With no error among them, every id in the net leads
    /// somewhere and all that its documentation promises holds.
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

/// What has been found so far: all of it, up to a limit.
#[derive(Debug, Default)]
struct Report {
    found: Diagnostics,
    errors: usize,
}

impl Report {
    /// Adds what was found about an element.
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
