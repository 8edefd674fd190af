//! What there is to say about a file: a bounded number of diagnostics, each once.

use std::collections::HashSet;

use sanderling_net::{Diagnostic, Diagnostics, Severity, Span};

/// How many diagnostics are shown.
const SHOWN: usize = 20;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Report {
    found: Diagnostics,
    said: HashSet<(Option<Span>, String)>,
    has_errors: bool,
}

impl Report {
    /// Puts an error or a warning down, unless the same was said of the same place.
    pub(crate) fn say(&mut self, diagnostic: Diagnostic) {
        self.has_errors |= diagnostic.severity == Severity::Error;
        if self.said.len() <= 2 * SHOWN && self.said.insert((diagnostic.span, diagnostic.message.clone())) {
            self.found.push(diagnostic);
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// The diagnostics in the order of the file.
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
