//! A collector of a bounded number of diagnostics, without duplicates.

use std::collections::HashSet;

use sanderling_net::{Diagnostic, Diagnostics, Severity, Span};

/// Maximum number of diagnostics to show.
const SHOWN: usize = 20;

/// The collector; see the module.
#[derive(Debug, Default)]
pub(crate) struct Report {
    found: Diagnostics,
    reported: HashSet<(Option<Span>, String)>,
    has_errors: bool,
}

impl Report {
    /// Adds an error or a warning, unless there is the same one for the same position.
    pub(crate) fn say(&mut self, diagnostic: Diagnostic) {
        self.has_errors |= diagnostic.severity == Severity::Error;
        if self.reported.len() <= 2 * SHOWN
            && self.reported.insert((diagnostic.span, diagnostic.message.clone()))
        {
            self.found.push(diagnostic);
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Returns the diagnostics in the order of the file.
    pub(crate) fn finish(mut self) -> Diagnostics {
        self.found.sort();
        let errors = |found: &&Diagnostic| found.severity == Severity::Error;
        let (all, shown) = (self.found.iter().filter(errors).count(), SHOWN);
        if all <= shown {
            return self.found;
        }
        let mut kept = Diagnostics::new();
        self.found.iter().filter(errors).take(shown).for_each(|error| kept.push(error.clone()));
        kept.push(Diagnostic::error("more errors, which are not shown"));
        kept
    }
}
