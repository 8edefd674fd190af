//! What is said about a model: a bounded number of errors and warnings, the rest counted.

use sanderling_net::{Diagnostic, Diagnostics, Severity};

/// How many errors, and how many warnings, are shown.
const SHOWN: usize = 20;

/// The diagnostics so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    diagnostics: Diagnostics,
    errors: usize,
    warnings: usize,
}

impl Report {
    /// Puts an error or a warning down.
    pub(crate) fn say(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= SHOWN {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether a further error would only be counted: then it need not be worded well.
    pub(crate) fn is_full(&self) -> bool {
        self.errors >= SHOWN
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All diagnostics in the order of the file, with a last line on what is not shown.
    pub(crate) fn finish(mut self) -> Diagnostics {
        self.diagnostics.sort();
        if self.errors > SHOWN {
            let rest = self.errors - SHOWN;
            self.diagnostics.push(Diagnostic::error(format!("{rest} more errors are not shown")));
        }
        if self.warnings > SHOWN {
            let rest = self.warnings - SHOWN;
            self.diagnostics.push(Diagnostic::warning(format!("{rest} more warnings are not shown")));
        }
        self.diagnostics
    }
}
